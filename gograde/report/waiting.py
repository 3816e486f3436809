"""Which pictures wait for a person, and what is said of each in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from gograde.classroom.classroom import Override
from gograde.pictures.draw import Diagram, board_text
from gograde.report.pages.class_page import waiting_tests
from gograde.report.pages.picture_overlay import wrong_in_words
from gograde.report.results import Result, Results
from gograde.report.words import wording
from gograde.report.words.answers import board_of
from gograde.scoring.record import PictureScore, Reading, TestScore


@dataclass(frozen=True)
class Waiting:
    """A test that a person must decide, with the pictures that its run left."""

    result: Result
    test: TestScore

    @property
    def submission(self) -> tuple[str, str]:
        """Assignment and student."""
        return self.result.assignment.id, self.result.student.id

    @property
    def pictures(self) -> tuple[PictureScore, ...]:
        """Those that were read for this test; all of its run when none was."""
        runs = [run for run in self.result.record.runs if run.batch == self.test.batch]
        every = tuple(picture for run in runs for picture in run.pictures)
        read = {reading.picture for reading in self.test.readings}
        return tuple(picture for picture in every if picture.name in read) or every

    def reading(self, picture: PictureScore) -> Reading | None:
        """What was read from a picture for this test."""
        return next((one for one in self.test.readings if one.picture == picture.name), None)


def waiting(results: Results, overrides: Iterable[Override]) -> tuple[Waiting, ...]:
    """What waits and has not been decided, by assignment, in the order of the roster."""
    decided = {(one.assignment, one.student, one.test) for one in overrides}
    found = (
        Waiting(result, test)
        for work in results.gradebook.assignments
        for result in results.of_assignment(work.id)
        for test in waiting_tests(result.record)
    )
    return tuple(
        one for one in found if not {(*one.submission, one.test.name), (*one.submission, "")} & decided
    )


def in_json(one: Waiting) -> Mapping[str, Any]:
    """What waits, as JSON values."""
    assignment, student = one.submission
    return {
        "assignment": assignment,
        "student": student,
        "test": one.test.name,
        "max_points": one.test.max_points,
        "reason": one.test.message,
        "pictures": [picture.name for picture in one.pictures],
    }


def in_text(one: Waiting) -> tuple[str, ...]:
    """A few lines: who, what, why it waits, the expected board, and beside it what was read."""
    student = one.result.student
    head = f"{one.submission[0]}  {student.name} ({student.id})  {one.test.name}"
    worth = f"worth {wording.counted(one.test.max_points, 'point')}"
    lines = [f"{head}, {worth}", *([one.test.message] if one.test.message else [])]
    expected = board_of(one.test.cause.expected) if one.test.cause else None
    read = next((reading for reading in one.test.readings if reading.board), None)
    boards = [("expected", expected), ("read", read.board if read else None)]
    lines += _side_by_side([(name, board) for name, board in boards if board])
    return (*lines, *(wrong_in_words(read.wrong) if read else ()))


def _side_by_side(boards: list[tuple[str, tuple[str, ...]]]) -> list[str]:
    columns = [_column(name, board) for name, board in boards]
    return ["    ".join(cells).rstrip() for cells in zip_longest(*columns, fillvalue="")]


def _column(name: str, board: tuple[str, ...]) -> list[str]:
    """Lines of one width."""
    text = [name, *board_text(Diagram(board))]
    wide = max(map(len, text))
    return [line.ljust(wide) for line in text]
