"""Every style is read in print, in grey, and by colour-blind people.

Sight without one kind of cone is simulated as by Machado, Oliveira and Fernandes (2009), at
full severity, in linear RGB; contrast is that of WCAG 2 (1 to 21), where text needs 4.5 and a
figure 3.  It counts luminance only, so that what it says of a colour holds for its grey too.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from gograde.pictures.draw import STYLES

Linear = tuple[float, float, float]
Matrix = tuple[Linear, Linear, Linear]

SIGHTS: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia":
        ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia":
        ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia":
        ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
LUMINANCE = (0.2126, 0.7152, 0.0722)


def linear(colour: str) -> Linear:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def seen(colour: str, sight: str) -> Linear:
    """What is left of a colour."""
    light = linear(colour)
    red, green, blue = (
        min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0), 1) for row in SIGHTS[sight]
    )
    return red, green, blue


def contrast(one: str, other: str, sight: str = "usual") -> float:
    first, second = (
        sum(a * b for a, b in zip(LUMINANCE, seen(colour, sight), strict=True)) for colour in (one, other)
    )
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def lab(colour: str, sight: str) -> Linear:
    """A colour in Oklab (Ottosson 2020), where distances are about those that are seen."""
    r, g, b = seen(colour, sight)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def apart(one: str, other: str, sight: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(lab(one, sight), lab(other, sight), strict=True)) ** 0.5


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#ff0000", "#000000", "protanopia") == pytest.approx(3.28, abs=0.01), "red is dark"


def test_texts_stones_and_marks_are_seen() -> None:
    """Territory has the colours of stones, and numbers on a stone that of the other."""
    for sight in SIGHTS:
        for style in STYLES.values():
            for colour in (style.ink, style.positive, style.negative, style.zero, style.line):
                assert contrast(colour, style.board, sight) >= 4.5, colour
            assert contrast(style.ink, style.page, sight) >= 7
            # Seen, and never taken for a minus sign.
            assert 1.3 <= contrast(style.faint, style.board, sight) <= 1.8
            assert contrast(style.black, style.white, sight) >= 12
            for fill, rim in ((style.black, style.black_rim), (style.white, style.white_rim)):
                assert max(contrast(fill, style.board, sight), contrast(rim, style.board, sight)) >= 7
            colours = (style.both, style.expected, style.answered)
            assert all(contrast(colour, style.halo, sight) >= 3 for colour in colours)
            if sight != "tritanopia":  # Green is blue there: the shapes tell, which differ in any case.
                assert all(apart(one, other, sight) >= 0.06 for one, other in combinations(colours, 2))
            assert apart(style.positive, style.negative, sight) >= 0.1
