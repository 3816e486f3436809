"""What other users of the machine can read in a class is said, with the command that mends it."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from gograde.classroom.classroom import Classroom, load_class
from gograde.classroom.exposure import exposed
from gograde.classroom.new_class import make_class, new_config

OPEN = {
    "hidden/board9/01.in": "hidden/board9", "submissions/board9/alice/board9.py": "submissions",
    "work/plan/plan.json": "work", "reports/staff/alice.html": "reports/staff",
    "overrides.csv": "overrides.csv", "taken_in.csv": "taken_in.csv", "board9.key": "board9.key",
}  # fmt: skip


@pytest.fixture
def room() -> Iterator[Classroom]:
    """A class in a place that everybody may enter, in which everything is open."""
    with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="gograde test ") as folder:
        path = Path(folder) / "class"
        make_class(path, new_config("A class", ["board9"]))
        with (path / "roster.csv").open("a") as roster:
            roster.write("alice,,,\n")
        for name in OPEN:
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_text((path / name).read_text() if (path / name).exists() else "x")
        subprocess.run(["chmod", "-R", "a+rX", folder], check=True)
        yield load_class(path)


def test_all_that_is_open_is_said_with_a_command_that_closes_it(room: Classroom) -> None:
    found = exposed(room)
    assert [one.what for one in found] == [
        f"{name} can be read by every user of this machine"
        for name in ("hidden/board9", "work", "reports/staff", "overrides.csv", "taken_in.csv", "board9.key")
    ] + ["submissions can be read by every user of this machine"]
    assert str(found[0]).endswith(f"; to mend it: chmod -R o= '{room.path}/hidden/board9'")
    for one in found:
        subprocess.run(["/bin/sh", "-c", one.fix], check=True)
    assert exposed(room) == ()


def test_a_closed_class_closes_all_of_it(room: Classroom) -> None:
    room.path.chmod(0o700)
    assert exposed(room) == ()


def test_students_may_have_closed_folders_in_an_open_one(room: Classroom) -> None:
    (room.path / "submissions/board9/alice").chmod(0o700)
    assert "submissions" not in {one.what.split(" ")[0] for one in exposed(room)}


def test_a_new_class_is_closed_from_the_beginning(tmp_path: Path) -> None:
    make_class(tmp_path / "class", new_config("A class", ["board9"]))
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "class").rglob("*")}
    assert modes == {0o700, 0o600}
    assert (tmp_path / "class").stat().st_mode & 0o777 == 0o700
