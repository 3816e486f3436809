"""The submitted files that the program does not find unchanged, and the reasons."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Sequence

from gograde.intake.entry import is_old_answer
from gograde.intake.jobs import importable
from gograde.intake.marks import Mark
from gograde.intake.read import Reading
from gograde.listing import named
from gograde.package.config import Contract
from gograde.runtimes.runtime import Runtime, lacking

NOT_STARTED = "not started"
OLD_ANSWER = "an old answer"
REPLACED = "replaced by the board of the case"
UNIX_LINES = "its line ends were changed to those of Unix"

MOST_NAMED = 6
"""Packages that a remark names."""

OLD_NUMPY = "names that numpy 2 no longer has work here, but not with numpy 2 alone"


def left_out(
    reading: Reading, contract: Contract, boards: Collection[str], runtime: Runtime
) -> dict[str, str]:
    """The submitted files that were removed, replaced, changed, helped or not started, with the reason."""
    told = {**reading.notes, **_missing(reading, runtime), **dict.fromkeys(reading.not_started, NOT_STARTED)}
    if reading.entry.language == "shell" and reading.changed.keys() - reading.notes.keys():
        told[reading.entry.path] = UNIX_LINES
    if reading.entry.language == "python" and Mark.OLD_NUMPY in reading.marks:
        told[reading.entry.path] = OLD_NUMPY
    for path in reading.files:
        if posixpath.basename(path) in boards:
            told[path] = REPLACED
        elif is_old_answer(path, contract.answers):
            told[path] = OLD_ANSWER
    return told


def _missing(reading: Reading, runtime: Runtime) -> dict[str, str]:
    """The files that ask for packages which the runtime does not have, and what may be imported."""
    if reading.entry.language != "python":
        return {}
    lack = {path: lacking(runtime.folder, names) for path, names in reading.requires.items()}
    return {path: _lack_text(names, runtime) for path, names in lack.items() if names}


def _lack_text(names: Sequence[str], runtime: Runtime) -> str:
    asked = named(names, MOST_NAMED)
    return f"asks for {asked}, not there; a program may import {importable(runtime.packages)}"
