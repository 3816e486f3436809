"""Boards of letters (X and O, B and W, 1 and 2, discs of a font): in cells, on lines, in rings or bare."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from gograde.pictures.training.looks import cells
from gograde.pictures.training.looks.made import (
    Colour,
    Dice,
    Drawn,
    Labels,
    fixed_fonts,
    font,
    fonts,
    light,
    mixed,
)
from gograde.pictures.training.looks.parts import lattice, names, text
from gograde.pictures.training.looks.parts.pairs import CLEAR, apart, told_apart
from gograde.pictures.training.looks.parts.sheet import Plan, Sheet, planned

LETTERS = ("XO", "XO", "BW", "BW", "xo", "bw", "#O", "@O", "*o", "12", "12", "1-1", "●○", "●○", "■□")
"""Black's sign, and white's after it."""
EMPTY = ("", "", ".", ".", "·", "+", "-", "_")
DIGITS = ("0", "0", "0", ".", "")


@dataclass(frozen=True)
class Signs:
    """What is written; `colours` of empty, black, white; `size` in steps."""

    texts: tuple[str, str, str]
    colours: tuple[Colour, Colour, Colour]
    font: str
    size: float
    ring: float
    filled: bool
    ordered: bool


def draw(look: Dice, own: Dice, labels: Labels) -> Drawn:
    """One board of letters: as text of a terminal, or in a grid."""
    if look.p(0.4):
        return text.draw(look, own, labels)
    called = names.chosen(look, 0.3)
    on_lines, bare = look.p(0.3), look.p(0.2)
    half = 0.4 if on_lines else cells.HALF
    plan = planned(look, labels, names.room(called, half, cut=False))
    plan = replace(plan, edge=max(plan.edge, cells.HALF))
    floor = cells.floor(look, plan.paper, plan.ink)
    lines = lattice.chosen(look, plan.ink, 0.3)
    in_cells = not bare and not on_lines
    grounds = [colour for colour in (floor.other, floor.base) if colour is not None and in_cells]
    grounds.append(plan.paper)
    plan = replace(plan, ink=readable(plan.ink, grounds))
    signs = _signs(look, plan, grounds)
    sheet = Sheet(plan, labels)
    if in_cells:
        cells.laid(sheet, floor)
    elif not bare:
        lattice.drawn(sheet, replace(lines, frame="none", stars="none"))
    _written(sheet, signs, on_lines and not bare)
    names.drawn(sheet, called, half)
    return sheet.done(signs.ordered)


def _signs(look: Dice, plan: Plan, grounds: list[Colour]) -> Signs:
    pair = look.c(*LETTERS)
    black, white = pair[0], pair[1:]
    drawn_signs = black in "●■"
    digits = black == "1"
    empty = look.c(*DIGITS) if digits else look.c(*EMPTY)
    name = look.c(*fixed_fonts()) if drawn_signs or empty == "·" else look.c(*fonts())
    ring = look.u(0.4, 0.48) if look.p(0.2) and not drawn_signs else 0.0
    size = look.u(0.4, 0.55) if ring else look.u(0.5, 0.95)
    colours = sign_colours(look, grounds, plan.ink)
    filled = ring > 0 and told_apart(colours[1], colours[2])
    told = not drawn_signs or light(plan.paper) > light(colours[1])
    return Signs((empty, black, white), colours, name, size, ring, filled, told)


def readable(ink: Colour, grounds: list[Colour]) -> Colour:
    """Letters are thin: they need more contrast than stones, on each of the colours below them."""
    if all(abs(light(ink) - light(ground)) > 0.3 for ground in grounds):
        return ink
    middle = sum(light(ground) for ground in grounds) / len(grounds)
    return (0, 0, 0) if middle > 0.45 else (255, 255, 255)


def sign_colours(look: Dice, grounds: list[Colour], ink: Colour) -> tuple[Colour, Colour, Colour]:
    """The colours of empty, black and white signs: most programs write all in one ink."""
    one, other, faint = look.col(), look.col(), look.p(0.2)
    famous = look.c(((200, 30, 30), (30, 60, 200)), ((0, 0, 0), (255, 255, 255)), (one, other))
    clear = min(apart(sign, ground) for sign in famous for ground in grounds) > CLEAR
    coloured = look.p(0.3) and clear
    empty = mixed(ink, grounds[-1], 0.5) if faint else ink
    return (empty, *famous) if coloured else (empty, ink, ink)


def _written(sheet: Sheet, signs: Signs, on_lines: bool) -> None:
    ring = signs.ring * sheet.step
    stamps = [_stamp(sheet, signs, label) for label in (0, 1, 2)]
    for row, col in sheet.points():
        label = int(sheet.labels[row, col])
        if not signs.texts[label]:
            continue
        x, y = (round(place) for place in sheet.at(row, col))
        if on_lines and label and not ring:
            r = round(0.6 * signs.size * sheet.step)
            sheet.d.rectangle((x - r, y - r, x + r, y + r), fill=sheet.plan.paper)
        if on_lines and not label:
            continue
        if ring and label:
            r = round(ring)
            fill = signs.colours[label] if signs.filled else sheet.plan.paper if on_lines else None
            box = (x - r, y - r, x + r, y + r)
            sheet.d.ellipse(box, fill=fill, outline=sheet.plan.ink, width=sheet.thin)
        mask = stamps[label]
        colour = signs.colours[label]
        if signs.filled and label:
            colour = (0, 0, 0) if light(colour) > 0.5 else (255, 255, 255)
        half = mask.width // 2
        sheet.image.paste(colour, (x - half, y - half), mask)


def _stamp(sheet: Sheet, signs: Signs, label: int) -> Image.Image:
    """A sign as a mask of odd size, drawn once."""
    half = round(sheet.step)
    mask = Image.new("L", (2 * half + 1, 2 * half + 1), 0)
    written = font(signs.font, max(6, round(signs.size * sheet.step)))
    ImageDraw.Draw(mask).text((half, half), signs.texts[label], fill=255, font=written, anchor="mm")
    return mask
