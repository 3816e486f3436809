"""What the commands that play games share: options, words on the terminal, games as files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gograde.errors import DataError

if TYPE_CHECKING:
    from gograde.arena.analysis.judged_game import Analysis
    from gograde.arena.game.record import GameRecord

_Command = TypeVar("_Command", bound=Callable[..., Any])

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


def player_options(command: _Command) -> _Command:
    """The options that say how programs play, and how their games are judged."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def say(text: str, *, err: bool = False) -> None:
    """Print a line that may hold names, reasons and diagnoses, which come from students."""
    from gograde.report.words.escape import terminal

    click.echo(terminal(text), err=err)


def write_sgf(path: Path, record: GameRecord, analysis: Analysis | None) -> None:
    """Write a game, with what was judged; raises `DataError` for a folder that cannot be written to."""
    from gograde.arena.analysis.sgf import game_sgf

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(game_sgf(record, analysis))
    except OSError as error:
        what = f"cannot be written ({error.strerror})"
        raise DataError(str(path.parent), what, "name a folder that can be written to") from None
