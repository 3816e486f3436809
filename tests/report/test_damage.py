"""Whatever is damaged in a class, each command works or prints a way out that leads to its working."""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.workflow.conftest import Room, make_class

COMMANDS = ("report", "regrade", "publish", "review --format json", "run")

FILES = """
    taken_in.csv gradebooks/0001.json gradebooks/records/*/* reports/manifest.json work work/doctor.json
    work/done/report work/gradebook.json work/logs work/plan work/plan/plan.json work/reports.made.json
    work/runs/board9/* work/scores/board9 work/scores/board9/* work/taken/*.json
"""


def _remove(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


DAMAGES: dict[str, Callable[[Path], Any]] = {
    "missing": lambda path: None,
    "empty": Path.touch,
    "other JSON": lambda path: path.write_text('{"a": [1]}\n'),
    "a folder": lambda path: (path / "in it").mkdir(parents=True),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "cut": lambda path: path.write_bytes(b'{"made_from": {"a'),
}
if os.geteuid():
    DAMAGES["not to be read"] = lambda path: path.touch(0)


def follow(error: str, room: Room, good: Path) -> str:
    """Do what an error says; why that cannot be done, empty when it was."""
    *_, (where, fix) = re.findall(r"^(.*)\nFix: (.*)", error, re.M) or [("", "no way out")]
    named = re.match(rf"{re.escape(str(room.path))}[^:]*", where)
    path = Path(named[0]) if named else Path()
    if "away" in fix:
        _remove(next(one for one in (path, *path.parents) if os.path.lexists(one)))
    elif "restore" in fix:
        name = path.relative_to(room.path).parts[0]
        if os.path.lexists(room.path / name):
            _remove(room.path / name)
        (shutil.copytree if (good / name).is_dir() else shutil.copy2)(good / name, room.path / name)
    elif "gograde run" in fix:
        done = room.run()
        return follow(done.err, room, good) if done.code > 1 else ""
    elif "you may read and write" in fix:
        path.chmod(0o700)
    else:
        return fix
    return ""


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    room = make_class(tmp_path_factory.mktemp("good") / "class", {"alice": "accepted/python_file"})
    assert (room.run().code, room.gograde("publish", str(room.path)).code) == (0, 0)
    return room.path


@pytest.mark.long
@pytest.mark.parametrize("name", FILES.split())
def test_the_way_out_that_is_printed_leads_out(good: Path, tmp_path: Path, name: str) -> None:
    for how, damage in DAMAGES.items():
        for command, *options in map(str.split, COMMANDS):
            room, said = Room(tmp_path / f"{how} {command}"), list[str]()
            shutil.copytree(good, room.path)
            place = next(room.path.glob(name))
            _remove(place)
            damage(place)
            while (done := room.gograde(command, str(room.path), *options)).code > 1:
                said.append(done.err)
                assert len(said) < 6, f"{how}, {command}: goes in a circle\n{''.join(said)}"
                assert not follow(done.err, room, good), f"{how}, {command}\n{''.join(said)}"
