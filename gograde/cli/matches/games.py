"""What the commands that play games share: words on the terminal, progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import click

_T = TypeVar("_T")


@dataclass(frozen=True)
class GameOptions:
    """What games are asked for, and where they are told.

    `plies` last plies of each are judged, if any.  `joseki` is the file from which engines learn.
    """

    games: int
    seed: int
    watch: bool
    as_text: bool
    sgf: Path | None
    plies: int | None
    joseki: Path | None

    @property
    def watched(self) -> bool:
        """Is every board shown?"""
        return self.watch and self.as_text


def core_count(asked: int | None) -> int:
    """As many cores as were asked for, or all that this process may use."""
    return asked or len(os.sched_getaffinity(0))


def progress_bar(items: Iterable[_T], length: int) -> Iterable[_T]:
    """Items with a bar on stderr, when that is a terminal, of how many of them came."""
    with click.progressbar(items, length, "games", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield from bar


def say(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print text that may hold names, reasons and diagnoses, which come from students."""
    from gograde.report.words.escape import terminal

    click.echo(terminal(text), err=err, nl=nl)
