"""`gograde gtp`: a player that other programs talk to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial

import click

from gograde.cli.matches.bots import read_bots, say
from gograde.cli.options import SEED, TRUST


@click.command()
@click.option("--player", "word", default="engine", show_default=True, help="Who plays; see `gograde play`.")
@SEED
@TRUST
def gtp(*, word: str, seed: int, trust: bool) -> None:
    """Play by the Go Text Protocol, version 2, on stdin and stdout.

    Example:

      gograde gtp --player greedy
    """
    from gograde import __version__
    from gograde.arena.players.by_name import bots, side_of, sides_of
    from gograde.engine.gtp.commands import Session, serve
    from gograde.go.position import LiveGame

    [bot] = bots([word], partial(read_bots, trust=trust))
    start = LiveGame.empty(side_of(None, [bot]))
    with closing(bot.player(seed)) as player:
        serve(Session(bot.name, player, sides_of(bot), start, version=__version__), _lines(), _write)


def _write(answer: str) -> None:
    say(answer, nl=False)


def _lines() -> Iterator[str]:
    """Lines of stdin as they come; bytes that are no UTF-8 stay as they are in names of files."""
    with click.open_file("-", "rb") as stream:
        for line in stream:
            yield line.decode("utf-8", "surrogateescape")
