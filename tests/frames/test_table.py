"""Rounding in tables: no digit too many, and no rank changed."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from gograde.classroom.roster import Student
from gograde.codec import of_value, replace
from gograde.frames.marks import grades, late, scores
from gograde.frames.table import Cell, Column, Schema, table
from gograde.grading.marks.gradebook_model import AssignmentInfo, Entry, Gradebook

SCHEMA = Schema("one", "One", (Column("x", "number", "A number"),), ("x",))


def tidy(value: Cell) -> Cell:
    """The cell of a table that was made of a value."""
    return table(SCHEMA, [(value,)]).rows[0][0]


def test_cells() -> None:
    for value, shown in [
        (13.600000000000001, 13.6), (54.285714285714285, 54.285714), (59.999999999999993, 60), (12.0, 12),
        (-0.0, 0), (0.1 + 0.2, 0.3), ("", None), (None, None), (True, True),
        ("13.600000000000001", "13.600000000000001"),
    ]:  # fmt: skip
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


# -- The tables of a gradebook: columns of the roster, nobody graded, everybody once ---------------


def book(*students: Student) -> Gradebook:
    """A gradebook without any marks."""
    value = {"schema": "gograde/gradebook/v2", "class": {"title": "T"}}
    works = (AssignmentInfo(id="board9"),)
    return replace(of_value(Gradebook, value), students=students, assignments=works)


def test_columns_of_the_roster_are_passed_through_as_text() -> None:
    ada = Student("ada", "Byron", more={"section": "0012", "=cmd()": "x", "total": "9", "board9_final": "1"})
    bob = Student("bob", more={"Canvas ID": "7"})
    made = grades(book(ada, bob))
    names = [column.name for column in made.columns]
    assert names[4:9] == ["section", "_cmd__", "roster_total", "roster_board9_final", "Canvas ID"]
    assert len(set(names)) == len(names)
    first, second = made.dicts()
    assert (first["section"], first["_cmd__"], first["roster_total"], first["total"]) == (
        "0012", "x", "9", None,
    )  # fmt: skip
    assert (second["section"], second["Canvas ID"]) == (None, "7")


def test_who_has_no_marks_has_a_row_without_them() -> None:
    made = grades(book(Student("ada")))
    assert made.rows == (("ada",) + (None,) * 8,)
    assert scores(book(Student("ada"))).rows == ()


def test_an_extension_stands_beside_the_due_date() -> None:
    made = book(Student("ada"), Student("bob"))
    [work] = made.assignments
    work = replace(work, due="2026-11-15T12:00:00+00:00", extensions={"bob": 24})
    marks = {"verdict": "AC", "badge": "AC", "official": "pass", "score": 1, "max_score": 1, "pending": 0}
    entries = tuple(
        Entry(assignment="board9", student=who, submitted_at="2026-11-15T11:00:00+00:00", **marks)
        for who in ("ada", "bob")
    )
    found = late(replace(made, assignments=(work,), entries=entries))
    assert [(row["student_id"], row["extension_hours"], row["days"]) for row in found.dicts()] == [
        ("ada", 0, 0),
        ("bob", 24, 0),
    ]
