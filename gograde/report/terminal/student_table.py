"""The output of `gograde report --student` in a terminal: submissions test by test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gograde.report.results import Result
from gograde.report.terminal.rich_text import harmless
from gograde.report.terminal.tests_table import all_alike, tests_table
from gograde.report.words import marks, wording
from gograde.report.words.escape import line

if TYPE_CHECKING:
    from rich.console import RenderableType


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
    words = [f"corrected by a person: {marks.corrected(one, by=True)}" for one in entry.overrides]
    words += [f"corrected for the class: {wording.class_change(one)}" for one in record.changes]
    lines = [head, told, *late, *words, *([record.message] if record.message else []), *flags]
    below = f"{marks.progress([entry.graded])}; {wording.sandbox_words([record])}.\n"
    alike = all_alike(record.tests, record.message)
    drawn = [harmless(line(alike))] if alike else [tests_table(record.tests)]
    return [*map(harmless, map(line, lines)), *drawn, harmless(below)]
