"""Games as SGF, read and written by sgfmill (imported when used).

sgfmill counts rows from the bottom; `Point` counts them from the top.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone
from gograde.go.notation import Malformed
from gograde.go.position import Game, Move

if TYPE_CHECKING:
    from sgfmill.boards import Board as MillBoard
    from sgfmill.sgf import Sgf_game

_STONES = {None: Stone.EMPTY, "b": Stone.BLACK, "w": Stone.WHITE}
_COLOURS = {stone: colour for colour, stone in _STONES.items()}
_SIDES = range(2, 27)


def read_sgf(data: bytes) -> Game | Malformed:
    """The main line of a game: setup stones of the root, moves, komi.

    Moves are not checked; `Game.replay` finds the first illegal move.
    """
    from sgfmill import sgf, sgf_moves

    try:
        game = sgf.Sgf_game.from_bytes(data)
        if game.get_size() not in _SIDES:
            return _malformed(f"size {game.get_size()} is not from 2 to 26")
        board, plays = sgf_moves.get_setup_and_moves(game)
        komi = float(game.get_komi())
    except (ValueError, LookupError) as error:
        return _malformed(str(error))
    moves = tuple(Move(_STONES[colour], _flipped(at, board.side)) for colour, at in plays)
    return Game(_board(board), moves, komi)


def write_sgf(game: Game) -> bytes:
    """SGF of a game; raises `DataError` for a board that is not square or has no side from 2 to 26."""
    from sgfmill import sgf

    side = game.start.rows
    if side != game.start.cols or side not in _SIDES:
        what = f"SGF has no {side}x{game.start.cols} board"
        raise DataError("game", what, "use a square board with a side from 2 to 26")
    record = sgf.Sgf_game(side)
    root = record.get_root()
    root.set("KM", game.komi)
    if any(game.start.cells):
        _set_up(record, game.start)
    for move in game.moves:
        record.extend_main_sequence().set_move(_COLOURS[move.stone], _flipped(move.point, side))
    return bytes(record.serialise())


def _set_up(record: Sgf_game, board: Board) -> None:
    black, white = ([_flipped(p, board.rows) for p in board.points(s)] for s in (Stone.BLACK, Stone.WHITE))
    record.get_root().set_setup_stones(black, white)


def _board(mill: MillBoard) -> Board:
    """The `Board` of an sgfmill board."""
    rows = range(mill.side - 1, -1, -1)
    return Board.from_rows([[_STONES[mill.get(row, column)] for column in range(mill.side)] for row in rows])


def _flipped(point: tuple[int, int] | None, side: int) -> Point | None:
    """Convert a point from `Point` rows to sgfmill rows or back; a pass stays a pass."""
    return None if point is None else Point(side - 1 - point[0], point[1])


def _malformed(what: str) -> Malformed:
    """A refusal without sgfmill's message, which may be empty or quote untrusted text at any length."""
    shown = what[:80].rstrip() or "a move is broken"
    return Malformed("", f"no readable SGF: {shown}", "give one game in SGF FF[4]")
