"""Boards as filled cells, in the way of a map of heat: the colour of a cell is its stone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gograde.pictures.training.looks import cells
from gograde.pictures.training.looks.made import Colour, Dice, Drawn, Labels, fonts, light, shifted
from gograde.pictures.training.looks.parts import names
from gograde.pictures.training.looks.parts.pairs import CLEAR, apart, told_apart
from gograde.pictures.training.looks.parts.sheet import BLACK, WHITE, Sheet, planned

Fills = tuple[Colour, Colour, Colour]
"""Of empty, black and white cells."""

FAMOUS: tuple[Fills, ...] = (
    ((221, 221, 221), (59, 76, 192), (180, 4, 38)),
    ((255, 255, 255), (0, 0, 255), (255, 0, 0)),
    ((33, 145, 140), (68, 1, 84), (253, 231, 37)),
    ((247, 247, 247), (178, 24, 43), (33, 102, 172)),
    ((68, 1, 84), (33, 145, 140), (253, 231, 37)),
    ((34, 139, 34), (0, 0, 0), (255, 255, 255)),
    ((128, 128, 128), (0, 0, 0), (255, 255, 255)),
    ((188, 55, 84), (0, 0, 4), (252, 255, 164)),
)
NUMBERS = (
    ("0", "1", "-1"),
    ("0", "1", "2"),
    ("0", "-1", "1"),
    ("0.0", "1.0", "-1.0"),
    ("", "B", "W"),
    (".", "X", "O"),
    ("0", "1", "2"),
)


@dataclass(frozen=True)
class Writing:
    """What stands in the cells; `colour` None: what can be read on each. `size` in steps."""

    texts: tuple[str, str, str]
    colour: Colour | None
    font: str
    size: float


def draw(look: Dice, own: Dice, labels: Labels) -> Drawn:
    """One board of filled cells."""
    called = names.chosen(look, 0.35)
    plan = planned(look, labels, names.room(called, cells.HALF, cut=False))
    fills = _fills(look, plan.paper)
    writing = _writing(look, fills) if look.p(0.35) else None
    line = look.c(plan.ink, WHITE, BLACK, fills[0], shifted(fills[0], 40)) if look.p(0.55) else None
    width, gap = look.c(1.0, 1.0, 2.0, look.u(1, 4)), look.u(0.02, 0.12) if look.p(0.2) else 0.0
    plan = replace(plan, edge=max(plan.edge, cells.HALF))
    sheet = Sheet(plan, labels)
    for row, col in sheet.points():
        sheet.d.rectangle(sheet.cell(row, col, gap), fill=fills[int(labels[row, col])])
    if line is not None:
        cells.ruled(sheet, line, sheet.width(width), sheet.width(width))
    if writing is not None:
        _written(sheet, writing, fills)
    names.drawn(sheet, called, cells.HALF)
    lettered = writing is not None and writing.texts[1] in "BX"
    against = told_apart(fills[2], fills[1])
    return sheet.done(told_apart(fills[1], fills[2]) or (lettered and not against))


def _fills(look: Dice, paper: Colour) -> Fills:
    """Three colours that a person can tell apart; mostly black and white beside a third."""
    black, white = look.c(BLACK, look.grey(0, 0.2)), look.c(WHITE, look.grey(0.85, 1))
    famous = look.c(*FAMOUS)
    turned = look.p(0.3)
    odd: Fills = (look.col(), look.col(), look.col())
    ways: tuple[Fills, ...] = (
        (look.grey(0.35, 0.65), black, white),
        (paper, black, white),
        (look.col(look.u(0.4, 0.8)), black, white),
        (famous[0], famous[2], famous[1]) if turned else famous,
        odd,
    )
    fills = ways[look.w((25, 30, 15, 22, 8))]
    nearest = min(apart(fills[0], fills[1]), apart(fills[1], fills[2]), apart(fills[0], fills[2]))
    return fills if nearest > CLEAR * 0.7 else ((150, 140, 120), black, white)


def _writing(look: Dice, fills: Fills) -> Writing:
    texts = look.c(*NUMBERS)
    wide = max(len(text) for text in texts)
    fixed = look.c((200, 30, 30), BLACK, WHITE)
    legible = min(apart(fixed, fill) for fill in fills) > CLEAR
    size = look.u(0.3, 0.6) / max(1.0, wide / 2)
    return Writing(texts, fixed if legible and look.p(0.5) else None, look.c(*fonts()), size)


def _written(sheet: Sheet, writing: Writing, fills: Fills) -> None:
    for row, col in sheet.points():
        label = int(sheet.labels[row, col])
        colour = writing.colour or (WHITE if light(fills[label]) < 0.5 else BLACK)
        place = sheet.at(row, col)
        sheet.write(place, writing.texts[label], writing.font, writing.size * sheet.step, colour)
