"""The two stones of a look, and whether anybody could tell which of them is black."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gograde.pictures.training.looks.made import Colour, Dice, light
from gograde.pictures.training.looks.parts.pieces import Piece
from gograde.pictures.training.looks.parts.sheet import BLACK, DARK, WHITE

CLEAR = 70  # levels of one channel between a stone without a rim and its paper


@dataclass(frozen=True)
class Pair:
    """`radius` in steps."""

    black: Piece
    white: Piece
    radius: float
    ordered: bool

    def of(self, label: int) -> Piece:
        return self.black if label == 1 else self.white


@dataclass(frozen=True)
class Ground:
    """What stones lie on."""

    paper: Colour
    ink: Colour

    @property
    def dark(self) -> bool:
        return light(self.paper) < DARK


def apart(one: Colour, other: Colour) -> int:
    """The largest difference of a channel."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def told_apart(black: Colour, white: Colour) -> bool:
    """Whether a person takes these colours for black and white, in this order."""
    low, high = light(black), light(white)
    pale = high > 0.78 and max(white) - min(white) < 110
    deep = low < 0.22 and max(black) - min(black) < 90
    return high - low > 0.42 and low < 0.4 and (deep or pale)


def chosen(look: Dice, ground: Ground) -> Pair:
    """Two stones of one program."""
    radius = (look.u(0.27, 0.5), look.u(0.36, 0.49), look.u(0.12, 0.27), look.u(0.5, 0.52))[
        look.w((5, 5, 1, 0.7))
    ]
    shape = ("disc", "square", "round", "hex", "diamond", "eight")[look.w((80, 7, 5, 3, 2, 3))]
    ways: tuple[Callable[[Dice, Ground], tuple[Piece, Piece, bool]], ...] = (
        _classic,
        _coloured,
        _hollow,
        _rings,
        _hatched,
        _strokes,
    )
    way = ways[look.w((70, 10, 9, 4, 3, 4))]
    black, white, ordered = way(look, ground)
    if "cross" in (black.shape, white.shape):
        return Pair(black, white, max(radius, 0.25), ordered)
    return Pair(replace(black, shape=shape), replace(white, shape=shape), radius, ordered)


def _plain(fill: Colour | None, ink: Colour) -> Piece:
    return Piece("disc", fill, None, 0.0, "plain", ink, 1.0, (0.3, 0.5, 0.0))


def _classic(look: Dice, ground: Ground) -> tuple[Piece, Piece, bool]:
    tinted = look.col(look.u(0, 0.3)), look.col(look.u(0.85, 1), look.u(0, 0.3))
    greys = look.c(BLACK, look.grey(0, 0.25)), look.c(WHITE, look.grey(0.8, 1))
    black, white = tinted if look.p(0.15) else greys
    pair = _rimmed(look, ground, (black, white))
    if look.p(0.16):
        glow = look.u(0.2, 0.4), look.u(0.2, 0.6), look.u(0, 150)
        pair = (
            replace(pair[0], inside="shaded", glow=glow),
            replace(pair[1], inside="shaded", glow=(glow[0], glow[1] * 0.5, 0)),
        )
    if look.p(0.07):
        opacity = look.u(0.6, 0.95)
        pair = replace(pair[0], opacity=opacity), replace(pair[1], opacity=opacity)
    return *pair, told_apart(black, white)


def _coloured(look: Dice, ground: Ground) -> tuple[Piece, Piece, bool]:
    one, other = (look.col(look.u(0.2, 1), look.u(0.4, 1)) for _ in range(2))
    famous = look.c(
        ((200, 30, 30), (30, 60, 200)),
        ((0, 120, 0), (220, 20, 20)),
        ((20, 40, 90), (240, 230, 90)),
        (one, other),
    )
    black, white = famous if look.p(0.5) else (one, other)
    if apart(black, white) < CLEAR:
        black = WHITE if light(white) < 0.5 else BLACK
    if light(black) > light(white):
        black, white = white, black
    return *_rimmed(look, ground, (black, white)), told_apart(black, white)


def _rimmed(look: Dice, ground: Ground, fills: tuple[Colour, Colour]) -> tuple[Piece, Piece]:
    both, width = look.p(0.45), look.c(0.0, 0.0, 0.06, 0.12, look.u(0, 0.22))
    rim = look.c(BLACK, (60, 60, 60), look.grey(0.1, 0.5)) if not ground.dark else look.grey(0.6, 0.9)
    odd = look.col()
    if look.p(0.12) and apart(odd, ground.paper) > CLEAR:
        rim = odd
    if apart(rim, ground.paper) < CLEAR:
        rim = ground.ink
    pieces = []
    for fill in fills:
        rimmed = both or apart(fill, ground.paper) < CLEAR
        pieces.append(replace(_plain(fill, ground.ink), rim=rim if rimmed else None, rim_width=width))
    return pieces[0], pieces[1]


def _hollow(look: Dice, ground: Ground) -> tuple[Piece, Piece, bool]:
    """Black is full, white a ring: as in a book. On dark paper nobody knows."""
    ink = ground.ink if look.p(0.7) or ground.dark else BLACK
    seen_through = look.p(0.4)
    width = look.c(0.0, 0.1, look.u(0.08, 0.4))
    full = replace(_plain(ink, ground.paper), rim=ink)
    ring = replace(_plain(None if seen_through else ground.paper, ink), rim=ink, rim_width=width)
    return full, ring, not ground.dark and light(ink) < 0.45


def _rings(look: Dice, ground: Ground) -> tuple[Piece, Piece, bool]:
    """Both are rings: black has a dot in it, or the rings are black and white."""
    width = look.u(0.1, 0.4)
    dotted = look.p(0.6) or abs(light(ground.paper) - 0.5) > 0.22
    if dotted:
        ring = replace(_plain(look.c(None, ground.paper), ground.ink), rim=ground.ink, rim_width=width * 0.5)
        return replace(ring, inside="dot"), ring, not ground.dark and light(ground.ink) < 0.45
    low = replace(_plain(None, ground.ink), rim=BLACK, rim_width=width + 0.1)
    return low, replace(low, rim=WHITE), True


def _hatched(look: Dice, ground: Ground) -> tuple[Piece, Piece, bool]:
    ink = ground.ink
    base = ground.paper if look.p(0.5) else WHITE if not ground.dark else ground.paper
    plain = replace(_plain(base, ink), rim=ink, rim_width=look.u(0.05, 0.16))
    return replace(plain, inside="hatched"), plain, not ground.dark and light(ink) < 0.45


def _strokes(look: Dice, ground: Ground) -> tuple[Piece, Piece, bool]:
    """Black is a cross, white a ring."""
    width = look.u(0.12, 0.4)
    black, white = ground.ink, ground.ink
    if look.p(0.3):
        black, white = look.c((BLACK, WHITE), ((200, 20, 20), (20, 40, 200)))
    if min(apart(black, ground.paper), apart(white, ground.paper)) < CLEAR:
        black, white = ground.ink, ground.ink
    cross = replace(_plain(None, black), shape="cross", rim_width=width)
    return cross, replace(_plain(None, white), rim=white, rim_width=width), True
