"""A finished game as SGF, with the result, the reason and the remarks."""

from __future__ import annotations

from gograde.arena.game import EMPTY, KOMI, Termination
from gograde.arena.record import GameRecord, read_move
from gograde.go.board import Stone
from gograde.go.position import Game, Move
from gograde.go.sgf import write_sgf


def game_sgf(record: GameRecord) -> bytes:
    """SGF of a game: an illegal last move is told in a comment, not played."""
    from sgfmill import sgf

    game = sgf.Sgf_game.from_bytes(write_sgf(Game(EMPTY, _legal_moves(record), KOMI)))
    root = game.get_root()
    for name, text in [("PB", record.black.name), ("PW", record.white.name), ("RE", _result(record))]:
        root.set(name, _clean(text))
    nodes = game.get_main_sequence()
    for ply in range(len(nodes)):
        if text := _comment(record, ply, len(nodes) - 1):
            nodes[ply].set("C", _clean(text))
    return bytes(game.serialise())


def _legal_moves(record: GameRecord) -> tuple[Move, ...]:
    played = record.moves[:-1] if record.termination is Termination.ILLEGAL else record.moves
    points = map(read_move, played)
    return tuple(Move(Stone.BLACK if ply % 2 else Stone.WHITE, point) for ply, point in enumerate(points, 1))


def _result(record: GameRecord) -> str:
    letter = record.winner[0].upper()
    if record.termination is Termination.POINTS:
        return f"{letter}+{abs(record.black_stones - record.white_stones - KOMI)}"
    return f"{letter}+{'T' if record.termination is Termination.TIME else 'F'}"


def _comment(record: GameRecord, ply: int, last: int) -> str:
    """What is said of a ply; of the last one also how the game ended, and what came after it."""
    lines = [each.text for each in record.remarks if each.ply == ply or ply == last < each.ply]
    return "\n".join([*lines, str(record.outcome)] if ply == last else lines)


def _clean(text: str) -> str:
    """Names of files may hold bytes that are no text."""
    return text.encode("utf-8", "replace").decode()
