"""Shows the progress of grading: a bar in a terminal, lines of text elsewhere, a file for who looks on.

The file holds a line of JSON for each event of the last grading.  It is locked as long as that grading lasts,
so that a reader knows whether it does, also after a crash.  How long leagues take is told before their first
game, and now and then.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from gograde.errors import GogradeError
from gograde.files import FILE_MODE

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

    from gograde.workflow.league_watch import LeagueWatch


class Progress:
    """Receives the workflow's progress; called from one thread at a time."""

    def total(self, jobs: int) -> None:
        """Set the number of jobs to do."""
        self.hear("total", jobs)

    def started(self, what: str) -> None:
        """Report that a job has begun."""
        self.hear("started", what)

    def finished(self, what: str) -> None:
        """Report that a job is done."""
        self.hear("finished", what)

    def note(self, text: str) -> None:
        """Tell how far jobs are that take long; from the first one on, the time left is not that of jobs."""
        self.hear("note", text)

    def close(self) -> None:
        """End the display."""

    def hear(self, event: str, value: int | str) -> None:
        """Hear of all that a display does not hear of in another way, by the method's name."""


def make_progress(stream: TextIO | None = None) -> Progress:
    """A bar when the stream (default: standard error) is a terminal, else lines."""
    stream = stream or sys.stderr
    return BarProgress(stream) if stream.isatty() else LineProgress(stream)


class LineProgress(Progress):
    """Prints a line for each finished job, with the estimated time left."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._jobs = self._done = 0
        self._begin = time.monotonic()
        self._noted = False

    def total(self, jobs: int) -> None:
        self._jobs, self._begin = jobs, time.monotonic()

    def finished(self, what: str) -> None:
        self._done += 1
        left = None if self._noted else left_s(time.monotonic() - self._begin, self._done, self._jobs)
        told = "" if left is None else f", about {round(left)} s left"
        print(f"[{self._done}/{self._jobs}] {what}{told}", file=self._stream, flush=True)

    def note(self, text: str) -> None:
        self._noted = True
        print(text, file=self._stream, flush=True)


def left_s(spent_s: float, done: int, jobs: int) -> float | None:
    """The seconds left if jobs go on as before; None when that is not known, or no job is left."""
    return spent_s / done * (jobs - done) if 0 < done < jobs else None


class BarProgress(Progress):
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

    def note(self, text: str) -> None:
        self._bar.console.print(text, markup=False, highlight=False)

    def _show(self) -> None:
        self._bar.update(self._task, description=", ".join(self._running)[:60])

    def close(self) -> None:
        self._bar.stop()


def _rich_bar(stream: TextIO) -> RichProgress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    told = TextColumn("{task.description}", markup=False)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), told)
    return Progress(*columns, console=Console(file=stream), transient=True)


# -- for whoever looks on ---------------------------------------------------------------------

FILE = "progress.jsonl"
LATEST = 12
"""Finished jobs that are told by name."""


class FiledProgress(Progress):
    """Another display of progress, with a copy of each event in the file."""

    def __init__(self, shown: Progress, work: Path) -> None:
        self._shown = shown
        self._file = os.open(work / FILE, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, FILE_MODE)
        fcntl.flock(self._file, fcntl.LOCK_EX)  # a reader holds it for a moment at most
        os.truncate(self._file, 0)
        self._write("begun")

    def hear(self, event: str, value: int | str) -> None:
        self._write(event, value)
        getattr(self._shown, event)(value)

    def close(self) -> None:
        self._write("closed")
        self._shown.close()
        os.close(self._file)

    def _write(self, event: str, value: int | str | None = None) -> None:
        line = {"event": event, "value": value, "at": round(time.time(), 3)}
        os.write(self._file, json.dumps(line).encode() + b"\n")


@dataclass(frozen=True)
class Seen:
    """How far the last grading is, or was: `running` says whether it goes on.

    `jobs` is None before their number is known.  `at_work` are the jobs that have begun, `latest` the last
    ones that ended, the latest first.  `noted` is the last note.
    """

    running: bool = False
    jobs: int | None = None
    done: int = 0
    at_work: tuple[str, ...] = ()
    latest: tuple[str, ...] = ()
    spent_s: float = 0.0
    noted: str = ""

    @property
    def left_s(self) -> float | None:
        """The seconds left; a note says that jobs do not go on as before."""
        return None if self.noted else left_s(self.spent_s, self.done, self.jobs or 0)


def read_progress(work: Path, now: float | None = None) -> Seen:
    """How far the last grading of a class is; a class without one has the empty answer."""
    try:
        with (work / FILE).open("rb") as file:
            running = _is_locked(file.fileno())
            lines = [line for line in file if line.endswith(b"\n")]
    except OSError:
        return Seen()
    try:
        return _seen([*map(json.loads, lines)], running, time.time() if now is None else now)
    except (ValueError, LookupError, TypeError):  # another version wrote it
        return Seen(running)


def _is_locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False


def _seen(events: list[Mapping[str, Any]], running: bool, now: float) -> Seen:
    named = [(one["event"], one["value"]) for one in events]
    jobs = next((value for event, value in reversed(named) if event == "total"), None)
    ended = [value for event, value in named if event == "finished"]
    begun = dict.fromkeys(value for event, value in named if event == "started")
    over = {*ended}
    since = next((one["at"] for one in events if one["event"] == "total"), now)
    last = now if running else events[-1]["at"] if events else now
    left = tuple(name for name in begun if name not in over) if running else ()
    noted = next((value for event, value in reversed(named) if event == "note"), "")
    latest = tuple(reversed(ended[-LATEST:]))
    return Seen(running, jobs, len(ended), left, latest, max(0.0, last - since), noted)


EVERY_S = 60.0
"""Seconds between two lines about a league."""

_PLAYS = re.compile(r"(.+): games \d+-\d+")
"""The name that `gograde.workflow.events.name_of` gives to the games of a tile."""

_REFUSED = (GogradeError, OSError, ValueError)
"""What a file raises that is just being made anew; a league is graded whether or not it can be watched."""


class LeagueProgress(Progress):
    """Another display of progress, to which leagues are told.

    `watch` begins to watch the league of an assignment.
    """

    def __init__(
        self, shown: Progress, watch: Callable[[str], LeagueWatch], every_s: float = EVERY_S
    ) -> None:
        self._shown, self._watch, self._every_s = shown, watch, every_s
        self._lock, self._over = threading.RLock(), threading.Event()
        self._watched: dict[str, LeagueWatch | None] = {}
        self._thread = threading.Thread(target=self._tell, daemon=True)

    def hear(self, event: str, value: int | str) -> None:
        with self._lock:
            getattr(self._shown, event)(value)
            games = _PLAYS.fullmatch(str(value))
            if event == "started" and games and games[1] not in self._watched:
                self._begin(games[1])

    def close(self) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        self._shown.close()

    def _begin(self, assignment: str) -> None:
        try:
            found = self._watch(assignment)
        except _REFUSED:
            self._watched[assignment] = None
            return
        self._watched[assignment] = found
        if told := found.begins():
            self._shown.note(told)
        if not self._thread.is_alive():
            self._thread.start()

    def _tell(self) -> None:
        while not self._over.wait(self._every_s):
            self.tell()

    def tell(self) -> None:
        """Say how far each league is."""
        with self._lock:
            for found in self._watched.values():
                try:
                    told = found.goes_on() if found else ""
                except _REFUSED:
                    continue
                if told:
                    self._shown.note(told)
