"""Charts as SVG: the same values give the same bytes, and texts stay texts.

A browser draws the texts with its own fonts, so names in any letters can be read; their widths are only
estimated here.  Lengths are in points; x counts from the left, y from the top.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len

from gograde.pictures.draw.parts import RISE
from gograde.report.words.escape import html, line

BLUE = "#0072b2"
GREY = "#777777"
LIGHT = "#dedede"

LETTERS = 8.0
"""The height of texts."""

_WIDTH = 0.6  # of a letter as wide as a column of a terminal, by its height
_TICK = 3.0  # the length of the stroke beside a number
_MOST_TICKS = 5
_SCALE = ((0, 34, 78), (67, 78, 108), (125, 124, 120), (188, 174, 108), (254, 232, 56))
"""Colours from 0 to 1 that are safe for colour-blind readers, after cividis."""

_HATCH = (
    '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse">'
    f'<path d="M0 6L6 0" stroke="{GREY}"/></pattern></defs>'
)
HATCHED = "url(#hatch)"

Line = tuple[float, float, float, float]
Span = tuple[float, float]


def width_of(text: str, letters: float = LETTERS) -> float:
    """The room that a text takes."""
    return _WIDTH * letters * cell_len(text)


def shade(share: float) -> str:
    """The colour of a share from 0 to 1."""
    at = min(max(share, 0.0), 1.0) * (len(_SCALE) - 1)
    low = min(int(at), len(_SCALE) - 2)
    mixed = (round(a + (b - a) * (at - low)) for a, b in zip(_SCALE[low], _SCALE[low + 1], strict=True))
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def ticks(span: Span, least: float = 0.0) -> list[float]:
    """Round numbers inside a span, at least so far apart."""
    low, high = sorted(span)
    wanted = max((high - low) / _MOST_TICKS, least, 1e-9)
    power = 10.0 ** math.floor(math.log10(wanted))
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= wanted * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(number * step, 9) for number in range(first, last + 1)]


def around(values: Iterable[float]) -> Span:
    """A span that holds these values, with some room."""
    known = [*values] or [0.0]
    low, high = min(known), max(known)
    room = 0.05 * (high - low) or 0.5
    return low - room, high + room


class ChartSheet:
    """A picture of this size, on which lines, fields and texts are drawn one upon the other."""

    def __init__(self, width: float, height: float, letters: float = LETTERS) -> None:
        self.width, self.height, self.letters = width, height, letters
        self._parts: list[str] = []

    def fields(self, boxes: Iterable[Line], colour: str) -> None:
        """Filled rectangles: left, top, width, height."""
        path = "".join(f"M{_n(x)} {_n(y)}h{_n(w)}v{_n(h)}h{_n(-w)}z" for x, y, w, h in boxes)
        self._parts.append(f'<path d="{path}" fill="{colour}"/>' if path else "")

    def lines(self, lines: Iterable[Line], colour: str = "black", width: float = 0.8, more: str = "") -> None:
        """Lines from a place to another."""
        path = "".join(f"M{_n(x)} {_n(y)}L{_n(to_x)} {_n(to_y)}" for x, y, to_x, to_y in lines)
        if path:
            self._parts.append(
                f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{_n(width)}"{more}/>'
            )

    def dots(self, places: Iterable[Span], colour: str, width: float) -> None:
        """Discs; a line of no length with round ends is one."""
        self.lines(((x, y, x, y) for x, y in places), colour, width, ' stroke-linecap="round"')

    def text(self, place: Span, text: str, anchor: str = "middle", size: float = 0, more: str = "") -> None:
        """A text whose middle is at this height; `anchor` says which part of it has this place."""
        size = size or self.letters
        x, y = _n(place[0]), _n(place[1] + RISE * size)
        kind = "" if size == self.letters else f' font-size="{_n(size)}"'
        said = html(line(text))
        self._parts.append(f'<text x="{x}" y="{y}" text-anchor="{anchor}"{kind}{more}>{said}</text>')

    def label(self, place: Span, text: str, *, upright: bool = False) -> None:
        """A text around this place that fits on the sheet; `upright` it is read from the bottom up."""
        room = self.height if upright else self.width
        size = min(self.letters, self.letters * room / max(width_of(text, self.letters), 1))
        half = width_of(text, size) / 2
        x, y = place
        if upright:
            self.upright((x, min(max(y, half), room - half)), text, "middle", size)
        else:
            self.text((min(max(x, half), room - half), y), text, size=size)

    def upright(self, place: Span, text: str, anchor: str = "middle", size: float = 0) -> None:
        """A text that is read from the bottom up."""
        self.text(place, text, anchor, size, f' transform="rotate(-90 {_n(place[0])} {_n(place[1])})"')

    def scale(self, box: Line, label: str) -> None:
        """What the shades from 0 to 1 mean: a bar with its numbers."""
        numbers = ("0", "0.5", "1")
        left, top, wide, high = box
        for at in range(32):
            self.fields([(left, top + high * at / 32, wide, high / 32 + 0.3)], shade(1 - (at + 0.5) / 32))
        for at, number in enumerate(numbers):
            self.text((left + wide + _TICK, top + high * (1 - at / (len(numbers) - 1))), number, "start")
        away = wide + 2 * _TICK + max(map(width_of, numbers)) + self.letters / 2
        self.label((left + away, top + high / 2), label, upright=True)

    def svg(self) -> bytes:
        """The picture."""
        size = f'width="{_n(self.width)}pt" height="{_n(self.height)}pt"'
        view = f'viewBox="0 0 {_n(self.width)} {_n(self.height)}"'
        font = f'font-family="sans-serif" font-size="{_n(self.letters)}"'
        body = "".join(self._parts)
        ground = f'<rect width="100%" height="100%" fill="white"/>{_HATCH if HATCHED in body else ""}'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} {font}>'
        return f"{head}{ground}{body}</svg>\n".encode()


@dataclass(frozen=True)
class Axes:
    """A field of a sheet in which values have places; the first of each span is left or at the bottom."""

    sheet: ChartSheet
    box: Line
    x: Span
    y: Span

    def at(self, x: float, y: float) -> Span:
        """The place of two values."""
        left, top, wide, high = self.box
        across, up = (x - self.x[0]) / (self.x[1] - self.x[0]), (y - self.y[0]) / (self.y[1] - self.y[0])
        return left + wide * across, top + high * (1 - up)

    def dots(self, values: Iterable[Span], colour: str = BLUE, width: float = 3.4) -> None:
        """A dot for each pair of values."""
        self.sheet.dots((self.at(x, y) for x, y in values), colour, width)

    def lines(self, ends: Iterable[tuple[Span, Span]], colour: str, width: float, more: str = "") -> None:
        """A line between each two pairs of values."""
        self.sheet.lines(((*self.at(*one), *self.at(*other)) for one, other in ends), colour, width, more)

    def across(self, y: float) -> tuple[Span, Span]:
        """The ends of a line at this height."""
        return (self.x[0], y), (self.x[1], y)

    def up(self, x: float) -> tuple[Span, Span]:
        """The ends of an upright line."""
        return (x, self.y[0]), (x, self.y[1])

    def frame(self, label: str, side: str = "", least: float = 0.0) -> None:
        """The edges at the left and at the bottom with their labels; at the left only with `side`."""
        left, top, wide, high = self.box
        below = top + high
        numbers = [(self.at(x, self.y[0])[0], f"{x:g}") for x in ticks(self.x)]
        self.sheet.lines([(left, top, left, below), (left, below, left + wide, below)])
        self.sheet.lines([(x, below, x, below + _TICK) for x, _ in numbers])
        for x, text in numbers:
            self.sheet.text((x, below + _TICK + self.sheet.letters * 0.7), text)
        self.sheet.label((left + wide / 2, below + _TICK + self.sheet.letters * 2), label)
        if not side:
            return
        marks = [(self.at(self.x[0], y)[1], f"{y:g}") for y in ticks(self.y, least)]
        self.sheet.lines([(left - _TICK, y, left, y) for y, _ in marks])
        for y, text in marks:
            self.sheet.text((left - 2 * _TICK, y), text, "end")
        room = max((width_of(text) for _, text in marks), default=0)
        self.sheet.upright((left - 2 * _TICK - room - self.sheet.letters * 0.8, top + high / 2), side)


def _n(value: float) -> str:
    return f"{round(value, 2):.10g}"
