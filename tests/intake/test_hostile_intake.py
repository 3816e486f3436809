"""Results of attacks on intake: each gives a value with a reason, in little time and memory."""

from __future__ import annotations

import struct
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from gograde.codec import of_value
from gograde.errors import DataError
from gograde.grading.facts import BatchRun, RunRecord
from gograde.grading.records import read_run, write_run
from gograde.intake import submission as intake
from gograde.intake.bag import Caps
from gograde.intake.entry import Refusal
from gograde.intake.launch import build_job
from gograde.intake.names import RefusedError
from gograde.intake.reading.archives import unpack
from gograde.intake.reading.find import find_entry
from gograde.intake.reading.programs import skeleton_digest
from gograde.intake.reading.python_sources import is_python_2
from gograde.intake.reading.texts import C_COMMENT
from gograde.intake.submission import take_in
from gograde.package.config import Contract
from gograde.sandbox.protocol import OURS, RunResult
from gograde.scoring.record import HandedIn
from gograde.scoring.verdict import Verdict
from tests.intake.test_archives import zip_of

CONTRACT = of_value(
    Contract, {"kind": "files", "entries": ["board9.py", "board9.c"], "languages": ["python", "c"]}
)


def test_entries_that_share_their_bytes_are_refused() -> None:
    data = bytearray(zip_of(("one.py", b"x" * 500), ("two.py", b"y")))
    first, second = data.index(b"PK\x01\x02"), data.rindex(b"PK\x01\x02")
    struct.pack_into("<I", data, second + 42, struct.unpack_from("<I", data, first + 42)[0])
    with pytest.raises(RefusedError, match=r"a\.zip: two\.py: lies over one\.py"):
        unpack("a.zip", bytes(data))


def test_many_environments_take_no_longer_than_many_files() -> None:
    environments = [(f"{number:x}/pyvenv.cfg", b"") for number in range(9000)]
    inside = [(f"{number:x}/lib/", b"") for number in range(9000)]
    assert unpack("a.zip", zip_of(*environments, *inside, ("board9.py", b"1"))) == {"board9.py": b"1"}


def test_too_many_entries_are_refused_in_zips_and_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "Caps", lambda: Caps(entries=50))
    for number in range(51):
        (tmp_path / f"{number}").mkdir()
    assert take_in(tmp_path).refusal == "more than 50 entries"
    with pytest.raises(RefusedError, match=r"a\.zip: more than 50 entries"):
        unpack("a.zip", zip_of(*((f"{n}/", b"") for n in range(51))), Caps(entries=50))


@pytest.mark.parametrize(
    ("closed", "reason"),
    [
        ("inner/x.py", "inner/x.py: cannot be read (permission denied)"),
        ("inner", "inner: cannot be read (permission denied)"),
        (".", "alice: cannot be read (permission denied)"),
    ],
)
def test_what_cannot_be_read_is_named_and_the_class_goes_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ordinary_user: Callable[[], AbstractContextManager[None]],
    closed: str,
    reason: str,
) -> None:
    tmp_path.chmod(0o711)  # others may enter it, but not list it
    monkeypatch.chdir(tmp_path)
    (tmp_path / "alice" / "inner").mkdir(parents=True)
    (tmp_path / "alice" / "inner" / "x.py").write_text("1")
    (tmp_path / "alice" / closed).chmod(0)
    with ordinary_user():
        assert take_in(Path("alice")).refusal == reason


# -- declarations and sources ---------------------------------------------------------------


HOSTILE_SOURCES: dict[str, bytes] = {
    "a question too deep to write out": b"if " + b"+".join([b"1"] * 900) + b": pass",
    "a number too long to write out": b"x = 0x" + b"9" * 100_000,
    "a coding that does not exist": b"# coding: \\x00\nprint 1",
    "punycode": b"# coding: punycode\nprint(1)",
    "braces": b"{" * 100_000,
    "calls": b"x" + b"()" * 40_000,
}


@pytest.mark.parametrize("look", [is_python_2, skeleton_digest])
def test_a_hostile_source_is_looked_at_without_a_fault(look: Callable[[bytes], object]) -> None:
    assert {look(source) for source in HOSTILE_SOURCES.values()} <= {None, True, False}


def test_comments_without_an_end_are_looked_through_once() -> None:
    assert C_COMMENT.sub(b" ", b"a /* b */ c // d\ne /* /* " + b"/* " * 300_000) == b"a   c  \ne  "


@pytest.mark.needs("cc")
def test_a_file_in_the_place_of_our_own_folder_is_not_staged() -> None:
    files = {"board9.c": b"int main(void) { return 0; }", OURS: b"", f"{OURS}/lines.c/x": b""}
    entry = find_entry(files, CONTRACT)
    assert not isinstance(entry, Refusal)
    staged = [file.path for file in build_job(entry, files, ()).files]
    assert staged == [f"{OURS}/lines.c", "board9.c"]


def test_an_entry_without_a_name_is_passed_over() -> None:
    data = bytearray(zip_of(("board9.py", b"2"), ("?", b"1")))
    struct.pack_into("<2H", data, data.rindex(b"PK\x01\x02") + 28, 0, 1)
    struct.pack_into("<2H", data, data.rindex(b"PK\x03\x04") + 26, 0, 1)
    assert unpack("a.zip", bytes(data)) == {"board9.py": b"2"}


@pytest.mark.parametrize(
    ("good", "bad"), [(b'"files": {}', b'"files": "x"'), (b'"stdout": ""', b'"stdout": 5')]
)
def test_a_record_with_another_kind_of_value_is_no_whole_record(
    tmp_path: Path, good: bytes, bad: bytes
) -> None:
    result = RunResult("bwrap", 0, None, None, 0.1, 0.1, 1, b"", b"", 0, 0, {}, {})
    record = RunRecord("board9", HandedIn("a"), batches=(BatchRun("01", Verdict.AC, "", result),))
    write_run(tmp_path / "run", tmp_path / "blobs", record)
    data = (tmp_path / "run").read_bytes()
    assert read_run(tmp_path / "run", tmp_path / "blobs").batches[0].result is not None
    (tmp_path / "run").write_bytes(data.replace(good, bad))
    with pytest.raises(DataError, match="not a whole gograde/run/v1 record"):
        read_run(tmp_path / "run", tmp_path / "blobs")
