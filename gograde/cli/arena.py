"""`gograde arena`: what the games on the 5x5 board are prepared with, and judged by."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gograde.cli.analyse import analyse
from gograde.errors import DataError

if TYPE_CHECKING:
    from gograde.arena.game.record import GameRecord
    from gograde.arena.players.qlearn import Stage

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


@arena.command()
@click.option("--games", type=click.IntRange(1, 2_000_000), default=600_000, show_default=True)
@_seed
@click.option(
    "--steps", type=click.IntRange(1, 1000), default=12, show_default=True, help="Trials on the way."
)
@_into("Where the table goes (.npz).")
@click.option("--curve", type=click.Path(path_type=Path), metavar="FILE", help="A picture of the learning.")
def train(games: int, seed: int, steps: int, into: Path, curve: Path | None) -> None:
    """Train the Q-learning player, and tell how it gets on.

    The same seed, games and steps make the same table.  The player `qlearning` plays by the table
    that ships with gograde, which this command made with its defaults.

    Example:

      gograde arena train --games 1000 --steps 2 --into table.npz
    """
    from gograde.arena.players.qlearn import Learner

    learner = Learner.new(seed, games)
    stages = []
    for stage in learner.stages(games, min(steps, games)):
        stages.append(stage)
        click.echo(
            f"{stage.games} games: wins {stage.of_random:.1%} against random, "
            f"{stage.of_shallow:.1%} against alphabeta-2"
        )
    try:
        entries = learner.save(into)
        if curve is not None:
            _draw(stages, curve)
    except OSError as error:
        raise _unwritten(into, error) from None
    click.echo(f"{into}: {entries} entries")


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
    from gograde.arena.rating.frozen import RATED, to_json
    from gograde.arena.rating.reference_games import frozen, played

    quiet = not sys.stderr.isatty()
    length = pairs * len(RATED) ** 2
    with click.progressbar(length=length, file=sys.stderr, hidden=quiet, label="games") as bar:
        ratings = frozen(_counted(played(pairs, seed, log), bar.update), seed)
    try:
        into.write_text(to_json(ratings), encoding="utf-8")
    except OSError as error:
        raise _unwritten(into, error) from None
    for name, elo in ratings.elo.items():
        click.echo(f"{name:12} {elo:7.1f} ± {ratings.errors[name]:.1f}")
    click.echo(f"{'white':12} {ratings.white:7.1f} ± {ratings.white_error:.1f}")


def _counted(records: Iterator[GameRecord], tell: Callable[[int], None]) -> Iterator[GameRecord]:
    for record in records:
        tell(1)
        yield record


def _unwritten(path: Path, error: OSError) -> DataError:
    what = f"cannot be written ({error.strerror})"
    return DataError(str(error.filename or path), what, "name a file in a folder that exists")


def _draw(stages: list[Stage], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.subplots()
    games = [stage.games for stage in stages]
    axes.plot(games, [100 * stage.of_random for stage in stages], "o-", label="random")
    axes.plot(games, [100 * stage.of_shallow for stage in stages], "s--", label="alphabeta-2")
    axes.set(xlabel="games learned from", ylabel="games won, %", ylim=(0, 100))
    axes.legend(title="against")
    axes.grid(alpha=0.3)
    figure.savefig(path)
