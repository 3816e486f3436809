"""The output of `gograde report` in a terminal: a class, made from its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gograde.frames.table import Table
from gograde.report.choice import why_review
from gograde.report.class_report import Report
from gograde.report.terminal.rich_text import harmless
from gograde.report.terminal.text_table import TextColumn, TextTable
from gograde.report.words import wording
from gograde.report.words.escape import line
from gograde.report.words.table_text import cell_words
from gograde.report.words.wording import CORRECTED, LATE, NOT_GRADED, between, counted, figure
from gograde.scoring.verdict import Verdict

if TYPE_CHECKING:
    from rich.console import RenderableType

NAME = 24  # terminal columns of a name, before it is folded
MEANINGS = {
    wording.sign(Verdict.AC): "all right",
    wording.sign(Verdict.WA): "not right",
    wording.sign(Verdict.PAC): "partly right",
    wording.sign(Verdict.SK): "skipped",
    wording.sign(Verdict.RV): "waits for a person",
    wording.sign(Verdict.JE): "judge error, not graded",
    wording.sign(Verdict.NS): "nothing handed in",
}
"""What the signs of badges mean."""

Row = Mapping[str, Any]
Rows = Mapping[tuple[str, str], Row]
"""Rows of a table by student and assignment."""


def class_parts(report: Report, group: str = "") -> list[RenderableType]:
    """A row for each student: the total, then a column for each assignment, or all about a single one.

    `group` names the group of tests whose points are shown.
    """
    works = report.book.assignments
    one = len(works) == 1 and not group
    drawn = details(report, works[0].id) if one else overview(report, group)
    changes = [(work.id, change) for work in works for change in work.changes]
    told = [line(f"corrected for the class: {work}: {wording.class_change(one)}") for work, one in changes]
    below = [report.below, *_legend(report), *told]
    return [harmless(report.book.info.title), drawn, *map(harmless, below)]


def review_parts(report: Report) -> list[RenderableType]:
    """Why a person must look at these students, a line each."""
    names = {student.id: student.name for student in report.book.students}
    found = [(entry, why) for entry in report.entries if entry.student in names if (why := why_review(entry))]
    return [
        harmless(line(f"{entry.student} ({names[entry.student]}) {entry.assignment}: {why}"))
        for entry, why in found
    ]


def overview(report: Report, group: str = "") -> TextTable:
    """The total first, then a column for each assignment; or those that have the group."""
    table = _by_pair(report.table("groups"), group) if group else _by_pair(report.table("scores"))
    people = [student.id for student in report.book.students]
    marks = []
    for work in report.book.assignments:
        rows = [table.get((one, work.id)) for one in people]
        if any(rows):
            cells = [_points(row) for row in rows] if group else _marks(rows)
            marks.append(_column(work.id, cells, rows))
    if group:
        return TextTable([*_persons(report), *marks])
    grades = {row["student_id"]: row for row in report.table("grades").dicts()}
    total = TextColumn("total", [_percent(grades[one]) for one in people], right=True)
    return TextTable([*_persons(report), total, *marks])


def details(report: Report, work: str) -> TextTable:
    """All about one assignment: the marks, then a column for each group of tests."""
    scores, groups = _by_pair(report.table("scores")), report.table("groups")
    people = [student.id for student in report.book.students]
    rows = [scores.get((one, work)) for one in people]

    def said(words: Callable[[Row], str]) -> list[str]:
        return [words(row) if row else NOT_GRADED for row in rows]

    official = (
        [TextColumn("official", said(_official))] if any(row and row.get("official") for row in rows) else []
    )
    columns = [
        _column("final", said(lambda row: f"{_final(row)}{_after(row, late=False)}"), rows),
        *official,
        TextColumn("verdict", said(lambda row: f"{_sign(row)} {row['badge']}")),
        _column("points", said(_points), rows),
        TextColumn("waiting", said(_waiting), right=True),
        TextColumn(
            "late", said(lambda row: counted(row["late_days"], "day") if row["late_days"] else ""), right=True
        ),
    ]
    for name in dict.fromkeys(row["group"] for row in groups.dicts() if row["assignment"] == work):
        points = _by_pair(groups, name)
        found = [points.get((one, work)) for one in people]
        columns.append(_column(name, [_points(row) for row in found], found))
    return TextTable([*_persons(report), *columns])


def table_parts(report: Report, table: Table) -> list[RenderableType]:
    """Any table as it is."""
    drawn = text_table(table)
    return [harmless(f"{report.book.info.title}: {table.name}"), drawn, harmless(report.below)]


def text_table(table: Table) -> TextTable:
    """A table with all its columns, of which the first two of its key are repeated in each part."""
    columns = [
        TextColumn(column.name, [cell_words(row[at]) for row in table.rows], column.is_number)
        for at, column in enumerate(table.columns)
    ]
    return TextTable(columns, lead=min(len(table.schema.key), 2))


def _persons(report: Report) -> list[TextColumn]:
    people = report.book.students
    names = TextColumn("name", [student.name for student in people], most=NAME)
    return [TextColumn("id", [student.id for student in people], most=NAME), names]


def _by_pair(table: Table, group: str = "") -> Rows:
    rows = (row for row in table.dicts() if row.get("group", "") == group or "group" not in row)
    return {(row["student_id"], row["assignment"]): row for row in rows}


def _column(name: str, cells: Sequence[str], rows: Sequence[Row | None]) -> TextColumn:
    """A column of points; what there is to get stands in its head, or in each cell when it is not."""
    most = {row["max_score"] for row in rows if row}
    if len(most) > 1:
        both = zip(cells, rows, strict=True)
        cells = [f"{cell} of {figure(row['max_score'])}" if row else cell for cell, row in both]
    of = f"\nof {figure(most.pop())}" if len(most) == 1 else ""
    return TextColumn(f"{name.replace('-', '-' + chr(10))}{of}", cells, right=True)


def _marks(rows: Sequence[Row | None]) -> list[str]:
    """A sign, the final points, and signs of lateness and corrections, which stand below each other."""
    after = [_after(row) if row else "" for row in rows]
    wide = max(map(len, after), default=0)
    marks = (f"{_sign(row)} {_final(row)}" if row else NOT_GRADED for row in rows)
    return [f"{mark}{signs:<{wide}}" for mark, signs in zip(marks, after, strict=True)]


def _after(row: Row, *, late: bool = True) -> str:
    return (LATE if late and row["late_days"] else "") + (CORRECTED if row["corrections"] else "")


def _official(row: Row) -> str:
    return wording.OFFICIAL[row["official"]] if row["official"] else ""


def _sign(row: Row) -> str:
    return wording.sign(Verdict(row["badge"]))


def _waiting(row: Row) -> str:
    return (
        f"{counted(row['tests_waiting'], 'test')}, {figure(row['waiting'])}" if row["tests_waiting"] else ""
    )


def _final(row: Row) -> str:
    if row["final"] is None and row["at_least"] == row["at_most"]:
        return NOT_GRADED
    return between(row["at_least"], row["at_most"])


def _points(row: Row | None) -> str:
    if row is None or not row["max_score"]:
        return NOT_GRADED
    return between(row["score_at_least"], row["score_at_least"] + row["pending"])


def _percent(row: Row) -> str:
    if row["total"] is None and row["total_at_least"] == row["total_at_most"]:
        return NOT_GRADED
    return f"{between(row['total_at_least'], row['total_at_most'])} %"


def _legend(report: Report) -> list[str]:
    rows = list(report.table("scores").dicts())
    used = {_sign(row) for row in rows}
    signs = [f"{sign} {meaning}" for sign, meaning in MEANINGS.items() if sign in used]
    signs += [f"{LATE} late"] if any(row["late_days"] for row in rows) else []
    signs += [f"{CORRECTED} corrected by a person"] if any(row["corrections"] for row in rows) else []
    return ["   ".join(signs)] if signs else []
