"""`gograde gtp`: a player that other programs talk to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from gograde.cli.matches.bots import program_options
from gograde.cli.matches.games import say
from gograde.cli.options import SEED

if TYPE_CHECKING:
    from gograde.arena.game.five_by_five import Bot


@click.command()
@click.option("--player", "word", default="engine", show_default=True, help="Who plays; see `gograde play`.")
@SEED
@program_options
def gtp(*, word: str, seed: int, read: Callable[[Sequence[str]], list[Bot]]) -> None:
    """Play by the Go Text Protocol, version 2, on stdin and stdout.

    Example:

      gograde gtp --player greedy
    """
    from gograde import __version__
    from gograde.arena.players.at_board import close_player
    from gograde.arena.players.seats import seats
    from gograde.engine.gtp.commands import serve
    from gograde.engine.gtp.session import Session
    from gograde.go.live import LiveGame

    [seat] = seats([word], read)
    player = seat.player(seed)
    try:
        serve(Session(player, seat.sides, LiveGame.empty(seat.usual), version=__version__), _lines(), _write)
    finally:
        close_player(player)


def _write(answer: str) -> None:
    say(answer, nl=False)


def _lines() -> Iterator[str]:
    """Lines of stdin as they come; bytes that are no UTF-8 stay as they are in names of files."""
    with click.open_file("-", "rb") as stream:
        for line in stream:
            yield line.decode("utf-8", "surrogateescape")
