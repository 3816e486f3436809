"""The output of `gograde report` in a terminal: a class, made from its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gograde.frames.table import Table
from gograde.report.class_report import Report, why_review
from gograde.report.results import Result
from gograde.report.terminal.rich_text import all_alike, harmless, plain_cell, tests_table
from gograde.report.words import wording
from gograde.report.words.escape import line
from gograde.report.words.table_text import cell_words
from gograde.report.words.wording import CORRECTED, LATE, NOT_GRADED, between, counted, figure
from gograde.scoring.verdict import Verdict

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult


GAP = 2  # blanks between columns

WIDEST = 40  # terminal columns of a cell, before it is folded


@dataclass(frozen=True)
class TextColumn:
    """A column; `head` is broken where it has a newline, and nowhere else."""

    head: str
    cells: Sequence[str]
    right: bool = False
    most: int = WIDEST


@dataclass(frozen=True)
class TextTable:
    """Columns of equally many cells; the first `lead` columns are repeated in each part of a cut table."""

    columns: Sequence[TextColumn]
    lead: int = 1

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        for text in self.parts(options.max_width):
            yield Text(text, no_wrap=True, overflow="ignore")

    def parts(self, width: int) -> Iterator[str]:
        """The table as text, in as many parts as this width needs."""
        laid = [_Laid(column) for column in self.columns]
        lead, rest = laid[: self.lead], laid[self.lead :]
        part: list[_Laid] = []
        for column in rest:
            if part and _wide([*lead, *part, column]) > width:
                yield _text([*lead, *part])
                part = []
            part.append(column)
        yield _text([*lead, *part])


class _Laid:
    """A column whose cells are folded to lines of one width."""

    def __init__(self, column: TextColumn) -> None:
        from rich.cells import cell_len

        self.head = [plain_cell(part) for part in column.head.split("\n")]
        self.cells = [_folded(plain_cell(cell), column.most) for cell in column.cells]
        self.right = column.right
        self.width = max(cell_len(line) for cell in (self.head, *self.cells) for line in cell)

    def padded(self, text: str) -> str:
        """The text in the width of the column."""
        from rich.cells import cell_len

        blanks = " " * (self.width - cell_len(text))
        return blanks + text if self.right else text + blanks


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


def class_parts(report: Report) -> list[RenderableType]:
    """A row for each student: the total, then a column for each assignment, or all about a single one."""
    works = report.book.assignments
    drawn = details(report, works[0].id) if len(works) == 1 else overview(report)
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


def overview(report: Report) -> TextTable:
    """The total first, then a column for each assignment."""
    table = _by_pair(report.table("scores"))
    people = [student.id for student in report.book.students]
    marks = []
    for work in report.book.assignments:
        rows = [table.get((one, work.id)) for one in people]
        if any(rows):
            marks.append(_column(work.id, _marks(rows), rows))
    grades = {row["student_id"]: row for row in report.table("grades").dicts()}
    total = TextColumn("total", [_percent(grades[one]) for one in people], right=True)
    return TextTable([*_persons(report), total, *marks])


def details(report: Report, work: str) -> TextTable:
    """All about one assignment: the marks, then a column for each group of tests."""
    scores, groups = _by_pair(report.table("scores")), report.table("groups")
    people = [student.id for student in report.book.students]
    rows = [scores.get((one, work)) for one in people]

    def text(words: Callable[[Row], str]) -> list[str]:
        return [words(row) if row else NOT_GRADED for row in rows]

    official = (
        [TextColumn("official", text(_official))] if any(row and row.get("official") for row in rows) else []
    )
    columns = [
        _column("final", text(lambda row: f"{_final(row)}{_after(row, late=False)}"), rows),
        *official,
        TextColumn("verdict", text(lambda row: f"{_sign(row)} {row['badge']}")),
        _column("points", text(_points), rows),
        TextColumn("waiting", text(_waiting), right=True),
        TextColumn(
            "late", text(lambda row: counted(row["late_days"], "day") if row["late_days"] else ""), right=True
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


def _folded(text: str, most: int) -> list[str]:
    """The text in lines of at most `most` terminal columns, broken at blanks where there are any."""
    from rich.cells import cell_len, chop_cells

    if cell_len(text) <= most:
        return [text]
    lines = [""]
    for word in (part for one in text.split() for part in chop_cells(one, most)):
        longer = f"{lines[-1]} {word}".lstrip()
        if cell_len(longer) <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _wide(columns: Sequence[_Laid]) -> int:
    return sum(column.width for column in columns) + GAP * (len(columns) - 1)


def _text(columns: Sequence[_Laid]) -> str:
    heads = _lines(columns, [column.head for column in columns])
    rule = (" " * GAP).join("─" * column.width for column in columns)
    rows = zip(*(column.cells for column in columns), strict=True)
    body = (line for row in rows for line in _lines(columns, row))
    return "\n".join([*heads, rule, *body, ""])


def _lines(columns: Sequence[_Laid], cells: Sequence[list[str]]) -> Iterator[str]:
    """The lines of one row."""
    for number in range(max(map(len, cells), default=0)):
        parts = (cell[number] if number < len(cell) else "" for cell in cells)
        padded = (column.padded(part) for column, part in zip(columns, parts, strict=True))
        yield (" " * GAP).join(padded).rstrip()


def result_parts(result: Result) -> list[RenderableType]:
    """One student's result of one assignment, test by test."""
    entry, record = result.entry, result.for_staff
    badge = f"{wording.sign(entry.badge)}{wording.CORRECTED if entry.overrides else ''} {entry.badge.value}"
    official = "" if entry.official == "none" else f"official: {wording.OFFICIAL[entry.official]}; "
    points, final = wording.total_words(entry.total), wording.mark_words(entry.mark)
    told = f"{badge}; {official}points: {points}; final: {final}"
    late = [f"late: {entry.late.reason}"] if entry.late and entry.late.days else []
    flags = [f"flag {flag.id} ({flag.severity}): {flag.evidence}" for flag in record.flags]
    head = f"{result.student.name} ({result.student.id}), {result.assignment.title or result.assignment.id}"
    words = [f"corrected by a person: {wording.corrected(one, by=True)}" for one in entry.overrides]
    words += [f"corrected for the class: {wording.class_change(one)}" for one in record.changes]
    lines = [head, told, *late, *words, *([record.message] if record.message else []), *flags]
    below = f"{wording.progress([entry.graded])}; {wording.sandbox_words([record])}.\n"
    alike = all_alike(record.tests, {test.name for test in record.tests if test.message == record.message})
    drawn = [harmless(line(alike))] if alike else [tests_table(record.tests)]
    return [*map(harmless, map(line, lines)), *drawn, harmless(below)]
