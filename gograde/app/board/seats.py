"""Who can play: programs by name, each with the board that it plays on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from gograde.app.board.table import PERSON, Table
from gograde.engine.player import Player
from gograde.errors import UsageError


@dataclass(frozen=True)
class Seat:
    """A program that plays.

    `make` gives a new player for one stretch of play; a player that has a method `close` is closed after it.
    """

    name: str
    make: Callable[[], Player]
    sides: Sequence[int]
    """The lines of the boards that it plays on."""

    def fits(self, side: int) -> bool:
        return side in self.sides


Seats = Mapping[str, Seat]


def fitting(seats: Seats, role: str, side: int) -> bool:
    """May this role play on a board of that many lines?"""
    return role == PERSON or (role in seats and seats[role].fits(side))


def need_seat(seats: Seats, role: str, side: int) -> None:
    """Raise `UsageError` for a role that nobody has, or that has another board."""
    if role != PERSON and role not in seats:
        raise UsageError(role[:80], "no such player", f"choose one of {', '.join([PERSON, *seats])}")
    if not fitting(seats, role, side):
        raise UsageError(role, f"does not play on {side}x{side}", "choose another player or another board")


def settled(table: Table, seats: Seats) -> Table:
    """The table with persons in place of players that do not play on its board."""
    black, white = (r if fitting(seats, r, table.game.side) else PERSON for r in table.roles)
    return replace(table, roles=(black, white))
