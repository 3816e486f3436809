"""What a check is doing, on a terminal while it lasts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from gograde.grading.contracts.kind import Tell


@contextmanager
def shown_progress(stream: TextIO | None = None) -> Iterator[Tell | None]:
    """A line on standard error that goes when all is done; None where that is no terminal."""
    out = stream or sys.stderr
    if not out.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed

    words = TextColumn("{task.description}", markup=False)
    columns = (SpinnerColumn(), words, BarColumn(), MofNCompleteColumn(), Elapsed())
    with Progress(*columns, console=Console(file=out), transient=True) as bar:
        line = bar.add_task("starting", total=None)

        def tell(done: int, of: int, what: str) -> None:
            bar.update(line, completed=done, total=of or None, description=what)

        yield tell
