"""The two tables of a class, as rows of cells and as Table Schema.

Each column describes itself; the tables, the descriptor and every export use that description.
A cell is None (unknown), a number, or text that is not yet neutralised.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from gograde.classroom.roster import Student
from gograde.grading.marks.gradebook_model import AssignmentInfo, StudentTotal
from gograde.report.results import Result, Results
from gograde.report.words.escape import cell
from gograde.report.words.wording import sandbox_of
from gograde.scoring.record import Visibility
from gograde.scoring.verdict import Verdict

Cell = str | float | int | None


@dataclass(frozen=True)
class Column:
    """A column: its name, its Table Schema type, what it means."""

    name: str
    type: str
    description: str
    constraints: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """A named table; every row has a cell for each column."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    key: tuple[str, ...]

    def dicts(self) -> Iterator[dict[str, Cell]]:
        """The rows, each by column name."""
        names = [column.name for column in self.columns]
        return (dict(zip(names, row, strict=True)) for row in self.rows)


_REQUIRED = {"required": True}
_VERDICT = {"enum": [verdict.value for verdict in Verdict]}
_OFFICIAL = {"enum": ["pass", "fail", "pending"]}
_POINTS = {"minimum": 0}

_PERSON = (
    Column("student_id", "string", "Id of the student in the roster", {**_REQUIRED, "unique": True}),
    Column("last_name", "string", "Family name"),
    Column("first_name", "string", "Given name"),
    Column("email", "string", "Address"),
)
_RESULT: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("verdict", "string", "The gravest thing that happened to the submission", _VERDICT),
    ("official", "string", "All or nothing; pending while a test that may fail it is not decided", _OFFICIAL),
    ("score", "number", "Points of all tests; empty while one is not decided", _POINTS),
    ("max_score", "number", "The most that all tests can give", _POINTS),
    ("pending", "number", "Points of tests that are not decided yet", _POINTS),
    ("late_days", "integer", "Days late", _POINTS),
    ("late_penalty", "number", "Points taken off for lateness", _POINTS),
    ("corrections", "integer", "How many corrections a person made", _POINTS),
    ("final", "number", "Points after lateness and corrections; empty while a test is not decided", _POINTS),
    ("at_least", "number", "The least that the final points can become", _POINTS),
    ("at_most", "number", "The most that the final points can become", _POINTS),
    (
        "sandbox",
        "string",
        "Sandbox that the program ran in; none when it was trusted, empty when nothing came",
        {},
    ),
)
_WHOLE = (
    Column("total", "number", "Weighted percent of all points; empty while a test is not decided", _POINTS),
    Column("total_at_least", "number", "The least that the total can become", _POINTS),
    Column("total_at_most", "number", "The most that the total can become", _POINTS),
    Column("total_pending", "number", "Points of all assignments that are not decided yet", _POINTS),
)
_TEST = (
    Column("student_id", "string", "Id of the student in the roster", _REQUIRED),
    Column("assignment", "string", "Id of the assignment", _REQUIRED),
    Column("test", "string", "Name of the test: batch and question", _REQUIRED),
    Column("group", "string", "Group of tests it counts in"),
    Column("batch", "string", "Cases that one run answers"),
    Column("verdict", "string", "What became of the test", {**_REQUIRED, **_VERDICT}),
    Column("points", "number", "Points; empty when not graded", _POINTS),
    Column("max_points", "number", "The most the test can give", {**_REQUIRED, **_POINTS}),
    Column("corrected", "number", "Points that a person gave instead; empty when nobody did", _POINTS),
    Column("visibility", "string", "When students may see it", {"enum": [word.value for word in Visibility]}),
    Column("message", "string", "Why, in words"),
    Column("remarks", "string", "Remarks that cost nothing"),
    Column("features", "string", "What the case was made to test"),
)


def grades(results: Results) -> Table:
    """A row for each student of the roster, with or without a submission."""
    works = results.gradebook.assignments

    def row(student: Student) -> tuple[Cell, ...]:
        person = (student.id, student.last_name, student.first_name, student.email)
        parts = (part for work in works for part in _result_cells(results.get(student.id, work.id)))
        return (*person, *parts, *_whole_cells(results.totals.get(student.id)))

    columns = (*_PERSON, *(column for work in works for column in _result_columns(work)), *_WHOLE)
    rows = tuple(row(student) for student in results.gradebook.students)
    return Table("grades", "A row a student", columns, rows, ("student_id",))


def scores(results: Results) -> Table:
    """A row for each test of each submission."""
    rows = tuple(row for result in results.results for row in _test_rows(result))
    return Table("scores", "A row a test", _TEST, rows, ("student_id", "assignment", "test"))


def csv_text(table: Table) -> str:
    """The table as CSV: text is quoted and neutralised, numbers are unquoted, lines end in a newline."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerow([cell(column.name) for column in table.columns])
    writer.writerows([_csv_cell(value) for value in row] for row in table.rows)
    return out.getvalue()


def safe_rows(table: Table) -> list[list[Cell]]:
    """The rows with text neutralised and whole numbers without a fraction."""
    return [[cell(value) if isinstance(value, str) else number(value) for value in row] for row in table.rows]


def number(value: float | int | None) -> float | int | None:
    """12.0 as 12; other numbers as they are."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _csv_cell(value: Cell) -> Cell:
    if value is None:
        return ""
    return cell(value) if isinstance(value, str) else number(value)


def _result_columns(work: AssignmentInfo) -> Iterator[Column]:
    return (Column(f"{work.id}_{name}", kind, text, limits) for name, kind, text, limits in _RESULT)


def _result_cells(result: Result | None) -> tuple[Cell, ...]:
    if result is None:
        return (None,) * len(_RESULT)
    entry, late = result.entry, result.entry.late
    points = (entry.total.exact, entry.max_score, entry.pending)
    lateness = (late.days, late.penalty) if late else (0, 0)
    mark = (entry.final, entry.mark.at_least, entry.mark.at_most)
    judged = (entry.verdict.value, entry.official)
    return (*judged, *points, *lateness, len(entry.overrides), *mark, sandbox_of(result.record))


def _whole_cells(whole: StudentTotal | None) -> tuple[Cell, ...]:
    if whole is None:
        return (None,) * len(_WHOLE)
    return (whole.total, whole.percent.at_least, whole.percent.at_most, whole.pending)


def _test_rows(result: Result) -> Iterator[tuple[Cell, ...]]:
    corrected = {override.test: override.points for override in result.entry.overrides}
    for test in result.record.tests:
        yield (
            result.student.id,
            result.assignment.id,
            test.name,
            test.group,
            test.batch,
            test.verdict.value,
            test.points,
            test.max_points,
            corrected.get(test.name),
            test.visibility.value,
            test.message,
            "; ".join(test.remarks),
            " ".join(test.features),
        )
