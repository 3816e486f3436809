"""Malformed exports of learning systems and tables of people."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from random import Random

from gograde.classroom.roster import roster_of
from tests.classroom.importing.exports import a_class, brought, handed_in, zipped
from tests.fuzz.mutate import mutated
from tests.fuzz.trial import BrokenError, Trial

METADATA = b"""\
---
submission_11:
  :submitters:
  - :name: Alice Liddell
    :sid: alice
    :email: al@example.org
  :created_at: 2026-11-14 12:15:09.123456000 Z
  :results:
    tests: []
"""
SUMMARY = b"""\
Name: Alice Liddell (aliddell)
Assignment: W
Date Submitted: Saturday, November 14, 2026 8:15:09 PM CST
Current Mark:

Submission Field:
"""
PEOPLE = b"""\
Student,ID,SIS User ID,SIS Login ID,Section
    Points Possible,,,,
"Liddell, Alice",101,0012,al,Mon
"""
KNOWN = {"alice", "bob", "chen", "submitted_at.csv"}
EXPORTS: Mapping[str, Mapping[str, bytes]] = {
    "canvas": {"liddellalice_LATE_101_1_board9-1.py": b"a" * 99, "obrienbob_102_2_hw.zip": b"PK"},
    "moodle": {"Alice Liddell_5001_assignsubmission_file_/board9.py": b"a"},
    "blackboard": {
        "W_aliddell_attempt_2026-11-14-20-15-09.txt": SUMMARY,
        "W_aliddell_attempt_2026-11-14-20-15-09_board9.py": b"a",
    },
    "gradescope": {"submission_metadata.yml": METADATA, "submission_11/board9.py": b"a"},
    "plain": {"alice/board9.py": b"a", "bob.zip": b"PK"},
}


def trial(random: Random) -> Trial:
    """A malformed archive, a malformed file that the system wrote, or a malformed table."""
    name = random.choice([*EXPORTS, "people"])
    if name == "people":
        data = mutated(random, PEOPLE)
        return Trial(name, data, lambda: _people(data))
    files = dict(EXPORTS[name])
    with tempfile.TemporaryDirectory() as folder:
        if random.random() < 0.5:
            inner = next(iter(files))
            files[inner] = mutated(random, files[inner])
            data = zipped(Path(folder) / "x.zip", files).read_bytes()
        else:
            data = mutated(random, zipped(Path(folder) / "x.zip", files).read_bytes())
    return Trial(name, data, lambda: _imported(data))


def _people(data: bytes) -> str:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "people.csv").write_bytes(data)
        return roster_of(Path(folder) / "people.csv").text or "nobody"


def _imported(data: bytes) -> str:
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        room = a_class(top / "class")
        (top / "x.zip").write_bytes(data)
        outcome = brought(room, top / "x.zip")
        if {path.name for path in top.iterdir()} != {"class", "x.zip"}:
            raise BrokenError("wrote outside the class")
        if {name.partition("/")[0] for name in handed_in(room)} - KNOWN:
            raise BrokenError("wrote for nobody")
        return str(outcome.value())
