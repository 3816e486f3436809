"""A line in a table of commands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """Where a command is, its line in the list of commands (if it has one), and the extras that it needs."""

    target: str
    summary: str = ""
    needs: tuple[str, ...] = ()
