"""`gograde arena analyse`: a log of games judged exactly near their end, in sum by player."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gograde.errors import DataError

if TYPE_CHECKING:
    from gograde.arena.analysis.accuracy import JudgedGame
    from gograde.arena.game.record import GameRecord


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
    from gograde.arena.game.record import read_log

    games = list(read_log(log).values())
    if not games:
        raise DataError(str(log), "no games in it", "play some with gograde tournament BOT... --log FILE")
    _show(judged(games, deep, cores or len(os.sched_getaffinity(0))), form)


def judged(games: Sequence[GameRecord], deep: bool, cores: int) -> list[JudgedGame]:
    """The games with their analyses; somebody who looks on sees how far it is."""
    from gograde.arena.analysis.accuracy import analyse_all
    from gograde.arena.analysis.judged_game import DEEP, USUAL

    quiet = not sys.stderr.isatty()
    found = analyse_all(games, DEEP if deep else USUAL, cores)
    with click.progressbar(found, len(games), "games", file=sys.stderr, hidden=quiet) as analyses:
        return list(zip(games, analyses, strict=True))


def _show(rows: list[JudgedGame], form: str) -> None:
    from gograde.arena.analysis.accuracy import accuracy
    from gograde.report.words.escape import json_text, terminal
    from gograde.report.words.game_words import accuracy_text

    table = accuracy(rows)
    if form == "table":
        click.echo(terminal(accuracy_text(table)), nl=False)
        return
    analyses = [analysis.model_dump(mode="json", by_alias=True) for _, analysis in rows]
    click.echo(json_text({"table": [asdict(row) for row in table], "analyses": analyses}))
