"""Commands that set up a board and play on it."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

from gograde.engine.faults import Resigned
from gograde.engine.gtp.session import SYNTAX, Refused, Session, Told, asked, whole
from gograde.engine.gtp.vertices import is_pass, read_colour, read_vertex, write_vertex
from gograde.go.board import Point, Stone
from gograde.go.live import LiveGame
from gograde.go.notation import Malformed
from gograde.go.position import Game, IllegalMove, Position
from gograde.go.sgf import read_sgf


def set_size(session: Session, words: tuple[str, ...]) -> Told:
    """`boardsize 9`: an empty board of that size."""
    [size] = asked(words, 1)
    if whole(size) not in session.sides:
        raise Refused("unacceptable size")
    return session.begun(LiveGame.empty(int(size))), ""


def clear(session: Session, words: tuple[str, ...]) -> Told:
    """`clear_board`: an empty board of the same size."""
    asked(words, 0)
    return session.begun(LiveGame.empty(session.game.side)), ""


def set_komi(session: Session, words: tuple[str, ...]) -> Told:
    """`komi 6.5`: what white gets."""
    [word] = asked(words, 1)
    try:
        komi = float(word)
    except ValueError:
        raise Refused(SYNTAX) from None
    if not math.isfinite(komi):
        raise Refused(SYNTAX)
    return replace(session, komi=komi), ""


def play(session: Session, words: tuple[str, ...]) -> Told:
    """`play b D4`: a move of any colour, whoever moved last."""
    colour, vertex = asked(words, 2)
    return session.moved(colour_of(colour), _move_of(vertex, session.game.side)), ""


def genmove(session: Session, words: tuple[str, ...]) -> Told:
    """`genmove w`: the player's move, which is played."""
    [colour] = asked(words, 1)
    stone = colour_of(colour)
    try:
        point = session.chosen(stone)
    except Resigned:
        return session, "resign"
    return session.moved(stone, point), write_vertex(point, session.game.side)


def reg_genmove(session: Session, words: tuple[str, ...]) -> Told:
    """`reg_genmove w`: the player's move, which is not played."""
    _, move = genmove(session, words)
    return session, move


def undo(session: Session, words: tuple[str, ...]) -> Told:
    """`undo`: takes the last move back."""
    asked(words, 0)
    if not session.past:
        raise Refused("cannot undo")
    return replace(session, game=session.past[-1], past=session.past[:-1]), ""


def load_sgf(session: Session, words: tuple[str, ...]) -> Told:
    """`loadsgf FILE [NUMBER]`: the main line of a file, up to before the move of that number."""
    if not 1 <= len(words) <= 2:
        raise Refused(SYNTAX)
    record = _read(words[0])
    if record.start.rows not in session.sides:
        raise Refused("unacceptable size")
    moves = record.moves if len(words) == 1 else record.moves[: max(whole(words[1]) - 1, 0)]
    first = record.moves[0].stone if record.moves else Stone.BLACK
    loaded = replace(session.begun(LiveGame(Position(record.start, first))), komi=record.komi)
    for move in moves:
        loaded = loaded.moved(move.stone, move.point)
    return loaded, ""


def _read(name: str) -> Game:
    """The game of a file; raises `Refused` for a file that is no legal game."""
    try:
        record = read_sgf(Path(name).read_bytes())
    except OSError:
        raise Refused("cannot load file") from None
    if isinstance(record, Malformed) or isinstance(record.end(), IllegalMove):
        raise Refused("cannot load file")
    return record


def set_time(session: Session, words: tuple[str, ...]) -> Told:
    """`time_settings MAIN PERIOD STONES`: accepted; players take the time that they take."""
    for number in asked(words, 3):
        whole(number)
    return session, ""


def time_left(session: Session, words: tuple[str, ...]) -> Told:
    """`time_left COLOUR SECONDS STONES`: accepted, like `time_settings`."""
    colour, *numbers = asked(words, 3)
    colour_of(colour)
    for number in numbers:
        whole(number)
    return session, ""


def colour_of(word: str) -> Stone:
    """The colour of a word; raises `Refused` for anything else."""
    stone = read_colour(word)
    if stone is None:
        raise Refused(SYNTAX)
    return stone


def _move_of(word: str, side: int) -> Point | None:
    """The point of a word, or None for a pass."""
    if is_pass(word):
        return None
    point = read_vertex(word, side)
    if point is None:
        raise Refused(SYNTAX)
    return point
