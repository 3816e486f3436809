"""`gograde arena`: what the games on the 5x5 board are prepared with, and judged by."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gograde.cli.matches.games import core_count, judged_plies, progress_bar, say

if TYPE_CHECKING:
    from gograde.arena.players.qlearn import Stage


@click.command()
@click.argument("log", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--deep", is_flag=True, help="Judge the last 16 plies, not 12: a second or so a game.")
@click.option("--cores", type=click.IntRange(min=1), help="Games judged at once (all cores).")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
def analyse(log: Path, deep: bool, cores: int | None, form: str) -> None:
    """Judge the last plies of every game of LOG exactly.

    A table says how often each player had a won position and threw it away, and how many stones its
    moves lost; in JSON the judgement of every move is there too.  LOG is what a tournament keeps.

    Example:

    \b
      gograde tournament random greedy --log games.jsonl
      gograde arena analyse games.jsonl
    """
    from gograde.arena.analysis.accuracy import accuracy, accuracy_json, judge_log
    from gograde.report.words.escape import json_text
    from gograde.report.words.judged_games import accuracy_text

    games = judge_log(log, judged_plies(deep), core_count(cores), progress_bar)
    table = accuracy(games)
    if form == "table":
        say(accuracy_text(table), nl=False)
    else:
        click.echo(json_text(accuracy_json(table, games)))


_Command = TypeVar("_Command", bound=Callable[..., Any])


@click.group()
def arena() -> None:
    """What the games on the 5x5 board are prepared with, and judged by.

    Example:

      gograde arena train --games 1000 --steps 2 --into table.npz
    """


arena.add_command(analyse)


def _into(told: str) -> Callable[[_Command], _Command]:
    """The option that names the file that a command makes."""
    return click.option("--into", type=click.Path(path_type=Path), required=True, metavar="FILE", help=told)


_seed = click.option("--seed", type=click.IntRange(0, 1_000_000), default=1, show_default=True)


@arena.command("train")
@click.option("--games", type=click.IntRange(1, 2_000_000), default=600_000, show_default=True)
@_seed
@click.option(
    "--steps", type=click.IntRange(1, 1000), default=12, show_default=True, help="Trials on the way."
)
@_into("Where the table goes (.npz).")
@click.option("--curve", type=click.Path(path_type=Path), metavar="FILE", help="A picture of the learning.")
def train_player(games: int, seed: int, steps: int, into: Path, curve: Path | None) -> None:
    """Train the Q-learning player, and tell how it gets on.

    The same seed, games and steps make the same table.  The player `qlearning` plays by the table
    that ships with gograde, which this command made with its defaults.

    Example:

      gograde arena train --games 1000 --steps 2 --into table.npz
    """
    from gograde.arena.players.training import Training, train

    entries = train(Training(games, steps, seed, into, curve), _show_stage)
    click.echo(f"{into}: {entries} entries")


def _show_stage(stage: Stage) -> None:
    click.echo(
        f"{stage.games} games: wins {stage.of_random:.1%} against random, "
        f"{stage.of_shallow:.1%} against alphabeta-2"
    )


@arena.command("rate")
@click.option(
    "--pairs",
    type=click.IntRange(1, 100_000),
    default=500,
    show_default=True,
    help="Pairs of games of any two players.",
)
@_seed
@click.option(
    "--log",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE",
    help="Keep the games; go on from it.",
)
@_into("Where the ratings go (.json).")
def rate_players(pairs: int, seed: int, log: Path, into: Path) -> None:
    """Rate the reference players by games of each against each; random is 0.

    The ratings that ship with gograde were made by this command with its defaults.

    Example:

      gograde arena rate --pairs 1 --log games.jsonl --into ratings.json
    """
    from gograde.arena.rating.reference_games import rate_reference_players

    ratings = rate_reference_players(pairs, seed, log, into, progress_bar)
    for name, elo in ratings.elo.items():
        click.echo(f"{name:12} {elo:7.1f} ± {ratings.errors[name]:.1f}")
    click.echo(f"{'white':12} {ratings.white:7.1f} ± {ratings.white_error:.1f}")
