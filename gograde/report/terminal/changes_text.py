"""What changed between two gradebooks, in a terminal."""

from __future__ import annotations

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
            lines.append(f"- {work}: {why}: {named(who, NAMED)}")
    if found.doubts:
        lines.append(f"{counted(len(found.doubts), 'correction')} in doubt; they count until somebody looks:")
        lines += [f"- {one.assignment}, {one.student}: {one.words}" for one in found.doubts]
    return [terminal(line(text)) for text in lines]
