"""What a player may do instead of giving a move, and how a player that thinks is stopped."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from gograde.errors import ExitCode, GogradeError

# -- what a player may do instead of giving a move ---------------------------------------------------------


class Failed(StrEnum):
    """How a player failed; the 5x5 game has the same words for the ends of its games."""

    ILLEGAL = "illegal move"
    UNREADABLE = "unreadable answer"
    NO_ANSWER = "no answer"
    TIME = "time"
    CRASHED = "crashed"


class PlayerFault(GogradeError):  # noqa: N818 - a fault of the player, which loses by it
    """A player gave no move that can be played; `kind` is a word for how it failed."""

    exit_code = ExitCode.FINDINGS

    def __init__(self, name: str, kind: str, reason: str) -> None:
        super().__init__(name, f"{kind}, {reason}", "mend the program, and play again")
        self.kind, self.reason = kind, reason


class Resigned(Exception):  # noqa: N818 - a way to end a game
    """A player gives the game up."""


class TakenBack(Exception):  # noqa: N818 - a way to go on
    """A person takes moves back, so that another one may be chosen."""

    def __init__(self, plies: int) -> None:
        super().__init__(plies)
        self.plies = plies


class Left(Exception):  # noqa: N818 - a way to end a session
    """A person leaves; nobody wins."""


# -- how a player that thinks is stopped -------------------------------------------------------------------

Cancelling = Callable[[], bool]
"""Says whether the answer is wanted no more."""


class Cancelled(Exception):  # noqa: N818 - it is no error
    """A player was stopped before it had chosen."""


def never() -> bool:
    """The answer is always wanted."""
    return False


def check(cancelled: Cancelling) -> None:
    """Raise `Cancelled` when the answer is wanted no more."""
    if cancelled():
        raise Cancelled
