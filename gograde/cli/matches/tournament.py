"""`gograde tournament`: a league of bots on the 5x5 board, without a class."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.matches.bots import ANALYSE, core_count, judged_plies, progress_bar, read_bots, say
from gograde.cli.options import CORES, PATH, SEED, TRUST
from gograde.errors import ExitCode

if TYPE_CHECKING:
    from gograde.arena.players.self_test import SelfTest
    from gograde.arena.tournament import TournamentResult


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option("--pairs", type=click.IntRange(min=1), help="All meet all, in so many pairs of games.")
@click.option("--rounds", type=click.IntRange(min=1), help="Swiss rounds, of a pair of games each.")
@SEED
@click.option("--openings", type=PATH, metavar="FILE", help="First moves, one opening a line.")
@CORES
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option("--log", type=PATH, metavar="FILE", help="Keep the games; go on from it.")
@click.option("--sgf", type=PATH, metavar="DIR", help="Write each game there too.")
@ANALYSE
@TRUST
def tournament(  # noqa: PLR0913 - one parameter an option
    bots: tuple[str, ...],
    *,
    openings: Path | None,
    cores: int | None,
    form: str,
    log: Path | None,
    sgf: Path | None,
    analyse: bool,
    trust: bool,
    **asked: Any,
) -> int:
    """Play a league on the 5x5 board, and rate the players.

    Up to 30 bots all meet all, more play 10 Swiss rounds, in pairs of games with the colours swapped.
    A BOT is named as in gograde play, or by its folder, archive or source file.  One that cannot make a
    first move is told why and takes no part; the exit code is then 1, as when one breaks down.

    Example:

      gograde tournament random greedy alphabeta-2 --pairs 2
    """
    from gograde.arena.game.match import NO_OPENING, read_opening_file
    from gograde.arena.players.by_name import bots as bots_of
    from gograde.arena.tournament import Run, Settings, decided, play_tournament

    suite = read_opening_file(openings) if openings else (NO_OPENING,)
    settings = decided(Settings(openings=suite, **asked), bots)
    run = Run(core_count(cores), log, judged_plies(analyse=analyse), progress_bar, _show_passed)
    result = play_tournament(bots_of(bots, partial(read_bots, trust=trust)), settings, run)
    if sgf is not None:
        result.write_games(sgf)
    if form == "json":
        _show_json(result)
    else:
        _show_table(result)
    return int(ExitCode.DONE if result.complete else ExitCode.FINDINGS)


def _show_passed(test: SelfTest) -> None:
    """A program that made its first moves, for somebody who looks on."""
    if sys.stderr.isatty():
        say(f"{test.name}: moves as black and as white, {test.cpu_s:.2f} s of CPU", err=True)


def _show_json(result: TournamentResult) -> None:
    from gograde.report.words.escape import json_text
    from gograde.report.words.league_words import standings_json

    click.echo(json_text(result.to_json(standings_json(result.standings))))


def _show_table(result: TournamentResult) -> None:
    from gograde.report.words.judged_games import accuracy_text, judged_from
    from gograde.report.words.league_words import remarks, table_text

    say(table_text(result.standings) if result.played else "No game was played.")
    for line in remarks(result.standings):
        say(line)
    for test in result.failed:
        say(f"{test.name} takes no part: {test.diagnosis}")
    if result.judged:
        _, analysis = result.judged[0]
        say(f"\n{judged_from(analysis.plies)}:\n{accuracy_text(result.accuracy)}".rstrip())
