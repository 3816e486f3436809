"""Games as `.go` files, the format of the paper's own program.

Two bytes a move, 'A' + column and then 'A' + row, black first: no header, no separator, no pass.  In lower
case the letters are those of SGF.  The file does not name a board size, so it is for the program's board,
19x19, alone: games on other boards, with a pass, with stones set up before the first move, or with two moves
of a colour in a row are written as SGF (`gograde.go.sgf`).  Komi is lost.  Source: the course's paper on Go
programs, the dialog's buttons to save and load.
"""

from __future__ import annotations

from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone
from gograde.go.notation import Malformed
from gograde.go.position import Game, IllegalMove, LiveGame, Move

SIDE = 19
_FIRST_LETTER = ord("A")
_AS_SGF = "write it as SGF"
_TURNS = (Stone.BLACK, Stone.WHITE)


def read_dot_go(data: bytes) -> Game | Malformed:
    """The game of a file; no bytes are a game without moves.

    Refused, with the number of the move: half a move, a letter off the board, an illegal move (ko included).
    """
    pairs = [data[i : i + 2] for i in range(0, len(data), 2)]
    moves = []
    for number, pair in enumerate(pairs):
        move = _read_move(pair, _TURNS[number % 2])
        if isinstance(move, str):
            fix = "give two letters from A to S a move: the column, then the row"
            return Malformed(f"move {number + 1}", f"{_quoted(pair)} is {move}", fix)
        moves.append(move)
    game = Game(Board.empty(SIDE), tuple(moves))
    end = LiveGame.from_record(game)
    if isinstance(end, IllegalMove):
        return Malformed(f"move {end.number}", str(end.illegal), "record legal moves only")
    return game


def write_dot_go(game: Game) -> bytes:
    """The file of a game; raises `DataError` for a game that the format cannot express."""
    board = game.start
    if (board.rows, board.cols) != (SIDE, SIDE):
        what = f"a .go file holds games on {SIDE}x{SIDE}, not on {board.rows}x{board.cols}"
        raise DataError("game", what, _AS_SGF)
    if any(board.cells):
        raise DataError("game", "a .go file has no stones before the first move", _AS_SGF)
    return b"".join(_write_move(number, move) for number, move in enumerate(game.moves, start=1))


def _read_move(pair: bytes, stone: Stone) -> Move | str:
    """The move of two bytes, or what is wrong with them."""
    if len(pair) == 1:
        return "half a move"
    point = Point(pair[1] - _FIRST_LETTER, pair[0] - _FIRST_LETTER)
    on_board = 0 <= point.row < SIDE and 0 <= point.column < SIDE
    return Move(stone, point) if on_board else f"off the {SIDE}x{SIDE} board"


def _write_move(number: int, move: Move) -> bytes:
    if move.point is None:
        raise DataError(f"game: move {number}", "a .go file has no pass", _AS_SGF)
    if move.stone != _TURNS[(number - 1) % 2]:
        raise DataError(f"game: move {number}", "black and white do not alternate", _AS_SGF)
    return bytes([_FIRST_LETTER + move.point.column, _FIRST_LETTER + move.point.row])


def _quoted(data: bytes) -> str:
    """Untrusted bytes as printable ASCII in quotes."""
    return ascii(data.decode("latin-1"))
