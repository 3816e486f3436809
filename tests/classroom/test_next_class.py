"""Next year's class from this one: the same settings, nothing of its students, fresh keys."""

from __future__ import annotations

import shutil
import stat
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gograde.authoring.case_folders import hidden_files
from gograde.classroom.class_config import ClassConfig
from gograde.classroom.class_notes import class_notes
from gograde.classroom.classroom import Classroom, load_class
from gograde.classroom.kept_package import keep, kept_path
from gograde.cli.main import main
from gograde.codec import replace
from gograde.errors import DataError, GogradeError
from gograde.grading.course import load_course
from gograde.package.package import DESCRIPTOR, describe, load_config, load_package, package_ids
from gograde.package.secret_files import store
from gograde.package.yaml_files import load_model
from gograde.resources import packages_dir
from tests.golden import errors_agree, inputs
from tests.grading.test_score import course_with

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


def test_what_does_not_fit_makes_no_class(tmp_path: Path, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among it a key that lies where that of the new class would."""
    monkeypatch.chdir(tmp_path)
    Path("next.key").write_text("mine")
    tried = ((one, partial(new, *one.split())) for one in inputs("classroom/next.txt", "== "))
    errors_agree("classroom/next.txt", tried)
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


# -- a shared package whose version rises: last year's class goes on with its copy, and says so --


NAME = "tromp-taylor"
CLASS = f"schema: gograde/class/v1\ntitle: T\nassignments: {{{NAME}: {{package: ../shared}}}}\n"


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    """A class that names a shared package, with hidden cases."""
    shared, folder = tmp_path / "shared", tmp_path / "class"
    shutil.copytree(packages_dir() / NAME, shared, ignore=shutil.ignore_patterns("submissions"))
    _describe(shared)
    folder.mkdir()
    (folder / "class.yaml").write_text(CLASS)
    (folder / "roster.csv").write_text("student_id\nbob\n")
    store(
        hidden_files(load_package(shared), course_with(NAME).batches), folder / "hidden" / NAME, force=False
    )
    return load_class(folder)


def _describe(package: Path) -> None:
    (package / DESCRIPTOR).write_bytes(describe(package, load_config(package)))


def raise_version(room: Classroom, version: str) -> None:
    """Another version of the shared package, with another weight."""
    path = room.named_package(NAME) / "assignment.yaml"
    text = path.read_text("utf-8")
    old = load_config(path.parent).version
    assert f"version: {old}\n" in text
    path.write_text(text.replace(f"version: {old}\n", f"version: {version}\n"), "utf-8")
    _describe(path.parent)


def keep_it(room: Classroom) -> bool:
    return keep(load_package(room.package(NAME)), kept_path(room.path, NAME))


def test_the_class_goes_on_with_its_copy_and_says_so(room: Classroom) -> None:
    assert keep_it(room)
    before = load_course(room, NAME).package
    assert class_notes(room, {}, {}, trust=False) == []
    raise_version(room, "9.0.0")
    after = load_course(room, NAME).package
    assert (after.sha256, after.config) == (before.sha256, before.config)
    assert after.path == room.path / "packages" / NAME
    assert class_notes(room, {}, {}, trust=False) == [
        f"{NAME}: graded with version 1.0.0 of its package, which the class keeps in packages/{NAME}; "
        "the package is at 9.0.0 now. To go over to that, make the hidden cases anew: "
        f"gograde cases generate {NAME} --into CLASS --force"
    ]
    assert not keep_it(room)


def test_new_hidden_cases_go_over_to_the_new_version(room: Classroom) -> None:
    keep_it(room)
    raise_version(room, "9.0.0")
    new = load_package(room.named_package(NAME))
    store(hidden_files(new, course_with(NAME).batches), room.hidden(NAME), force=True)
    assert load_course(room, NAME).package.config.version == "9.0.0"
    assert keep_it(room)
    assert load_config(kept_path(room.path, NAME)).version == "9.0.0"
    assert class_notes(room, {}, {}, trust=False) == []


def test_a_change_without_a_new_version_is_taken_at_once(room: Classroom) -> None:
    keep_it(room)
    notes = room.named_package(NAME) / "statement" / "notes.md"
    notes.write_text("a slip is mended")
    _describe(notes.parents[1])
    assert room.package(NAME) == room.named_package(NAME)
    assert keep_it(room)
    assert (kept_path(room.path, NAME) / "statement/notes.md").read_text() == "a slip is mended"


def test_without_a_copy_the_error_says_how_to_go_on(room: Classroom) -> None:
    raise_version(room, "9.0.0")
    with pytest.raises(DataError) as caught:
        load_course(room, NAME)
    assert str(caught.value) == (
        f"{room.hidden(NAME) / 'manifest.json'}: made for {NAME} 1.0.0, not for {NAME} 9.0.0\n"
        f"Fix: put version 1.0.0 of the package into CLASS/packages/{NAME}, or make them: "
        f"gograde cases generate {NAME} --into CLASS --force"
    )


def test_a_damaged_copy_is_found(room: Classroom) -> None:
    keep_it(room)
    raise_version(room, "9.0.0")
    (kept_path(room.path, NAME) / "assignment.yaml").write_text("nothing")
    with pytest.raises(DataError) as caught:
        load_course(room, NAME)
    assert "not for tromp-taylor 9.0.0" in str(caught.value)


def test_the_copy_is_for_its_owner_alone(room: Classroom) -> None:
    keep_it(room)
    kept = kept_path(room.path, NAME)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (kept, *kept.rglob("*"))}
    assert modes == {0o700, 0o600}
    assert [path.name for path in kept.parent.iterdir()] == [NAME]
