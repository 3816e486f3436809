"""`gograde arena`: what the games on the 5x5 board are judged by."""

from __future__ import annotations

from pathlib import Path

import click

from gograde.cli.matches.games import core_count, judged_plies, progress_bar, say


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
    from gograde.arena.analysis.judged_game import accuracy, accuracy_json, judge_log
    from gograde.report.words.escape import json_text
    from gograde.report.words.judged_games import accuracy_text

    games = judge_log(log, judged_plies(deep), core_count(cores), progress_bar)
    table = accuracy(games)
    if form == "table":
        say(accuracy_text(table), nl=False)
    else:
        click.echo(json_text(accuracy_json(table, games)))


@click.group()
def arena() -> None:
    """What the games on the 5x5 board are judged by.

    Example:

      gograde arena analyse games.jsonl
    """


arena.add_command(analyse)
