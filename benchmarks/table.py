"""The tables of `docs/benchmarks.md`, and what a run of the benchmarks is asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from benchmarks.measure import Used, run

GOGRADE = (sys.executable, "-m", "gograde")
NOT_INSTALLED = "not installed"


@dataclass(frozen=True)
class Settings:
    """How often each thing is measured, the sizes of the classes that grow, and a folder for all files."""

    repeats: int
    students: Sequence[int]
    room: Path

    @cached_property
    def demo(self) -> tuple[Path, Used]:
        """The example class as `gograde demo` leaves it, and what that used."""
        say("gograde demo")
        folder = self.room / "demo"
        return folder, run([*GOGRADE, "demo", folder])


@dataclass(frozen=True)
class Row:
    """A line: a thing with its unit, gograde's figure, and that of a peer; None where it is not installed."""

    what: str
    unit: str
    ours: float | None
    peer: str = ""
    theirs: float | None = None

    def cells(self) -> tuple[str, ...]:
        theirs = "" if not self.peer else NOT_INSTALLED if self.theirs is None else number(self.theirs)
        ours = NOT_INSTALLED if self.ours is None else number(self.ours)
        ratio = number(self.ours / self.theirs) if self.ours is not None and self.theirs else ""
        return self.what, self.unit, ours, self.peer, theirs, ratio


def number(value: float) -> str:
    """A figure with three digits, and whole from a hundred on."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; each line is also told while it is measured."""
    made = [head, ["---"] * len(head)]
    for line in lines:
        say(" · ".join(filter(None, line)))
        made.append(line)
    return "\n".join(f"| {' | '.join(line)} |" for line in made)


def of_rows(rows: Iterable[Row]) -> str:
    """The table of some rows."""
    return table(("what", "unit", "gograde", "peer", "of the peer", "ratio"), (row.cells() for row in rows))


def say(text: str) -> None:
    """Tell what is measured, on stderr."""
    print(text, file=sys.stderr, flush=True)
