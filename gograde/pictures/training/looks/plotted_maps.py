"""Plots in which the colour of a square, or a word in a table, says what lies there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import matplotlib
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Colormap, ListedColormap, Normalize
from matplotlib.transforms import Bbox

from gograde.pictures.training.looks.made import Colour, Dice, light
from gograde.pictures.training.looks.plotted import (
    APART,
    Corners,
    Plotted,
    Sheet,
    contrast,
    distance,
    on_axes,
    step_points,
    unit,
)

MAPS: tuple[str, ...] = ("gray", "gray", "viridis", "coolwarm", "bwr", "plasma", "RdBu")
MAPS += ("cividis", "binary", "Greys", "hot", "bone", "YlOrBr")
VALUES = (
    (0.0, 1.0, 2.0),
    (0.0, -1.0, 1.0),
    (0.5, 0.0, 1.0),
    (0.0, 1.0, -1.0),
    (0.0, 2.0, 1.0),
    (1.0, 0.0, 2.0),
)
"""What programs write into an array for empty, black and white."""
WORDS = (("", "B", "W"), ("", "X", "O"), (".", "X", "O"), ("0", "1", "2"), ("", "1", "2"), ("+", "B", "W"))
Values = npt.NDArray[np.float64]
COLOUR_BAR_WIDTH = 900  # pixels: wider figures take too long with one
BESIDE = 0.12  # of lightness: how far empty points may pass the stones before they are taken for stones
GREY = 60  # levels between the channels of a colour that still counts as grey
TELLING = 0.12  # of a channel: two colours of points that differ by less are one to the eye


@dataclass(frozen=True)
class Key:
    """The value and the colour of empty, black and white."""

    colours: tuple[Colour, Colour, Colour]
    values: tuple[float, float, float]
    cmap: Colormap

    @property
    def ordered(self) -> bool:
        """Whether the colours tell black from white: they are grey, and the empty points lie between."""
        empty, black, white = (light(colour) for colour in self.colours)
        if any(max(colour) - min(colour) > GREY for colour in self.colours[1:]):
            return False
        return white - black >= APART and black - BESIDE <= empty <= white + BESIDE


def draw_map(sheet: Sheet) -> Plotted:
    """An array shown by imshow, matshow or pcolormesh."""
    look, axes = sheet.look, sheet.axes
    rows, cols = sheet.labels.shape
    key = _key(look)
    upper = look.p(0.7)
    values = np.array(key.values)[sheet.labels][:: 1 if upper else -1]
    top, bottom = (0, rows - 1) if upper else (rows - 1, 0)
    mesh = (_mesh if look.p(0.3) else _image)(look, axes, values, key, upper)
    if look.p(0.2) and axes.figure.bbox.width < COLOUR_BAR_WIDTH:
        axes.figure.colorbar(mesh, ax=axes, fraction=look.c(0.046, 0.15), pad=0.04)
    told = look.p(0.35) and _words_in_cells(sheet, key, top, bottom)
    return Plotted(on_axes(axes, (0, top), (cols - 1, bottom)), key.ordered or told)


def _mesh(look: Dice, axes: Axes, values: Values, key: Key, upper: bool) -> ScalarMappable:
    edges = [np.arange(count + 1) - 0.5 for count in values.shape]
    scale = Normalize(min(key.values), max(key.values))
    mesh = axes.pcolormesh(edges[1], edges[0], values, cmap=key.cmap, norm=scale)
    line = look.c((0, 0, 0), (255, 255, 255), (128, 128, 128))
    width = look.c(0.5, 1, 1, 2)
    if look.p(0.6):
        mesh.set(edgecolor=unit(line), linewidth=width)
    axes.set_aspect("equal" if look.p(0.6) else "auto")
    if upper:
        axes.invert_yaxis()
    return mesh


def _image(look: Dice, axes: Axes, values: Values, key: Key, upper: bool) -> ScalarMappable:
    aspect: Literal["equal", "auto"] = look.c("equal", "equal", "auto")
    scale = Normalize(min(key.values), max(key.values))
    origin: Literal["upper", "lower"] = "upper" if upper else "lower"
    image = axes.imshow(
        values, cmap=key.cmap, norm=scale, origin=origin, interpolation="nearest", aspect=aspect
    )
    if look.p(0.55):
        rows, cols = values.shape
        _between(look, axes, (rows, cols), look.c((0, 0, 0), (255, 255, 255), (128, 128, 128)))
    return image


def draw_table(sheet: Sheet) -> Plotted:
    """A table with a cell for each point."""
    look, axes = sheet.look, sheet.axes
    rows, cols = sheet.labels.shape
    axes.set_axis_off()
    coloured = look.p(0.7)
    key = _key(look)
    words = look.c(*WORDS) if look.p(0.6) or not coloured else ("", "", "")
    text = [[words[label] for label in row] for row in sheet.labels]
    colours = [[unit(key.colours[label]) for label in row] for row in sheet.labels]
    names = list("ABCDEFGHJKLMNOPQRST"[:cols]) if look.p(0.3) else None
    table = axes.table(
        cellText=text,
        cellColours=colours if coloured else None,
        colLabels=names,
        cellLoc="center",
        bbox=Bbox.from_bounds(0.02, 0.02, 0.96, 0.96),
    )
    table.auto_set_font_size(False)
    table.set_fontsize(look.u(0.35, 0.65) * _table_step(axes, rows + 1, cols))
    shift = 0 if names is None else 1
    for (row, _), cell in table.get_celld().items():
        cell.set_linewidth(1)
        if coloured and row >= shift:
            cell.get_text().set_color(unit(contrast(_as_colour(cell.get_facecolor()))))

    def corners() -> Corners:
        first, last = (
            table[place].get_window_extent() for place in ((shift, 0), (shift + rows - 1, cols - 1))
        )
        return (
            ((first.x0 + first.x1) / 2, (first.y0 + first.y1) / 2),
            ((last.x0 + last.x1) / 2, (last.y0 + last.y1) / 2),
        )

    return Plotted(corners, key.ordered if coloured and not words[1] else True)


def _table_step(axes: Axes, rows: int, cols: int) -> float:
    box = axes.get_window_extent()
    return float(min(box.width / cols, box.height / rows)) * 72 / axes.figure.dpi


def _as_colour(parts: npt.ArrayLike) -> Colour:
    red, green, blue = (round(255 * float(part)) for part in np.asarray(parts)[:3])
    return red, green, blue


def _key(look: Dice) -> Key:
    values = look.c(*VALUES)
    own: tuple[Colour, Colour, Colour] = (
        look.c((210, 180, 140), (222, 184, 135), (128, 128, 128), look.col(look.u(0.5, 0.9))),
        (0, 0, 0),
        (255, 255, 255),
    )
    cmap: Colormap = matplotlib.colormaps[look.c(*MAPS)]
    if look.p(0.4):
        return _listed(own, values)
    scale = Normalize(min(values), max(values))
    empty, black, white = (_as_colour(cmap(scale(value))) for value in values)
    if light(black) > light(white):
        black, white, values = white, black, (values[0], values[2], values[1])
    if min(distance(empty, black), distance(empty, white), distance(black, white)) < TELLING:
        return _listed(own, values)
    return Key((empty, black, white), values, cmap)


def _listed(colours: tuple[Colour, Colour, Colour], values: tuple[float, float, float]) -> Key:
    """A map of three colours, which a program gives in the order of its values."""
    order = np.argsort(values)
    return Key(colours, values, ListedColormap([unit(colours[i]) for i in order]))


def _between(look: Dice, axes: Axes, shape: tuple[int, int], line: Colour) -> None:
    """Lines between the squares, as a grid of small ticks or as lines of their own."""
    rows, cols = shape
    width = look.c(0.5, 1, 1, 2)
    if look.p(0.5) and axes.axison:
        axes.set_xticks(np.arange(cols + 1) - 0.5, minor=True)
        axes.set_yticks(np.arange(rows + 1) - 0.5, minor=True)
        axes.grid(True, which="minor", color=unit(line), linewidth=width)
        axes.tick_params(which="minor", length=0)
    else:
        axes.vlines(np.arange(cols + 1) - 0.5, -0.5, rows - 0.5, colors=[unit(line)], linewidth=width)
        axes.hlines(np.arange(rows + 1) - 0.5, -0.5, cols - 0.5, colors=[unit(line)], linewidth=width)


def _words_in_cells(sheet: Sheet, key: Key, top: int, bottom: int) -> bool:
    """Words or values in the squares; whether they tell black from white."""
    look, axes = sheet.look, sheet.axes
    letters = look.p(0.6)
    plain = look.p(0.5)
    words = look.c(*WORDS) if letters else tuple(f"{value:.{0 if plain else 1}f}" for value in key.values)
    size = look.u(0.3, 0.6) * step_points(axes)
    turn = 1 if bottom >= top else -1
    for (row, col), label in np.ndenumerate(sheet.labels):
        if words[label]:
            ink = unit(contrast(key.colours[label]))
            axes.text(col, top + turn * row, words[label], fontsize=size, color=ink, ha="center", va="center")
    return letters
