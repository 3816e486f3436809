"""The output of `gograde report` in a terminal: a class as a table, or submissions test by test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gograde.report.results import Result, Results
from gograde.report.terminal.rich_text import harmless, harmless_cell, table_with
from gograde.report.words import wording
from gograde.report.words.escape import line
from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict

if TYPE_CHECKING:
    from rich.console import RenderableType

CORRECTED = "*"
"""The sign after a figure that a person corrected."""


def report_parts(results: Results, *, by_test: bool) -> list[RenderableType]:
    """A table with a row for each student, or each result test by test."""
    if not by_test:
        return class_parts(results)
    return [part for result in results.results for part in result_parts(result)]


def class_parts(results: Results) -> list[RenderableType]:
    """A table with a row for each student, and how much of the class is graded."""
    works = results.gradebook.assignments
    heads = [head for work in works for head in _work_heads(work.id if len(works) > 1 else "")]
    table = table_with(["id", "name", *heads, "total"])
    for student in results.gradebook.students:
        cells = [cell for work in works for cell in _result_cells(results.get(student.id, work.id))]
        total = results.totals.get(student.id)
        percent = wording.percent_words(total.percent) if total else wording.NOT_GRADED
        table.add_row(*map(harmless_cell, [student.id, student.name, *cells, percent]))
    records = [result.record for result in results.results]
    people = wording.counted(len(results.gradebook.students), "student")
    below = [f"{people}; {wording.progress(records)}; {wording.sandbox_words(records)}."]
    if any(result.entry.overrides for result in results.results):
        below.append(f"{CORRECTED} corrected by a person")
    changes = [(work.id, change) for work in works for change in work.changes]
    below += [line(f"corrected for the class: {work}: {wording.class_change(one)}") for work, one in changes]
    return [harmless(results.gradebook.info.title), table, *map(harmless, below)]


def _work_heads(work: str) -> list[str]:
    heads = ["official", "verdict", "points", "waiting", "late", "final"]
    return [f"{work} {head}".strip() for head in heads]


def _result_cells(result: Result | None) -> list[str]:
    if result is None:
        return [wording.NOT_GRADED] * 6
    entry = result.entry
    return [
        wording.OFFICIAL[wording.official_state(result.record, entry)],
        f"{wording.sign(entry.verdict)} {entry.verdict.value}",
        wording.total_words(entry.total),
        wording.figure(entry.pending) if entry.pending else "",
        wording.counted(entry.late.days, "day") if entry.late and entry.late.days else "",
        wording.mark_words(entry.mark) + (f" {CORRECTED}" if entry.overrides else ""),
    ]


def result_parts(result: Result) -> list[RenderableType]:
    """One student's result of one assignment, test by test."""
    entry, record = result.entry, result.record
    state = wording.OFFICIAL[wording.official_state(record, entry)]
    points, final = wording.total_words(entry.total), wording.mark_words(entry.mark)
    marks = f"official: {state}; points: {points}; final: {final}"
    late = [f"late: {entry.late.reason}"] if entry.late and entry.late.days else []
    flags = [f"flag {flag.id} ({flag.severity}): {flag.evidence}" for flag in record.flags]
    head = f"{result.student.name} ({result.student.id}), {result.assignment.title or result.assignment.id}"
    words = [f"corrected by a person: {wording.corrected(one, by=True)}" for one in entry.overrides]
    words += [f"corrected for the class: {wording.class_change(one)}" for one in record.changes]
    lines = [head, marks, *late, *words, *([record.message] if record.message else []), *flags]
    below = f"{wording.progress([record])}; {wording.sandbox_words([record])}.\n"
    return [*map(harmless, map(line, lines)), tests_table(record.tests), harmless(below)]


def tests_table(tests: Sequence[TestScore]) -> RenderableType:
    """A row for each test; without the points column when no test is worth points."""
    worth = any(test.max_points for test in tests)
    table = table_with(["test", "group", "verdict", *(["points"] if worth else []), "message"])
    for test in tests:
        verdict = harmless(f"{wording.sign(test.verdict)} {test.verdict.value}", _tone(test.verdict))
        points = [harmless_cell(wording.points_line(test))] if worth else []
        name, group, message = map(harmless_cell, (test.name, test.group, test.message))
        table.add_row(name, group, verdict, *points, message)
    return table


def _tone(verdict: Verdict) -> str:
    if verdict is Verdict.AC:
        return "green"
    return "blue" if verdict is Verdict.RV else "bold red"
