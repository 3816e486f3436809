"""Reading a 9x9 board: seven problems, White to move, one move only.

A program answers all problems in one run, in a file or in print, and draws pictures.  A step that
only runs a submission does without what is imported inside functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.assignments.board9 import batch as files
from gograde.authoring.assignment import Batch, Case, Facts
from gograde.authoring.spec_assignment import SpecAssignment
from gograde.package.config import AssignmentConfig
from gograde.sandbox.protocol import StagedFile
from gograde.scoring.record import TestScore, Visibility
from gograde.scoring.verdict import Verdict

LINES = b"\n" * 100
"""What a run finds on standard input: programs that end with `input("press enter")` get their line."""


class Board9(SpecAssignment):
    """Inputs are boards, answers are a truth, or points and for a capture the board after it."""

    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
        return files.read_batch(name, folder, public=public)

    def write_batch(self, batch: Batch) -> dict[str, bytes]:
        return files.write_batch(batch)

    def stage(self, batch: Batch) -> tuple[StagedFile, ...]:
        return files.stage(batch)

    def stdin(self, batch: Batch) -> bytes:
        return LINES

    def score(
        self, batch: Batch, facts: Facts, config: AssignmentConfig, visibility: Visibility
    ) -> tuple[TestScore, ...]:
        from gograde.assignments.board9.score import score

        return score(batch, facts, config, visibility)

    def value_of(self, case: Case, config: AssignmentConfig) -> Any:
        return files.parse_board(case.input, case.id, config.size.rows, config.size.cols)

    def bytes_of(self, value: Any) -> bytes:
        return files.board_bytes(value)

    def answered(self, batch: Batch, answers: Mapping[str, Any]) -> Mapping[str, Facts]:
        """As a file, under both names of boards and with either end of lines, and in print."""
        text = files.answer_bytes(answers)
        return {
            "as a file": _in_file(text),
            "as a file for train": _in_file(text.replace(b"test_", b"train_")),
            "as a file with Windows line ends": _in_file(text.replace(b"\n", b"\r\n")),
            "printed": _printed(files.printed_bytes(answers)),
        }

    def said(self, batch: Batch, data: bytes) -> Mapping[str, Facts]:
        return {"as a file": _in_file(data), "printed": _printed(data)}


def _in_file(data: bytes) -> Facts:
    return Facts(Verdict.AC, "", b"", b"", {files.ANSWERS: data})


def _printed(data: bytes) -> Facts:
    return Facts(Verdict.AC, "", data, b"")


ASSIGNMENT = Board9("board9")
