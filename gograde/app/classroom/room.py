"""The class that is looked at: its results, read anew when a file of them has changed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from gograde.classroom.classroom import Classroom, load_class
from gograde.errors import UsageError
from gograde.report.results import Results, load_results
from gograde.report.waiting import DecidedTests, programs

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
