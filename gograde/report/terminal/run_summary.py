"""The summary at the end of `gograde run`: in a terminal, and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from gograde.report.words.escape import json_text, terminal
from gograde.report.words.wording import counted
from gograde.workflow.grade_class import Summary

if TYPE_CHECKING:
    from rich.table import Table


SUMMARY_SCHEMA = "gograde/summary/v1"


def summary_table(summary: Summary) -> Table:
    """A table with a row for each assignment."""
    from rich.table import Table

    table = Table("assignment", "students", "passed", "verdicts", "for a person")
    for tally in summary.tallies:
        counts = "  ".join(f"{verdict}\u00a0{count}" for verdict, count in tally.verdicts.items())
        passed = "" if tally.passed is None else str(tally.passed)
        table.add_row(tally.assignment, str(summary.students), passed, counts, str(tally.waiting))
    return table


def summary_lines(summary: Summary) -> list[str]:
    """The lines below the table."""
    lines = [f"Note: {note}" for note in summary.notes]
    for tally in summary.tallies:
        if tally.waiting:
            tests = counted(tally.waiting, "test waits", "tests wait")
            points = counted(tally.points, "point")
            lines.append(f"{tally.assignment}: {tests} for a person ({points}): gograde review asks.")
        if tally.judge_errors:
            who = ", ".join(tally.judge_errors)
            lines.append(f"{tally.assignment}: judge error (JE), our fault, for {who}: not graded.")
            lines.append("Fix: see work/logs/run in the class, then gograde run again.")
        if tally.twice:
            who = ", ".join(tally.twice)
            lines.append(
                f"{tally.assignment}: the same judge error twice for {who}: caused by the submission?"
            )
            lines.append("Fix: gograde review lets a person decide.")
        if tally.failed_games:
            lines.append(f"{tally.assignment}: {tally.failed_games} games of the league failed, our fault.")
            lines.append("Fix: see work/logs/play in the class, then gograde run again: it plays them.")
    if not summary.jobs:
        lines.append("Nothing had changed.")
    if summary.index:
        lines.append(f"Reports: {summary.index}")
    else:
        lines.append("The reports are as they were; gograde run without --student brings them up to date.")
    if summary.standing:
        kept = counted(summary.standing, "kept result stands", "kept results stand")
        lines.append(f"{kept}: the grader failed with these submissions now, and not before.")
    if summary.doubts:
        lines.append(f"{counted(summary.doubts, 'correction')} in doubt: gograde review names them.")
    if summary.newer:
        results = counted(summary.newer, "result is", "results are")
        lines.append(f"{results} newer than gradebook {summary.published}, which students see.")
        lines.append("gograde publish shows students the new ones.")
    return [terminal(line) for line in lines]


def summary_json(summary: Summary) -> str:
    """The summary as text in JSON."""
    return json_text({"schema": SUMMARY_SCHEMA, **asdict(summary), "index": str(summary.index or "") or None})
