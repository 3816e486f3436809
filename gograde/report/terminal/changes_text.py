"""What changed between two gradebooks, in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gograde.grading.books.compare import Comparison
from gograde.listing import named
from gograde.report.terminal.rich_text import harmless, harmless_cell, table_with
from gograde.report.words import changes as words
from gograde.report.words.escape import line, terminal
from gograde.report.words.wording import counted

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gograde.report.regrade import Regrade

NAMED = 8  # students whose results are to be run that a line names
TESTS = 4  # kinds of changed tests that a row of the table names
HEADS = ("id", "name", "what", "before", "after", "change", "why", "tests (before corrections)")


def comparison_parts(found: Comparison) -> list[RenderableType]:
    """The two sides, a row for each changed result and total, and how many there are."""
    head = f"{found.before} → {found.after}"
    count = f"{len(found.changes)} of {counted(found.compared, 'result')} changed"
    below = harmless(f"{count}, and {counted(len(found.totals), 'total')}.")
    rows = [*_rows(found)]
    if not rows:
        return [
            harmless(line(head)),
            harmless(f"Nothing changed: {counted(found.compared, 'result')} compared."),
        ]
    shown = _told_columns(rows)
    table = table_with([HEADS[place] for place in shown])
    for row in rows:
        table.add_row(*(harmless_cell(row[place]) for place in shown))
    return [harmless(line(head)), table, below]


def _told_columns(rows: Sequence[Sequence[str]]) -> list[int]:
    """The places of the columns that say something: not names that are the ids, nor tests of nobody."""
    unnamed = all(row[0] == row[1] for row in rows)
    return [
        place
        for place in range(len(HEADS))
        if any(row[place] for row in rows) and not (place == 1 and unnamed)
    ]


def regrade_lines(found: Regrade) -> list[str]:
    """What is known only after a run, and the corrections in doubt."""
    lines: list[str] = []
    if found.to_run:
        lines.append(f"{counted(len(found.to_run), 'result')} to be run, so not known yet:")
        reasons = dict.fromkeys((one.assignment, one.why) for one in found.to_run)
        for work, why in reasons:
            who = [one.student for one in found.to_run if (one.assignment, one.why) == (work, why)]
            lines.append(f"- {work}: {why}: {named(who, NAMED)}")
    if found.doubts:
        lines.append(f"{counted(len(found.doubts), 'correction')} in doubt; they count until somebody looks:")
        lines += [f"- {one.assignment}, {one.student}: {one.words}" for one in found.doubts]
    return [terminal(line(text)) for text in lines]


def _rows(found: Comparison) -> Iterator[Sequence[str]]:
    """The changed results of each student, then the student's total."""
    for student, name in found.names.items():
        for one in (change for change in found.changes if change.student == student):
            before, after = words.outcome_words(one.before), words.outcome_words(one.after)
            gained = words.signed(words.difference(*words.marks(one)))
            tests = "; ".join(words.tests_words(one.tests, TESTS))
            yield student, name, one.assignment, before, after, gained, words.why(one.why), tests
        for total in (total for total in found.totals if total.student == student):
            before, after = words.total_change_words(total.before), words.total_change_words(total.after)
            gained = words.signed(words.difference(total.before, total.after))
            yield student, name, "total", before, after, gained, words.why(total.why), ""
