"""The parts of a drawing: figures with place, size and colour, in the order they are drawn.

Lengths are units, 20 from line to line; x counts from the left, y from the top.
"""

from __future__ import annotations

from dataclasses import dataclass

XY = tuple[float, float]


@dataclass(frozen=True)
class Discs:
    """Filled circles of one size and colour."""

    centres: tuple[XY, ...]
    radius: float
    colour: str


@dataclass(frozen=True)
class Rings:
    """Circles of one size and colour; `width` is that of the stroke."""

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
    """Lines along polygons of one colour and width; open ones end in squares."""

    outlines: tuple[tuple[XY, ...], ...]
    colour: str
    width: float
    closed: bool = False


@dataclass(frozen=True)
class Words:
    """Texts of one size and colour, each with the middle of its base line."""

    places: tuple[tuple[float, float, str], ...]
    size: float
    colour: str
    bold: bool = False


Part = Discs | Rings | Areas | Strokes | Words


@dataclass(frozen=True)
class Scene:
    """A whole drawing."""

    width: int
    height: int
    parts: tuple[Part, ...]


def box(x: float, y: float, width: float, height: float) -> tuple[XY, ...]:
    """A rectangle by its upper left corner."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def square(centre: XY, half: float) -> tuple[XY, ...]:
    """A square by its middle and half of its side."""
    return box(centre[0] - half, centre[1] - half, 2 * half, 2 * half)


# ---------------------------------------------------------------- widths of text

RISE = 0.364
"""Half the height of a digit, as a part of the size: how far the base line lies below a text's middle."""

# Widths in DejaVu Sans as parts of the size, rounded up.
_DIGIT = 0.636
_NARROW = 0.32  # blanks and punctuation
_WIDE = 0.84  # mathematical signs
_LETTER = 0.72
_HAN = 1.0  # Chinese characters
_BOLD = 1.1  # how much wider bold text is


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Roughly how wide a text is; for digits and signs never less than in DejaVu Sans."""
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
