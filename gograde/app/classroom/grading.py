"""Grading that a page starts, and the progress of any grading: commands in processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from gograde.app.server import Hub
from gograde.classroom.classroom import OVERRIDES, Classroom, load_class
from gograde.errors import UsageError
from gograde.report.results import Results, load_results
from gograde.report.waiting import DecidedTests, programs
from gograde.workflow.progress import Seen, read_progress

Stand = tuple[tuple[str, int, int], ...]
"""The name, the time and the size of each file that results are read from."""


class Room:
    """A class folder; `by` is who decides when a page names nobody."""

    def __init__(self, class_dir: Path, by: str) -> None:
        self.class_dir, self.by = class_dir.resolve(), by
        self._lock = Lock()
        self._read: tuple[Stand, Results] | None = None

    @property
    def classroom(self) -> Classroom:
        """The class as its files say now; raises `DataError`."""
        return load_class(self.class_dir)

    @property
    def stand(self) -> Stand:
        """Another value whenever a result has changed."""
        work = self.class_dir / "work"
        folders = [work, *_folders(work / "scores"), work / "league"]
        return tuple(sorted(one for folder in folders for one in _files(folder)))

    def results(self) -> Results:
        """What was graded last; raises `DataError` like `load_results`."""
        with self._lock:
            stand = self.stand
            if self._read is None or self._read[0] != stand:
                self._read = stand, load_results(self.class_dir)
            return self._read[1]

    def programs(self, *, rejected: bool = False) -> tuple[DecidedTests, ...]:
        """The programs that wait for a person now, as `programs` of the reports; raises `DataError`."""
        return programs(self.results(), self.classroom.overrides, rejected=rejected)


def _folders(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []


def _files(folder: Path) -> Iterator[tuple[str, int, int]]:
    """The files of results in a folder, which all are JSON."""
    if not folder.is_dir():
        return
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".json") and entry.is_file():
                about = entry.stat()
                yield entry.path, about.st_mtime_ns, about.st_size


LONGEST = 500
"""Characters of a comment, a reason or a name."""


def text_of(asked: Mapping[str, Any], name: str) -> str:
    """A text that a page sent, empty where it sent none; raises `UsageError` for something else."""
    value = asked.get(name, "")
    if not isinstance(value, str) or len(value) > LONGEST or "\0" in value:
        raise UsageError(name, f"no text of at most {LONGEST} characters", "write a shorter one")
    return value


# -- commands in processes of their own -------------------------------------------------------------


LOOK_S = 0.5
"""Seconds between two looks at the files, and only while a page is open; to a person it looks live."""

RUN = "run"
"""The command that a page starts."""

PATIENCE_S = 30.0
"""Seconds that a stopped grading gets to end; it ends its programs first."""


@dataclass(frozen=True)
class EndedCommand:
    """A command that a page started and that has ended: its exit code, and its error output."""

    word: str
    code: int
    out: str
    err: str


class Grading:
    """At most one command that a page started."""

    def __init__(self, room: Room, tell: Callable[[], None]) -> None:
        self._room, self._tell = room, tell
        self._lock = Lock()
        self._process: subprocess.Popen[str] | None = None
        self.word = ""
        self.last: EndedCommand | None = None

    def start(self) -> None:
        """Start a run; raises `UsageError` while another one is at work."""
        with self._lock:
            if self._process is not None:
                what = "it is grading already"
                raise UsageError("gograde view", what, "wait until it has ended, or stop it")
            command = [sys.executable, "-P", "-m", "gograde", RUN, str(self._room.class_dir)]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",  # the names of files are any bytes
                start_new_session=True,
            )
            self.word, self.last = RUN, None
        Thread(target=self._wait, args=(self._process,), daemon=True).start()
        self._tell()

    def stop(self) -> None:
        """Ask the command to end, as Ctrl-C does; finished results stay."""
        with self._lock:
            if self._process is None:
                raise UsageError(
                    "gograde view", "it has started nothing that is at work", "load the page again"
                )
            self._process.send_signal(signal.SIGINT)

    def close(self) -> None:
        """End the command with the server."""
        with self._lock:
            process = self._process
        if process is None:
            return
        process.send_signal(signal.SIGINT)
        try:
            process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()

    def _wait(self, process: subprocess.Popen[str]) -> None:
        out, err = process.communicate()
        with self._lock:
            self._process = None
            self.last = EndedCommand(RUN, process.returncode, out, err)
            self.word = ""
        self._tell()


class ClassWatch:
    """Tells open pages what changes in the files of the class: progress, corrections, results."""

    def __init__(self, room: Room, hub: Hub) -> None:
        self._room, self.hub = room, hub
        self._over = Event()
        self._sent: dict[str, Any] = {}
        self.grading = Grading(room, self.look)
        self._lock = Lock()
        Thread(target=self._watch, daemon=True).start()

    def close(self) -> None:
        self._over.set()
        self.hub.close()
        self.grading.close()

    def look(self) -> None:
        """Look at the files now, and tell what is new."""
        with self._lock:
            for topic, value in self._topics().items():
                if self._sent.get(topic) != value:
                    self._sent[topic] = value
                    self.hub.tell(topic, value)

    def _topics(self) -> dict[str, Any]:
        work = self._room.class_dir / "work"
        return {
            "progress": progress_value(read_progress(work), self.grading),
            "changed": [_stamp(self._room.class_dir / OVERRIDES), _stamp(work / "gradebook.json")],
        }

    def _watch(self) -> None:
        while not self._over.wait(LOOK_S):
            if self.hub.listeners:
                self.look()


def progress_value(seen: Seen, grading: Grading) -> dict[str, Any]:
    """The progress of grading as JSON values."""
    left = seen.left_s
    value = asdict(seen) | {"left_s": None if left is None else round(left)}
    value["spent_s"] = round(seen.spent_s)
    return value | {"ours": grading.word, "ended": asdict(grading.last) if grading.last else None}


def _stamp(path: Path) -> str:
    """Another word whenever a file has changed; numbers of nanoseconds are too long for JSON."""
    try:
        about = path.stat()
    except OSError:
        return ""
    return f"{about.st_ino}.{about.st_mtime_ns}.{about.st_size}"
