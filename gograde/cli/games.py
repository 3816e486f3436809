"""What the commands that play games share: options, words on the terminal, progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from functools import partial, wraps
from typing import Any, TypeVar

import click

_T = TypeVar("_T")

_OPTIONS = (
    click.option("--analyse", is_flag=True, help="Judge the last 12 plies of each game exactly."),
    click.option("--deep", is_flag=True, help="Judge the last 16 plies, a second or so a game."),
    click.option(
        "--profile",
        type=click.Choice(["classic", "strict"]),
        default="classic",
        show_default=True,
        help="How answers may be written.",
    ),
    click.option("--backend", type=click.Choice(["bwrap", "landlock"]), help="The sandbox to use."),
    click.option("--trust-submissions", "trust", is_flag=True, help="Run players without a sandbox."),
)


def player_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the options that say how programs play, and how their games are judged.

    The command is called with `read`, which turns words into bots, and with `plies`, the number of last
    plies to judge, or None.
    """

    @wraps(command)
    def called(
        analyse: bool, deep: bool, profile: str, backend: str | None, trust: bool, **options: Any
    ) -> Any:
        from gograde.cli.bots import chooser, read_bots

        read = partial(read_bots, profile=profile, choose=chooser(backend, trust))
        return command(read=read, plies=judged_plies(deep) if analyse or deep else None, **options)

    for option in reversed(_OPTIONS):
        called = option(called)
    return called


def judged_plies(deep: bool) -> int:
    """How many last plies of each game are judged."""
    from gograde.arena.analysis.judged_game import DEEP, USUAL

    return DEEP if deep else USUAL


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
