"""The output of `gograde report` in a terminal: a class, made from its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gograde.core.totals import Total
from gograde.core.verdict import Verdict
from gograde.grading.marks.gradebook import BookEntry
from gograde.listing import excerpt
from gograde.report.class_report import Report, why_review
from gograde.report.frames.statistics import EVERYBODY, NOBODY
from gograde.report.frames.table import Table
from gograde.report.results import Result
from gograde.report.terminal.rich_text import all_alike, harmless, plain_cell, tests_table
from gograde.report.words import wording
from gograde.report.words.escape import line
from gograde.report.words.table_text import cell_words
from gograde.report.words.wording import CORRECTED, LATE, NOT_GRADED, between, counted, figure

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
    known = {one.student: f"{_ends(one.percent)} %" for one in report.book.totals if one.percent.of}
    total = [known.get(student.id, NOT_GRADED) for student in report.book.students]
    columns = [*_persons(report), TextColumn("total", total, right=True)]
    for work in report.book.assignments:
        entries = _entries(report, work.id)
        if any(entries):
            totals = [entry.total if entry else None for entry in entries]
            columns.append(_column(work.id, _marks(entries), totals))
    return TextTable(columns)


def details(report: Report, work: str) -> TextTable:
    """All about one assignment: the marks, then a column for each group of tests."""
    entries = _entries(report, work)
    totals = [entry.total if entry else None for entry in entries]

    def text(words: Callable[[BookEntry], str]) -> list[str]:
        return [words(entry) if entry else NOT_GRADED for entry in entries]

    asked = any(entry and entry.official != "none" for entry in entries)
    official = [TextColumn("official", text(_official))] if asked else []
    columns = [
        _column("final", text(lambda one: f"{_ends(one.mark)}{_after(one, late=False)}"), totals),
        *official,
        TextColumn("verdict", text(lambda one: f"{wording.sign(one.badge)} {one.badge.value}")),
        _column("points", text(lambda one: _points(one.total)), totals),
        TextColumn("waiting", text(_waiting), right=True),
        TextColumn("late", text(lambda one: counted(_days(one), "day") if _days(one) else ""), right=True),
    ]
    for name in dict.fromkeys(name for entry in entries if entry for name in entry.groups):
        points = [entry.groups.get(name) if entry else None for entry in entries]
        columns.append(_column(name, [_points(total) for total in points], points))
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


def _entries(report: Report, work: str) -> list[BookEntry | None]:
    """The marks of an assignment by student, in the order of the report."""
    own = {entry.student: entry for entry in report.book.entries if entry.assignment == work}
    return [own.get(student.id) for student in report.book.students]


def _column(name: str, cells: Sequence[str], totals: Sequence[Total | None]) -> TextColumn:
    """A column of points; what there is to get stands in its head, or in each cell when it is not."""
    most = {total.of for total in totals if total}
    if len(most) > 1:
        both = zip(cells, totals, strict=True)
        cells = [f"{cell} of {figure(total.of)}" if total else cell for cell, total in both]
    of = f"\nof {figure(most.pop())}" if len(most) == 1 else ""
    return TextColumn(f"{name.replace('-', '-' + chr(10))}{of}", cells, right=True)


def _marks(entries: Sequence[BookEntry | None]) -> list[str]:
    """A sign, the final points, and signs of lateness and corrections, which stand below each other."""
    after = [_after(entry) if entry else "" for entry in entries]
    wide = max(map(len, after), default=0)
    marks = (f"{wording.sign(one.badge)} {_ends(one.mark)}" if one else NOT_GRADED for one in entries)
    return [f"{mark}{signs:<{wide}}" for mark, signs in zip(marks, after, strict=True)]


def _days(entry: BookEntry) -> int:
    return entry.late.days if entry.late else 0


def _after(entry: BookEntry, *, late: bool = True) -> str:
    return (LATE if late and _days(entry) else "") + (CORRECTED if entry.overrides else "")


def _official(entry: BookEntry) -> str:
    return "" if entry.official == "none" else wording.OFFICIAL[entry.official]


def _waiting(entry: BookEntry) -> str:
    done = entry.graded
    return f"{counted(len(done.waits), 'test')}, {figure(done.waiting)}" if done.waits else ""


def _ends(total: Total) -> str:
    return between(total.at_least, total.at_most) if total.of else NOT_GRADED


def _points(total: Total | None) -> str:
    return _ends(total) if total else NOT_GRADED


def _legend(report: Report) -> list[str]:
    used = {wording.sign(entry.badge) for entry in report.entries}
    signs = [f"{sign} {meaning}" for sign, meaning in MEANINGS.items() if sign in used]
    signs += [f"{LATE} late"] if any(map(_days, report.entries)) else []
    signs += [f"{CORRECTED} corrected by a person"] if any(one.overrides for one in report.entries) else []
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
    lines = [head, told, *late, *words, *([excerpt(record.message)] if record.message else []), *flags]
    below = f"{wording.progress([entry.graded])}; {wording.sandbox_words([record])}.\n"
    alike = all_alike(record.tests, {test.name for test in record.tests if test.message == record.message})
    drawn = [harmless(line(alike))] if alike else [tests_table(record.tests)]
    return [*map(harmless, map(line, lines)), *drawn, harmless(below)]


# -- statistics: what fits on some screens -----------------------------------------------------------

WEAK = 0.1
"""The discrimination below which a test hardly tells students apart."""

FEW = 15
"""Rows of the tables that are long."""


def _remarkable(row: Mapping[str, Any]) -> bool:
    weak = row["discrimination"] is not None and row["discrimination"] < WEAK
    return row["remark"] in (NOBODY, EVERYBODY) or weak


_KEPT: Mapping[str, Callable[[Mapping[str, Any]], bool]] = {
    "items": _remarkable,
    "histogram": lambda row: row["count"] > 0,
}
_WHICH = {"items": " (solved by nobody or everybody, or hardly telling students apart)"}
"""Which rows of a table are shown."""

_WHOLE = ("summary", "summary-groups", "histogram", "reliability", "cpu")
"""Tables that are as long as the course, not as the class."""

_LEFT_OUT = ("times", "crosstable")
"""Tables with a row a submission or a pair of players."""


def statistics_parts(title: str, tables: Mapping[str, Table]) -> list[RenderableType]:
    """Each table with its title; long ones are cut, and it is said how to see the rest."""
    parts: list[RenderableType] = [harmless(title), harmless("")]
    for name, table in tables.items():
        if name not in _LEFT_OUT:
            parts += _part(name, table)
    more = ", ".join(f"--table {name}" for name in tables if name not in _WHOLE)
    return [*parts, harmless(f"What is not decided is left out, and counted as open.  Whole tables: {more}")]


def _part(name: str, table: Table) -> list[RenderableType]:
    kept = _KEPT.get(name)
    both = zip(table.rows, table.dicts(), strict=True)
    rows = [row for row, told in both if kept is None or kept(told)]
    shown = rows if name in _WHOLE else rows[:FEW]
    head = table.schema.title
    if len(shown) < len(table.rows) and name not in _WHOLE:
        head = f"{head}: {len(shown)} of {counted(len(table.rows), 'row')}{_WHICH.get(name, '')}"
    body: RenderableType = text_table(table.with_rows(shown)) if shown else harmless("none\n")
    return [harmless(head), body]
