"""Draws boards as SVG, PNG, PDF and text: a `Diagram` has the content, `layout` places it, a writer draws it.

    >>> from gograde.pictures.draw import Diagram, MarkShape, board_text, svg
    >>> corner = Diagram((".X.", "XO.", "..."), marks={(1, 1): MarkShape.CROSS}, values={(2, 2): -4})
    >>> print(*board_text(corner), sep="\\n")
       0  1  2
    0  .  X  .
    1  X +O  .
    2  .  . -4
    >>> svg(corner).startswith('<svg class="board"')
    True

Points are `(row, column)`, 0-based from the top left.  Only calls of `png`, `pdf` and `figure` load
matplotlib.
"""

from __future__ import annotations

from gograde.pictures.diagram import (
    Coordinates,
    Diagram,
    Holding,
    Mark,
    MarkShape,
    Point,
    Rows,
    Sign,
    Window,
    board_text,
    compare,
    rows_of,
)
from gograde.pictures.draw.layout import Diagrams, ground_name
from gograde.pictures.draw.parts import DARK, PAPER, STYLES, WOOD, Style
from gograde.pictures.draw.plot import figure, pdf, png
from gograde.pictures.draw.svg import ground, sign_svg, svg, svg_upon

__all__ = [
    "DARK", "PAPER", "STYLES", "WOOD", "Coordinates", "Diagram", "Diagrams", "Holding", "Mark",
    "MarkShape", "Point", "Rows", "Sign", "Style", "Window", "board_text", "compare", "figure",
    "ground", "ground_name", "pdf", "png", "rows_of", "sign_svg", "svg", "svg_upon",
]  # fmt: skip
