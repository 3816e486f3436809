"""The contract `module`: the grader's caller calls functions of a Python module with a batch's cases."""

from __future__ import annotations

from dataclasses import replace

from gograde.authoring.assignment import CALLER
from gograde.grading.contracts.files import FilesContract
from gograde.intake.entry import Entry
from gograde.intake.languages import Launch


class ModuleContract(FilesContract):
    """Like `files`; the staged files are the caller and the list of its calls."""

    def started(self, entry: Entry, start: Launch) -> Launch:
        return replace(start, argv=(*start.argv[:-1], f"./{CALLER}", f"./{entry.name}"))


KIND = ModuleContract()
