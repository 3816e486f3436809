"""Links between chains: Ryder's strong links, and which of them one move cuts.

Source: the course's paper on influence, its section on the first Go programs and the class `CGoLink` of its
library.  That a link may be loose is our addition.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from gograde.engine.dragons.grid import grid_of
from gograde.go.board import Board, Point, Stone
from gograde.go.influence.blocks import Dead, strong_links
from gograde.go.influence.matrices import living_cells
from gograde.go.rules import Chain, chains

CUTTER_OF_A_JUMP = 3
"""Liberties of a stone in a one-point gap that needs no help; with two, it is in atari at once."""
CUTTER_OF_A_DIAGONAL = 2
"""Liberties of a stone that completes a crosscut; the other stone of the crosscut helps it."""


class LinkKind(StrEnum):
    """How two chains are strongly linked; adjacent stones are one chain."""

    DIAGONAL = "diagonal"
    JUMP = "jump"


@dataclass(frozen=True, slots=True)
class Link:
    """A strong link of two chains, between a stone of each; `begin` comes first in the order of chains.

    `gaps` are the empty points beside both stones.  The opponent cuts a `loose` link with one move.
    """

    kind: LinkKind
    begin: Chain
    end: Chain
    begin_point: Point
    end_point: Point
    gaps: tuple[Point, ...]
    loose: bool


def links_of(board: Board, dead: Dead = ()) -> tuple[Link, ...]:
    """All strong links between different chains, black's first, in the order of their points.

    The links of two chains stand or fall together.  They are loose when they have one gap in all, and the
    opponent's move there is legal and safe.  It is safe when it captures, or when its chain then has enough
    liberties: three in a one-point gap, two at a diagonal, where it completes a crosscut.  Ko is ignored, and
    dead stones link nothing.  Raises `DataError` when a dead point holds no stone.
    """
    gone = tuple(dead)
    living_cells(board, gone)
    found = chains(board)
    home = {point: chain for chain in found for point in chain.points}
    return tuple(link for stone in (Stone.BLACK, Stone.WHITE) for link in _of(board, stone, home, gone))


def _of(board: Board, stone: Stone, home: dict[Point, Chain], dead: Dead) -> Iterable[Link]:
    pairs: dict[tuple[Point, Point], list[tuple[Point, Point]]] = {}
    for first, second in strong_links(board, stone, dead):
        ends = sorted((home[first].points[0], home[second].points[0]))
        if ends[0] != ends[1]:
            pairs.setdefault((ends[0], ends[1]), []).append((first, second))
    links = []
    for (begin, _), stones in pairs.items():
        gaps = {pair: _gaps(board, *pair) for pair in stones}
        loose = _loose(board, stone, gaps)
        for pair in stones:
            first, second = pair if home[pair[0]].points[0] == begin else pair[::-1]
            kind = _kind(first, second)
            links.append(Link(kind, home[first], home[second], first, second, gaps[pair], loose))
    return sorted(links, key=lambda link: (link.begin_point, link.end_point))


def _kind(first: Point, second: Point) -> LinkKind:
    return LinkKind.JUMP if first.row == second.row or first.column == second.column else LinkKind.DIAGONAL


def _gaps(board: Board, first: Point, second: Point) -> tuple[Point, ...]:
    near, other = (set(point.neighbours(board.rows, board.cols)) for point in (first, second))
    return tuple(sorted(point for point in near & other if not board.get(point)))


def _loose(board: Board, stone: Stone, gaps: dict[tuple[Point, Point], tuple[Point, ...]]) -> bool:
    """Has the opponent a safe move on the only gap of all links of two chains?"""
    points = {gap for found in gaps.values() for gap in found}
    if len(points) > 1:
        return False
    crossed = any(_kind(*pair) is LinkKind.DIAGONAL for pair in gaps)
    return _is_safe(board, stone.opponent, min(points), CUTTER_OF_A_DIAGONAL if crossed else CUTTER_OF_A_JUMP)


def _is_safe(board: Board, stone: Stone, point: Point, liberties: int) -> bool:
    """Is a move legal, and does it capture or leave its chain that many liberties?"""
    grid = grid_of(board.rows, board.cols)
    place, empty = grid.bits([point]), grid.stones(board, Stone.EMPTY)
    own, other = grid.stones(board, stone), grid.stones(board, stone.opponent)
    for chain in grid.parts(other):
        if grid.beside(chain) & empty == place:
            return True
    cutter = grid.flood(place, own | place)
    return (grid.beside(cutter) & empty & ~place).bit_count() >= liberties
