"""Whoever chooses moves: what a player is asked, what it may answer, and how one that thinks is stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from gograde.go.board import Point
from gograde.go.position import LiveGame


class Termination(StrEnum):
    """Why a game ended."""

    POINTS = "points"
    ILLEGAL = "illegal move"
    UNREADABLE = "unreadable answer"
    NO_ANSWER = "no answer"
    TIME = "time"
    MEMORY = "memory"
    LIMIT = "limit"
    VIOLATION = "sandbox violation"
    CRASHED = "crashed"
    RESIGNED = "resigned"

    @property
    def forfeit(self) -> bool:
        """Did a player lose regardless of the stones on the board?"""
        return self is not Termination.POINTS


@dataclass(frozen=True, slots=True)
class Answer:
    """A point, or None for a pass; `remarks` and `cpu_s` (seconds) only go into the record."""

    point: Point | None
    remarks: tuple[str, ...] = ()
    cpu_s: float = 0.0

    def __str__(self) -> str:
        return move_text(self.point)


PASS = Answer(None)


@dataclass(frozen=True, slots=True)
class Fault:
    """What a player did instead of answering, by which it loses; its author sees the reason."""

    termination: Termination
    reason: str
    remarks: tuple[str, ...] = ()
    cpu_s: float = 0.0

    def __str__(self) -> str:
        return f"{self.termination}, {self.reason}"


RESIGNED = Fault(Termination.RESIGNED, "resigned")

Cancelling = Callable[[], bool]
"""Says whether the answer is wanted no more."""


class Cancelled(Exception):  # noqa: N818 - it is no error
    """A player was stopped before it had chosen."""


class TakenBack(Exception):  # noqa: N818 - a way to go on
    """A person takes moves back, so that another one may be chosen."""

    def __init__(self, plies: int) -> None:
        super().__init__(plies)
        self.plies = plies


class Left(Exception):  # noqa: N818 - a way to end a session
    """A person leaves; nobody wins."""


def never() -> bool:
    """The answer is always wanted."""
    return False


def check(cancelled: Cancelling) -> None:
    """Raise `Cancelled` when the answer is wanted no more."""
    if cancelled():
        raise Cancelled


class Player(Protocol):
    """One side of one game after another."""

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer | Fault:
        """The answer of the side to play.

        A player that thinks for long asks `cancelled` at least every 50 ms, and raises `Cancelled` when it
        says so.  A person may raise `TakenBack` or `Left`.  Raises `JudgeError` when the grader fails.
        """
        ...

    def close(self) -> None:
        """Nobody plays any more."""
        return


def move_text(point: Point | None) -> str:
    """`row,column`, or `PASS`, as programs of the course and records write it."""
    return "PASS" if point is None else f"{point.row},{point.column}"


def read_move(text: str) -> Point | None:
    """The inverse of `move_text`; raises ValueError for anything else."""
    if text == "PASS":
        return None
    row, column = text.split(",")
    return Point(int(row), int(column))
