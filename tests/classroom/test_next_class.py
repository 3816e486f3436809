"""Next year's class from this one: the same settings, nothing of its students, fresh keys."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gograde.classroom.class_config import ClassConfig
from gograde.classroom.classroom import load_class
from gograde.cli.main import main
from gograde.codec import replace
from gograde.errors import GogradeError
from gograde.package.package import package_ids
from gograde.package.yaml_files import load_model
from tests.golden import errors_agree

OLD = """\
schema: gograde/class/v1
title: Go 2026
language: zh
late_days: 3
require: bwrap
assignments:
  board9:
    weight: 40
    due: "2026-11-15T23:59:00+08:00"
    late: {policy: late-days, penalty: 10, max_late_days: 2}
    visibility: after_published
    published: true
    extensions: {alice: 24}
  mine: {package: ../shared/mine, weight: 60}
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A class with a student, a submission, a correction and hidden cases."""
    folder = tmp_path / "terms" / "autumn"
    for name, text in {
        "class.yaml": OLD,
        "roster.csv": "student_id\nalice\n",
        "overrides.csv": "assignment,student_id,points,by,reason\nboard9,alice,1,Ada,secret-reason\n",
        "submissions/board9/alice/board9.py": "print()",
        "hidden/board9/manifest.json": "{}",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def new(*args: object) -> Result:
    done = CliRunner().invoke(main, ["new", *map(str, args)])
    if isinstance(done.exception, GogradeError):
        raise done.exception
    return done


def config(folder: Path) -> ClassConfig:
    return load_model(folder / "class.yaml", ClassConfig)


def test_settings_stay_and_students_go(tmp_path: Path, old: Path) -> None:
    folder = tmp_path / "next"
    done = new(folder, "--from", old)
    made, before = config(folder), config(old)
    assert replace(made, assignments={}) == replace(before, assignments={})
    board9 = made.assignments["board9"]
    assert (board9.due, board9.published, board9.extensions) == (None, False, {})
    assert board9.late == before.assignments["board9"].late
    assert (board9.weight, board9.visibility.value) == (40, "after_published")
    words = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert b"secret-reason" not in words
    assert (folder / "roster.csv").read_bytes() == b"student_id,last_name,first_name,email\n"
    assert sorted(path.name for path in (folder / "submissions").rglob("*")) == ["board9", "mine"]
    assert not (folder / "hidden").exists()
    assert done.output == (
        f"{folder}: made. Next: fill in roster.csv, then see README.md in it.\n"
        f"Its title is still 'Go 2026'; change it in {folder}/class.yaml.\n"
        f"Set the due dates in {folder}/class.yaml: board9, mine.\n"
    )


def test_a_package_of_ones_own_is_found_from_the_new_place(tmp_path: Path, old: Path) -> None:
    new(tmp_path / "next", "--from", old)
    named = config(tmp_path / "next").assignments["mine"].package
    assert named == "../terms/shared/mine"
    assert (tmp_path / "next" / named).resolve() == (old / "../shared/mine").resolve()


def test_assignments_of_later_weeks_that_stand_as_comments_are_named(tmp_path: Path, old: Path) -> None:
    with (old / "class.yaml").open("a") as file:
        file.write("#  influence:\n#    weight: 20\n")
    done = new(tmp_path / "next", "--from", old)
    assert f"Only comments in {old}/class.yaml, so add what you give: influence.\n" in done.output


def test_due_dates_are_shifted(tmp_path: Path, old: Path) -> None:
    done = new(tmp_path / "next", "--from", old, "--shift", 364)
    made = config(tmp_path / "next")
    due = made.assignments["board9"].due
    assert due is not None
    assert (made.title, due.isoformat()) == ("Go 2026", "2027-11-14T23:59:00+08:00")
    assert done.output.endswith(f"Set the due dates in {tmp_path}/next/class.yaml: mine.\n")


WRONG = """\
next
next --from terms/autumn
other --shift 364
other --assignments board9 --from terms/autumn
other --assignments board8
other --from terms"""


def test_what_does_not_fit_makes_no_class(tmp_path: Path, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among it a key that lies where that of the new class would."""
    monkeypatch.chdir(tmp_path)
    Path("next.key").write_text("mine")
    errors_agree("classroom/next.txt", ((one, partial(new, *one.split())) for one in WRONG.split("\n")))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["next.key", "terms"]


def test_a_new_class_has_all_assignments_or_those_that_are_named(tmp_path: Path) -> None:
    new(tmp_path / "all")
    assert [*config(tmp_path / "all").assignments] == [*package_ids()]
    new(tmp_path / "two", "--assignments", "tromp-taylor, board9")
    with (tmp_path / "two/roster.csv").open("a") as roster:
        roster.write("alice,Liddell,Alice,\n")
    room = load_class(tmp_path / "two")
    assert [*room.assignments] == ["tromp-taylor", "board9"]
    assert "gograde cases generate --into ." in (tmp_path / "two/README.md").read_text()
