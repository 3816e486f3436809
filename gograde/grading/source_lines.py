"""Finds the lines of submitted files that a traceback or a compiler names.

Both texts are hostile: a place counts only when it names a submitted file, and the bytes of the file are cut
into lines and never parsed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from gograde.intake.printable import printable
from gograde.sandbox.protocol import BOX
from gograde.scoring.source_lines import SourceLines

AROUND = 2  # lines before and after a named one: enough for a condition and its body
PLACES = 4  # named lines of a failure: those nearest to it
WIDEST = 160  # characters of a line that are kept
LONGEST_SAID = 64 * 1024  # characters of what was said that are searched: all that a package's limits allow
LARGEST = 1024 * 1024  # bytes of a file that are looked at
LINE_END = re.compile(r"\r\n|\r|\n")  # as Python counts lines: a form feed ends none
NAMES = 200  # submitted files that are looked for


def source_lines(said: str, files: Mapping[str, bytes]) -> tuple[SourceLines, ...]:
    """The lines that `said` names, each with those around it, in the order of the file.

    Python names the place of the failure last, compilers and others name it first.
    """
    names = sorted((name for name in files if files[name]), key=lambda name: (-len(name), name))[:NAMES]
    if not said or not names:
        return ()
    places = _places(said[-LONGEST_SAID:], names)
    by_file: dict[str, set[int]] = {}
    for name, number in places:
        by_file.setdefault(name, set()).add(number)
    return tuple(part for name, numbers in by_file.items() for part in _parts(name, files[name], numbers))


def _places(said: str, names: Sequence[str]) -> list[tuple[str, int]]:
    """The file and the line of the places nearest to the failure, each once."""
    named = "|".join(map(re.escape, names))
    place = (
        rf'(?:^|[\s"(])(?:{BOX}/)?(?:\./)?({named})(\\?", line |: line |(?: on)? line |[:(])([0-9]{{1,6}})\b'
    )
    found = [(one[1], int(one[3]), one[2]) for one in re.finditer(place, said, re.MULTILINE)]
    python = any(between.endswith('", line ') for _, _, between in found)
    nearest = found[::-1] if python else found
    once = list(dict.fromkeys((name, number) for name, number, _ in nearest if number))[:PLACES]
    return once[::-1] if python else once


def _parts(name: str, data: bytes, numbers: set[int]) -> list[SourceLines]:
    """The named lines of a file with those around them; parts that meet are one."""
    lines = LINE_END.split(data[:LARGEST].decode("utf-8", "replace"))
    lines = lines if lines[-1] else lines[:-1]
    marked = sorted(number for number in numbers if number <= len(lines))
    if not marked:
        return []
    far = [at for at, (one, next_) in enumerate(pairwise(marked), 1) if next_ - one > 2 * AROUND + 1]
    cuts = pairwise([0, *far, len(marked)])
    return [_part(name, lines, marked[start:end]) for start, end in cuts]


def _part(name: str, lines: Sequence[str], marked: Sequence[int]) -> SourceLines:
    first, last = max(1, marked[0] - AROUND), min(len(lines), marked[-1] + AROUND)
    while first < marked[0] and not lines[first - 1].strip():
        first += 1
    while last > marked[-1] and not lines[last - 1].strip():
        last -= 1
    return SourceLines(name, first, tuple(map(_line, lines[first - 1 : last])), tuple(marked))


def _line(text: str) -> str:
    shown = printable(text.expandtabs(4).rstrip())
    return shown if len(shown) <= WIDEST else f"{shown[: WIDEST - 1]}…"
