"""The assignment board9: seven problems on boards, White to move, one move only.

A program answers all problems in one run, in a file or in its output, and draws pictures.  Imports
inside functions are those that running a submission does not need.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gograde.assignments.board9 import batch as files
from gograde.authoring.spec_assignment import SpecAssignment, read_text
from gograde.codec import replace
from gograde.core.assignment import Batch, Case, Facts
from gograde.core.marking import Marking
from gograde.core.record import TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.sandbox.protocol import StagedFile

if TYPE_CHECKING:
    from gograde.authoring.scoring import Given
    from gograde.authoring.spec import Rubric

LINES = b"\n" * 100
"""The standard input of a run: empty lines for programs that end with `input("press enter")`."""


class Board9(SpecAssignment):
    """Inputs are boards; answers are bools, or points and for captures the board after them."""

    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
        return files.read_batch(name, folder, public=public)

    def write_batch(self, batch: Batch) -> dict[str, bytes]:
        return files.write_batch(batch)

    def stage(self, batch: Batch) -> tuple[StagedFile, ...]:
        return files.stage(batch)

    def stdin(self, batch: Batch) -> bytes:
        return LINES

    def given(self, batch: Batch, facts: Facts) -> Mapping[str, Given]:
        from gograde.assignments.board9.score import given_in

        return given_in(batch.cases, facts)

    def score(
        self, batch: Batch, facts: Facts, marking: Marking, visibility: Visibility
    ) -> tuple[TestScore, ...]:
        """The tests; the first has the remarks on where the answers of all were found."""
        from gograde.assignments.board9.answer_sources import find_answers

        first, *others = super().score(batch, facts, marking, visibility)
        said = find_answers(facts).remarks if first.answer == "text" else ()
        return (replace(first, remarks=(*first.remarks, *said)), *others)

    def part_of(self, case: Case) -> str:
        """The problems of one kind, which a function of the program answers."""
        return "rule 1" if case.question in ("0", "00") else "moves" if case.question == "5" else "captures"

    def call_text(self, case: Case) -> str:
        return read_text(f"test_{case.question}.txt", case.input)

    def value_of(self, case: Case, marking: Marking) -> Any:
        return files.parse_board(case.input, case.id, marking.size.rows, marking.size.cols)

    def bytes_of(self, value: Any) -> bytes:
        return files.board_bytes(value)

    def answered(self, batch: Batch, answers: Mapping[str, Any]) -> Mapping[str, Facts]:
        """The answers in every accepted form: files with both tags and both line ends, and print."""
        text = files.answer_bytes(answers)
        return {
            "as a file": _in_file(text),
            "as a file for train": _in_file(text.replace(b"test_", b"train_")),
            "as a file with Windows line ends": _in_file(text.replace(b"\n", b"\r\n")),
            "printed": _printed(files.printed_bytes(answers)),
        }

    def facts_of_output(self, batch: Batch, data: bytes) -> Mapping[str, Facts]:
        return {"as a file": _in_file(data), "printed": _printed(data)}


def _in_file(data: bytes) -> Facts:
    return Facts(Verdict.AC, "", b"", b"", {files.ANSWERS: data})


def _printed(data: bytes) -> Facts:
    return Facts(Verdict.AC, "", data, b"")


def rubric_of(_parameters: Mapping[str, Any]) -> Rubric:
    """The rubric, which has no parameters."""
    from gograde.assignments.board9.score import RUBRIC

    return RUBRIC


ASSIGNMENT = Board9("board9", rubric_of)
