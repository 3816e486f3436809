"""The effect of the board's size: the paper's figures, and the same figures by another formula."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.errors import DataError
from gograde.go.influence import proportions
from gograde.go.influence.proportions import difference, fairest, fourth_line, root, third_line


def cubic(x: Fraction) -> Fraction:
    """The numerator of E over the common denominator 4 (x - 5) (x - 7)."""
    return x**3 - 29 * x**2 + 216 * x - 432


def digits(value: Fraction, places: int) -> str:
    """Rounded, as it is printed."""
    return str(round(Decimal(value.numerator) / Decimal(value.denominator), places))


def test_19_lines_hold_136_points_with_56_stones_or_121_with_48() -> None:
    assert third_line(19) == Fraction(136, 56)
    assert fourth_line(19) == Fraction(121, 48)


def test_the_two_sizes_around_the_root() -> None:
    assert difference(18) == Fraction(-27, 143)
    assert difference(19) == Fraction(31, 336)
    assert digits(difference(18), 6) == "-0.188811"
    assert digits(difference(19), 6) == "0.092262"


def test_the_root_and_the_fairest_size() -> None:
    assert digits(root(), 5) == "18.66998"
    assert fairest() == 19
    assert {size: fairest([size, 19]) for size in range(11, 24)} == dict.fromkeys(range(11, 24), 19)
    assert fairest(iter([11, 17, 18])) == 18


def test_every_whole_size_of_the_paper_agrees_with_the_common_denominator() -> None:
    assert len(proportions.SIZES) == 13
    for x in proportions.SIZES:
        assert difference(x) == cubic(Fraction(x)) / (4 * (x - 5) * (x - 7))


@given(st.fractions(min_value=-50, max_value=50, max_denominator=60))
def test_every_other_size_does_too(x: Fraction) -> None:
    if x not in (5, 7):
        assert difference(x) == cubic(x) / (4 * (x - 5) * (x - 7))
        assert difference(x) == fourth_line(x) - third_line(x)


@given(st.fractions(min_value=8, max_value=500), st.fractions(min_value=8, max_value=500))
def test_from_8_on_the_difference_grows(x: Fraction, y: Fraction) -> None:
    assert (difference(x) < difference(y)) == (x < y)


def test_a_root_is_no_farther_off_than_asked() -> None:
    for error in [Fraction(1, 10), Fraction(1, 10**12), Fraction(1, 10**30)]:
        for low, high, shown in [
            (18, 19, "18.67"),
            (8, 1000, "18.67"),
            (0, 4, "3.28"),
            (Fraction(701, 100), 8, "7.05"),
        ]:
            found = root(low, high, error)
            assert cubic(found - error) * cubic(found + error) <= 0
            assert abs(found - Fraction(shown)) < error + Fraction(1, 100)


def test_what_has_no_answer_says_why() -> None:
    for call, words in [
        (lambda: third_line(5), "board size: a wall of no stones at x = 5\nFix: use any size but 5 and 7"),
        (lambda: fourth_line(7), "board size: a wall of no stones at x = 7\nFix: use any size but 5 and 7"),
        (lambda: difference(5), "board size: a wall of no stones at x = 5\nFix: use any size but 5 and 7"),
        (lambda: difference(7), "board size: a wall of no stones at x = 7\nFix: use any size but 5 and 7"),
        (lambda: fairest([]), "sizes: no size\nFix: give one at least"),
        (lambda: fairest([19, 7]), "board size: a wall of no stones at x = 7\nFix: use any size but 5 and 7"),
        (lambda: root(error=Fraction(0)), "error: 0 is not positive\nFix: give a number above 0"),
        (lambda: root(4, 6), "root: a pole lies between 4 and 6\nFix: stay on one side of 5 and of 7"),
        (lambda: root(4, 5), "root: a pole lies between 4 and 5\nFix: stay on one side of 5 and of 7"),
        (lambda: root(7, 19), "root: a pole lies between 7 and 19\nFix: stay on one side of 5 and of 7"),
        (lambda: root(19, 20), "root: E does not change its sign between 19 and 20\nFix: try 18 and 19"),
        (lambda: root(19, 18), "root: E does not change its sign between 19 and 18\nFix: try 18 and 19"),
    ]:
        with pytest.raises(DataError) as error:
            call()  # type: ignore[operator]
        assert str(error.value) == words


def test_each_line_has_one_pole_only() -> None:
    assert third_line(7) == 5
    assert fourth_line(5) == Fraction(-9, 8)
