"""The names of columns and rows at the sides of a board."""

from __future__ import annotations

from dataclasses import dataclass

from gograde.pictures.training.looks.made import Colour, Dice, fonts
from gograde.pictures.training.looks.parts.sheet import Margins, Sheet

COLUMNS = ("ABCDEFGHJKLMNOPQRST", "ABCDEFGHIJKLMNOPQRS", "abcdefghijklmnopqrs")


@dataclass(frozen=True)
class Names:
    """`away` and `size` in steps; `sides`: left, top, right, bottom."""

    sides: tuple[bool, bool, bool, bool]
    across: str
    down: str
    first: int
    upwards: bool
    away: float
    size: float
    font: str
    colour: Colour | None


def chosen(look: Dice, chance: float) -> Names:
    """The names of a look; mostly on two sides or on all."""
    some = look.p(chance)
    ways = (
        (True, True, False, False),
        (True, False, False, True),
        (True, True, True, True),
        (look.p(0.5), look.p(0.5), look.p(0.5), look.p(0.5)),
    )
    sides = ways[look.w((4, 3, 4, 2))]
    across = COLUMNS[look.w((6, 2, 2))] if look.p(0.7) else ""
    down = "" if look.p(0.88) else COLUMNS[look.w((2, 1, 4))]
    return Names(
        sides if some else (False, False, False, False),
        across,
        down,
        look.c(0, 1, 1),
        look.p(0.6),
        look.u(0.62, 1.0),
        look.u(0.25, 0.52),
        look.c(*fonts()),
        look.col(look.u(0, 0.8)) if look.p(0.1) else None,
    )


def room(names: Names, half: float, cut: bool) -> Margins:
    """The margins that the names need. `half`: how far the board itself reaches, in steps."""
    far = half + names.away + 0.35
    left, top, right, bottom = (far if side else half for side in names.sides)
    return Margins(left, top, right, bottom, cut and not any(names.sides))


def drawn(sheet: Sheet, names: Names, half: float) -> None:
    """Names in the margins that have them."""
    left, top, right, bottom = names.sides
    far_x, far_y = (half + names.away) * sheet.dx, (half + names.away) * sheet.dy
    for col in range(sheet.cols):
        x = sheet.at(0, col)[0]
        text = _name(names, names.across, col)
        for wanted, y in ((top, sheet.y - far_y), (bottom, sheet.bottom + far_y)):
            if wanted:
                _written(sheet, names, (x, y), text)
    for row in range(sheet.rows):
        y = sheet.at(row, 0)[1]
        text = _name(names, names.down, sheet.rows - 1 - row if names.upwards else row)
        for wanted, x in ((left, sheet.x - far_x), (right, sheet.right + far_x)):
            if wanted:
                _written(sheet, names, (x, y), text)


def _name(names: Names, letters: str, number: int) -> str:
    return letters[number] if number < len(letters) else str(number + names.first)


def _written(sheet: Sheet, names: Names, place: tuple[float, float], text: str) -> None:
    on_window = sheet.plan.edge < names.away
    colour = names.colour or sheet.plan.ink
    if on_window:
        bright = sum(sheet.plan.window) / 765
        colour = (0, 0, 0) if bright > 0.5 else (255, 255, 255)
    sheet.write(place, text, names.font, names.size * sheet.step, colour)
