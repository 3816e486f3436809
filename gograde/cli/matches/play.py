"""`gograde play`: games between two players on the terminal."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.matches.bots import ANALYSE, GameOptions, judged_plies, read_bots
from gograde.cli.options import PATH, SEED, TEXT_OR_JSON, TRUST
from gograde.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from gograde.arena.game.rules import Rules
    from gograde.go.player import Player

COURSE = 5
"""Lines of the course's board."""

JOSEKI = 19
"""Lines of the board on which joseki are known."""

KOMI = 7.5
"""What white gets by area on boards other than 5x5, as in most games of today."""


@click.command()
@click.argument("black")
@click.argument("white")
@click.option("--side", type=click.IntRange(min=2), metavar="LINES", help="The lines of the board.")
@click.option("--komi", type=float, help=f"What white gets on boards other than 5x5 ({KOMI:g}).")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="By the clock, for each answer of a program that speaks GTP.",
)
@click.option("--watch", is_flag=True, help="Show the board after every move.")
@click.option("--games", type=click.IntRange(min=1), default=1, show_default=True, help="How many games.")
@SEED
@TEXT_OR_JSON
@click.option("--sgf", type=PATH, metavar="DIR", help="Write each game there too.")
@click.option(
    "--joseki",
    type=PATH,
    metavar="FILE",
    help="Engines open by the results of joseki in FILE (- is your own), and add those of these games.",
)
@ANALYSE
@TRUST
def play(  # noqa: PLR0913 - one parameter an option
    black: str,
    white: str,
    *,
    side: int | None,
    komi: float | None,
    timeout: float,
    form: str,
    analyse: bool,
    trust: bool,
    **asked: Any,
) -> int:
    """Play games between two players, on 5x5 by the rules of the course, else by area.

    BLACK and WHITE are each engine, value, human, gnugo (gnugo-1 to -10) or "gtp:PROGRAM ARGUMENTS" on a
    board of 19 lines, or of as many as --side says; or a reference player (random, greedy, alphabeta-1
    to -4, mcts-200, mcts-1000, qlearning, perfect) or a player's folder, archive or source file on 5x5.
    random and greedy play on any --side.

    Example:

    \b
      gograde play greedy alphabeta-2 --watch
      gograde play random engine --side 9
    """
    from gograde.arena.game.match import PACKAGE, Match
    from gograde.arena.players.by_name import bots, side_of
    from gograde.cli.matches.playing import HUMAN, Person, play_games

    wanted = GameOptions(as_text=form == "text", plies=judged_plies(analyse=analyse), **asked)
    own = {HUMAN: lambda _: Person(err=not wanted.as_text), **_taught(wanted, (black, white))}
    first, second = bots([black, white], partial(read_bots, trust=trust), timeout, own)
    lines = side_of(side, [first, second])
    rules, package = _rules(lines, komi, wanted), PACKAGE if lines == COURSE else ""
    failed = play_games(Match(first, second, wanted.seed, package=package, rules=rules), wanted)
    return int(ExitCode.FINDINGS if failed else ExitCode.DONE)


def _rules(side: int, komi: float | None, wanted: GameOptions) -> Rules:
    """The rules of a board; raises `UsageError` for an option that means nothing there."""
    from gograde.arena.players.by_name import rules_of

    _refuse(wanted.joseki is not None and side != JOSEKI, "--joseki", f"joseki are for {JOSEKI}x{JOSEKI}")
    _refuse(komi is not None and side == COURSE, "--komi", f"white gets 2.5 on {COURSE}x{COURSE}")
    judged = wanted.plies is not None and side != COURSE
    _refuse(judged, "--analyse", f"games are judged on {COURSE}x{COURSE} only")
    _refuse(komi is not None and not math.isfinite(komi), "--komi", "is no number of points")
    return rules_of(side, KOMI if komi is None else komi)


def _taught(wanted: GameOptions, names: Sequence[str]) -> dict[str, Callable[[int], Player]]:
    """The engine that opens by the results of a file, when one was named."""
    if wanted.joseki is None:
        return {}
    from gograde.arena.players.by_name import ENGINE, taught_by

    _refuse(ENGINE not in names, "--joseki", f"no {ENGINE} plays")
    return {ENGINE: taught_by(wanted.joseki)}


def _refuse(wrong: bool, option: str, what: str) -> None:
    """Raise `UsageError` for an option that means nothing here."""
    if wrong:
        raise UsageError(option, what, "leave it out")
