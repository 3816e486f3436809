"""Layered blocks: stones, then chains, then chains that forces join, level by level.

Source: the course's paper on influence, its section on the spheres of both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone, neighbour_indices
from gograde.go.influence.force import DEFAULT as FORCE
from gograde.go.influence.force import ForceField, ForceParameters, force_field
from gograde.go.influence.matrices import SIGNS, in_order, need_at_least, sign

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


DEFAULT = LayerParameters()


@dataclass(frozen=True, slots=True)
class Block:
    """The stones of one colour in one block, row by row."""

    stone: Stone
    points: tuple[Point, ...]


def layered_blocks(board: Board, parameters: LayerParameters = DEFAULT) -> tuple[tuple[Block, ...], ...]:
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
