"""The submitted files that the program does not find unchanged, and the reasons."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Mapping

from gograde.intake.entry import Entry, is_old_answer, not_started
from gograde.package.config import Contract

NOT_STARTED = "not started"
OLD_ANSWER = "an old answer"
REPLACED = "replaced by the board of the case"
UNIX_LINES = "its line ends were changed to those of Unix"


def left_out(
    files: Mapping[str, bytes], entry: Entry, contract: Contract, boards: Collection[str]
) -> dict[str, str]:
    """The submitted files that were removed, replaced, changed or not started, with the reason."""
    told = dict.fromkeys(not_started(files, entry, contract), NOT_STARTED)
    if entry.language == "shell" and b"\r\n" in files[entry.path]:
        told[entry.path] = UNIX_LINES
    for path in files:
        if posixpath.basename(path) in boards:
            told[path] = REPLACED
        elif is_old_answer(path, contract.answers):
            told[path] = OLD_ANSWER
    return told
