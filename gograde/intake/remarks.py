"""The submitted files that the program does not find unchanged, and the reasons."""

from __future__ import annotations

import posixpath
from collections.abc import Collection

from gograde.intake.entry import is_old_answer
from gograde.intake.marks import Mark
from gograde.intake.read import Reading
from gograde.package.config import Contract

NOT_STARTED = "not started"
OLD_ANSWER = "an old answer"
REPLACED = "replaced by the board of the case"
UNIX_LINES = "its line ends were changed to those of Unix"

OLD_NUMPY = "names that numpy 2 no longer has work here, but not with numpy 2 alone"


def left_out(reading: Reading, contract: Contract, boards: Collection[str]) -> dict[str, str]:
    """The submitted files that were removed, replaced, changed, helped or not started, with the reason."""
    told = {**reading.notes, **dict.fromkeys(reading.not_started, NOT_STARTED)}
    if reading.entry.language == "shell" and reading.changed:
        told[reading.entry.path] = UNIX_LINES
    if reading.entry.language == "python" and Mark.OLD_NUMPY in reading.marks:
        told[reading.entry.path] = OLD_NUMPY
    for path in reading.files:
        if posixpath.basename(path) in boards:
            told[path] = REPLACED
        elif is_old_answer(path, contract.answers):
            told[path] = OLD_ANSWER
    return told
