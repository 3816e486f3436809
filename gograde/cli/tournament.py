"""`gograde tournament`: everybody against everybody, without a class."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.errors import UsageError

if TYPE_CHECKING:
    from gograde.arena.crosstable import Row
    from gograde.arena.match import Match
    from gograde.arena.record import GameRecord


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option(
    "--pairs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Pairs of games of any two bots.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Same seed, same luck."
)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option("--log", type=click.Path(path_type=Path), metavar="FILE", help="Keep the games; go on from it.")
@click.option(
    "--profile",
    type=click.Choice(["classic", "strict"]),
    default="classic",
    show_default=True,
    help="How answers may be written.",
)
@click.option("--backend", type=click.Choice(["bwrap", "landlock"]), help="The sandbox to use.")
@click.option("--trust-submissions", "trust", is_flag=True, help="Run players without a sandbox.")
def tournament(  # noqa: PLR0913 - one parameter an option
    bots: tuple[str, ...],
    *,
    pairs: int,
    seed: int,
    form: str,
    log: Path | None,
    profile: str,
    backend: str | None,
    trust: bool,
) -> None:
    """Play everybody against everybody on the 5x5 board.

    Any two bots play pairs of games, in the second of which the colours are swapped.  A BOT is a reference
    player or a player's folder, archive or source file.

    Example:

      gograde tournament random greedy alphabeta-2 --pairs 2
    """
    from gograde.arena.crosstable import crosstable
    from gograde.arena.match import round_robin
    from gograde.cli.bots import chooser, read_bots

    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise UsageError(" ".join(bots), "no tournament", "give two bots or more, each of them once")
    entered = read_bots(bots, profile, chooser(backend, trust))
    games = _games(list(round_robin(entered, pairs, seed)), log)
    _show(crosstable([bot.name for bot in entered], games), games, form)


def _games(matches: list[Match], log: Path | None) -> list[GameRecord]:
    """The records of all games; those in the log are taken from it, the others are added to it."""
    from gograde.arena.match import play_all
    from gograde.arena.record import append, read_log

    records = []
    quiet = not sys.stderr.isatty()
    with click.progressbar(length=len(matches), file=sys.stderr, hidden=quiet, label="games") as bar:
        for record, is_new in play_all(iter(matches), read_log(log) if log else {}):
            if log and is_new:
                append(log, record)
            records.append(record)
            bar.update(1)
    return records


def _show(rows: tuple[Row, ...], games: list[GameRecord], form: str) -> None:
    from gograde.arena.crosstable import table_text
    from gograde.report.escape import json_text, terminal

    if form == "table":
        click.echo(terminal(table_text(rows)), nl=False)
        return
    told = [game.model_dump(mode="json", by_alias=True) for game in games]
    click.echo(json_text({"table": [asdict(row) for row in rows], "games": told}))
