"""Games on the terminal: played, shown, counted; on 5x5 moves are written as programs write them there."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from gograde.arena.game import rules
from gograde.arena.game.match import Match, Turn, play_match, series
from gograde.arena.game.record import GameRecord
from gograde.arena.judged_game import Analysis, analyse
from gograde.arena.players.by_name import PlayerBot, teach
from gograde.arena.sgf import write_game
from gograde.cli.matches.bots import GameOptions, say
from gograde.codec import to_value
from gograde.engine.gtp.commands import picture, read_vertex, write_vertex
from gograde.go import player
from gograde.go.board import Board, Point
from gograde.go.moves import Illegal
from gograde.go.player import (
    PASS,
    RESIGNED,
    Answer,
    Cancelling,
    Fault,
    Left,
    Player,
    TakenBack,
    Termination,
    never,
)
from gograde.pictures.diagram import Diagram, board_text
from gograde.report.words.escape import json_text
from gograde.report.words.judged_games import analysis_lines

if TYPE_CHECKING:
    from gograde.go.position import LiveGame


_PAIR = re.compile(r"([0-9])\s*,\s*([0-9])")

Played = tuple[GameRecord, Analysis | None]


def move_text(point: Point | None, side: int) -> str:
    """`2,3` and `PASS` on 5x5, `D4` and `pass` on other boards."""
    return player.move_text(point) if side == rules.SIDE else write_vertex(point, side)


def read_move(word: str, side: int) -> Point | None:
    """The point of a word, on 5x5 perhaps off the board; None for what is no point."""
    if side != rules.SIDE:
        return read_vertex(word, side)
    pair = _PAIR.fullmatch(word)
    return Point(int(pair[1]), int(pair[2])) if pair else None


def picture_of(board: Board) -> str:
    """A board with coordinates of the kind in which moves are written there."""
    if board.rows != rules.SIDE:
        return picture(board)
    return "\n".join(board_text(Diagram([line.replace(" ", "") for line in str(board).splitlines()])))


def play_games(match: Match, wanted: GameOptions) -> bool:
    """Play games like one and show them; did a program that speaks GTP fail in one?"""
    played: list[Played] = []
    for number, (record, analysis) in enumerate(_games(match, wanted), start=1):
        if wanted.as_text:
            _show_game(number, record, analysis)
        if wanted.joseki is not None:
            teach(wanted.joseki, record)
        if wanted.sgf is not None:
            write_game(wanted.sgf / f"game-{number:03}.sgf", record, analysis)
        played.append((record, analysis))
    if not wanted.as_text:
        click.echo(json_text(to_value([{"game": g, "analysis": a} if a else g for g, a in played])))
    elif len(played) > 1:
        say(_tally([record for record, _ in played]))
    return any(_failed(match, record) for record, _ in played)


def _games(match: Match, wanted: GameOptions) -> Iterator[Played]:
    """Games until there are enough, or a person leaves."""
    for number, each in enumerate(series(match, wanted.games), start=1):
        if wanted.watched:
            say(f"game {number}: {each.black.name} (X) against {each.white.name} (O)\n")
        try:
            record = play_match(each, _show_turn if wanted.watched else None)
        except Left:
            say(f"game {number} is left", err=not wanted.as_text)
            return
        yield record, analyse(record, wanted.plies) if wanted.plies else None


def _failed(match: Match, record: GameRecord) -> bool:
    loser = match.white if record.winner == "black" else match.black
    lost = record.termination not in (Termination.POINTS, Termination.RESIGNED)
    return lost and isinstance(loser, PlayerBot) and loser.driven


def _show_game(number: int, record: GameRecord, analysis: Analysis | None) -> None:
    ended = "a draw" if record.winner == "nobody" else f"{record.winner_name} ({record.winner}) wins"
    told = record.termination in (Termination.POINTS, Termination.RESIGNED)
    say(f"game {number}: {ended}: {'' if told else f'{record.termination}, '}{record.reason}")
    for line in (*record.remark_lines(), *(analysis_lines(record, analysis) if analysis else ())):
        say(f"  {line}")


def _show_turn(turn: Turn) -> None:
    colour, answer, side = turn.game.to_play, turn.answer, turn.game.side
    answered = move_text(answer.point, side) if isinstance(answer, Answer) else answer.termination
    say(f"ply {turn.ply}, {colour.name.lower()} ({colour.letter}): {answered}")
    say(f"{picture_of(turn.board)}\n")


def _tally(records: Sequence[GameRecord]) -> str:
    wins = Counter(record.winner for record in records)
    end = f", {wins['nobody']} drawn" if wins["nobody"] else ""
    black, white = records[0].black.name, records[0].white.name
    return f"{black} (black) {wins['black']}, {white} (white) {wins['white']}{end}"


# -- a person at the terminal, as a player -----------------------------------------------------------------

HUMAN = "human"
TAKEN_BACK = 2
"""Plies that `undo` takes back: the person's own and the answer to it."""

_HELP = "Type {move}, pass, undo, moves (what is legal), resign or quit."


class Person(Player):
    """Is shown the board and asked for a move, until the move is legal.

    On 5x5 moves are written as programs write them there, `row,column` from 0 at the top left; on other
    boards as in the Go Text Protocol.  With `err` the person is talked to on stderr.
    """

    def __init__(self, *, err: bool) -> None:
        self._err = err

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer | Fault:
        """The move, or resigning; raises `TakenBack` or `Left` when the person wants that."""
        if game.steps:
            self._say(f"{game.to_play.opponent.name.lower()}: {move_text(game.steps[-1], game.side)}")
        self._say(picture_of(game.position.board))
        while True:
            say(f"{game.to_play.name.lower()} ({game.to_play.letter}) to move: ", nl=False, err=self._err)
            word = sys.stdin.buffer.readline().decode("utf-8", "replace")
            if not word:
                self._say("")
                raise Left
            answer = self._understood(word.strip(), game)
            if answer is not None:
                return answer

    def _understood(self, word: str, game: LiveGame) -> Answer | Fault | None:
        """What the word answers, None where it is no legal move."""
        match word.lower():
            case "quit":
                raise Left
            case "resign":
                return RESIGNED
            case "undo":
                raise TakenBack(TAKEN_BACK)
            case "pass":
                return PASS
            case "moves":
                self._say(" ".join(move_text(point, game.side) for point in game.position.legal_points()))
                return None
        point = read_move(word, game.side)
        if point is None:
            self._say(_HELP.format(move=f"a point like {move_text(Point(1, 2), game.side)}"))
            return None
        tried = game.try_go(point)
        if isinstance(tried, Illegal):
            self._say(f"{word}: {tried.reason}")
            return None
        return Answer(point)

    def _say(self, text: str) -> None:
        say(text, err=self._err)
