"""A shared package whose version rises: last year's class goes on with its copy, and says so."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from gograde.authoring.case_folders import hidden_files
from gograde.classroom.class_notes import class_notes
from gograde.classroom.classroom import Classroom, load_class
from gograde.classroom.kept_package import keep, kept_path
from gograde.errors import DataError
from gograde.grading.course import load_course
from gograde.package.package import DESCRIPTOR, describe, load_config, load_package
from gograde.package.secret_files import store
from gograde.resources import packages_dir
from tests.grading.test_class_corrections import course_with

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
