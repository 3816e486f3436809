"""Which stones are black: the darker ones of two kinds, when that is beyond doubt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

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

KINDS = "the stones have more than two colours"
COLOURS = "which stones are black and which are white cannot be told from their colours"


class Look(NamedTuple):
    """The colours of a stone, its ground, its middle if that differs, and its outline.

    A hollow one has the colour of the ground, or no filling.
    """

    colour: str
    hollow: bool
    ground: str
    core: str
    outline: str


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


def is_same(one: str, other: str) -> bool:
    return all(abs(a - b) * 255 <= SAME for a, b in zip(parts(one), parts(other), strict=True))


def classes_of(looks: Mapping[tuple[int, int], Look]) -> dict[tuple[int, int], str]:
    """`X` or `O` of each stone; raises `UnclearError`."""
    kinds: list[Look] = []
    for look in looks.values():
        if not look.colour:
            raise UnclearError(COLOURS)
        if not any(_is_one_kind(look, kind) for kind in kinds):
            kinds.append(look)
    outlines = {look.outline for look in looks.values()}
    if len(kinds) > 2 or (len(kinds) == 1 and len(outlines) > 1):
        raise UnclearError(KINDS)
    signs = _signs(sorted(kinds, key=lambda kind: lightness(kind[0])))
    return {
        at: next(sign for kind, sign in signs.items() if _is_one_kind(look, kind))
        for at, look in looks.items()
    }


def _is_one_kind(one: Look, other: Look) -> bool:
    if one.hollow != other.hollow or bool(one.core) != bool(other.core):
        return False
    alike = not one.core or is_same(one.core, other.core)
    return alike and (one.hollow or is_same(one.colour, other.colour))


def _signs(kinds: list[Look]) -> dict[Look, str]:
    """The sign of each kind, of which the darker one comes first."""
    for colour, hollow, ground, *_ in kinds:
        if hollow and (lightness(colour) < LIGHT or is_dark(ground)):
            raise UnclearError(COLOURS)
    if len(kinds) == 2:
        dark, light = kinds
        grey = all(max(parts(kind[0])) - min(parts(kind[0])) <= GREY for kind in kinds)
        if lightness(light[0]) - lightness(dark[0]) < (APART if grey else COLOURED_APART):
            raise UnclearError(COLOURS)
        return {dark: "X", light: "O"}
    for kind in kinds:
        if DARK <= lightness(kind[0]) <= LIGHT:
            raise UnclearError(COLOURS)
    return {kind: "X" if lightness(kind[0]) < DARK else "O" for kind in kinds}


BLACK, WHITE = 0.15, 0.9
"""Lightness of cells that are stones."""

WOOD = 0.4
"""The least lightness of a coloured cell that is no stone."""


def signs_of_cells(fills: Mapping[tuple[int, int], str]) -> Mapping[tuple[int, int], str]:
    """`X` of black cells and `O` of white ones where the others have one light colour; else none.

    Three greys, or the colours of a map of numbers, do not say which of them is empty.
    """
    kinds: dict[str, str] = {}
    for fill in set(fills.values()):
        value, grey = lightness(fill), max(parts(fill)) - min(parts(fill)) <= GREY
        kinds[fill] = "X" if grey and value < BLACK else "O" if grey and value > WHITE else "."
        if kinds[fill] == "." and (grey or value < WOOD):
            return {}
    if sorted(kinds.values()) != [".", "O", "X"]:
        return {}
    return {at: kinds[fill] for at, fill in fills.items() if kinds[fill] != "."}
