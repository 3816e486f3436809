"""Games of the course's 5x5 game on the terminal: played, shown, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import click

from gograde.arena.analysis.judged_game import Analysis, analyse
from gograde.arena.analysis.sgf import write_game
from gograde.arena.game.five_by_five import Answer, Turn
from gograde.arena.game.match import Match, Watcher, play_match, series
from gograde.arena.game.record import GameRecord
from gograde.arena.players.at_board import RESIGNED
from gograde.arena.players.seats import Seat
from gograde.cli.matches.boards import picture_of
from gograde.cli.matches.games import GameOptions, say
from gograde.codec import replace, to_value
from gograde.engine.faults import Left, TakenBack
from gograde.report.words.escape import json_text
from gograde.report.words.judged_games import analysis_lines

Played = tuple[GameRecord, Analysis | None]


def play_course_games(black: Seat, white: Seat, wanted: GameOptions) -> bool:
    """Play games and show them; did a program that speaks GTP fail in one?"""
    played: list[Played] = []
    for number, (record, analysis) in enumerate(_games(black, white, wanted), start=1):
        if wanted.as_text:
            _show_game(number, record, analysis)
        if wanted.sgf is not None:
            write_game(wanted.sgf / f"game-{number:03}.sgf", record, analysis)
        played.append((record, analysis))
    if not wanted.as_text:
        _show_json(played)
    elif len(played) > 1:
        say(_tally([record for record, _ in played]))
    return any(_failed(record, black, white) for record, _ in played)


def _games(black: Seat, white: Seat, wanted: GameOptions) -> Iterator[Played]:
    """Games until there are enough, or a person leaves."""
    for number, match in enumerate(series(black.bot, white.bot, wanted.games, wanted.seed), start=1):
        if wanted.watched:
            say(f"game {number}: {match.black.name} (X) against {match.white.name} (O)\n")
        try:
            record = _play(match, _show_turn if wanted.watched else None)
        except Left:
            say(f"game {number} is left", err=not wanted.as_text)
            return
        yield record, analyse(record, wanted.plies) if wanted.plies else None


def _play(match: Match, watch: Watcher | None) -> GameRecord:
    """Play a game; when a person takes moves back, it goes on from the moves that are kept."""
    while True:
        moves = []

        def note(turn: Turn) -> None:
            if isinstance(turn.answer, Answer):
                moves.append(turn.answer.point)  # noqa: B023 - called in this round only
            if watch is not None and turn.view.ply > len(match.opening):  # noqa: B023
                watch(turn)

        try:
            return play_match(match, note)
        except TakenBack as back:
            kept = max(0, len(moves) - back.plies)
            match = replace(match, opening=tuple(moves[:kept]))


def _failed(record: GameRecord, black: Seat, white: Seat) -> bool:
    loser = white if record.winner == "black" else black
    return loser.driven and record.termination.forfeit and record.reason != RESIGNED


def _show_game(number: int, record: GameRecord, analysis: Analysis | None) -> None:
    say(f"game {number}: {record.winner_name} ({record.winner}) wins: {_why(record)}")
    for line in (*record.remark_lines(), *(analysis_lines(record, analysis) if analysis else ())):
        say(f"  {line}")


def _show_json(played: Sequence[Played]) -> None:
    """The games; judged ones each beside its analysis."""

    click.echo(json_text(to_value([{"game": g, "analysis": a} if a else g for g, a in played])))


def _why(record: GameRecord) -> str:
    return record.reason if not record.termination.forfeit else f"{record.termination}, {record.reason}"


def _show_turn(turn: Turn) -> None:
    answered = str(turn.answer) if isinstance(turn.answer, Answer) else turn.answer.termination
    colour = turn.view.stone
    say(f"ply {turn.view.ply}, {colour.name.lower()} ({colour.letter}): {answered}")
    click.echo(f"{picture_of(turn.board)}\n")


def _tally(records: list[GameRecord]) -> str:
    wins = Counter(record.winner for record in records)
    black, white = records[0].black.name, records[0].white.name
    return f"{black} (black) {wins['black']}, {white} (white) {wins['white']}"
