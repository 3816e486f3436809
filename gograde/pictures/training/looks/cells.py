"""Boards of cells: tables, chessboards and grids of buttons, with a stone in the middle of a cell."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gograde.pictures.training.looks.made import Colour, Dice, Drawn, Labels, light, shifted
from gograde.pictures.training.looks.parts import marks, names, pairs
from gograde.pictures.training.looks.parts.lattice import dotted
from gograde.pictures.training.looks.parts.pieces import Piece
from gograde.pictures.training.looks.parts.sheet import BLACK, WHITE, Sheet, planned

HALF = 0.5  # steps that a board of cells reaches beyond the middle of its outer cells


@dataclass(frozen=True)
class Floor:
    """`kind`: lines, buttons, outlines, plain. `gap` in steps, widths; `other`: every second cell."""

    kind: str
    width: float
    border: float
    gap: float
    bevel: int
    rounded: float
    other: Colour | None
    base: Colour | None
    ink: Colour


def floor(look: Dice, paper: Colour, ink: Colour) -> Floor:
    """The cells of a look."""
    kind = ("lines", "buttons", "outlines", "plain")[look.w((60, 18, 12, 8))]
    width = look.c(1.0, 1.0, 2.0, look.u(1, 5))
    border = width * look.c(2, 3) if look.p(0.2) else width
    gap = look.u(0.02, 0.1)
    bevel = look.i(1, 3) if look.p(0.6) else 0
    rounded = look.u(0.1, 0.3) if look.p(0.25) else 0.0
    near = shifted(paper, look.c(-1, 1) * look.i(10, 60))
    far = look.col()
    other = near if look.p(0.75) or abs(light(far) - light(paper)) > 0.45 else far
    chequered = kind == "plain" or look.p(0.3)
    base = shifted(paper, look.c(-1, 1) * look.i(5, 30)) if look.p(0.5) else None
    line = look.c(ink, ink, WHITE, shifted(paper, -50), shifted(paper, 50))
    if pairs.apart(line, paper) < 15:
        line = ink
    return Floor(kind, width, border, gap, bevel, rounded, other if chequered else None, base, line)


def laid(sheet: Sheet, cells: Floor) -> None:
    """The cells, before the stones."""
    for row, col in sheet.points():
        fill = cells.other if cells.other and (row + col) % 2 else cells.base
        if cells.kind == "buttons":
            _button(sheet, cells, (row, col), fill or sheet.plan.paper)
        elif cells.kind == "outlines":
            box = sheet.cell(row, col, cells.gap)
            r = cells.rounded * sheet.step
            sheet.d.rounded_rectangle(box, r, fill=fill, outline=cells.ink, width=sheet.width(1))
        elif fill is not None:
            sheet.d.rectangle(sheet.cell(row, col), fill=fill)
    if cells.kind == "lines":
        ruled(sheet, cells.ink, sheet.width(cells.width), sheet.width(cells.border))


def ruled(sheet: Sheet, ink: Colour, thick: int, border: int) -> None:
    """The lines between cells and around all of them."""
    most = max(1, round(0.12 * sheet.step))
    first, last = sheet.cell(0, 0), sheet.cell(sheet.rows - 1, sheet.cols - 1)
    for col in range(sheet.cols + 1):
        x = round(sheet.x + (col - HALF) * sheet.dx)
        width = min(border if col in (0, sheet.cols) else thick, most)
        sheet.d.line((x, first[1], x, last[3]), fill=ink, width=width)
    for row in range(sheet.rows + 1):
        y = round(sheet.y + (row - HALF) * sheet.dy)
        width = min(border if row in (0, sheet.rows) else thick, most)
        sheet.d.line((first[0], y, last[2], y), fill=ink, width=width)


def _button(sheet: Sheet, cells: Floor, point: tuple[int, int], fill: Colour) -> None:
    left, top, right, bottom = sheet.cell(*point, cells.gap)
    if cells.rounded and not cells.bevel:
        sheet.d.rounded_rectangle((left, top, right, bottom), cells.rounded * sheet.step, fill=fill)
    else:
        sheet.d.rectangle((left, top, right, bottom), fill=fill)
    width = sheet.width(max(1, cells.bevel))
    if cells.bevel:
        sheet.d.line((left, bottom, left, top, right, top), fill=shifted(fill, 45), width=width)
        sheet.d.line((left, bottom, right, bottom, right, top), fill=shifted(fill, -60), width=width)
    else:
        sheet.d.rectangle((left, top, right, bottom), outline=shifted(fill, -40), width=width)


def draw(look: Dice, own: Dice, labels: Labels) -> Drawn:
    """One board of cells with stones in them."""
    called = names.chosen(look, 0.3)
    plan = planned(look, labels, names.room(called, HALF, cut=False))
    cells = floor(look, plan.paper, plan.ink)
    pair = _pair(look, pairs.Ground(plan.paper, plan.ink), cells)
    added = marks.chosen(look)
    plan = replace(plan, edge=max(plan.edge, HALF))
    sheet = Sheet(plan, labels)
    laid(sheet, cells)
    if look.p(0.1):
        dotted(sheet, look.c("all", "five"), look.u(0.06, 0.45 * pair.radius), look.c(BLACK, WHITE, plan.ink))
    marks.placed(sheet, pair, added, own)
    names.drawn(sheet, called, HALF)
    return sheet.done(pair.ordered)


def _pair(look: Dice, ground: pairs.Ground, cells: Floor) -> pairs.Pair:
    """Stones inside their cells; sometimes squares that fill them."""
    pair = pairs.chosen(look, ground)
    pair = replace(pair, radius=min(pair.radius, 0.47))
    filling, rounded = look.p(0.13), look.p(0.4)
    if "cross" in (pair.black.shape, pair.white.shape):
        return pair
    if filling:
        shape, radius = ("round", 0.44) if rounded else ("square", 0.5 - cells.gap)
        black, white = replace(pair.black, shape=shape), replace(pair.white, shape=shape)
        pair = replace(pair, black=black, white=white, radius=radius)
    if cells.other is None and cells.base is None:
        return pair
    rim = BLACK if not ground.dark else WHITE
    return replace(pair, black=_seen(pair.black, cells, rim), white=_seen(pair.white, cells, rim))


def _seen(piece: Piece, cells: Floor, rim: Colour) -> Piece:
    """A rim where the stone is hardly another colour than a cell."""
    floors = [colour for colour in (cells.other, cells.base) if colour is not None]
    if piece.fill is None or piece.rim is not None:
        return piece
    if min(pairs.apart(piece.fill, colour) for colour in floors) < pairs.CLEAR:
        return replace(piece, rim=rim, rim_width=max(piece.rim_width, 0.06))
    return piece
