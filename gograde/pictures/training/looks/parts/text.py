"""Boards as the text of a terminal: letters of one width, with or without names, or with box signs."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

from gograde.pictures.training.looks.made import (
    Colour,
    Dice,
    Drawn,
    Labels,
    Placed,
    fixed_fonts,
    font,
    light,
)
from gograde.pictures.training.looks.parts.names import COLUMNS

PAIRS = ("XO", "XO", "BW", "xo", "bw", "#O", "@O", "●○", "■□", "12", "12", "1-1")
"""Black's sign, and white's after it."""
FENCES = (("", " ", ""), ("", " ", ""), ("|", "|", "|"), ("[", ",", "]"), ("[", " ", "]"), ("| ", " ", " |"))
EMPTY = (".", ".", ".", "+", "·", "-", "_")
SCREENS: tuple[tuple[Colour, Colour], ...] = (
    ((255, 255, 255), (0, 0, 0)),
    ((255, 255, 255), (40, 40, 40)),
    ((12, 12, 12), (204, 204, 204)),
    ((0, 0, 0), (0, 230, 0)),
    ((48, 10, 36), (238, 238, 236)),
    ((0, 43, 54), (147, 161, 161)),
    ((253, 246, 227), (88, 110, 117)),
    ((30, 30, 30), (220, 220, 220)),
)


@dataclass(frozen=True)
class Script:
    """How a position is written down. `pitch`: letters from one column to the next."""

    signs: tuple[str, str, str]
    pitch: int
    boxed: bool
    fences: tuple[str, str, str]
    """What stands before a row, between two columns (one letter of the pitch), and after a row."""
    rows_named: bool
    columns_named: str
    upwards: bool


@dataclass(frozen=True)
class Type:
    """The font, its size in pixels, the height of a line in sizes, the colours of empty, black, white."""

    font: ImageFont.FreeTypeFont
    line: float
    paper: Colour
    ink: Colour
    colours: tuple[Colour, Colour, Colour]


def draw(look: Dice, own: Dice, labels: Labels) -> Drawn:
    """One board of text."""
    script = _script(look)
    face = _type(look, script)
    left, top = look.u(0, 40), look.u(0, 40)
    more = look.u(0, 60), look.u(0, 40)
    advance = face.font.getlength("0")
    before = _before(script)
    dx, dy = advance * script.pitch, float(round(face.line))
    rows, cols = labels.shape
    x = left + (len(before) + 0.5) * advance
    above = dy if script.columns_named else 0.0
    y = round(top + above + 0.5 * dy)
    size = (
        round(x + cols * dx + len(script.fences[2]) * advance + more[0]),
        round(y + (rows + 0.5) * dy + more[1]),
    )
    image = Image.new("RGB", size, face.paper)
    page = Page(ImageDraw.Draw(image), script, face, advance)
    _names(page, (x, y, dx, dy), labels)
    middle = _middle(face.font, script)
    for row in range(rows):
        _row(page, (x, y + row * dy - middle), labels, row)
    solid = script.signs[1] in "●■"
    ordered = not solid or light(face.paper) > light(face.colours[1])
    return Drawn(image, (Placed(x, dx, float(y), dy, labels),), ordered)


def _script(look: Dice) -> Script:
    pair = look.c(*PAIRS)
    boxed, ascii_lines = look.p(0.22), look.p(0.08)
    empty = "0" if pair[0] == "1" and look.p(0.8) else look.c(*EMPTY)
    pitch = 4 if ascii_lines else look.c(2, 2, 2, 2, 3, 1)
    fences = look.c(*FENCES)
    if pitch == 1 or boxed:
        fences = ("", " ", "")
    if pair == "1-1":
        pitch = max(pitch, 3)
    if boxed:
        pair = look.c("●○", "●○", "XO", "BW")
        empty, pitch = "┼", look.c(2, 2, 4)
    named = look.p(0.4)
    columns = look.c(*COLUMNS, "012345678", "123456789") if named and look.p(0.85) else ""
    return Script((empty, pair[0], pair[1:]), pitch, boxed, fences, named, columns, look.p(0.6))


def _type(look: Dice, script: Script) -> Type:
    name = look.c(*fixed_fonts())
    wide = look.i(9, 32) if script.pitch > 1 else look.i(16, 44)
    written = font(name, max(wide, 20 // script.pitch))
    line = wide * (1.17 if script.boxed else look.u(1.0, 1.7))
    paper, ink = look.c(*SCREENS) if look.p(0.8) else (look.grey(0.8, 1), look.grey(0, 0.3))
    dim = (paper[0] + ink[0]) // 2, (paper[1] + ink[1]) // 2, (paper[2] + ink[2]) // 2
    empty = dim if look.p(0.2) else ink
    coloured = look.c(((220, 50, 50), (60, 110, 230)), ((220, 160, 0), (0, 160, 160)))
    black, white = coloured if look.p(0.15) else (ink, ink)
    return Type(written, max(line, 10), paper, ink, (empty, black, white))


def _before(script: Script) -> str:
    return ("   " if script.rows_named else "") + script.fences[0]


def _middle(face: ImageFont.FreeTypeFont, script: Script) -> float:
    """How far the middle of a sign lies above its base line (negative: as in pictures)."""
    boxes = [face.getbbox(sign, anchor="ls") for sign in (("┼",) if script.boxed else script.signs[1:])]
    return sum((box[1] + box[3]) / 2 for box in boxes) / len(boxes)


@dataclass(frozen=True)
class Page:
    """What is written on; `advance`: pixels from one letter to the next."""

    d: ImageDraw.ImageDraw
    script: Script
    face: Type
    advance: float

    def put(self, place: tuple[float, float], words: str, colour: Colour, anchor: str = "ls") -> None:
        """Words that start at a place on their base line."""
        if words.strip():
            self.d.text(place, words, fill=colour, font=self.face.font, anchor=anchor)


def _names(page: Page, place: tuple[float, float, float, float], labels: Labels) -> None:
    x, y, dx, dy = place
    rows, cols = labels.shape
    called = page.script.columns_named
    if called:
        for col in range(cols):
            name = called[col] if col < len(called) else str(col % 10)
            page.put((x + col * dx, y - dy), name, page.face.ink, "mm")
    if page.script.rows_named:
        far = x - (len(page.script.fences[0]) + 2) * page.advance
        for row in range(rows):
            name = str(rows - row if page.script.upwards else row)
            page.put((far, y + row * dy), name, page.face.ink, "mm")


def _row(page: Page, place: tuple[float, float], labels: Labels, row: int) -> None:
    """One line of text; `place`: the middle of its first sign, on the base line."""
    script, advance = page.script, page.advance
    start, base = place[0] - advance / 2, place[1]
    rows, cols = labels.shape
    page.put((start - len(script.fences[0]) * advance, base), script.fences[0], page.face.ink)
    for col in range(cols):
        at = start + col * script.pitch * advance
        label = int(labels[row, col])
        sign = script.signs[label]
        if script.boxed and not label:
            sign = _box_sign((row, rows), (col, cols))
        page.put((at - (len(sign) - 1) * advance, base), sign, page.face.colours[label])
        if col < cols - 1 and script.pitch > 1:
            between = "─" * (script.pitch - 1) if script.boxed else script.fences[1]
            page.put((at + advance, base), between, page.face.colours[0])
    end = start + ((cols - 1) * script.pitch + 1) * advance
    page.put((end, base), script.fences[2], page.face.ink)


def _box_sign(row: tuple[int, int], col: tuple[int, int]) -> str:
    """The sign of an empty crossing: corners, sides and the inside differ."""
    signs = ("┌┬┐", "├┼┤", "└┴┘")
    return signs[_third(*row)][_third(*col)]


def _third(number: int, count: int) -> int:
    return 0 if number == 0 else 2 if number == count - 1 else 1
