"""Points and refusals in words."""

from __future__ import annotations

from gograde.go.moves import Reason
from gograde.pictures.draw.diagram import Coordinates

_WORDS = {
    Reason.OFF_BOARD: ("it is off the board", "play on the board"),
    Reason.OCCUPIED: ("a stone is there already", "play on an empty point"),
    Reason.SUICIDE: ("the stone would have no liberty, which is suicide", "play where it has one"),
    Reason.KO: ("this is ko, the board would be as it was a move ago", "play elsewhere first"),
}


def reason_words(reason: Reason) -> tuple[str, str]:
    """Why a move is illegal, and what to do instead."""
    return _WORDS[reason]


def name_of(point: tuple[int, int] | None, side: int) -> str:
    """A point as players say it: columns are letters without I, rows count from below."""
    if point is None:
        return "pass"
    row, column = point
    return Coordinates.LETTERS.of_column(column) + Coordinates.LETTERS.of_row(row, side)
