"""What is to be made anew in a class, by what gograde says, and what was, by the files themselves."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from gograde.classroom.classroom import load_class
from gograde.grading.changes import changes_in, records_of
from gograde.grading.plan_file import read_plan
from gograde.workflow.plan import last_settings, look
from gograde.workflow.report_folder import reports_folder, shown

Anew = set[str]
"""Records, such as `run board9 alice` and `gradebook`."""


def foretold(class_dir: Path) -> Anew:
    """What the one function says of the class as it lies there."""
    room = load_class(class_dir)
    plan = look(room, last_settings(room), datetime.now(UTC)).to_json()
    found = changes_in(room, plan, shown(room.path, reports_folder(room)))
    return {_name(one.step, one.assignment, one.name) for one in found}


def files(class_dir: Path) -> dict[str, tuple[int, int]]:
    """Which file each record is: inode and time of writing in ns; the inode may be that of one deleted."""
    room = load_class(class_dir)
    found = [one for one in records_of(room, read_plan(room)) if one.path.exists()]
    stats = {_name(one.step, one.assignment, one.name): one.path.stat() for one in found}
    return {name: (stat.st_ino, stat.st_mtime_ns) for name, stat in stats.items()}


def made(before: dict[str, tuple[int, int]], class_dir: Path) -> Anew:
    """The records that are other files than before."""
    return {name for name, file in files(class_dir).items() if before.get(name) != file}


def _name(*words: str) -> str:
    return " ".join(filter(None, words))
