"""What a scorer says about a test."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Literal

from gograde.codec import Record
from gograde.scoring.verdict import Verdict


class Visibility(StrEnum):
    """The time from which a student may see the data of a test."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    AFTER_DUE_DATE = "after_due_date"
    AFTER_PUBLISHED = "after_published"


class Cause(Record):
    """The expected and the actual answer, as JSON values of the assignment, and the reason of a verdict."""

    message: str
    expected: Any = None
    actual: Any = None
    help: str = ""


class WrongPoint(Record):
    """A point where a picture shows `seen`, not `expected` (each of `.XO`)."""

    row: int
    col: int
    expected: str
    seen: str


class Reading(Record):
    """The reading of a picture for a test.

    `picture` is the name of a picture of the run; `reason` explains the `outcome`.  `lattice` has four
    numbers in pixels of the picture: the x of the first column and the step right, the y of the first row and
    the step down; it is None without a board.  `wrong` are the points that differ; `board` is the board that
    was read.  `scores` are for staff.
    """

    picture: str
    outcome: Literal["accepted", "rejected", "review"]
    reason: str
    rival: str | None = None
    lattice: tuple[float, float, float, float] | None = None
    wrong: tuple[WrongPoint, ...] = ()
    board: tuple[str, ...] | None = None
    scores: Mapping[str, float] = {}


class Thrown(Record):
    """The first move that lost a won game, found by an exact analysis.

    `move` is the program's answer on `ply`, which counts from 1; it is None for no valid move.
    `before` and `after` are Black's stones minus White's with best play by both; `after` is None for
    a forfeit.  `keeping` are all moves that keep the win, the best first.
    """

    ply: int
    move: str | None
    before: int
    after: int | None
    keeping: tuple[str, ...]


class GameScore(Record):
    """A game that the program played.

    `colour` is the program's colour; `ended` is `points` or the loser's fault; `ply` is the last ply,
    from 1.  `moves` are `row,column` or `PASS`, with an illegal last move; `board` is the final board,
    without an illegal move.  `counted` is false for a repeated game.  `thrown` is the move that lost
    a game won near its end, if the game was analysed.
    """

    opponent: str
    colour: Literal["black", "white"]
    won: bool
    ended: str
    reason: str
    ply: int
    moves: tuple[str, ...]
    board: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    counted: bool = True
    thrown: Thrown | None = None

    @property
    def forfeit(self) -> bool:
        """Whether the program lost by its own fault."""
        return self.ended != "points" and not self.won


class TestScore(Record):
    """One test: a question on one case.

    `question` is what the case asks; `answer` is the kind of answer.  `board` is rows of `.XO` to draw,
    None without a board; points in `cause` are pairs `[row, col]`.  `readings` are those of the test's
    pictures; `games` are the games of a series.
    """

    __test__: ClassVar = False

    name: str
    group: str
    batch: str
    question: str = ""
    answer: Literal["text", "picture"] = "text"
    verdict: Verdict
    points: float | None
    max_points: float
    visibility: Visibility
    message: str = ""
    remarks: tuple[str, ...] = ()
    cause: Cause | None = None
    board: tuple[str, ...] | None = None
    features: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    games: tuple[GameScore, ...] = ()

    @property
    def asked(self) -> str:
        """The question with the kind of answer, as in `1` and `1 picture`."""
        return asked(self.question, self.answer)


def asked(question: str, answer: str) -> str:
    """A question with the kind of answer that is wanted."""
    return question if answer == "text" else f"{question} {answer}"
