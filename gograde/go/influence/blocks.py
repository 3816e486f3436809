"""Ryder's blocks and areas: groups of points, decided by the nearest neighbours only.

Source: the course's paper on influence, its section on the first Go programs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone, neighbour_indices
from gograde.go.influence.models import (
    FORCE,
    RYDER,
    SIGNS,
    ForceField,
    ForceParameters,
    RyderParameters,
    force_field,
    in_order,
    need_at_least,
    ryder_influence,
    sign,
)

_AHEAD = ((0, 1), (0, 2), (1, -1), (1, 0), (1, 1), (2, 0))


@dataclass(frozen=True, slots=True)
class RyderBlock:
    """Linked points of a side, row by row, with their influence for that side."""

    stone: Stone
    points: tuple[Point, ...]
    influence: int
    is_area: bool


def connected_points(board: Board, stone: Stone) -> tuple[Point, ...]:
    """A side's stones, and the empty points beside one of them but beside no stone of the opponent."""
    empty = [p for p, mine, others in _empty_points(board, stone) if mine and not others]
    return tuple(sorted([*board.points(stone), *empty]))


def semi_connected_points(board: Board, stone: Stone) -> tuple[Point, ...]:
    """The empty points beside at least two stones of a side and at least one of the opponent."""
    return tuple(p for p, mine, others in _empty_points(board, stone) if mine >= 2 and others)


def strong_links(board: Board, stone: Stone) -> tuple[tuple[Point, Point], ...]:
    """Pairs of strongly linked stones of a side, in the order of their first and second stone.

    Two stones are strongly linked when they are adjacent, or diagonal with an empty point beside both, or in
    one line with one empty point between them.
    """
    links = []
    for first in board.points(stone):
        for down, right in _AHEAD:
            second = Point(first.row + down, first.column + right)
            if second in board and board.get(second) is stone and _hold(board, first, second):
                links.append((first, second))
    return tuple(links)


def ryder_blocks(board: Board, parameters: RyderParameters = RYDER) -> tuple[RyderBlock, ...]:
    """Linked connected and semi-connected points; black's blocks first, each side's by first point.

    Stones link by strong links, and an empty point links with the own stones beside it; two empty points do
    not link.  So an empty point links all own stones beside it, and is in one block of a side.  The influence
    of a block is the sum of `ryder_influence` over its points, negated for white.  A block is an area when
    its influence reaches the threshold.
    """
    values = in_order(ryder_influence(board, parameters))
    blocks = []
    for stone in (Stone.BLACK, Stone.WHITE):
        for points in _components(_links(board, stone)):
            influence = SIGNS[stone] * sum(values[board.index(point)] for point in points)
            blocks.append(RyderBlock(stone, points, influence, influence >= parameters.threshold))
    return tuple(blocks)


def _empty_points(board: Board, stone: Stone) -> list[tuple[Point, int, int]]:
    """Every empty point with the numbers of own and of the opponent's stones beside it."""
    cells, around = board.cells, neighbour_indices(board.rows, board.cols)
    near = {i: [cells[other] for other in around[i]] for i, cell in enumerate(cells) if not cell}
    return [(board.point(i), c.count(stone), c.count(stone.opponent)) for i, c in near.items()]


def _hold(board: Board, first: Point, second: Point) -> bool:
    """Are two nearby stones adjacent, or is a point beside both empty?"""
    near, other = (set(point.neighbours(board.rows, board.cols)) for point in (first, second))
    return second in near or any(not board.get(point) for point in near & other)


def _links(board: Board, stone: Stone) -> Mapping[Point, set[Point]]:
    """Every connected or semi-connected point with the points it links with."""
    points = connected_points(board, stone) + semi_connected_points(board, stone)
    links: dict[Point, set[Point]] = {point: set() for point in sorted(points)}
    own = [point for point in links if board.get(point)]
    liberties = ((p, n) for p in own for n in p.neighbours(board.rows, board.cols) if not board.get(n))
    for first, second in (*strong_links(board, stone), *liberties):
        if second in links:
            links[first].add(second)
            links[second].add(first)
    return links


def _components(links: Mapping[Point, set[Point]]) -> list[tuple[Point, ...]]:
    """The linked points, each group sorted, in the order of first points."""
    seen: set[Point] = set()
    groups = []
    for start in links:
        if start not in seen:
            group = [start]
            seen.add(start)
            for point in group:  # grows while it is walked
                new = links[point] - seen
                seen |= new
                group += new
            groups.append(tuple(sorted(group)))
    return groups


# -- layered blocks: stones, then chains, then chains that forces join, level by level ---------------------
# Source: the course's paper on influence, its section on the spheres of both sides.

_ROUNDING = 1e-9
"""An FB counts as equal to a threshold unless it is larger by more than this; rounding errors are smaller."""


@dataclass(frozen=True, slots=True)
class LayerParameters:
    """The FB that a path between blocks of level 1, of level 2, and so on must exceed.

    The paper leaves the numbers open; these are our choice.  Raises `DataError` when they do not
    fall or go below 0.
    """

    thresholds: tuple[float, ...] = (16.5, 8.5, 4.5, 2.5)
    force: ForceParameters = FORCE

    def __post_init__(self) -> None:
        for threshold in self.thresholds:
            need_at_least("layers.thresholds", threshold, 0)
        for first, second in pairwise(self.thresholds):
            if second >= first:
                what = f"{second} comes after {first}"
                raise DataError("layers.thresholds", what, "give falling numbers")


LAYERS = LayerParameters()


@dataclass(frozen=True, slots=True)
class Block:
    """The stones of one colour in one block, row by row."""

    stone: Stone
    points: tuple[Point, ...]


def layered_blocks(board: Board, parameters: LayerParameters = LAYERS) -> tuple[tuple[Block, ...], ...]:
    """The levels: on each level black's blocks first, then by first stone; up to 255 a side.

    Level 0 has single stones, level 1 has chains.  Two blocks of a colour join on the next level when a path
    of orthogonally adjacent empty points leads from beside one block to beside the other, and every point of
    the path has A with their colour's sign and FB above the level's threshold.  Joining is transitive.  After
    level 1, there is a next level while a colour has more than one block and a threshold is left.  An FB
    counts as equal to a threshold unless it is larger by more than 1e-9, since roots are not exact.
    """
    levels = [tuple(Block(s, (p,)) for s in (Stone.BLACK, Stone.WHITE) for p in board.points(s))]
    levels.append(_level(board, [0] * len(board.cells)))
    field = force_field(board, parameters.force)
    for threshold in parameters.thresholds:
        if len({block.stone for block in levels[-1]}) == len(levels[-1]):
            break
        levels.append(_level(board, _passable(field, threshold)))
    return tuple(levels)


def _passable(field: ForceField, threshold: float) -> list[int]:
    """For every point, the colour whose paths may use it, or 0."""
    totals, holds = in_order(field.total), in_order(field.hold)
    sides = [sign(t) if h > threshold + _ROUNDING else 0 for t, h in zip(totals, holds, strict=True)]
    return [SIGNS.index(side) for side in sides]


def _level(board: Board, passable: Sequence[int]) -> tuple[Block, ...]:
    """The blocks of stones that adjacency and passable points connect.

    Thresholds fall, so this level also has the paths of all earlier levels.
    """
    colours = [cell or passable[i] for i, cell in enumerate(board.cells)]
    around = neighbour_indices(board.rows, board.cols)
    seen = bytearray(len(colours))
    blocks = []
    for start, cell in enumerate(board.cells):
        if cell and not seen[start]:
            region = [start]
            seen[start] = 1
            for index in region:  # grows while it is walked
                new = [other for other in around[index] if colours[other] == cell and not seen[other]]
                region += new
                for other in new:
                    seen[other] = 1
            stones = tuple(board.point(i) for i in sorted(region) if board.cells[i])
            blocks.append(Block(Stone(cell), stones))
    return tuple(sorted(blocks, key=lambda block: (block.stone, block.points)))
