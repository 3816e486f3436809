"""Rounding in tables: no digit too many, and no rank changed."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from gograde.frames.table import Cell, Column, Schema, table

SCHEMA = Schema("one", "One", (Column("x", "number", "A number"),), ("x",))


def tidy(value: Cell) -> Cell:
    """The cell of a table that was made of a value."""
    return table(SCHEMA, [(value,)]).rows[0][0]


def test_cells() -> None:
    for value, shown in [
        (13.600000000000001, 13.6),
        (54.285714285714285, 54.285714),
        (59.999999999999993, 60),
        (12.0, 12),
        (-0.0, 0),
        (0.1 + 0.2, 0.3),
        ("", None),
        (None, None),
        (True, True),
        ("13.600000000000001", "13.600000000000001"),
    ]:
        assert tidy(value) == shown
        assert type(tidy(value)) is type(shown)


MARKS = st.floats(0, 1e6)


@given(MARKS, MARKS)
@example(66.666666, 66.6666661)
def test_rounding_never_turns_two_marks_around(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert tidy(low) <= tidy(high)  # type: ignore[operator]
    if high - low > 1e-6:
        assert tidy(low) < tidy(high)  # type: ignore[operator]


@given(st.lists(st.tuples(st.integers(1, 100), st.integers(0, 400), st.integers(1, 400)), min_size=1))
def test_two_different_totals_of_a_course_stay_different(works: list[tuple[int, int, int]]) -> None:
    """A total of weights up to 100 and of quarter points is far from the next one of the same course."""
    weights = sum(weight for weight, _, _ in works)
    total = sum(100 * weight * min(1, points / most) for weight, points, most in works) / weights
    weight, _, most = works[0]
    better = total + 100 * weight / weights / most / 4
    assert tidy(better) > tidy(total)  # type: ignore[operator]
