"""Lines of a report in a terminal, some of which belong to the one above them."""

from __future__ import annotations

from collections.abc import Iterable

from gograde.report.words.escape import line, terminal

Line = tuple[int, str]
"""How far a line is indented, and its text."""


def indented(lines: Iterable[Line]) -> str:
    """The lines as neutralised text."""
    return terminal("\n".join("  " * depth + line(text) for depth, text in lines))
