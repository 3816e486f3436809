"""What a compiler says of a program, and what of it its student may read: nothing about this machine."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from gograde.intake.entry import Entry
from gograde.intake.languages.row import Build
from gograde.intake.names import parents
from gograde.sandbox.host import system
from gograde.sandbox.protocol import BOX, RunResult

OBJECT = re.compile(re.escape(bytes(BOX)) + rb"/cc\w{6}(\.\w+)")
"""A temporary object file of the compiler; its name differs at each run."""

HEADING = re.compile(rb"^# .*\n", re.MULTILINE)
"""The line with which go says of which package the following lines are."""

PLACE = re.compile(rb"^(?:\./)?([^\s:]+:[0-9])", re.MULTILINE)
"""A path with the number of a line."""

NAMED = re.compile(
    rb"""(?<![^\s"'`<>(\[=,;])((?:/(?![/*])|(?:\./)*\.\./)[^\s"'`<>()\[\],;:]*)(?=(?P<told>: )?)"""
)
"""A path that does not begin in the working folder, and whether something is told of it."""

QUOTED = re.compile(rb"^\s*\d*\s*\|")
"""What stands before a line of a source that a compiler shows."""


def said_of(entry: Entry, build: Build, result: RunResult, home: str) -> bytes:
    """What the tool says, with paths as they were handed in."""
    said = OBJECT.sub(rb"program\1", result.stderr.strip() or result.stdout)
    if not build.makes:
        name, path = re.escape(entry.name.encode()), entry.path.encode()
        said = re.sub(rb"(?:\./|" + bytes(BOX) + rb"/)" + name, lambda _: path, said)
    if build.home:
        said = PLACE.sub(lambda found: home.encode() + found[1], HEADING.sub(b"", said))
    return said.replace(bytes(BOX) + b"/", b"")


def without_machine(said: bytes, files: Mapping[str, bytes], readable: Sequence[Path]) -> bytes | None:
    """What a compiler said, with the files of the system and of `readable` by their last names alone.

    None when it names any other place outside the submission: whatever it says of one would tell whether
    that place exists.  Lines of `files` that it quotes are the student's own words and tell nothing.
    """
    open_to_all = tuple(f"{path}/" for path in (*system.PROGRAMS, *system.SETTINGS, *readable))
    depth = max((len(parents(path)) for path in files), default=0)
    own = None
    lines = []
    for line in said.split(b"\n"):
        if not NAMED.search(line):
            lines.append(line)
            continue
        own = own or {_words(one) for data in files.values() for one in data.splitlines()}
        if not PLACE.match(line) and _words(QUOTED.sub(b"", line)) in own:
            lines.append(line)
            continue
        if any(_is_outside(named, depth, open_to_all) for named in NAMED.finditer(line)):
            return None
        lines.append(NAMED.sub(_last_name, line))
    return b"\n".join(lines)


def _words(line: bytes) -> bytes:
    return b" ".join(line.split())


def _is_path(named: re.Match[bytes]) -> bool:
    """Whether it is a path for sure: a single `/n` may be the student's own text."""
    return named[1].rstrip(b"/").count(b"/") > 1 or named["told"] is not None


def _is_outside(named: re.Match[bytes], depth: int, open_to_all: tuple[str, ...]) -> bool:
    path = posixpath.normpath(named[1].decode("utf-8", "replace"))
    if not path.startswith("/"):
        return path.split("/").count("..") > depth
    return _is_path(named) and not f"{path}/".startswith((f"{BOX}/", *open_to_all))


def _last_name(named: re.Match[bytes]) -> bytes:
    path = named[1]
    return posixpath.basename(path.rstrip(b"/")) if path.startswith(b"/") and _is_path(named) else path
