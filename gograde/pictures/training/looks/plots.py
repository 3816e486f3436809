"""Boards as students plot them: a figure of matplotlib, its axes, and what stands around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from PIL import Image

from gograde.pictures.training.looks.made import Dice, Drawn, Labels, Placed
from gograde.pictures.training.looks.moved import cropped
from gograde.pictures.training.looks.plotted import Plotted, Sheet, unit
from gograde.pictures.training.looks.plotted_maps import draw_map, draw_table
from gograde.pictures.training.looks.plotted_stones import draw_cells, draw_points

LARGEST = 1100  # pixels of a side of a figure: a student's screen
SMALLEST = 220  # pixels of a side: smaller figures have no room for their words
TABLE_CELLS = 170  # above, a table takes longer than a picture may
TITLES: tuple[str, ...] = ("Problem 3 after", "Go board", "test_3", "After capture", "train 12")
TITLES += ("Black to play", "Board", "Result: 5", "Figure 1")
LEGENDS = (("Black", "White"), ("black stones", "white stones"), ("B", "W"), ("player 1", "player 2"))


def draw(look: Dice, own: Dice, labels: Labels) -> Drawn:
    """One board in one figure."""
    sheet = _sheet(look, own, labels)
    kinds = (draw_points,) * 4 + (draw_cells,) * 3 + (draw_map,) * 4 + (draw_table,)
    kind = look.c(*kinds)
    if kind is draw_table and labels.size > TABLE_CELLS:
        kind = draw_map
    _ticks(look, sheet.axes, labels.shape)
    plotted = kind(sheet)
    _words(look, sheet)
    if plotted.stones is not None and look.p(0.2):
        _legend(look, sheet.axes, plotted.stones)
    return _seen(look, sheet, plotted)


def _sheet(look: Dice, own: Dice, labels: Labels) -> Sheet:
    rows, cols = labels.shape
    step = look.u(11, 24) if look.p(0.25) else look.u(18, 60)
    step = min(step, 0.6 * LARGEST / max(rows, cols))
    left, below = look.c((0.125, 0.11), (0.05, 0.05), (0.02, 0.02), (look.u(0, 0.3), look.u(0.02, 0.2)))
    right, above = look.c((0.1, 0.12), (0.05, 0.1), (0.02, 0.08), (look.u(0, 0.3), look.u(0.02, 0.2)))
    if look.p(0.12):
        wide = look.u(0.3, 0.5)
        left, right = look.c((left, wide), (wide, right), (0.5 * wide, 0.5 * wide))
    width = min(max(step * (cols + 1) / (1 - left - right), SMALLEST), LARGEST)
    height = min(max(step * (rows + 1) / (1 - below - above), SMALLEST), LARGEST)
    dpi = look.c(100, 100, 72, 80, 120, 150, 60)
    face = look.c(
        (255, 255, 255),
        (255, 255, 255),
        (255, 255, 255),
        look.grey(0.8, 1),
        look.col(look.u(0.7, 1)),
        look.grey(0.05, 0.3),
    )
    figure = Figure(
        figsize=(round(width) / dpi, round(height) / dpi),
        dpi=dpi,
        facecolor=unit(face),
    )
    FigureCanvasAgg(figure)
    axes = figure.add_axes((left, below, 1 - left - right, 1 - below - above))
    return Sheet(look, own, axes, labels, face)


def _ticks(look: Dice, axes: Axes, shape: tuple[int, ...]) -> None:
    rows, cols = shape
    what = look.c("off", "off", "none", "none", "all", "all", "letters", "auto", "bare")
    top = look.p(0.25)
    small = look.c(6, 8, 10, 10, 12)
    if what == "off":
        axes.set_axis_off()
        return
    if what in ("none", "bare"):
        axes.set_xticks([])
        axes.set_yticks([])
        if what == "bare":
            axes.spines[:].set_visible(False)
        return
    axes.tick_params(
        labelsize=small, length=look.c(0, 3.5), top=top, bottom=not top, labeltop=top, labelbottom=not top
    )
    if what == "auto":
        return
    first = look.c(0, 1)
    names = list("ABCDEFGHJKLMNOPQRST"[:cols]) if what == "letters" else [str(first + i) for i in range(cols)]
    axes.set_xticks(range(cols), names)
    axes.set_yticks(range(rows), [str(first + i) for i in range(rows)])


def _words(look: Dice, sheet: Sheet) -> None:
    ink = (1.0, 1.0, 1.0) if sum(sheet.face) < 330 else (0.0, 0.0, 0.0)
    size = look.c(8, 10, 12, 14)
    if look.p(0.45):
        sheet.axes.set_title(look.c(*TITLES), fontsize=size, color=ink)
    if look.p(0.1):
        sheet.axes.figure.suptitle(look.c(*TITLES), fontsize=size + 2, color=ink)
    if look.p(0.12):
        sheet.axes.set_xlabel(look.c("x", "column", "Black: 12  White: 9"), color=ink)
        sheet.axes.set_ylabel(look.c("y", "row", ""), color=ink)


def _legend(look: Dice, axes: Axes, stones: Sequence[tuple[int, int, int]]) -> None:
    """A key outside the axes: on the board it would hide points."""
    names = look.c(*LEGENDS)
    marks = [
        Line2D(
            [], [], marker="o", linestyle="", markerfacecolor=unit(stone), markeredgecolor="black", label=name
        )
        for stone, name in zip(stones, names, strict=True)
    ]
    beside = look.p(0.5)
    axes.legend(
        handles=marks,
        loc="upper left" if beside else "upper center",
        bbox_to_anchor=(1.02, 1.0) if beside else (0.5, -0.04),
        ncols=1 if beside else 2,
        fontsize=look.c(7, 9, 10),
    )


def _seen(look: Dice, sheet: Sheet, plotted: Plotted) -> Drawn:
    """The drawn figure, and its lattice in pixels counted from the top, whole numbers being centres."""
    pixels = _pixels(sheet.axes)
    (left, top), (right, bottom) = plotted.corners()
    rows, cols = sheet.labels.shape
    height = pixels.shape[0]
    placed = Placed(
        x=left - 0.5,
        dx=(right - left) / (cols - 1),
        y=height - top - 0.5,
        dy=(top - bottom) / (rows - 1),
        labels=sheet.labels,
    )
    drawn = Drawn(Image.fromarray(pixels).convert("RGB"), (placed,), plotted.ordered)
    return _tight(drawn, sheet.face, look.u(2, 14)) if look.p(0.3) else drawn


def _pixels(axes: Axes) -> npt.NDArray[np.uint8]:
    canvas: Any = axes.figure.canvas
    canvas.draw()
    return np.asarray(canvas.buffer_rgba(), dtype=np.uint8)


def _tight(drawn: Drawn, face: tuple[int, int, int], pad: float) -> Drawn:
    """What is left when the empty margins of the figure are cut off."""
    used = (np.abs(np.asarray(drawn.image).astype(np.int16) - np.array(face)).max(axis=2)) > 3
    (board,) = drawn.boards
    rows, cols = board.labels.shape
    across, down = np.flatnonzero(used.any(axis=0)), np.flatnonzero(used.any(axis=1))
    if not across.size:
        return drawn
    return cropped(
        drawn,
        (
            int(min(across[0], board.x - 0.6 * board.dx) - pad),
            int(min(down[0], board.y - 0.6 * board.dy) - pad),
            int(max(across[-1], board.x + (cols - 0.4) * board.dx) + pad),
            int(max(down[-1], board.y + (rows - 0.4) * board.dy) + pad),
        ),
    )
