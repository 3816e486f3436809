"""The parts of a drawing: shapes with place, size and colour, in the order of drawing.

Lengths are in units (20 from line to line); x counts from the left, y from the top.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

XY = tuple[float, float]


@dataclass(frozen=True)
class Discs:
    """Filled circles of one size and colour."""

    centres: tuple[XY, ...]
    radius: float
    colour: str


@dataclass(frozen=True)
class Rings:
    """Circles of one size and colour; `width` is the width of the stroke."""

    centres: tuple[XY, ...]
    radius: float
    colour: str
    width: float


@dataclass(frozen=True)
class Areas:
    """Filled polygons of one colour."""

    outlines: tuple[tuple[XY, ...], ...]
    colour: str


@dataclass(frozen=True)
class Strokes:
    """Lines along polygons of one colour and width; open lines have square ends."""

    outlines: tuple[tuple[XY, ...], ...]
    colour: str
    width: float
    closed: bool = False


@dataclass(frozen=True)
class Words:
    """Texts of one size and colour; each has the middle of its base line as its place."""

    places: tuple[tuple[float, float, str], ...]
    size: float
    colour: str
    bold: bool = False


Part = Discs | Rings | Areas | Strokes | Words


@dataclass(frozen=True)
class Drawing:
    """A whole drawing."""

    width: int
    height: int
    parts: tuple[Part, ...]


def box(x: float, y: float, width: float, height: float) -> tuple[XY, ...]:
    """A rectangle by its upper left corner."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def square(centre: XY, half: float) -> tuple[XY, ...]:
    """A square by its centre and half its side."""
    return box(centre[0] - half, centre[1] - half, 2 * half, 2 * half)


# ---------------------------------------------------------------- widths of text

RISE = 0.364
"""Half the height of a digit per font size: the distance of the base line below the middle of a text."""

# Widths in DejaVu Sans per font size, rounded up.
_DIGIT = 0.636
_NARROW = 0.32  # blanks and punctuation
_WIDE = 0.84  # mathematical signs
_LETTER = 0.72
_HAN = 1.0  # Chinese characters
_BOLD = 1.1  # the factor of bold text


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The estimated width of a text; for digits and signs, at least the width in DejaVu Sans."""
    return size * sum(map(_em, text)) * (_BOLD if bold else 1)


def fitting(text: str, room: float, largest: float, *, bold: bool = False) -> float:
    """The largest size at which a text is no wider than `room`."""
    wide = text_width(text, 1, bold=bold)
    return largest if wide * largest <= room else room / wide


def _em(letter: str) -> float:
    if letter.isdigit():
        return _DIGIT
    if letter in " .,:;'|!()[]":
        return 0.4 if letter in "()[]" else _NARROW
    if letter in "−+=<>∞@%mwMW":
        return _WIDE if letter in "−+=<>∞" else 1.0
    return _HAN if ord(letter) > 0x2E7F else _LETTER


# -- colours ----------------------------------------------------------------------------------------
#
# Hues are those of Okabe and Ito (2008), darkened or lightened until they are readable on the background.
# Shape, sign, weight or size repeat what a colour says, so a grey print loses nothing.


@dataclass(frozen=True)
class Style:
    """Every colour, as `#rrggbb`.

    `page` is behind captions, `board` behind lines.  Lines on a board with values are `faint`, so that a
    piece of a line does not look like a minus sign.  A stone has a fill and a rim.  On empty points, values
    above, below and at 0 have one colour each.  `both`, `expected` and `answered` are the colours of
    comparison marks, which are drawn on a `halo`.
    """

    name: str
    page: str
    board: str
    line: str
    faint: str
    ink: str
    black: str
    black_rim: str
    white: str
    white_rim: str
    positive: str
    negative: str
    zero: str
    halo: str
    both: str
    expected: str
    answered: str


PAPER = Style(
    name="paper",
    page="#ffffff",
    board="#ffffff",
    line="#666666",
    faint="#d2d2d2",
    ink="#1a1a1a",
    black="#1a1a1a",
    black_rim="#1a1a1a",
    white="#ffffff",
    white_rim="#1a1a1a",
    positive="#00497a",
    negative="#a83200",
    zero="#6b6b6b",
    halo="#ffffff",
    both="#00785a",
    expected="#0063a6",
    answered="#c64600",
)
WOOD = replace(PAPER, name="wood", board="#f6e8c8", line="#6b5a3a", faint="#d9c69c", zero="#6b5a3a")
DARK = Style(
    name="dark",
    page="#15181c",
    board="#2c323a",
    line="#99a2ad",
    faint="#49515b",
    ink="#e7e5df",
    black="#0a0b0d",
    black_rim="#c3c9d1",
    white="#f4f2ec",
    white_rim="#f4f2ec",
    positive="#8fc4f2",
    negative="#ffab80",
    zero="#a2a9b2",
    halo="#15181c",
    both="#6fd3b4",
    expected="#8fc4f2",
    answered="#ffab80",
)
STYLES = {style.name: style for style in (PAPER, WOOD, DARK)}
