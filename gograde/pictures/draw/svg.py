"""Drawings as SVG: one self-contained element; the same diagram gives the same text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape

from gograde.pictures.diagram import Diagram, Sign
from gograde.pictures.draw.layout import Diagrams, ground_name, ground_scene, scene, sign_scene, upon_scene
from gograde.pictures.draw.parts import WOOD, XY, Areas, Discs, Drawing, Part, Rings, Strokes, Style, Words

SCALE = 1.35
"""Default pixels per unit."""

_FONT = "'DejaVu Sans',Verdana,system-ui,sans-serif"
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(diagrams: Diagrams, style: Style = WOOD, *, title: str = "", columns: int | None = None) -> str:
    """A board, or several side by side (`columns` in a row), as one `<svg>` element.

    `title` is for screen readers.  Texts are escaped; characters that XML forbids become U+FFFD.
    Stones of one colour are one path of dots, so that a page can hold a thousand boards.
    """
    return _whole(scene(diagrams, style, columns), title, "")


def svg_upon(diagram: Diagram, style: Style = WOOD, *, title: str = "") -> str:
    """A board without a caption whose empty board is the element `ground` of the same page."""
    return _whole(upon_scene(diagram, style), title, f'<use href="#{ground_name(diagram, style)}"/>')


def ground(diagram: Diagram, style: Style = WOOD) -> str:
    """The empty board of a diagram, for the `<defs>` of a page that shows many."""
    return f'<g id="{ground_name(diagram, style)}">{_body(ground_scene(diagram, style))}</g>'


def _whole(drawn: Drawing, title: str, below: str) -> str:
    label = f"<title>{_escaped(title)}</title>" if title else ""
    size = f'width="{round(drawn.width * SCALE)}" height="{round(drawn.height * SCALE)}"'
    head = f'<svg class="board" xmlns="http://www.w3.org/2000/svg" role="img" {_view(drawn)} {size}>'
    return f"{head}{label}{below}{_body(drawn)}</svg>"


def sign_svg(sign: Sign, style: Style = WOOD) -> str:
    """One mark alone, for a legend in a page."""
    drawn = sign_scene(sign, style)
    return f'<svg class="mark" {_view(drawn)} width="18" height="18">{_body(drawn)}</svg>'


def _view(drawn: Drawing) -> str:
    return f'viewBox="0 0 {drawn.width} {drawn.height}"'


def _body(drawn: Drawing) -> str:
    return "".join(map(_element, drawn.parts))


def _element(part: Part) -> str:
    match part:
        case Discs(centres, radius, colour):
            # A line of length 0 with round ends is a disc, and shorter to write than a circle.
            dots = "".join(f"M{_xy(centre)}h0" for centre in centres)
            return _stroke(dots, colour, 2 * radius, ' stroke-linecap="round"')
        case Rings(centres, radius, colour, width):
            return _stroke("".join(_ring(centre, radius) for centre in centres), colour, width)
        case Areas(outlines, colour):
            return f'<path d="{_paths(outlines, closed=True)}" fill="{colour}"/>'
        case Strokes(outlines, colour, width, closed):
            ends = "" if closed else ' stroke-linecap="square"'
            return _stroke(_paths(outlines, closed=closed), colour, width, ends)
        case Words():
            return _words(part)


def _stroke(path: str, colour: str, width: float, ends: str = "") -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{_number(width)}"{ends}/>'


def _words(words: Words) -> str:
    weight = ' font-weight="bold"' if words.bold else ""
    font = f'font-family="{_FONT}" font-size="{_number(words.size)}" text-anchor="middle"{weight}'
    places = "".join(
        f'<text x="{_number(x)}" y="{_number(y)}">{_escaped(text)}</text>' for x, y, text in words.places
    )
    return f'<g {font} fill="{words.colour}">{places}</g>'


def _paths(outlines: Iterable[Iterable[XY]], *, closed: bool) -> str:
    end = "Z" if closed else ""
    return "".join(f"M{' '.join(map(_xy, outline))}{end}" for outline in outlines)


def _ring(centre: XY, radius: float) -> str:
    x, y, r, across = map(_number, (centre[0] - radius, centre[1], radius, 2 * radius))
    return f"M{x} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0Z"


def _xy(place: XY) -> str:
    return f"{_number(place[0])} {_number(place[1])}"


@lru_cache(4096)  # the lines of a board have few places
def _number(value: float) -> str:
    whole = int(value)
    return str(whole) if whole == value else f"{round(value, 2):.10g}"


def _escaped(text: str) -> str:
    return escape(_NO_XML.sub("\ufffd", text))
