"""`gograde publish`: what students see from now on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from gograde.cli.options import CLASS, TEXT_OR_JSON


@click.command()
@CLASS
@click.option("--note", default="", metavar="TEXT", help="What to remember this gradebook by.")
@click.option("--list", "listed", is_flag=True, help="Only list the kept gradebooks.")
@TEXT_OR_JSON
def publish(class_dir: Path, note: str, listed: bool, form: str) -> None:
    """Freeze the marks of the last grading: students see them until the next publishing.

    The gradebook is kept in the class's folder gradebooks, whole, and never changes; gograde report
    --at 1 shows it, --diff 1 2 what changed.  Until the first publishing the pages in reports/students
    show what was graded last.

    Example:

      gograde publish my-class --note "after the appeals"
    """
    from datetime import UTC, datetime

    from gograde.classroom.classroom import load_class
    from gograde.report.kept import list_books
    from gograde.report.publication import publish as publish_class
    from gograde.report.terminal.run_summary import publish_text
    from gograde.report.words.escape import json_text

    if listed:
        books = list_books(load_class(class_dir).path)
        click.echo(json_text(books) if form == "json" else _table(books))
        return
    done = publish_class(load_class(class_dir), note, datetime.now(UTC))
    click.echo(json_text(done.in_json()) if form == "json" else publish_text(done))


def _table(books: Sequence[Mapping[str, Any]]) -> str:
    """A line for each kept gradebook; the last one is what students see."""
    from gograde.report.words.escape import line, terminal

    rows = []
    for book in books:
        end = "  (students see it)" if book is books[-1] else ""
        rows.append(terminal(line(f"{book['number']}  published {book['at']}  {book['note']}")) + end)
    return "\n".join(rows) or "No gradebook is kept yet: gograde publish keeps one."
