"""`gograde play`: games between two players on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.matches.bots import player_options
from gograde.cli.matches.games import say

if TYPE_CHECKING:
    from gograde.arena.analysis.judged_game import Analysis
    from gograde.arena.game.bot import Bot
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
    read: Callable[[Sequence[str]], list[Bot]],
    plies: int | None,
) -> None:
    """Play games on the 5x5 board between two players.

    BLACK and WHITE are each a reference player (random, greedy, alphabeta-1 to -4, mcts-200,
    mcts-1000, qlearning, perfect) or a player's folder, archive or source file.

    Example:

      gograde play greedy alphabeta-2 --watch
    """
    from gograde.arena.analysis.judged_game import analyse
    from gograde.arena.analysis.sgf import write_game
    from gograde.arena.game.match import play_match, series

    as_text, played = form == "text", []
    turns = _show_turn if watch and as_text else None
    first, second = read([black, white])
    for number, match in enumerate(series(first, second, games, seed), start=1):
        if turns:
            say(f"game {number}: {match.black.name} (X) against {match.white.name} (O)\n")
        record = play_match(match, turns)
        analysis = analyse(record, plies) if plies else None
        if as_text:
            _show_game(number, record, analysis)
        played.append((record, analysis))
        if sgf is not None:
            write_game(sgf / f"game-{number:03}.sgf", record, analysis)
    _show_all(played, as_text=as_text)


def _show_all(played: Sequence[tuple[GameRecord, Analysis | None]], *, as_text: bool) -> None:
    """All games as JSON, or who won how often of several."""
    if not as_text:
        _show_json(played)
    elif len(played) > 1:
        say(_tally([record for record, _ in played]))


def _show_game(number: int, record: GameRecord, analysis: Analysis | None) -> None:
    from gograde.report.words.judged_games import analysis_lines

    say(f"game {number}: {record.winner_name} ({record.winner}) wins: {_why(record)}")
    for line in (*record.remark_lines(), *(analysis_lines(record, analysis) if analysis else ())):
        say(f"  {line}")


def _show_json(played: Sequence[tuple[GameRecord, Analysis | None]]) -> None:
    """The games; judged ones each beside its analysis."""
    from gograde.report.words.escape import json_text

    def told(value: GameRecord | Analysis) -> dict[str, Any]:
        return value.model_dump(mode="json", by_alias=True)

    click.echo(json_text([{"game": told(g), "analysis": told(a)} if a else told(g) for g, a in played]))


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
