"""`gograde board`: the live board, as a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.cli.matches.bots import read_bots
from gograde.cli.options import PATH, PORT, TRUST
from gograde.errors import UsageError

if TYPE_CHECKING:
    from gograde.app.board.table import BoardTable, Seats
    from gograde.arena.game.match import Bot

Reader = Callable[[Sequence[str]], "list[Bot]"]

SEED = 1
"""The players' luck is the same in each session: a game can be shown again."""

LARGEST = 4 << 20
"""Bytes of a file with a game; a long game with comments is a tenth of it."""


@click.command()
@click.argument("file", type=PATH, required=False, metavar="[FILE.go|FILE.sgf]")
@click.option(
    "--side", type=click.Choice(["19", "13", "9", "5"]), default="19", show_default=True, help="Lines."
)
@click.option(
    "--player", "words", multiple=True, metavar="WORD", help="Who may play, as in gograde play; repeatable."
)
@PORT
@TRUST
def board(*, file: Path | None, side: str, words: Sequence[str], port: int, trust: bool) -> None:
    """Play Go on a page, and see influence, territory and the values of moves.

    Each colour is played by a person or a program: the engine, on 5x5 a reference player, or a --player:
    a program that speaks GTP, or a bot in the sandbox.  FILE is a saved game.  Only who knows the address
    that is printed sees the page; where there is a screen, a browser opens it.  Ctrl-C ends it.

    Example:

    \b
      gograde board game.sgf
    """
    _serve(_table(file, int(side)), _seats(words, partial(read_bots, trust=trust)), port)


def _serve(table: BoardTable, seats: Seats, port: int) -> None:
    from gograde.app.board.analysis import Analyst
    from gograde.app.board.session import BoardSession
    from gograde.app.board.site import board_site
    from gograde.app.server import Hub, serve

    hub = Hub()
    session = BoardSession(table, seats, SEED, hub, Analyst(hub).ask)

    def close() -> None:
        session.close()
        hub.close()

    serve(partial(board_site, session, hub), close, _say, port=port)


def _say(address: str) -> None:
    click.echo(f"The board is at {address}")


def _table(file: Path | None, side: int) -> BoardTable:
    """The table with the game of a file, at its end, or with a new one."""
    from gograde.app.board.table import BoardTable, new_game, read_game

    if file is None:
        return BoardTable(new_game(side))
    with file.open("rb") as opened:
        data = opened.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise UsageError(str(file), f"more than {LARGEST >> 20} MiB", "give one game")
    return BoardTable().loaded(read_game(file.name, data), file.name)


def _seats(words: Sequence[str], read: Reader) -> Seats:
    """Everybody who can be asked to play; words are read at once, so that a wrong one is said here."""
    from gograde.arena.players.by_name import OWN, bots
    from gograde.arena.players.reference import NAMES

    def cold(words: Sequence[str]) -> list[Bot]:
        return [*map(_cold, read(words))]

    seats: dict[str, Bot] = {}
    for bot in bots([*OWN, *NAMES, *words], cold):
        seats[next(name for name in _names(bot.name) if name not in seats)] = bot
    return seats


def _names(name: str) -> Iterator[str]:
    """The name, and what others of that name are called."""
    yield name
    yield from (f"{name} {number}" for number in count(2))


def _cold(bot: Bot) -> Bot:
    """A program that is started anew for each move: one that hangs then ends with the board, and quietly."""
    from gograde.arena.players.sandboxed import ProcessBot

    return replace(bot, warm=False) if isinstance(bot, ProcessBot) else bot
