"""Two ways to the result of a finished game that share no code.

`fast` floods the empty regions of a `Board`.  `slow` is written from the definition: a point that
is not of a colour reaches it when a path of points of its own colour leads to a point of that
colour, so that stones of the other colour reach it too, though nobody counts them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import isqrt

from gograde.errors import DataError
from gograde.go.area import result_text

_LARGEST = 255


def fast(_question: str, data: bytes) -> str:
    """`B+k`, `W+k` or `Jigo`; raises `DataError` when the points fill no square of at most 255 a side."""
    return result_text(data)


def slow(_question: str, data: bytes) -> str:
    """As `fast`, by joining neighbours of one colour; time about linear in the points, whatever the board."""
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
    """Every two neighbours once, as places in the row of all points."""
    for place in range(side * side):
        if place % side:
            yield place - 1, place
        if place >= side:
            yield place - side, place


def _reached(points: list[str], pairs: list[tuple[int, int]]) -> list[set[str]]:
    """For every point the colours that it reaches."""
    heads = _heads(points, pairs)
    beside: dict[int, set[str]] = defaultdict(set)
    for one, other in pairs:
        beside[heads[one]].add(points[other])
        beside[heads[other]].add(points[one])
    return [beside[head] - {own} for own, head in zip(points, heads, strict=True)]


def _heads(points: list[str], pairs: list[tuple[int, int]]) -> list[int]:
    """One place for all points that paths of one colour join (union by halving of paths)."""
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
    """1 for a point of Black's, -1 for one of White's, 0 for one of nobody's."""
    black = own == "X" or (own == "-" and "X" in reached and "O" not in reached)
    white = own == "O" or (own == "-" and "O" in reached and "X" not in reached)
    return black - white
