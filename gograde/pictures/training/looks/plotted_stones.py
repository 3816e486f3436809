"""Plots of a board: lines with stones on their crossings, or squares with stones in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from matplotlib.patches import Circle, Patch, Rectangle, RegularPolygon

from gograde.pictures.training.looks.made import Colour, Dice, light, shifted
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

WOOD: tuple[Colour, ...] = ((243, 215, 160), (220, 179, 92), (233, 200, 147))
WOOD += ((222, 184, 135), (210, 180, 140), (238, 173, 14))
PAIRS: tuple[tuple[Colour, Colour], ...] = (
    ((255, 0, 0), (0, 0, 255)),
    ((0, 0, 255), (255, 0, 0)),
    ((31, 119, 180), (255, 127, 14)),
    ((0, 128, 0), (255, 0, 0)),
)
"""Colours of stones that no one calls black and white."""
SIGNS = (("X", "O"), ("X", "O"), ("B", "W"), ("x", "o"), ("●", "○"), ("#", "O"), ("1", "2"), ("■", "□"))


@dataclass(frozen=True)
class Stones:
    """How the stones of one program look."""

    fills: tuple[Colour, Colour]
    rim: Colour
    rim_width: float
    radius: float
    hollow: bool
    ordered: bool


def draw_points(sheet: Sheet) -> Plotted:
    """A board of lines."""
    paper = _ground(sheet)
    corners = _limits(sheet, sheet.look.c(0.5, 0.5, 0.6, 1.0, sheet.look.u(0.45, 1.5)))
    stones = _stones(sheet.look, paper)
    _lines(sheet, paper)
    return _with_stones(sheet, stones, paper, corners)


def draw_cells(sheet: Sheet) -> Plotted:
    """A board of squares."""
    paper = _ground(sheet)
    look, axes = sheet.look, sheet.axes
    rows, cols = sheet.labels.shape
    corners = _limits(sheet, look.c(0.5, 0.5, 0.5, 0.6, look.u(0.5, 1.5)))
    stones = _stones(look, paper)
    other = shifted(paper, look.c(-1, 1) * look.u(10, 50))
    if look.p(0.3):
        squares = np.indices((rows, cols)).sum(axis=0) % 2
        for row, col in np.argwhere(squares):
            axes.add_patch(Rectangle((col - 0.5, row - 0.5), 1, 1, facecolor=unit(other), edgecolor="none"))
    ink, width = _ink(look, paper), look.c(0.5, 0.8, 1, 1, 1.5, 2)
    ends = (-0.5, rows - 0.5), (-0.5, cols - 0.5)
    if look.p(0.85):
        axes.vlines(np.arange(cols + 1) - 0.5, *ends[0], colors=[unit(ink)], linewidth=width, zorder=1)
        axes.hlines(np.arange(rows + 1) - 0.5, *ends[1], colors=[unit(ink)], linewidth=width, zorder=1)
    return _with_stones(sheet, stones, paper, corners)


def _ground(sheet: Sheet) -> Colour:
    look = sheet.look
    paper = look.c(
        look.c(*WOOD),
        look.c(*WOOD),
        (255, 255, 255),
        (255, 255, 255),
        sheet.face,
        look.col(look.u(0.55, 1)),
        look.grey(0.05, 0.4),
    )
    sheet.axes.set_facecolor(unit(paper))
    if paper != sheet.face and not sheet.axes.axison:  # axes that are off have no ground of their own
        paper = sheet.face
    return paper


def _limits(sheet: Sheet, pad: float) -> Corners:
    """The reach of the axes, and where their first and last point are seen."""
    look, axes = sheet.look, sheet.axes
    rows, cols = sheet.labels.shape
    axes.set_xlim(-pad, cols - 1 + pad)
    axes.set_ylim(-pad, rows - 1 + pad)
    axes.set_aspect("equal" if look.p(0.75) else "auto", adjustable="box")
    if look.p(0.5):
        axes.invert_yaxis()
        return (0, 0), (cols - 1, rows - 1)
    return (0, rows - 1), (cols - 1, 0)


def _ink(look: Dice, paper: Colour) -> Colour:
    ink = look.c(
        (0, 0, 0), (0, 0, 0), (0, 0, 0), (128, 128, 128), look.grey(0, 0.5), look.col(look.u(0, 0.5))
    )
    return ink if distance(ink, paper) > 0.25 else contrast(paper)


def _lines(sheet: Sheet, paper: Colour) -> None:
    look, axes = sheet.look, sheet.axes
    rows, cols = sheet.labels.shape
    ink, width = unit(_ink(look, paper)), look.c(0.5, 0.8, 1, 1, 1.5, 2)
    how = look.c("plot", "plot", "lines", "lines", "axlines", "grid")
    if how == "grid":
        axes.set_axisbelow(True)
        if not axes.axison:
            how = "lines"
        else:
            axes.set_xticks(range(cols))
            axes.set_yticks(range(rows))
            axes.grid(True, color=ink, linewidth=width, linestyle=look.c("-", "-", "-", "--", ":"))
    if how == "axlines":
        for col in range(cols):
            axes.axvline(col, color=ink, linewidth=width, zorder=1)
        for row in range(rows):
            axes.axhline(row, color=ink, linewidth=width, zorder=1)
    elif how == "plot":
        for col in range(cols):
            axes.plot([col, col], [0, rows - 1], color=ink, linewidth=width, zorder=1)
        for row in range(rows):
            axes.plot([0, cols - 1], [row, row], color=ink, linewidth=width, zorder=1)
    elif how == "lines":
        axes.vlines(range(cols), 0, rows - 1, colors=[ink], linewidth=width, zorder=1)
        axes.hlines(range(rows), 0, cols - 1, colors=[ink], linewidth=width, zorder=1)
    if look.p(0.3) and min(rows, cols) > 6:
        edge = 2 if max(rows, cols) < 13 else 3
        stars = [
            (x, y) for x in (edge, cols // 2, cols - 1 - edge) for y in (edge, rows // 2, rows - 1 - edge)
        ]
        across, down = np.array(stars).T
        axes.scatter(across, down, s=look.u(4, 30), color=[ink], zorder=1.5)


def _stones(look: Dice, paper: Colour) -> Stones:
    chance = look.u(0, 1)
    black: Colour = (0, 0, 0)
    white: Colour = (255, 255, 255)
    if chance > 0.9:
        black, white = look.c(*PAIRS)
    elif chance > 0.6:
        black, white = look.grey(0, 0.25), look.grey(0.8, 1)
    bare = look.p(0.3) and min(distance(black, paper), distance(white, paper)) > 0.25
    return Stones(
        fills=(black, white),
        rim=paper if bare else look.c(contrast(paper), contrast(paper), (128, 128, 128)),
        rim_width=0 if bare else look.c(0.5, 1, 1, 1.5, 2),
        radius=look.c(0.4, 0.45, 0.45, 0.48, look.u(0.2, 0.5)),
        hollow=look.p(0.1) and light(paper) > 0.5 and not bare and chance <= 0.9,
        ordered=light(white) - light(black) >= APART,
    )


def _with_stones(sheet: Sheet, stones: Stones, paper: Colour, corners: Corners) -> Plotted:
    look, axes = sheet.look, sheet.axes
    seen = on_axes(axes, *corners)
    how = look.c("patch", "patch", "patch", "scatter", "scatter", "plot", "plot", "sign", "sign")
    if how == "sign":
        ordered = _signs(sheet, paper, corners)
        return Plotted(seen, ordered)
    if how == "patch":
        _patches(sheet, stones, corners)
    else:
        _marks(sheet, stones, corners, how)
    if look.p(0.12):
        _numbers(sheet, stones, corners)
    if look.p(0.15):
        _last(sheet, stones, corners)
    return Plotted(seen, stones.ordered, None if stones.hollow else stones.fills)


def _places(sheet: Sheet, corners: Corners, colour: int) -> Iterator[tuple[float, float]]:
    """Where on the axes the stones of a colour lie."""
    (_, top), (_, bottom) = corners
    turn = 1 if bottom >= top else -1
    for row, col in np.argwhere(sheet.labels == colour):
        yield float(col), float(top + turn * row)


def _patches(sheet: Sheet, stones: Stones, corners: Corners) -> None:
    look, axes = sheet.look, sheet.axes
    shape = look.c("disc", "disc", "disc", "disc", "square", "hexagon")
    for colour, fill in enumerate(stones.fills, start=1):
        for x, y in _places(sheet, corners, colour):
            patch: Patch
            if shape == "disc":
                patch = Circle((x, y), stones.radius)
            elif shape == "square":
                patch = Rectangle(
                    (x - stones.radius, y - stones.radius), 2 * stones.radius, 2 * stones.radius
                )
            else:
                patch = RegularPolygon((x, y), 6, radius=stones.radius)
            empty = stones.hollow and colour == 2
            patch.set(
                facecolor="none" if empty else unit(fill),
                edgecolor=unit(stones.rim),
                linewidth=stones.rim_width,
                zorder=3,
            )
            axes.add_patch(patch)


def _marks(sheet: Sheet, stones: Stones, corners: Corners, how: str) -> None:
    look, axes = sheet.look, sheet.axes
    size = 2 * stones.radius * step_points(axes)
    mark = look.c("o", "o", "o", "o", "s", "h")
    for colour, fill in enumerate(stones.fills, start=1):
        places = list(_places(sheet, corners, colour))
        if not places:
            continue
        across, down = zip(*places, strict=True)
        face = "none" if stones.hollow and colour == 2 else unit(fill)
        if how == "scatter":
            axes.scatter(
                across, down, s=size**2, marker=mark, facecolors=[face], edgecolors=[unit(stones.rim)],
                linewidths=stones.rim_width, zorder=3,
            )  # fmt: skip
        else:
            axes.plot(
                across, down, mark, markersize=size, markerfacecolor=face, markeredgecolor=unit(stones.rim),
                markeredgewidth=stones.rim_width, zorder=3,
            )  # fmt: skip


def _signs(sheet: Sheet, paper: Colour, corners: Corners) -> bool:
    """Letters for stones; whether they tell black from white."""
    look, axes = sheet.look, sheet.axes
    ink = contrast(paper)
    signs = look.c(*SIGNS)
    size = look.u(0.5, 0.9) * step_points(axes)
    inks = (ink, ink) if look.p(0.7) else look.c(((200, 0, 0), (0, 0, 200)), ((0, 0, 255), (255, 0, 0)))
    if min(distance(one, paper) for one in inks) < 0.4:
        inks = (ink, ink)
    empty, weight = look.c("", "", "", ".", "+", "-"), look.c("normal", "normal", "bold")
    for colour, sign in enumerate((empty, *signs)):
        if not sign:
            continue
        for x, y in _places(sheet, corners, colour):
            axes.text(
                x, y, sign, fontsize=size, color=unit((ink, *inks)[colour]), ha="center", va="center",
                fontweight=weight, zorder=3, clip_on=True,
            )  # fmt: skip
    return not (signs[0] in "●■" and light(paper) < 0.5)


def _numbers(sheet: Sheet, stones: Stones, corners: Corners) -> None:
    size = sheet.look.u(0.6, 1.0) * stones.radius * step_points(sheet.axes)
    share = sheet.look.c(0.3, 1.0)
    for colour, fill in enumerate(stones.fills, start=1):
        ink = (0, 0, 0) if stones.hollow and colour == 2 else contrast(fill)
        for x, y in _places(sheet, corners, colour):
            if sheet.own.p(share):
                number = str(sheet.own.i(1, 80))
                sheet.axes.text(
                    x, y, number, fontsize=size, color=unit(ink), ha="center", va="center", zorder=4
                )


def _last(sheet: Sheet, stones: Stones, corners: Corners) -> None:
    mark, ink = sheet.look.c("o", "s", "x"), sheet.look.c((255, 0, 0), (0, 128, 255), (0, 160, 0))
    size = sheet.look.u(0.5, 1.0) * stones.radius * step_points(sheet.axes)
    places = [place for colour in (1, 2) for place in _places(sheet, corners, colour)]
    if places:
        x, y = sheet.own.c(*places)
        sheet.axes.plot([x], [y], mark, markersize=size, color=unit(ink), zorder=5)
