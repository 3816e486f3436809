"""Which stones are black: points that look alike are a kind, and colours or letters say what each means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

At = tuple[int, int]

SAME = 10
"""Steps of 255 of each of red, green and blue, up to which two colours are one."""

APART = 0.3
"""The least difference of the lightness of black and white stones, from 0 to 1, when both are grey."""

GREY = 0.15
"""The most difference of the three parts of a colour, from 0 to 1, of what is grey."""

COLOURED_APART = 0.45
"""The same difference when one of them is coloured: red and blue stones mean either."""

DARK = 0.35
"""Lightness: stones of one kind alone are black when they are darker, and paper is dark."""

LIGHT = 0.75
"""Lightness: stones of one kind alone are white when they are lighter."""

BLACK_CELL = 0.15
WHITE_CELL = 0.9
"""Lightness of cells that are stones."""

WOOD = 0.4
"""The least lightness of a coloured cell that is no stone."""

INKED = ("●⚫⬤", "○◯⚪")
"""Signs that look like stones in dark ink on light paper; of discs alone, the colours say what they are."""

PAIRS = (("Xx×✕✖", "Oo0"), ("Bb", "Ww"), ("#", "Oo"), ("黑", "白"), INKED)
"""The signs of black and of white; those of one program are of one pair."""

KINDS = "the stones have more than two looks"
COLOURS = "which stones are black and which are white cannot be told from their colours"
LETTERS = "which letters are black and which are white cannot be told"


class StoneLook(NamedTuple):
    """How a stone looks: the forms in it, its colours, the sign on it, and the marks.

    `core` is the colour of its middle if that differs, `marks` are the colours of small things on it. A
    hollow one has the colour of the ground, or no filling. A letter that is a stone has the form `text`.
    """

    forms: tuple[str, ...]
    colour: str
    hollow: bool
    ground: str
    core: str
    outline: str
    sign: str
    marks: tuple[str, ...] = ()

    def is_like(self, other: StoneLook) -> bool:
        """Whether two stones are of one kind: they look alike in all."""
        if (self.forms, self.hollow, self.sign) != (other.forms, other.hollow, other.sign):
            return False
        colours = zip((self.core, self.outline, *self.marks), (other.core, other.outline, *other.marks))  # noqa: B905
        alike = len(self.marks) == len(other.marks) and all(is_same(*pair) for pair in colours)
        return alike and (self.hollow or is_same(self.colour, other.colour))


class UnclearError(Exception):
    """Why the shapes do not say what a board shows."""


def parts(colour: str) -> tuple[float, float, float]:
    """Red, green and blue, from 0 to 1."""
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def lightness(colour: str) -> float:
    red, green, blue = parts(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def is_dark(colour: str) -> bool:
    return bool(colour) and lightness(colour) < DARK


def is_grey(colour: str) -> bool:
    return max(parts(colour)) - min(parts(colour)) <= GREY


def is_same(one: str, other: str) -> bool:
    if not one or not other:
        return one == other
    return all(abs(a - b) * 255 <= SAME for a, b in zip(parts(one), parts(other), strict=True))


def classes_of(looks: Mapping[At, StoneLook]) -> tuple[dict[At, str], bool]:
    """`X` or `O` of each stone, and whether a person may mean the other; raises `UnclearError`."""
    kinds: list[StoneLook] = []
    for look in looks.values():
        if not look.colour:
            raise UnclearError(COLOURS)
        if not any(look.is_like(kind) for kind in kinds):
            kinds.append(look)
    if len(kinds) > 2:
        raise UnclearError(KINDS)
    signs, either = _by_letters(kinds), any(is_dark(kind.ground) for kind in kinds)
    if not signs or (kinds[0].forms != ("text",) and _are_apart(kinds)):
        signs = _by_colours(sorted(kinds, key=lambda kind: lightness(kind.colour)))
    else:
        either = True
    named = {at: next(signs[kind] for kind in kinds if look.is_like(kind)) for at, look in looks.items()}
    return named, either


def _by_letters(kinds: list[StoneLook]) -> dict[StoneLook, str]:
    """The meaning of two kinds by their letters; none when letters do not matter.

    Raises `UnclearError` where letters are all that there is, and where they gainsay the colours.
    """
    for one, other in (kinds, kinds[::-1]) if len(kinds) == 2 else ():
        pair = next((pair for pair in PAIRS if one.sign in pair[0] and other.sign in pair[1]), None)
        if pair is not None and one.sign and other.sign:
            dark_paper = is_dark(one.ground) or not is_dark(one.colour)
            light = one.colour == other.colour or lightness(other.colour) >= LIGHT
            unlike = pair is INKED and (dark_paper or not light)
            if unlike or lightness(one.colour) > lightness(other.colour) + 0.1:
                raise UnclearError(COLOURS)
            return {one: "X", other: "O"}
    unknown = [kind for kind in kinds if kind.sign and kind.sign not in INKED[0]]
    if unknown and (len(kinds) == 1 or unknown[0].forms == ("text",)):
        raise UnclearError(LETTERS)
    return {}


def _are_apart(kinds: list[StoneLook]) -> bool:
    """Whether the colours of two kinds of stones say which is the darker one."""
    one, other = (kind.colour for kind in kinds)
    least = APART if is_grey(one) and is_grey(other) else COLOURED_APART
    return abs(lightness(one) - lightness(other)) >= least


def _by_colours(kinds: list[StoneLook]) -> dict[StoneLook, str]:
    """The meaning of each kind, of which the darker one comes first."""
    if any(kind.hollow and (lightness(kind.colour) < LIGHT or is_dark(kind.ground)) for kind in kinds):
        raise UnclearError(COLOURS)
    if len(kinds) == 2 and not _are_apart(kinds):
        raise UnclearError(COLOURS)
    if len(kinds) == 2:
        return {kinds[0]: "X", kinds[1]: "O"}
    if any(DARK <= lightness(kind.colour) <= LIGHT for kind in kinds):
        raise UnclearError(COLOURS)
    return {kind: "X" if is_dark(kind.colour) else "O" for kind in kinds}


def signs_of_cells(fills: Mapping[At, str]) -> Mapping[At, str]:
    """`X` of black cells and `O` of white ones where the others have one light colour; else none.

    Three greys, or the colours of a map of numbers, do not say which of them is empty.
    """
    kinds: dict[str, str] = {}
    for fill in set(fills.values()):
        value, grey = lightness(fill), is_grey(fill)
        kinds[fill] = "X" if grey and value < BLACK_CELL else "O" if grey and value > WHITE_CELL else "."
        if kinds[fill] == "." and (grey or value < WOOD):
            return {}
    if sorted(kinds.values()) != [".", "O", "X"]:
        return {}
    return {at: kinds[fill] for at, fill in fills.items() if kinds[fill] != "."}
