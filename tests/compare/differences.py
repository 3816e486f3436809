"""The differences between two folders."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PLACE = b"<digest>"

# Without a letter from 16 to 63 digits are a number, such as the end of 0.3333333333333333.
_DIGEST = re.compile(rb"(?<![0-9A-Za-z])(?:[0-9a-f]{64}|(?=[0-9]*[a-f])[0-9a-f]{16,63})(?![0-9A-Za-z])")


def without_digests(data: bytes) -> bytes:
    """The same bytes with a mark in the place of each digest."""
    return _DIGEST.sub(PLACE, data)


def digests_that_differ(before: bytes, after: bytes) -> int:
    """How many digests of two files differ that are the same without them."""
    pairs = zip(_DIGEST.findall(before), _DIGEST.findall(after), strict=True)
    return sum(one != other for one, other in pairs)


MOST_LINES = 12
LONGEST_LINE = 200
BUSY = b"since the machine had been busy"
"""What pages say of a run that lacked a processor."""


@dataclass(frozen=True)
class Difference:
    """A file that differs; `lines` show how.  One that is the same but for digests or keys is `excused`."""

    where: str
    what: str
    lines: tuple[str, ...] = ()
    excused: bool = False


def folders(before: Path, after: Path, *, digests: bool) -> list[Difference]:
    """What differs between all files of two folders; with `digests` these must be the same too."""
    first, second = _files(before), _files(after)
    return [
        found
        for name in sorted(first.keys() | second.keys())
        if (found := _file(name, first.get(name), second.get(name), digests=digests))
    ]


def number_of_files(folder: Path) -> int:
    """How many files are compared."""
    return len(_files(folder))


def made_in_haste(folder: Path) -> bool:
    """Whether a file says that the machine was too busy for a run: another grading may not say so."""
    return any(BUSY in path.read_bytes() for path in _files(folder).values())


def _files(folder: Path) -> dict[str, Path]:
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}


def _file(name: str, before: Path | None, after: Path | None, *, digests: bool) -> Difference | None:
    if before is None or after is None:
        return Difference(name, "is new" if before is None else "is gone")
    old, new = before.read_bytes(), after.read_bytes()
    if old == new:
        return None
    plain_old, plain_new = without_digests(old), without_digests(new)
    if digests or plain_old != plain_new:
        shown = (old, new) if digests else (plain_old, plain_new)
        return Difference(name, f"differs ({len(old)} and {len(new)} bytes)", _diff(*shown))
    return Difference(name, f"differs in digests only, {digests_that_differ(old, new)} of them", excused=True)


def _diff(old: bytes, new: bytes) -> tuple[str, ...]:
    """The first lines of a unified diff; none for files that are no text."""
    try:
        return diff_lines(_lines(old.decode()), _lines(new.decode()))
    except UnicodeDecodeError:
        return ()


def _lines(text: str) -> list[str]:
    """Lines, of a page one for each element, and of a long row one for each cell."""
    lines = re.sub(r">(?=<)", ">\n", text).splitlines()
    return [part for line in lines for part in ([line] if len(line) <= LONGEST_LINE else line.split(","))]


def diff_lines(old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    """The first lines of a unified diff, each cut to a length that can be read."""
    lines = list(difflib.unified_diff(old, new, "before", "after", lineterm="", n=0))[2:]
    shown = [_cut(line) for line in lines[:MOST_LINES]]
    return (*shown, f"… {len(lines) - MOST_LINES} lines more") if len(lines) > MOST_LINES else tuple(shown)


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}… ({len(line)} characters)"
