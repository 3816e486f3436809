"""`gograde play`: games between two players on the terminal."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.games import player_options, say, write_sgf

if TYPE_CHECKING:
    from gograde.arena.analysis.judged_game import Analysis
    from gograde.arena.game.match import Match, Watcher
    from gograde.arena.game.record import GameRecord
    from gograde.arena.game.referee import Turn


@click.command()
@click.argument("black")
@click.argument("white")
@click.option("--watch", is_flag=True, help="Show the board after every move.")
@click.option("--games", type=click.IntRange(min=1), default=1, show_default=True, help="How many games.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Same seed, same luck."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--sgf", type=click.Path(path_type=Path), metavar="DIR", help="Write each game there too.")
@player_options
def play(  # noqa: PLR0913 - one parameter an option
    black: str,
    white: str,
    *,
    watch: bool,
    games: int,
    seed: int,
    form: str,
    sgf: Path | None,
    profile: str,
    analyse: bool,
    deep: bool,
    backend: str | None,
    trust: bool,
) -> None:
    """Play games on the 5x5 board between two players.

    BLACK and WHITE are each a reference player (random, greedy, alphabeta-1 to -4, mcts-200,
    mcts-1000, qlearning, perfect) or a player's folder, archive or source file.

    Example:

      gograde play greedy alphabeta-2 --watch
    """
    from gograde.arena.game.chance import drawn
    from gograde.arena.game.match import Match, play_match
    from gograde.cli.bots import chooser, read_bots

    bots = read_bots([black, white], profile, chooser(backend, trust))
    watcher = _show_turn if watch and form == "text" else None
    records, analyses = [], []
    for number in range(games):
        match = Match(bots[0], bots[-1], drawn(seed, "game", number) >> 1)
        record = _played(match, watcher, number + 1) if form == "text" else play_match(match)
        analysis = _judged(record, deep, show=form == "text") if analyse or deep else None
        records.append(record)
        analyses.append(analysis)
        if sgf is not None:
            write_sgf(sgf / f"game-{number + 1:03}.sgf", record, analysis)
    if form == "json":
        _show_json(records, analyses)
    elif games > 1:
        say(_tally(records))


def _played(match: Match, watcher: Watcher | None, number: int) -> GameRecord:
    from gograde.arena.game.match import play_match

    if watcher is not None:
        say(f"game {number}: {match.black.name} (X) against {match.white.name} (O)\n")
    record = play_match(match, watcher)
    say(f"game {number}: {record.winner_name} ({record.winner}) wins: {_why(record)}")
    for line in record.remark_lines():
        say(f"  {line}")
    return record


def _judged(record: GameRecord, deep: bool, *, show: bool) -> Analysis:
    from gograde.arena.analysis.judged_game import DEEP, USUAL, analyse
    from gograde.report.words.game_words import analysis_lines

    analysis = analyse(record, DEEP if deep else USUAL)
    for line in analysis_lines(record, analysis) if show else ():
        say(f"  {line}")
    return analysis


def _show_json(records: list[GameRecord], analyses: list[Analysis | None]) -> None:
    """The games; judged ones each beside its analysis."""
    from gograde.report.words.escape import json_text

    def told(value: GameRecord | Analysis) -> dict[str, Any]:
        return value.model_dump(mode="json", by_alias=True)

    pairs = zip(records, analyses, strict=True)
    click.echo(json_text([{"game": told(g), "analysis": told(a)} if a else told(g) for g, a in pairs]))


def _why(record: GameRecord) -> str:
    return record.reason if not record.termination.forfeit else f"{record.termination}, {record.reason}"


def _show_turn(turn: Turn) -> None:
    from gograde.arena.game.five_by_five import Answer
    from gograde.pictures.draw.diagram import Diagram
    from gograde.pictures.draw.text import board_text

    answered = str(turn.answer) if isinstance(turn.answer, Answer) else turn.answer.termination
    rows = [line.replace(" ", "") for line in str(turn.board).splitlines()]
    colour = turn.view.stone
    say(f"ply {turn.view.ply}, {colour.name.lower()} ({colour.letter}): {answered}")
    click.echo("\n".join(board_text(Diagram(rows))) + "\n")


def _tally(records: list[GameRecord]) -> str:
    wins = Counter(record.winner for record in records)
    black, white = records[0].black.name, records[0].white.name
    return f"{black} (black) {wins['black']}, {white} (white) {wins['white']}"
