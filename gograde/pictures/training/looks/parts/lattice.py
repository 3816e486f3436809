"""The lines of a board, their ends, its frame and its star points."""

from __future__ import annotations

from dataclasses import dataclass

from gograde.pictures.training.looks.made import Colour, Dice, shifted
from gograde.pictures.training.looks.parts.sheet import BLACK, WHITE, Sheet

LARGE = 0.35  # radius of stones in steps from which on star points may be large dots

Segment = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Lines:
    """Widths in pixels, lengths in steps. `kind`: full, dashed, gaps, crosses, rows, dots, none."""

    kind: str
    width: float
    border: float
    beyond: float
    frame: str
    away: float
    stars: str
    star: float
    star_ink: Colour
    seed: int
    ink: Colour


def chosen(look: Dice, ink: Colour, radius: float) -> Lines:
    """Lines for stones of this radius (in steps)."""
    kinds = ("full", "dashed", "gaps", "crosses", "rows", "dots", "none")
    kind = kinds[look.w((80, 4, 4, 3, 2, 4, 2.5))]
    width = look.c(1.0, 1.0, 1.0, 2.0, 3.0, look.u(1, 4))
    border = width * look.c(2, 3, 4) if look.p(0.22) else width
    beyond = look.c(look.u(0, 0.5), 9.0) if look.p(0.07) else 0.0
    frame = ("none", "box", "double", "thick")[look.w((78, 10, 5, 7))]
    away = look.u(0.45, 0.75) if look.p(0.7) else look.u(0.08, 0.2)
    stars = ("none", "all", "five", "centre")[look.w((50, 22, 22, 6))]
    star = look.u(0.15, 0.55 * radius) if radius > LARGE and look.p(0.12) else look.u(0.05, 0.15)
    if radius < 0.24:
        stars, width, border = "none", min(width, 1.0), min(border, 2.0)
        away = max(away, 0.45)
    star_ink = look.c(WHITE, BLACK, look.col()) if look.p(0.12) else ink
    return Lines(kind, width, border, beyond, frame, away, stars, star, star_ink, look.i(1, 2**31), ink)


def drawn(sheet: Sheet, lines: Lines) -> None:
    """All of it, before the stones."""
    thick = min(sheet.width(lines.width), max(1, round(0.13 * sheet.step)))
    border = min(sheet.width(lines.border), max(1, round(0.25 * sheet.step)))
    for number, segment in enumerate(_across(sheet, lines.beyond)):
        outer = number in (0, sheet.rows - 1)
        _line(sheet, lines, segment, border if outer else thick)
    if lines.kind != "rows":
        for number, segment in enumerate(_down(sheet, lines.beyond)):
            outer = number in (0, sheet.cols - 1)
            _line(sheet, lines, segment, border if outer else thick)
    if lines.kind == "dots":
        _dots(sheet, lines)
    _framed(sheet, lines)
    if lines.kind not in ("none", "dots"):
        _stars(sheet, lines)


def _across(sheet: Sheet, beyond: float) -> list[Segment]:
    far = beyond * sheet.dx
    return [
        ((sheet.x - far, sheet.at(row, 0)[1]), (sheet.right + far, sheet.at(row, 0)[1]))
        for row in range(sheet.rows)
    ]


def _down(sheet: Sheet, beyond: float) -> list[Segment]:
    far = beyond * sheet.dy
    return [
        ((sheet.at(0, col)[0], sheet.y - far), (sheet.at(0, col)[0], sheet.bottom + far))
        for col in range(sheet.cols)
    ]


def _line(sheet: Sheet, lines: Lines, segment: Segment, width: int) -> None:
    (x, y), (u, v) = segment
    if lines.kind in ("none", "dots"):
        return
    if lines.kind in ("full", "rows"):
        sheet.d.line((round(x), round(y), round(u), round(v)), fill=lines.ink, width=width)
        return
    for start, end in _shares(sheet, lines, segment):
        ends = (x + (u - x) * start, y + (v - y) * start, x + (u - x) * end, y + (v - y) * end)
        sheet.d.line([round(place) for place in ends], fill=lines.ink, width=width)


def _shares(sheet: Sheet, lines: Lines, segment: Segment) -> list[tuple[float, float]]:
    """Which parts of a line are drawn, as shares of its length."""
    (x, y), (u, v) = segment
    length = max(abs(u - x), abs(v - y), 1.0)
    if lines.kind == "dashed":
        count = max(2, int(length / (sheet.thin * (4 + lines.seed % 4))))
        return [(part / count, (part + 1) / count) for part in range(0, count, 2)]
    steps = (sheet.cols if abs(u - x) > abs(v - y) else sheet.rows) - 1
    if lines.kind == "gaps":
        dice = Dice(lines.seed + round(x * 7 + y * 13))
        return [(part / steps, (part + 1) / steps) for part in range(steps) if dice.p(0.75)]
    arm = 0.15 + (lines.seed % 100) / 400
    return [(max(0.0, (part - arm) / steps), min(1.0, (part + arm) / steps)) for part in range(steps + 1)]


def _dots(sheet: Sheet, lines: Lines) -> None:
    r = max(1, round(0.07 * sheet.step))
    for row, col in sheet.points():
        x, y = sheet.at(row, col)
        sheet.d.ellipse((round(x) - r, round(y) - r, round(x) + r, round(y) + r), fill=lines.ink)


def _framed(sheet: Sheet, lines: Lines) -> None:
    if lines.frame == "none":
        return
    far_x, far_y = lines.away * sheet.dx, lines.away * sheet.dy
    box = (
        round(sheet.x - far_x),
        round(sheet.y - far_y),
        round(sheet.right + far_x),
        round(sheet.bottom + far_y),
    )
    thick = max(2, round(0.12 * sheet.step)) if lines.frame == "thick" else sheet.width(lines.width)
    sheet.d.rectangle(box, outline=lines.ink, width=thick)
    if lines.frame == "double":
        by = max(3, round(0.1 * sheet.step))
        outer = (box[0] - by, box[1] - by, box[2] + by, box[3] + by)
        sheet.d.rectangle(outer, outline=shifted(lines.ink, 20), width=thick)


def _stars(sheet: Sheet, lines: Lines) -> None:
    if lines.stars != "none":
        dotted(sheet, lines.stars, lines.star, lines.star_ink)


def dotted(sheet: Sheet, which: str, radius: float, ink: Colour) -> None:
    """Dots of this radius (in steps) on the star points."""
    r = max(1 if sheet.thin == 1 else 2, round(radius * sheet.step))
    for row, col in star_points(sheet.rows, sheet.cols, which):
        x, y = sheet.at(row, col)
        sheet.d.ellipse((round(x) - r, round(y) - r, round(x) + r, round(y) + r), fill=ink)


def star_points(rows: int, cols: int, which: str) -> list[tuple[int, int]]:
    """Where a board of this size has its star points: all nine, five, or its middle."""
    middle = (rows // 2, cols // 2)
    if which == "centre" or min(rows, cols) < 7:
        return [middle]
    edge = 3 if min(rows, cols) >= 13 else 2
    down, across = (edge, rows // 2, rows - 1 - edge), (edge, cols // 2, cols - 1 - edge)
    corners = [(row, col) for row in (down[0], down[2]) for col in (across[0], across[2])]
    if which == "five":
        return [*corners, middle]
    return [(row, col) for row in down for col in across]
