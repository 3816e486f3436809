"""Marks on points: each mark has its own shape, so that marks differ without colour."""

from __future__ import annotations

from collections.abc import Sequence

from gograde.pictures.draw.diagram import Mark, Shape, Sign
from gograde.pictures.draw.parts import XY, Areas, Discs, Part, Rings, Strokes, square
from gograde.pictures.draw.style import Style

# All lengths are units, 20 from line to line.
CIRCLE = 4.8  # radius of a circle
_WIDTH = 1.8  # width of the stroke of a shape
_HALO = 4.4  # width of the stroke behind it
_BROAD = 3.0  # width of the stroke of a comparison mark
_BROAD_HALO = 4.8  # width of the stroke behind it
_HALF = 4.6  # half the side of a comparison square


def comparison_marks(mark: Mark, centres: Sequence[XY], style: Style) -> list[Part]:
    """Comparison marks in colours on a halo, so that they are visible on stones and on the board."""
    if mark is Mark.BOTH:
        diamonds = tuple(map(_diamond, centres))
        return [Areas(diamonds, style.both), Strokes(diamonds, style.halo, 1, closed=True)]
    if mark is Mark.EXPECTED:
        boxes = tuple(square(centre, _HALF) for centre in centres)
        return _haloed(boxes, style.expected, style.halo, closed=True)
    strokes = tuple(line for centre in centres for line in _cross(centre))
    return _haloed(strokes, style.answered, style.halo, closed=False)


def backgrounds(mark: Mark, centres: Sequence[XY], colour: str) -> list[Part]:
    """Areas that hide the lines inside a mark on empty points."""
    boxes = tuple(square(centre, _HALF) for centre in centres)
    return [Areas(boxes, colour)] if mark is Mark.EXPECTED else []


def _haloed(outlines: tuple[tuple[XY, ...], ...], colour: str, halo: str, *, closed: bool) -> list[Part]:
    broad = Strokes(outlines, halo, _BROAD_HALO, closed)
    return [broad, Strokes(outlines, colour, _BROAD, closed)]


def shape_marks(shape: Shape, centres: Sequence[XY], colour: str, ground: str) -> list[Part]:
    """Marks of one colour on a background of another colour, which hides the lines."""
    if shape is Shape.CIRCLE:
        places = tuple(centres)
        return [Discs(places, CIRCLE + _WIDTH, ground), Rings(places, CIRCLE, colour, _WIDTH)]
    if shape is Shape.CROSS:
        strokes = tuple(line for centre in centres for line in _cross(centre))
        return [Strokes(strokes, ground, _HALO), Strokes(strokes, colour, _WIDTH)]
    outlines = tuple(map(_triangle if shape is Shape.TRIANGLE else _box, centres))
    return [Areas(outlines, ground), Strokes(outlines, colour, _WIDTH, closed=True)]


def legend(sign: Sign, centre: XY, style: Style) -> list[Part]:
    """One sign alone, as on an empty point."""
    if isinstance(sign, Mark):
        return comparison_marks(sign, [centre], style)
    return shape_marks(sign, [centre], style.ink, style.board)


def _diamond(centre: XY) -> tuple[XY, ...]:
    x, y = centre
    return (x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)


def _triangle(centre: XY) -> tuple[XY, ...]:
    x, y = centre
    return (x, y - 6), (x + 5.2, y + 3), (x - 5.2, y + 3)


def _box(centre: XY) -> tuple[XY, ...]:
    return square(centre, 4.2)


def _cross(centre: XY) -> tuple[tuple[XY, XY], tuple[XY, XY]]:
    x, y = centre
    return ((x - 4, y - 4), (x + 4, y + 4)), ((x + 4, y - 4), (x - 4, y + 4))
