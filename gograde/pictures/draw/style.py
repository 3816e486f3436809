"""Colours of a drawing.

Hues are those of Okabe and Ito (2008), darkened or lightened until they are readable on the background.
Shape, sign, weight or size repeat what a colour says, so a grey print loses nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


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
