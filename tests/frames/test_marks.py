"""The tables of a gradebook: columns of the roster, nobody graded, everybody once."""

from __future__ import annotations

from gograde.classroom.roster import Student
from gograde.codec import of_value, replace
from gograde.frames.marks import grades, late, scores
from gograde.grading.marks.gradebook_model import AssignmentInfo, Entry, Gradebook


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
