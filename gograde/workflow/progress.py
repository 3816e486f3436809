"""Shows the progress of grading: a bar in a terminal, lines of text elsewhere."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress


class Progress(Protocol):
    """Receives the workflow's progress; called from one thread at a time."""

    def total(self, jobs: int) -> None:
        """Set the number of jobs to do."""

    def started(self, what: str) -> None:
        """Report that a job has begun."""

    def finished(self, what: str) -> None:
        """Report that a job is done."""

    def close(self) -> None:
        """End the display."""


def make_progress(stream: TextIO | None = None) -> Progress:
    """A bar when the stream (default: standard error) is a terminal, else lines."""
    stream = stream or sys.stderr
    return BarProgress(stream) if stream.isatty() else LineProgress(stream)


class LineProgress:
    """Prints a line for each finished job, with the estimated time left."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._jobs = self._done = 0
        self._begin = time.monotonic()

    def total(self, jobs: int) -> None:
        self._jobs, self._begin = jobs, time.monotonic()

    def started(self, what: str) -> None:
        """Print nothing: only finished jobs get a line."""

    def finished(self, what: str) -> None:
        self._done += 1
        left = time_left(time.monotonic() - self._begin, self._done, self._jobs)
        print(f"[{self._done}/{self._jobs}] {what}{left}", file=self._stream, flush=True)

    def close(self) -> None:
        self._stream.flush()


def time_left(spent_s: float, done: int, jobs: int) -> str:
    """The estimated time left, in words; empty when no estimate is possible or no job is left."""
    if not 0 < done < jobs:
        return ""
    return f", about {round(spent_s / done * (jobs - done))} s left"


class BarProgress:
    """Shows a bar with the running jobs, the finished share and the time left."""

    def __init__(self, stream: TextIO) -> None:
        self._bar = _rich_bar(stream)
        self._task = self._bar.add_task("planning", total=None)
        self._running: dict[str, None] = {}
        self._bar.start()

    def total(self, jobs: int) -> None:
        self._bar.update(self._task, total=jobs)

    def started(self, what: str) -> None:
        self._running[what] = None
        self._show()

    def finished(self, what: str) -> None:
        self._running.pop(what, None)
        self._bar.advance(self._task)
        self._show()

    def _show(self) -> None:
        self._bar.update(self._task, description=", ".join(self._running)[:60])

    def close(self) -> None:
        self._bar.stop()


def _rich_bar(stream: TextIO) -> RichProgress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
    )
    return Progress(*columns, console=Console(file=stream), transient=True)
