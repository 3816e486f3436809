"""The folder `reports/` as a whole: its files, no stale ones, and only what differs is made anew."""

import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gograde.code_closure import sources_sha256
from gograde.errors import DataError
from gograde.grading.book import BOOKS
from gograde.report.class_report import TABLES
from gograde.report.exports.reports_folder import MADE_FROM, write_reports
from tests.golden import errors_agree
from tests.report.conftest import people
from tests.report.several import kept, write_works


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_the_files_of_a_class(class_dir: Path) -> None:
    write_reports(class_dir, class_dir / "reports")
    names = ("alice", "bob", "carol", "dan", "erin", "frank", "grace")
    pages = {f"{folder}/{name}.html" for folder in ("students", "staff") for name in names}
    tables = {*TABLES, "measured/usage"} - {"usage"}
    others = {"datapackage.json", "manifest.json", "index.html"}
    assert set(contents(class_dir / "reports")) == pages | {f"{name}.csv" for name in tables} | others


def test_figures_that_differ_between_runs_are_in_the_measured_table_alone(class_dir: Path) -> None:
    reports = class_dir / "reports"
    write_reports(class_dir, reports)
    before = contents(reports)
    for path in (class_dir / "work" / "scores").rglob("*.json"):
        text = path.read_text()
        path.write_text(text.replace('"cpu_s": 0.25', '"cpu_s": 0.75').replace("31415", "92653"))
    write_reports(class_dir, reports)
    after = contents(reports)
    assert {name for name in after if after[name] != before[name]} == {"measured/usage.csv"}
    assert b'"sample-01",0.75,"",0.5,92653,99,0,"",""' in after["measured/usage.csv"]


def test_nothing_in_reports_says_where_they_were_made(class_dir: Path) -> None:
    write_reports(class_dir, class_dir / "reports")
    for name, data in contents(class_dir / "reports").items():
        assert str(class_dir).encode() not in data, name


def test_pages_of_a_student_who_left_go_and_other_files_stay(class_dir: Path) -> None:
    reports = class_dir / "reports"
    write_reports(class_dir, reports)
    (reports / "notes.txt").write_text("mine")
    (reports / "staff" / ".partial-x").write_text("half a page")
    book = json.loads((class_dir / "work" / "gradebook.json").read_text())
    book["students"] = [student for student in book["students"] if student["id"] != "bob"]
    (class_dir / "work" / "gradebook.json").write_text(json.dumps(book))
    write_reports(class_dir, reports)
    assert not [name for name in contents(reports) if "bob" in name or "partial" in name]
    assert (reports / "notes.txt").read_text() == "mine"
    assert b"Bob" not in (reports / "index.html").read_bytes()


def test_the_manifest_names_what_everything_was_made_from(class_dir: Path) -> None:
    (class_dir / "work" / "doctor.json").write_text('{"backend": "bwrap", "ok": true}')
    write_reports(class_dir, class_dir / "reports")
    manifest = json.loads((class_dir / "reports" / "manifest.json").read_text())
    files = contents(class_dir / "reports")
    files.pop("manifest.json")
    files.pop("measured/usage.csv")
    assert manifest["schema"] == "gograde/manifest/v1"
    assert manifest["files"] == {name: sha256(data).hexdigest() for name, data in files.items()}
    assert manifest["measured"] == ["measured/usage.csv"]
    assert manifest["packages"] == {"board9": {"version": "1.0.0", "sha256": "ab" * 32}}
    assert manifest["submissions"]["board9"]["alice"] == "cd" * 32
    assert manifest["submissions"]["board9"]["dan"] is None
    assert manifest["backends"] == ["bwrap"]
    assert manifest["doctor"] == {"backend": "bwrap", "ok": True}
    assert manifest["code"]["sources_sha256"] == sources_sha256()
    assert re.fullmatch(r"3\.\d+\.\d+\S*", manifest["versions"]["python"])
    assert re.fullmatch(r"[0-9.]+", manifest["versions"]["snakemake"])


def test_a_broken_doctor_report_is_none(class_dir: Path) -> None:
    (class_dir / "work" / "doctor.json").write_text("{")
    write_reports(class_dir, class_dir / "reports")
    assert json.loads((class_dir / "reports" / "manifest.json").read_text())["doctor"] is None


def test_a_class_without_students_has_reports(make_class: Callable[..., Path]) -> None:
    folder = make_class([])
    write_reports(folder, folder / "reports")
    assert "The roster is empty." in (folder / "reports" / "index.html").read_text()


SPOILT: dict[str, bytes | None] = {
    "work/gradebook.json": None, "work/scores/board9/bob.json": None,
    "./work/gradebook.json": b'{"schema": "gograde/gradebook/v1"}',
}  # fmt: skip


def test_what_is_missing_or_damaged_is_named(make_class: Callable[..., Path]) -> None:
    def spoilt(name: str, data: bytes | None) -> None:
        folder = make_class(people())
        (folder / name).unlink()
        if data:
            (folder / name).write_bytes(data)
        write_reports(folder, folder / "reports")

    tried = ((name, partial(spoilt, name, data)) for name, data in SPOILT.items())
    errors_agree("report/spoilt.txt", tried, folder := make_class(people()))
    assert not (folder / "reports").exists()


FILES = '"files": {"staff/own.html": "00"}}'


@pytest.mark.parametrize("manifest", ["", "{", "[]", f'{{"schema": "another", {FILES}'])
def test_pages_that_gograde_did_not_write_stay(class_dir: Path, manifest: str) -> None:
    """Only our own manifest says what was written."""
    own = class_dir / "reports" / "staff" / "own.html"
    own.parent.mkdir(parents=True)
    own.write_text("mine")
    if manifest:
        (class_dir / "reports/manifest.json").write_text(manifest)
    for _ in range(2):
        write_reports(class_dir, class_dir / "reports")
    assert own.read_text() == "mine"
    (class_dir / "reports/manifest.json").write_text(f'{{"schema": "gograde/manifest/v1", {FILES}')
    write_reports(class_dir, class_dir / "reports")
    assert not own.exists()


Where = tuple[str | int, ...]


def written(folder: Path) -> dict[str, int]:
    return {name: (folder / name).stat().st_ino for name in contents(folder)}


def leaves(value: Any, where: Where = ()) -> Iterator[Where]:
    """The places of all texts and numbers of a JSON value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from leaves(part, (*where, key))
    if where and isinstance(value, str | int | float):
        yield where


def changed(value: Any, where: Where) -> Any:
    *way, last = where
    for key in way:
        value = value[key]
    old = value[last]
    value[last] = not old if isinstance(old, bool) else f"{old}0" if isinstance(old, str) else old + 1
    return value[last]


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Path]:
    """Classes of two assignments with their reports, one of them published."""
    some = [person for person in people() if person.id in ("alice", "bob", "dan")]
    made = []
    for is_published in (False, True):
        folder = tmp_path_factory.mktemp("renewal") / "autumn"
        made.append(write_works(folder, {"board9": some, "influence": some}))
        if is_published:
            kept(folder, note="first marks")
        write_reports(folder, folder / "reports")
    return made


@pytest.fixture(params=[0, 1], ids=["graded", "published"])
def made(request: pytest.FixtureRequest, classes: Sequence[Path]) -> Path:
    return classes[request.param]


def renewed(before: Path, after: Path) -> set[str]:
    """The reports that are written after a change; all are the same as reports made from nothing."""
    old, inodes = contents(before / "reports"), written(after / "reports")
    assert inodes.keys() == old.keys()
    spoilt = {name for name, data in contents(after / "reports").items() if data != old[name]}
    write_reports(after, after / "reports")
    for path in (after / "work").glob("reports.*.json"):
        path.unlink()
    write_reports(after, after / "fresh")
    now = contents(after / "reports")
    assert now == contents(after / "fresh")
    anew = {name for name, inode in written(after / "reports").items() if inode != inodes.get(name)}
    assert anew == {name for name in now if now[name] != old.get(name)} | spoilt
    return anew


@given(choice=st.data())
def test_any_change_of_an_input_renews_what_differs_and_nothing_else(classes, tmp_path, choice) -> None:
    made, after = choice.draw(st.sampled_from(classes)), tmp_path / "after"
    shutil.rmtree(after, ignore_errors=True)
    shutil.copytree(made, after)
    inputs = [
        after / "work/gradebook.json",
        *after.glob("work/scores/*/*.json"),
        *after.glob(f"{BOOKS}/*.json"),
    ]
    path = choice.draw(st.sampled_from(sorted(inputs)))
    value = json.loads(path.read_bytes())
    changed(value, choice.draw(st.sampled_from([*leaves(value)])))
    path.write_text(json.dumps(value))
    try:
        renewed(made, after)
    except DataError:
        assume(False)


def test_a_changed_record_renews_the_tables_and_the_pages_of_its_student(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made, tmp_path / "after")
    path = tmp_path / "after/work/scores/board9/bob.json"
    path.write_text(path.read_text().replace('"message": "', '"message": "late: '))
    seen = set() if (made / BOOKS).exists() else {"students/bob.html"}
    tables = {"manifest.json", "datapackage.json", "runs.csv", "tests.csv"}
    assert renewed(made, tmp_path / "after") == seen | tables | {"staff/bob.html"}


@pytest.mark.parametrize("lost", ["staff/bob.html", "tests.csv", "index.html", "manifest.json"])
def test_a_report_that_was_edited_or_lost_is_made_anew(made: Path, tmp_path: Path, lost: str) -> None:
    shutil.copytree(made, tmp_path / "after")
    (tmp_path / "after/reports" / lost).write_text("mine")
    assert renewed(made, tmp_path / "after") == {lost}
    (tmp_path / "after/reports" / lost).unlink()
    write_reports(tmp_path / "after", tmp_path / "after/reports")
    assert contents(tmp_path / "after/reports") == contents(made / "reports")


def test_nothing_changed_nothing_read(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No record is parsed and no page is made; what cannot be read of the digests makes everything anew."""
    before = written(made / "reports")
    with monkeypatch.context() as patch:
        for name in ("results.read_record", "exports.reports_folder.Pages"):
            patch.setattr(f"gograde.report.{name}", lambda *_, **__: pytest.fail("not needed"))
        write_reports(made, made / "reports")
    (made / "work" / MADE_FROM).write_text("{")
    write_reports(made, made / "reports")
    assert written(made / "reports") == before
