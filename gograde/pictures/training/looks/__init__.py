"""Boards drawn in random looks, which the reader of pictures learns from.

A family of looks is a module with a function `draw(look, own, labels)`. The reader learns a new look when it
is drawn here and the network is trained again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from PIL import Image

from gograde.pictures.training.looks import cells, heat, letters, plots, scenes, spoil, stones
from gograde.pictures.training.looks.made import Dice, Drawn, Labels, Placed

__all__ = ["FAMILIES", "Dice", "Drawn", "Labels", "Placed", "picture", "pictures_of", "position"]

Draw = Callable[[Dice, Dice, Labels], Drawn]

FAMILIES: tuple[tuple[Draw, float], ...] = (
    (stones.draw, 9),
    (cells.draw, 3),
    (letters.draw, 3),
    (heat.draw, 2),
    (plots.draw, 3),
)
"""Each family, and how often it is thrown against the others."""

SIDES = (9, 9, 9, 9, 9, 9, 9, 5, 6, 7, 8, 11, 13, 13, 19, 19)
"""Lines of a board: mostly 9, as in the homework."""

OBLONG = 0.05  # share of boards that are no squares
IN_SCENE = 0.3  # share of looks whose board stands beside something else
SEVERAL = 0.2  # share of looks with several boards in a picture


def pictures_of(seed: int, count: int) -> Iterator[Drawn]:
    """So many pictures of one program, whose look is thrown from the seed."""
    return (picture(seed, number) for number in range(count))


def picture(seed: int, number: int, labels: Labels | None = None) -> Drawn:
    """A picture of the look of a seed; `labels` are those of its first board, else thrown."""
    dice = Dice(seed)
    draw = FAMILIES[dice.w([weight for _, weight in FAMILIES])][0]
    rows = dice.c(*SIDES)
    cols = dice.i(4, 13) if dice.p(OBLONG) else rows
    several = dice.i(2, 4) if dice.p(SEVERAL) else 1
    in_scene = several > 1 or dice.p(IN_SCENE)
    own = Dice((seed + 1) * 1000 + number)
    if labels is not None:
        rows, cols = labels.shape
    boards = [position(own, rows, cols) for _ in range(several)]
    shown = boards if labels is None else [labels, *boards[1:]]
    drawn = [draw(Dice(seed), own, board) for board in shown]
    made = scenes.arrange(Dice(seed + 1), own, drawn) if in_scene else drawn[0]
    return spoil.spoil(Dice(seed + 2), own, made)


def position(dice: Dice, rows: int, cols: int) -> Labels:
    """Stones at random: from none to a full board, alone or in clusters, mostly as many black as white."""
    dense = (0.0, dice.u(0.01, 0.1), dice.u(0.8, 1.0), dice.u(0.15, 0.75))[dice.w((2, 3, 2, 18))]
    black = (0.0, 1.0, dice.u(0.3, 0.7))[dice.w((1, 1, 23))]
    order = dice.g.random((rows, cols))
    if dice.p(0.4):
        order = _ranked(order + _ranked(_clouds(dice, rows, cols)))
    colour = dice.g.random((rows, cols)) < black
    return np.where(order < dense, np.where(colour, 1, 2), 0).astype(np.int8)


def _clouds(dice: Dice, rows: int, cols: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Smooth random values (rows, cols)."""
    coarse = Image.fromarray((dice.g.random((4, 4)) * 255).astype(np.uint8))
    return np.asarray(coarse.resize((cols, rows), Image.Resampling.BICUBIC), np.float64)


def _ranked(
    values: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """The rank of each value among all, from 0 to 1."""
    return np.argsort(np.argsort(values, axis=None)).reshape(values.shape) / values.size
