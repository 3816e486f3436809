"""Two implementations of the result of a finished game that share no code.

`fast` floods the empty regions of a `Board`.  `slow` follows the definition: a point reaches another
colour when a path of points of its own colour leads to a point of that colour.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import isqrt

from gograde.errors import DataError
from gograde.go.area import result_text

_LARGEST = 255
"""The longest side of a board, in points."""


def fast(_question: str, data: bytes) -> str:
    """`B+k`, `W+k` or `Jigo`; raises `DataError` unless the points fill a square of side 0 to 255."""
    return result_text(data)


def slow(_question: str, data: bytes) -> str:
    """Like `fast`, by joining neighbours of one colour; takes about linear time on every board."""
    points = [letter for letter in data.decode("latin-1") if letter in "XO-"]
    pairs = list(_pairs(_side(len(points))))
    reached = _reached(points, pairs)
    lead = sum(_worth(own, others) for own, others in zip(points, reached, strict=True))
    return f"B+{lead}" if lead > 0 else f"W+{-lead}" if lead < 0 else "Jigo"


def _side(count: int) -> int:
    side = isqrt(count)
    if side * side != count or side > _LARGEST:
        what = f"{count} points are no square of at most {_LARGEST} a side"
        raise DataError("board", what, "give n x n of X, O and -")
    return side


def _pairs(side: int) -> Iterator[tuple[int, int]]:
    """Every pair of neighbours once, as indices of points."""
    for place in range(side * side):
        if place % side:
            yield place - 1, place
        if place >= side:
            yield place - side, place


def _reached(points: list[str], pairs: list[tuple[int, int]]) -> list[set[str]]:
    """The colours that each point reaches."""
    heads = _heads(points, pairs)
    beside: dict[int, set[str]] = defaultdict(set)
    for one, other in pairs:
        beside[heads[one]].add(points[other])
        beside[heads[other]].add(points[one])
    return [beside[head] - {own} for own, head in zip(points, heads, strict=True)]


def _heads(points: list[str], pairs: list[tuple[int, int]]) -> list[int]:
    """For each point, the index that represents its chain or region (union-find with path halving)."""
    parent = list(range(len(points)))

    def head(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    for one, other in pairs:
        if points[one] == points[other]:
            parent[head(one)] = head(other)
    return [head(place) for place in range(len(points))]


def _worth(own: str, reached: set[str]) -> int:
    """1 for Black's point, -1 for White's, 0 for a point without an owner."""
    black = own == "X" or (own == "-" and "X" in reached and "O" not in reached)
    white = own == "O" or (own == "-" and "O" in reached and "X" not in reached)
    return black - white
