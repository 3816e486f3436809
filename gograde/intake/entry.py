"""The file of a submission that is started, and the files that lie beside it.

The folder of that file becomes the working directory.
"""

from __future__ import annotations

import fnmatch
import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gograde.intake.names import language_of, parents
from gograde.sandbox.protocol import StagedFile

TRANSLATED = "python 2"
"""The language of a program that was translated to Python 3 before it ran."""


CLASS = re.compile(r"[\w$]+(?:\.[\w$]+)*")
"""The name of a class, which becomes a word of a command."""


@dataclass(frozen=True)
class Entry:
    """The file to start; `sources` are the files that are built together, where there are several.

    `start` is the class that is started, with its package (Java only).
    """

    path: str
    language: str
    sources: tuple[str, ...] = ()
    start: str = ""

    @property
    def folder(self) -> str:
        """The folder of the entry; empty for the top folder."""
        return posixpath.dirname(self.path)

    @property
    def name(self) -> str:
        return posixpath.basename(self.path)


@dataclass(frozen=True)
class Building:
    """The facts of a build that staff see: its attempts at what is forbidden, the calls that the filter does
    not know, and the output of the compiler where the student must not read it.
    """

    violations: tuple[str, ...] = ()
    unlisted: tuple[str, ...] = ()
    output: str = ""


NO_BUILDING = Building()


@dataclass(frozen=True)
class Refusal:
    """The reason why nothing can be started, in words for the student; `entry` is what was found."""

    message: str
    entry: Entry | None = None
    building: Building = NO_BUILDING


def staged_submission(
    files: Mapping[str, bytes], entry: Entry, answers: Sequence[str], staged: Sequence[StagedFile]
) -> tuple[StagedFile, ...]:
    """The submission's own files, at the places where the program finds them.

    Files below the entry's folder keep their path in it; other files keep their path from the top.  Old
    answers and files in the way of `staged` (the grader's files) are left out.  A file in another folder
    with the name of a staged file gets the staged content, since the program may read it there.
    """
    given = {file.path: file.data for file in staged}
    reserved = set(given)
    placed: dict[str, bytes] = {}
    for place, path in places(files, entry).items():
        if not is_old_answer(path, answers) and not _in_the_way(place, reserved | placed.keys()):
            placed[place] = given.get(posixpath.basename(place), files[path])
    return tuple(StagedFile(place, data, data.startswith(b"#!")) for place, data in placed.items())


def places(paths: Iterable[str], entry: Entry) -> dict[str, str]:
    """The submitted path of each place at which the program finds a file; the entry's folder comes first."""
    found: dict[str, str] = {}
    for path in sorted(paths, key=lambda path: (not _below(path, entry.folder), path)):
        below = _below(path, entry.folder)
        found.setdefault(posixpath.relpath(path, entry.folder or ".") if below else path, path)
    return found


def is_old_answer(path: str, answers: Sequence[str]) -> bool:
    """Whether a submitted file has the name of an answer file."""
    name = posixpath.basename(path).lower()
    wanted = any(fnmatch.fnmatchcase(name, pattern.lower()) for pattern in answers)
    return wanted and language_of(path) is None


def _below(path: str, folder: str) -> bool:
    return not folder or path.startswith(f"{folder}/")


def _in_the_way(place: str, taken: Iterable[str]) -> bool:
    above = set(parents(place))
    return any(other == place or other in above or other.startswith(f"{place}/") for other in taken)
