"""Samples to learn from: boards of random looks, straightened at their lattice or at a wrong one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.picture import Picture
from gograde.pictures.read.lattice.search import lattices
from gograde.pictures.read.patches import RIM, STEP, Bytes, Place, straightened
from gograde.pictures.read.pixels import Sheet, Sums, sheet_of, summed
from gograde.pictures.training.looks import Dice, Placed, pictures_of

PICTURES = 3  # pictures of each look: boards of one program are read together
SEARCHED = 3  # one in so many looks is searched for lattices; the search costs more than the drawing
JITTER = 0.05  # steps by which a right lattice is off, at most, as found ones are
RIGHT = 0.12  # steps by which a found lattice may be off everywhere and still be right
JUNK = 0.3  # share of pictures that give a sample of something else
BARE = 5.0  # spread of the colours of bare paper, at most, of 255
WRONG = 0.3  # steps by which it must be off somewhere to be wrong


@dataclass(frozen=True)
class Sample:
    """A straightened board; `labels` (rows, cols) are 0 empty, 1 black, 2 white; no board lies there if None.

    `ordered` is whether black can be told from white.
    """

    board: Bytes
    size: tuple[int, int]
    labels: NDArray[np.int8] | None = None
    ordered: bool = True


@dataclass(frozen=True)
class Program:
    """The samples of one look: boards, and places where no board lies."""

    right: Sequence[Sample]
    wrong: Sequence[Sample]


def program(seed: int) -> Program:
    """The samples of one look."""
    dice = Dice(seed)
    right: list[Sample] = []
    wrong: list[Sample] = []
    for drawn in pictures_of(seed, PICTURES):
        sheet = sheet_of(Picture(drawn.image.width, drawn.image.height, drawn.image.tobytes()))
        by = sheet.width / drawn.image.width
        boards = [scaled(board, by) for board in drawn.boards]
        table = summed(sheet.rgb)
        for board in boards[: 1 + dice.i(0, 1)]:
            made = _cut(table, _jittered(dice, board), board.labels, drawn.ordered)
            if _shows_something(made):
                right.append(made)
            else:
                wrong.append(replace(made, labels=None))
            wrong.append(_wrong(dice, table, board))
        wrong += [_anywhere(dice, table, boards[0])] if dice.p(JUNK) else []
        if seed % SEARCHED == 0:
            found, missed = _searched(sheet, boards, drawn.ordered)
            right += found
            wrong += missed
    return Program(right, wrong)


def _shows_something(made: Sample) -> bool:
    """Whether anything tells that a board lies there: an empty one without lines is bare paper."""
    assert made.labels is not None
    return bool(made.labels.any()) or float(made.board.std()) > BARE


def _anywhere(dice: Dice, table: Sums, board: Placed) -> Sample:
    """A sample of something else: anywhere in the picture, or of bare paper, shades or grain."""
    rows, cols = board.labels.shape
    if dice.p(0.5):
        height, width = table.shape[0] - 1, table.shape[1] - 1
        step = dice.u(4, 0.9 * min(height / rows, width / cols))
        x, y = dice.u(0, width - step * (cols - 1)), dice.u(0, height - step * (rows - 1))
        return Sample(straightened(table, (x, step, y, step * dice.u(0.8, 1.2)), rows, cols), (rows, cols))
    size = rows * STEP + 2 * RIM, cols * STEP + 2 * RIM, 3
    coarse = dice.i(1, 12)
    grain = dice.g.normal(size=(-(-size[0] // coarse), -(-size[1] // coarse), dice.c(1, 3))) * dice.u(0, 60)
    whole = grain.repeat(coarse, 0).repeat(coarse, 1)[: size[0], : size[1]] + np.array(dice.col())
    return Sample(np.clip(whole + np.zeros(size), 0, 255).astype(np.uint8), (rows, cols))


def scaled(board: Placed, by: float) -> Placed:
    """The board in a picture enlarged by the factor."""
    off = (by - 1) / 2
    return Placed(board.x * by + off, board.dx * by, board.y * by + off, board.dy * by, board.labels)


def _cut(table: Sums, place: Place, labels: NDArray[np.int8], ordered: bool) -> Sample:
    rows, cols = labels.shape
    return Sample(straightened(table, place, rows, cols), (rows, cols), labels, ordered)


def _jittered(dice: Dice, board: Placed) -> Place:
    """The lattice as a search finds it: its ends are off by a little."""
    rows, cols = board.labels.shape
    x, dx = _off(dice, board.x, board.dx, cols)
    y, dy = _off(dice, board.y, board.dy, rows)
    return x, dx, y, dy


def _off(dice: Dice, first: float, step: float, count: int) -> tuple[float, float]:
    start, end = dice.u(-JITTER, JITTER) * step, dice.u(-JITTER, JITTER) * step
    return first + start, step + (end - start) / max(count - 1, 1)


def _wrong(dice: Dice, table: Sums, board: Placed) -> Sample:
    """A sample at a wrong lattice: beside the board, between its lines, too wide, too narrow, or a part."""
    rows, cols = board.labels.shape
    way = dice.i(0, 8)
    if way == 8 and min(rows, cols) > 5:
        less = dice.i(1, min(4, min(rows, cols) - 4))
        x, y = board.x + dice.i(0, less) * board.dx, board.y + dice.i(0, less) * board.dy
        place = x, board.dx, y, board.dy
        size = rows - less, cols - less
    else:
        place, size = _beside(dice, board, way), (rows, cols)
    return Sample(straightened(table, place, *size), size)


def _beside(dice: Dice, board: Placed, way: int) -> Place:
    x, dx, y, dy = board.x, board.dx, board.y, board.dy
    rows, cols = board.labels.shape
    if way == 0:
        return x + dice.c(-0.5, 0.5) * dx, dx, y, dy
    if way == 1:
        return x + dice.c(-0.5, 0.5) * dx, dx, y + dice.c(-0.5, 0.5) * dy, dy
    if way in (2, 3):
        return x + dice.c(-1, 1) * dx, dx, y, dy
    if way == 4:
        return x, dx, y + dice.c(-1, 1) * dy, dy
    if way == 5:
        return x + dice.c(-1, 0, 1) * dx, dx, y + dice.c(-1, 1) * dy, dy
    if way == 6:
        wide = dice.c(cols / (cols - 1), (cols - 2) / (cols - 1), 2.0, 0.5)
        high = wide if dice.p(0.7) else 1.0
        left, over = (wide - 1) * dx * (cols - 1) / 2, (high - 1) * dy * (rows - 1) / 2
        return x - left * dice.c(0, 1, 2), dx * wide, y - over * dice.c(0, 1, 2), dy * high
    across, down = dice.c(-1, 1) * dice.u(0.3, 0.6), dice.u(-0.5, 0.5)
    if dice.p(0.5):
        across, down = down, across
    return x + across * dx, dx, y + down * dy, dy


def _searched(sheet: Sheet, boards: Sequence[Placed], ordered: bool) -> tuple[list[Sample], list[Sample]]:
    """Samples at the lattices that the search finds: right ones and wrong ones."""
    size = boards[0].labels.shape
    upright, grids = lattices(sheet, (size[0], size[1]))
    if upright is not sheet:
        return [], []
    table = summed(sheet.rgb)
    right: list[Sample] = []
    wrong: list[Sample] = []
    for grid in grids[:6]:
        place = grid.x, grid.dx, grid.y, grid.dy
        board = min(boards, key=lambda one: farthest(one, place))
        off = farthest(board, place)
        if off < RIGHT and len(right) < 2:
            right.append(_cut(table, place, board.labels, ordered))
        elif off > WRONG and len(wrong) < 4:
            wrong.append(Sample(straightened(table, place, *size), (size[0], size[1])))
    return right, wrong


def farthest(board: Placed, place: Place) -> float:
    """The largest distance, in steps along an axis, between a corner of a lattice and of a board."""
    rows, cols = board.labels.shape
    x, dx, y, dy = place
    ends = (
        (x - board.x) / board.dx,
        (x + dx * (cols - 1) - board.x) / board.dx - (cols - 1),
        (y - board.y) / board.dy,
        (y + dy * (rows - 1) - board.y) / board.dy - (rows - 1),
    )
    return float(max(abs(end) for end in ends))


def chunk(first: int, count: int) -> list[Program]:
    """The programs of consecutive seeds; a look that cannot be drawn so small or so large is left out."""
    return list(_programs(first, count))


def _programs(first: int, count: int) -> Iterator[Program]:
    for seed in range(first, first + count):
        made = program(seed)
        if made.right:
            yield made
