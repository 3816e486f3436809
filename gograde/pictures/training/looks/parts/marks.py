"""What programs add to a position: numbers, letters, the last move, points where one may play."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from gograde.pictures.training.looks.made import Colour, Dice, fonts, light
from gograde.pictures.training.looks.parts.pairs import Pair, apart
from gograde.pictures.training.looks.parts.pieces import sprite
from gograde.pictures.training.looks.parts.sheet import BLACK, WHITE, Sheet

SIGNS = ("A", "B", "C", "x", "T", "1", "?")


@dataclass(frozen=True)
class Marks:
    """Shares are of the stones, or of the empty points."""

    numbered: float
    lettered: float
    triangles: float
    last: str
    last_colour: Colour | None
    last_size: float
    legal: str
    legal_colour: Colour
    legal_size: float
    legal_share: float
    counted: float
    jitter: float
    font: str
    size: float


def chosen(look: Dice, busy: float = 1.0) -> Marks:
    """The marks of a look; `busy`: how much likelier than usual they are."""
    some = [look.p(chance * busy) for chance in (0.11, 0.05, 0.04, 0.28, 0.12, 0.06)]
    kinds = ("dot", "ring", "cross", "square", "triangle")
    last = look.c(*kinds)
    legal = look.c("dot", "ring", "cross", "square")
    return Marks(
        look.c(1.0, 1.0, look.u(0.05, 0.5)) if some[0] else 0.0,
        look.u(0.05, 0.5) if some[1] else 0.0,
        look.u(0.05, 0.4) if some[2] else 0.0,
        last if some[3] else "",
        look.c((255, 0, 0), (32, 96, 208), (0, 160, 0), (255, 140, 0), None, None),
        look.u(0.2, 0.55),
        legal if some[4] else "",
        look.c((255, 0, 0), (0, 128, 0), (60, 60, 220), (120, 120, 120), (0, 160, 160)),
        look.u(0.06, 0.17),
        look.u(0.03, 0.5),
        look.u(0.03, 0.3) if some[5] else 0.0,
        look.u(0, 0.05) if look.p(0.08) else 0.0,
        look.c(*fonts()),
        look.u(0.7, 1.1),
    )


def placed(sheet: Sheet, pair: Pair, marks: Marks, own: Dice) -> None:
    """The stones of the position where they stand, with their marks; marks of empty points."""
    radius = pair.radius * sheet.step
    pictures = {1: sprite(pair.black, radius, sheet.thin), 2: sprite(pair.white, radius, sheet.thin)}
    stones = [point for point in sheet.points() if sheet.labels[point]]
    last = own.c(*stones) if stones and marks.last else None
    for number, (row, col) in enumerate(stones, 1):
        x, y = sheet.at(row, col)
        if marks.jitter:
            x, y = x + own.u(-1, 1) * marks.jitter * sheet.step, y + own.u(-1, 1) * marks.jitter * sheet.step
        label = int(sheet.labels[row, col])
        set_down(sheet, pictures[label], (x, y))
        contrast = on_stone(pair, label, sheet.plan.ink)
        _said(sheet, marks, own, ((x, y), radius, contrast, number))
        if (row, col) == last:
            colour = marks.last_colour or contrast
            _sign(sheet, marks.last, ((x, y), max(1.0, marks.last_size * radius), colour))
    if marks.legal or marks.counted:
        _on_empty(sheet, marks, own)


def set_down(sheet: Sheet, picture: Image.Image, place: tuple[float, float]) -> None:
    """A stone with its middle at a place."""
    half = picture.width // 2
    sheet.image.paste(picture, (round(place[0]) - half, round(place[1]) - half), picture)


def on_stone(pair: Pair, label: int, ink: Colour) -> Colour:
    """What can be read on this stone."""
    piece = pair.of(label)
    if piece.shape == "cross" or piece.fill is None:
        return ink
    return BLACK if light(piece.fill) > 0.5 else WHITE


Spot = tuple[tuple[float, float], float, Colour]


def _said(
    sheet: Sheet, marks: Marks, own: Dice, stone: tuple[tuple[float, float], float, Colour, int]
) -> None:
    place, radius, colour, number = stone
    if marks.numbered and own.p(marks.numbered):
        sheet.write(place, str(number), marks.font, marks.size * radius, colour)
    elif marks.lettered and own.p(marks.lettered):
        sheet.write(place, own.c(*SIGNS), marks.font, marks.size * radius, colour)
    elif marks.triangles and own.p(marks.triangles):
        _sign(sheet, "triangle", (place, radius * 0.55, colour))


def _sign(sheet: Sheet, kind: str, spot: Spot) -> None:
    (x, y), r, colour = spot
    thick = sheet.width(1.5)
    box = (round(x - r), round(y - r), round(x + r), round(y + r))
    if kind == "dot":
        sheet.d.ellipse(box, fill=colour)
    elif kind == "square":
        sheet.d.rectangle(box, fill=colour)
    elif kind == "triangle":
        corners = [(x, y - r), (x + 0.87 * r, y + 0.5 * r), (x - 0.87 * r, y + 0.5 * r)]
        sheet.d.polygon(corners, outline=colour, width=thick)
    elif kind == "ring":
        sheet.d.ellipse(
            [round(x - 1.3 * r), round(y - 1.3 * r), round(x + 1.3 * r), round(y + 1.3 * r)],
            outline=colour,
            width=thick,
        )
    else:
        sheet.d.line(box, fill=colour, width=thick)
        sheet.d.line((box[0], box[3], box[2], box[1]), fill=colour, width=thick)


def _on_empty(sheet: Sheet, marks: Marks, own: Dice) -> None:
    colour = marks.legal_colour
    if apart(colour, sheet.plan.paper) < 60:
        colour = sheet.plan.ink
    for row, col in sheet.points():
        if sheet.labels[row, col]:
            continue
        place = sheet.at(row, col)
        if marks.legal and own.p(marks.legal_share):
            _sign(sheet, marks.legal, (place, max(1.0, marks.legal_size * sheet.step), colour))
        elif marks.counted and own.p(marks.counted):
            size = marks.size * 0.35 * sheet.step
            sheet.write(place, str(own.i(0, 99)), marks.font, size, sheet.plan.ink)
