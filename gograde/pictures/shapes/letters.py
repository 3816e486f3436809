"""Letters and signs instead of stones: which of them is black, by what they mean everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gograde.pictures.shapes.colours import (
    COLOURS,
    LIGHT,
    Look,
    UnclearError,
    classes_of,
    is_dark,
    lightness,
)

PAIRS = (("Xx×✕✖", "Oo0"), ("Bb", "Ww"), ("#", "Oo"), ("黑", "白"), ("●⚫⬤", "○◯⚪"))
"""The signs of black and of white; those of one program are of one pair."""

OFF = 0.25
"""Steps: the most distance of a letter from its point; the size of a text is known roughly."""

DISCS = "●⚫⬤"
"""Signs that are discs of the colour that they are written in."""

LETTERS = "which letters are black and which are white cannot be told"

INKED = 4
"""The place in `PAIRS` of signs that look like stones in dark ink on light paper."""


class Letter(NamedTuple):
    """A text on a point, its colour, and the distance from the point in steps."""

    text: str
    fill: str
    off: float


def is_letter(letter: Letter) -> bool:
    """Whether a text may be a stone."""
    known = any(letter.text in signs for pair in PAIRS for signs in pair)
    return known and len(letter.text) == 1 and letter.off <= OFF


def are_discs(letters: Mapping[tuple[int, int], Letter]) -> bool:
    """Whether all are discs, of which only the colours differ."""
    return all(letter.text in DISCS for letter in letters.values())


def signs_of_letters(letters: Mapping[tuple[int, int], Letter], ground: str) -> Mapping[tuple[int, int], str]:
    """`X` or `O` of each letter; raises `UnclearError` unless both kinds are there and mean one thing."""
    kinds = {letter.text for letter in letters.values()}
    if are_discs(letters):
        looks = {at: Look(one.fill, False, ground, "", "") for at, one in letters.items()}
        return classes_of(looks)
    pair = next((pair for pair in PAIRS if kinds <= {*pair[0], *pair[1]}), None)
    if pair is None or len(kinds) != 2 or not all(kinds & set(signs) for signs in pair):
        raise UnclearError(LETTERS)
    signs = {at: "X" if one.text in pair[0] else "O" for at, one in letters.items()}
    fills = {sign: {letters[at].fill for at, other in signs.items() if other == sign} for sign in "XO"}
    if any(len(colours) > 1 for colours in fills.values()):
        raise UnclearError(LETTERS)
    _check_ink(fills["X"].pop(), fills["O"].pop(), ground, stones=pair is PAIRS[INKED])
    return signs


def _check_ink(black: str, white: str, ground: str, *, stones: bool) -> None:
    """Raise `UnclearError` where the colours of letters say another thing than the letters."""
    if not black or not white or lightness(black) > lightness(white) + 0.1:
        raise UnclearError(COLOURS)
    if stones and (is_dark(ground) or not is_dark(black) or (black != white and lightness(white) < LIGHT)):
        raise UnclearError(COLOURS)
