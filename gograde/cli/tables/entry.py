"""A line in a table of commands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """Where a command is, the line it has in the list of commands, and the extras it cannot do without."""

    target: str
    summary: str
    needs: tuple[str, ...] = ()
