"""Lines of the protocol: a command as a controller writes it, and the answer as an engine writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_DROPPED = dict.fromkeys([*range(9), *range(10, 32), 127])
"""Control characters other than the tab, which are taken out of every line."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its arguments; `id` is the number before it, or empty."""

    id: str
    name: str
    words: tuple[str, ...] = ()


def read_command(line: str) -> Command | None:
    """The command of a line, or None for a blank line or a comment."""
    words = line.translate(_DROPPED).partition("#")[0].split()
    number = words.pop(0) if words and re.fullmatch("[0-9]+", words[0]) else ""
    if not number and not words:
        return None
    return Command(number, words[0] if words else "", tuple(words[1:]))


def success(id: str, text: str) -> str:
    """The answer to a command that was done."""
    return _answer(f"={id}", text)


def failure(id: str, text: str) -> str:
    """The answer to a command that failed."""
    return _answer(f"?{id}", text)


def _answer(mark: str, text: str) -> str:
    """Blank lines are left out, since the first one ends an answer."""
    first, *rest = text.split("\n")
    lines = [f"{mark} {first}".rstrip(), *(line.rstrip() for line in rest if line.strip())]
    return "\n".join(lines) + "\n\n"


def plain(text: str, most: int = 80) -> str:
    """The first line of what another program said, without what a terminal obeys, as far as it helps."""
    line = text.strip().split("\n", 1)[0][:most]
    return "".join(char if char.isprintable() else "?" for char in line)
