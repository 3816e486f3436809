"""The output of `gograde report --student` in a terminal: submissions test by test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gograde.frames.records import tests
from gograde.frames.table import Table
from gograde.report.results import Result
from gograde.report.terminal.rich_text import harmless, harmless_cell, table_with
from gograde.report.words import wording
from gograde.report.words.escape import line
from gograde.scoring.verdict import Verdict

if TYPE_CHECKING:
    from rich.console import RenderableType


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
    below = f"{wording.progress([entry])}; {wording.sandbox_words([record])}.\n"
    table = tests([(entry, record)])
    alike = all_alike(table, record.message)
    drawn = [harmless(line(alike))] if alike else [tests_table(table)]
    return [*map(harmless, map(line, lines)), *drawn, harmless(below)]


def all_alike(table: Table, told: str) -> str:
    """What is true of each test, where all of several ended in the same way without points; else empty.

    `told` is what stands above already.
    """
    rows = list(table.dicts())
    if len({(row["verdict"], row["message"]) for row in rows}) != 1 or any(row["points"] for row in rows):
        return ""
    verdict, message = Verdict(rows[0]["verdict"]), rows[0]["message"]
    if len(rows) == 1 or verdict is Verdict.AC:
        return ""
    more = f" {message}" if message and message != told else ""
    return f"all {len(rows)} tests: {wording.sign(verdict)} {verdict.value}{more}"


def tests_table(table: Table) -> RenderableType:
    """A row for each test; without the points column when no test is worth points."""
    rows = list(table.dicts())
    worth = any(row["max_points"] for row in rows)
    drawn = table_with(["test", "group", "verdict", *(["points"] if worth else []), "message"])
    for row in rows:
        verdict, most = Verdict(row["verdict"]), row["max_points"]
        told = harmless(f"{wording.sign(verdict)} {verdict.value}", _tone(verdict))
        points = [harmless_cell(wording.points_words(row["points"], most, verdict))] if worth else []
        name, group, message = (harmless_cell(row[key] or "") for key in ("test", "group", "message"))
        drawn.add_row(name, group, told, *points, message)
    return drawn


def _tone(verdict: Verdict) -> str:
    if verdict is Verdict.AC:
        return "green"
    return "blue" if verdict is Verdict.RV else "bold red"
