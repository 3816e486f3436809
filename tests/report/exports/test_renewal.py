"""Reports are made anew only where their inputs changed, and are then those that are made from nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from gograde.errors import DataError
from gograde.grading.books.book import BOOKS
from gograde.report.exports.reports_folder import MADE_FROM, write_reports
from tests.report.conftest import people
from tests.report.several import write_works
from tests.report.test_kept_gradebooks import kept

Where = tuple[str | int, ...]


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


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


@pytest.fixture(scope="module", params=["graded", "published"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class of two assignments with its reports."""
    some = [person for person in people() if person.id in ("alice", "bob", "dan")]
    folder = write_works(tmp_path_factory.mktemp("renewal") / "autumn", {"board9": some, "influence": some})
    if request.param == "published":
        kept(folder, note="first marks")
    write_reports(folder, folder / "reports")
    return folder


def renewed(before: Path, after: Path) -> set[str]:
    """The reports that are written after a change; all are the same as reports made from nothing."""
    old, inodes = contents(before / "reports"), written(after / "reports")
    assert inodes.keys() == old.keys()
    spoilt = {name for name, data in contents(after / "reports").items() if data != old[name]}
    write_reports(after, after / "reports")
    (after / "work" / MADE_FROM).unlink()
    write_reports(after, after / "fresh")
    now = contents(after / "reports")
    assert now == contents(after / "fresh")
    anew = {name for name, inode in written(after / "reports").items() if inode != inodes.get(name)}
    assert anew == {name for name in now if now[name] != old.get(name)} | spoilt
    return anew


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(choice=st.data())
def test_any_change_of_an_input_renews_what_differs_and_nothing_else(
    made: Path, tmp_path: Path, choice: st.DataObject
) -> None:
    after = tmp_path / "after"
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
    path.write_text(path.read_text().replace('"message":"', '"message":"late: '))
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
