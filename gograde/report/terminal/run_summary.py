"""What `gograde run`, `publish` and `regrade` did, in a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from gograde.grading.compare import Comparison
from gograde.listing import named
from gograde.report.terminal.rich_text import harmless, harmless_cell, table_with
from gograde.report.words import changes as words
from gograde.report.words.escape import json_text, line, terminal
from gograde.report.words.wording import counted
from gograde.workflow.outdated import WHO

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from gograde.report.publication import Published
    from gograde.report.regrade import Regrade
    from gograde.workflow.grade_class import Summary, VerdictTally


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


def _judge_errors(tally: VerdictTally) -> Iterator[str]:
    """What is said of judge errors, each with what to do."""
    who, again = ", ".join(tally.judge_errors), ", ".join(tally.twice)
    if who:
        yield f"{tally.assignment}: judge error (JE), our fault, for {who}: not graded."
        yield "Fix: see work/logs/run in the class, then gograde run again."
    handed_in = sum(tally.verdicts.values()) - tally.verdicts.get("NS", 0)
    if len(tally.judge_errors) == handed_in > 1:
        yield f"{tally.assignment}: the grader failed with all submissions: none of them causes it."
        yield "Fix: gograde doctor examines this machine."
    elif again:
        yield f"{tally.assignment}: the same judge error twice for {again}: caused by the submission?"
        yield "Fix: gograde review lets a person decide."


def summary_lines(summary: Summary) -> list[str]:
    """The lines below the table."""
    lines = [f"Note: {note}" for note in summary.notes]
    for tally in summary.tallies:
        if tally.waiting:
            tests = counted(tally.waiting, "test waits", "tests wait")
            points = counted(tally.points, "point")
            lines.append(f"{tally.assignment}: {tests} for a person ({points}): gograde review asks.")
        lines += _judge_errors(tally)
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


NAMED = 5  # results without a complete mark that are named


def publish_text(done: Published) -> str:
    """What students see now, which marks are not complete, and what stays hidden."""
    return "\n".join(terminal(line(text)) for text in _lines(done))


def _lines(done: Published) -> Iterator[str]:
    book = done.book
    if done.new:
        yield f"Gradebook {book.number} is published: {book.file} keeps it."
    else:
        yield f"Students see these marks already: nothing is newer than gradebook {book.number}."
    yield f"Students' pages: {done.students_pages}"
    if done.open:
        who = named([f"{student} ({work})" for student, work in done.open], NAMED)
        marks = counted(len(done.open), "mark is", "marks are")
        yield f"{marks} not complete: {who}.  gograde review shows what waits."
    for work in done.closed:
        told = "its hidden tests stay hidden while work is taken"
        yield f"{work}: {told}; published: true in class.yaml releases them at the next publishing."


TO_RUN = 8  # students whose results are to be run that a line names


def comparison_parts(found: Comparison) -> list[RenderableType]:
    """The two sides, a row for each changed result and total, and how many there are."""
    head, below = f"{found.before} → {found.after}", words.changed_words(found)
    heads, rows = words.change_table(found)
    if not rows:
        return [harmless(line(head)), harmless(below)]
    table = table_with(heads)
    for row in rows:
        table.add_row(*map(harmless_cell, row))
    return [harmless(line(head)), table, harmless(below)]


def regrade_lines(found: Regrade) -> list[str]:
    """What is known only after a run, and the corrections in doubt."""
    lines: list[str] = []
    if found.to_run:
        lines.append(f"{counted(len(found.to_run), 'result')} to be run, so not known yet:")
        reasons = dict.fromkeys((one.assignment, one.why) for one in found.to_run)
        for work, why in reasons:
            who = [one.student for one in found.to_run if (one.assignment, one.why) == (work, why)]
            lines.append(f"- {work}: {why.replace(WHO, named(who, TO_RUN))}")
    if found.doubts:
        lines.append(f"{counted(len(found.doubts), 'correction')} in doubt; they count until somebody looks:")
        lines += [f"- {one.assignment}, {one.student}: {one.words}" for one in found.doubts]
    return [terminal(line(text)) for text in lines]
