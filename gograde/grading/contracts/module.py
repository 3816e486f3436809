"""The contract `module`: a program of ours calls functions of a Python module with the cases of a batch."""

from __future__ import annotations

from dataclasses import replace

from gograde.authoring.assignment import CALLER
from gograde.grading.contracts.files import FilesContract
from gograde.intake.entry import Entry
from gograde.intake.languages import Launch


class ModuleContract(FilesContract):
    """Like `files`, where the files are the program that calls and the calls that it makes."""

    def started(self, entry: Entry, start: Launch) -> Launch:
        return replace(start, argv=(*start.argv[:-1], f"./{CALLER}", f"./{entry.name}"))


KIND = ModuleContract()
