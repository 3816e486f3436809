"""Tests with games, made by hand, and the pages about them."""

from pathlib import Path
from typing import Any

from gograde.classroom.roster import Student
from gograde.codec import of_value
from gograde.core.record import Cause, GameScore, ScoreRecord, TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.grading.marks.gradebook import AssignmentInfo, ClassInfo, Gradebook
from gograde.report.pages.renderer import Pages
from gograde.report.results import Result, Results
from tests.report.conftest import entry_of

BOARD = (".XO..", "XO.O.", ".XO..", ".....", ".....")
EMPTY = (".....",) * 5
WON = GameScore(
    opponent="random", colour="black", won=True, ended="points", reason="black 12, white 3 + 2.5", ply=24,
    moves=("2,2",), board=EMPTY,
)  # fmt: skip
KO = GameScore(
    opponent="random", colour="white", won=False, ended="illegal move",
    reason="white at (1, 2) is illegal: ko", ply=10, moves=("PASS", "1,2"), board=BOARD,
)  # fmt: skip
LATE = GameScore(
    opponent="random", colour="black", won=False, ended="time", reason="more than 10 s of CPU time", ply=3,
    moves=("2,2", "1,1"), board=EMPTY, counted=False,
    remarks=("ply 1: tried what the sandbox forbids: a socket",),
)  # fmt: skip


def played(*games: GameScore, **changes: Any) -> TestScore:
    """The test of some games against random, with half of its points."""
    usual = {
        "name": "01/random", "group": "random", "batch": "01", "verdict": Verdict.IM, "points": 5,
        "max_points": 10, "visibility": Visibility.VISIBLE,
    }  # fmt: skip
    return of_value(TestScore, {**usual, "games": games, **changes})


def scored(*games: GameScore, visibility: Visibility = Visibility.VISIBLE) -> TestScore:
    return played(
        *games, visibility=visibility, message="won 1 of 2 games, 9 to 91 %; 1 lost by a fault",
        cause=Cause(message="", expected="70 % of the games against random won", help="game 2, as white"),
    )  # fmt: skip


def page(record: ScoreRecord, *, staff: bool) -> str:
    entry = entry_of(record, work="little-go")
    result = Result(Student(id="eve"), AssignmentInfo(id="little-go"), entry, record)
    pages = Pages(Path("blobs"))
    return (pages.staff if staff else pages.student)(alone(result), result.student).text


def alone(*results: Result) -> Results:
    """A class that has no other results."""
    students = {one.student.id: one.student for one in results}
    works = {one.assignment.id: one.assignment for one in results}
    parts = {"students": tuple(students.values()), "assignments": tuple(works.values())}
    book = Gradebook(schema="gograde/gradebook/v2", info=ClassInfo(title="Class"), **parts)
    return Results(book, {(one.student.id, one.assignment.id): one for one in results}, {})
