"""Run records: a record is read as it was written, completely or not at all."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.authoring.new_package import describe_package, new_package
from gograde.authoring.spec_author import generate_batches
from gograde.codec import replace
from gograde.core.record import HandedIn, SourceLines
from gograde.core.verdict import Verdict
from gograde.errors import DataError, JudgeError
from gograde.files import leftovers, write_atomic, write_changed
from gograde.grading.facts import BatchRun, RunRecord, Started
from gograde.grading.package_verify import hashes_elsewhere, verify
from gograde.grading.records import read_head, read_run, write_run
from gograde.intake.entry import Building
from gograde.package.package import Package, open_package
from gograde.sandbox.protocol import Ended, RunResult

LINES = (SourceLines("hw/echo.py", 1, ("print(1)", "print(2)"), (2,)),)


def record(result: RunResult) -> RunRecord:
    return RunRecord(
        assignment="echo",
        handed_in=HandedIn("alice", "a" * 64, "2026-11-15T20:00:00+00:00", "submitted_at.csv"),
        left_out={"answer.txt": "an old answer"},
        started=Started(path="hw/echo.py", language="python", argv=("python3", "./echo.py")),
        backend="scripted",
        source=LINES,
        building=Building(("files: opens /x",), ("470",), "a.c:1: no\na.c:2: no"),
        batches=(
            BatchRun("01", Verdict.OLE, "printed more than 64 KiB", result, source=LINES),
            BatchRun("02", Verdict.SK, "skipped"),
        ),
    )


@given(stdout=st.binary(max_size=60), stderr=st.binary(max_size=60), data=st.binary(max_size=60))
def test_a_record_reads_back_as_written(tmp_path, done, stdout, stderr, data) -> None:
    result = replace(
        done, exit_code=None, signal=9, killed_for=Ended.STDOUT, stdout=stdout, stderr=stderr,
        files={"answer.txt": data}, refused={"x.txt": "a link"}, violations=("a socket",),
    )  # fmt: skip
    path, blobs = tmp_path / "runs" / "alice.jsonl", tmp_path / "blobs"
    write_run(path, blobs, record(result))
    assert read_run(path, blobs) == record(result)


def test_the_lines_of_a_record(tmp_path: Path, done: RunResult) -> None:
    result = replace(done, stdout=b"\xff one\n", files={"answer.txt": b"3 4\n"})
    written = replace(record(result), files={"hw/echo.py": b"print(1)"})
    write_run(tmp_path / "a.jsonl", tmp_path / "blobs", written)
    data = (tmp_path / "a.jsonl").read_bytes()
    assert data.isascii()
    first, second, third = (json.loads(line) for line in data.splitlines())
    assert (first["schema"], first["kind"], first["student"]) == ("gograde/run/v1", "submission", "alice")
    sha256 = "d287bb7f9d15abdc5b6e98536263815744b6ef21c8f3c839fc434ca70d8efe99"
    assert first["files"] == [{"path": "hw/echo.py", "bytes": 8, "sha256": sha256}]
    assert (second["kind"], second["batch"], second["stdout"]) == ("batch", "01", "\udcff one\n")
    assert set(third) == {"kind", "batch", "verdict", "message"}
    [(_, sha256)] = second["files"].items()
    assert (tmp_path / "blobs" / sha256[:2] / sha256).read_bytes() == b"3 4\n"


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: b"",
        lambda data: data.replace(b"gograde/run/v1", b"gograde/run/v9"),
        lambda data: data.replace(b'"OLE"', b'"BAD"'),
        lambda data: data.replace(b'"refused": {', b'"refused": "x", "more": {'),
        lambda data: data.replace(b'"stdout": ""', b'"stdout": 5'),
        lambda data: data.replace(b'"answer.txt": "', b'"answer.txt": "../../'),
    ],
)
def test_a_damaged_record_is_an_error_that_says_what_to_do(tmp_path, done, damage) -> None:
    path = tmp_path / "a.jsonl"
    write_run(path, tmp_path / "blobs", record(replace(done, files={"answer.txt": b"x"})))
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(DataError) as caught:
        read_run(path, tmp_path / "blobs")
    assert str(caught.value).startswith(f"{path}: not a whole gograde/run/v1 record (")
    assert (caught.value.fix, path.exists()) == ("run gograde run again", True)


def test_a_changed_blob_is_noticed(tmp_path: Path, done: RunResult) -> None:
    path = tmp_path / "a.jsonl"
    write_run(path, tmp_path / "blobs", record(replace(done, files={"answer.txt": b"x"})))
    [blob] = (file for file in (tmp_path / "blobs").rglob("*") if file.is_file())
    blob.chmod(0o600)
    blob.write_bytes(b"y")
    with pytest.raises(DataError, match="has changed"):
        read_run(path, tmp_path / "blobs")


def test_the_head_says_what_a_record_was_made_from_as_long_as_it_is_as_written(tmp_path, done) -> None:
    path, made = tmp_path / "a.jsonl", {"run": "1"}
    write_run(path, tmp_path, record(done), made)
    head = read_head(path)
    assert head is not None and (head.made_from, head.failed) == (made, False)
    lines = path.read_bytes().splitlines(keepends=True)
    for spoilt in (lines[:1], [lines[0], *lines], [lines[0].replace(b'"run": "1"', b'"run": "2", "x": 1')]):
        path.write_bytes(b"".join(spoilt))
        head = read_head(path)
        assert head is not None and head.made_from is None
    write_run(path, tmp_path, replace(record(done), verdict=Verdict.JE, batches=()), made)
    head = read_head(path)
    assert head is not None and (head.made_from, head.failed) == (made, True)


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    write_atomic(path, b"old")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(leftovers(tmp_path)) == []


def test_the_same_content_is_not_written_again(tmp_path: Path) -> None:
    assert write_changed(tmp_path / "a", b"1")
    before = (tmp_path / "a").stat().st_mtime_ns
    assert not write_changed(tmp_path / "a", b"1")
    assert (tmp_path / "a").stat().st_mtime_ns == before
    assert write_changed(tmp_path / "a", b"2")


# -- cases are made again in another process, with other hashes of strings ---------------------


KEY = b"a key for the tests of made_again"

ROWS = "    rows, cols = 2 + stream.below(3), 2 + stream.below(3)\n"


def changed(folder: Path, line: str) -> Package:
    """A new package that makes its boards after this line."""
    package = new_package("liberties", "module", folder)
    path = package / "grader" / "author.py"
    path.write_text(path.read_text().replace(ROWS, f"    {line}\n{ROWS}"))
    describe_package(package, sample=False)
    return open_package(package)


def test_cases_that_depend_on_the_hashes_of_strings_are_found(tmp_path, monkeypatch) -> None:
    """Wherever the seed of this process comes from, that of the other one is not the same."""
    package = changed(tmp_path, 'stream = Stream(b"%d" % hash(question), str(stream.below(10**9)))')
    report = verify(package, KEY, None, lambda step: None)
    found = {check.name: check.findings for check in report.checks}["same bytes twice"]
    assert found
    assert {one.what[:30] for one in found} == {"differs when made again from i"}
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    other = hashes_elsewhere(package, KEY)
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    assert hashes_elsewhere(package, KEY) != other


def test_cases_that_cannot_be_made_there_are_a_fault_of_the_package(tmp_path: Path) -> None:
    line = "import sys; sys.argv[0].endswith('package_verify.py') and stream.nothing()"
    package = changed(tmp_path, line)
    generate_batches(package, KEY)
    with pytest.raises(JudgeError) as caught:
        hashes_elsewhere(package, KEY)
    assert str(caught.value) == (
        "generator: fails in a process of its own: "
        "AttributeError: 'Stream' object has no attribute 'nothing'\n"
        "Fix: mend it first"
    )
