"""Tables and lines for a terminal, drawn by rich.

Every text is neutralised here; rich adds colour and lines, and interprets no markup.
"""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.core.record import TestScore
from gograde.core.verdict import Verdict
from gograde.report.words import wording
from gograde.report.words.escape import line, terminal

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text


WIDE = 200  # columns, when the output is no terminal
_COLONS = re.compile(":(?=:)")


def print_parts(parts: Sequence[RenderableType]) -> None:
    """Print the parts to standard output: coloured to a terminal, else as plain text."""
    from rich.console import Console

    console = Console()
    if console.is_terminal:
        _draw(console, parts)
    else:
        click.echo(to_text(parts), nl=False)


def show_parts(parts: Sequence[RenderableType], output: Path | None) -> None:
    """Print the parts, or write them to a file as plain text; raises `UsageError` when that fails."""
    from gograde.report.exports.writing import write_export

    if output is None:
        print_parts(parts)
    else:
        write_export(output, to_text(parts).encode())


def to_text(parts: Iterable[RenderableType]) -> str:
    """The parts as plain text."""
    from rich.console import Console

    out = io.StringIO()
    _draw(Console(file=out, width=WIDE, color_system=None, force_terminal=False), parts)
    return "\n".join(text.rstrip() for text in out.getvalue().split("\n"))


def _draw(console: Console, parts: Iterable[RenderableType]) -> None:
    from rich.text import Text

    # A line that is not broken cannot begin in the middle of a student's text.
    for part in parts:
        console.print(part, markup=False, highlight=False, emoji=False, soft_wrap=isinstance(part, Text))


def harmless(text: str, style: str = "") -> Text:
    """Neutralised text in this style."""
    from rich.text import Text

    return Text(terminal(text), style=style)


def harmless_cell(text: str) -> Text:
    """Text for a cell, which rich may fold anywhere: no line of it begins a workflow command."""
    return harmless(plain_cell(text))


def plain_cell(text: str) -> str:
    """Neutralised text for a cell that may be folded anywhere."""
    return terminal(_COLONS.sub(": ", line(text)))


def table_with(heads: Sequence[str]) -> Table:
    """An empty table with these headings, of which no word is broken while there is room."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in heads:
        table.add_column(harmless(head), overflow="fold", min_width=max(map(len, head.split())))
    return table


def all_alike(tests: Sequence[TestScore], told: Collection[str]) -> str:
    """What is true of each test, where all of several ended in the same way without points; else empty.

    The messages of the tests named in `told` stand elsewhere.
    """
    ends = {(test.verdict, test.message if test.name not in told else "") for test in tests}
    if len(ends) != 1 or len(tests) == 1 or any(test.points for test in tests):
        return ""
    [(verdict, message)] = ends
    if verdict is Verdict.AC:
        return ""
    return f"all {len(tests)} tests: {wording.sign(verdict)} {verdict.value} {message}".rstrip()


def tests_table(tests: Sequence[TestScore], told: Collection[str] = ()) -> RenderableType:
    """A row for each test; without the points column when no test is worth points.

    The messages of the tests named in `told` stand elsewhere, and the column goes when no other has one.
    """
    worth = any(test.max_points for test in tests)
    messages = {test.name: test.message for test in tests if test.message and test.name not in told}
    heads = ["test", "group", "verdict", *(["points"] if worth else []), *(["message"] if messages else [])]
    drawn = table_with(heads)
    for test in tests:
        verdict = harmless(f"{wording.sign(test.verdict)} {test.verdict.value}", _tone(test.verdict))
        points = [harmless_cell(wording.points_line(test))] if worth else []
        said = [harmless_cell(messages.get(test.name, ""))] if messages else []
        drawn.add_row(harmless_cell(test.name), harmless_cell(test.group), verdict, *points, *said)
    return drawn


def _tone(verdict: Verdict) -> str:
    if verdict is Verdict.AC:
        return "green"
    return "blue" if verdict is Verdict.RV else "bold red"
