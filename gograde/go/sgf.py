"""Games as SGF, read and written by sgfmill (imported when used).

sgfmill counts rows from the bottom; `Point` counts them from the top.  It looks for `]` in bytes, and some
encodings have that byte and the backslash within letters: so a file is text before sgfmill sees it.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from gograde.errors import DataError
from gograde.go.board import Board, Point, Stone
from gograde.go.notation import Malformed
from gograde.go.position import Game, Move

if TYPE_CHECKING:
    from sgfmill.boards import Board as MillBoard
    from sgfmill.sgf import Sgf_game, Tree_node
    from sgfmill.sgf_grammar import Coarse_game_tree

_STONES = {None: Stone.EMPTY, "b": Stone.BLACK, "w": Stone.WHITE}
_COLOURS = {stone: colour for colour, stone in _STONES.items()}
_SIDES = range(2, 27)

_NAMED = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([^]\\]*?)\s*\]")
"""The property with the name of the encoding."""

_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs"}
"""What files that name an encoding are really written in: it has the same letters and more."""

_UNNAMED = ("latin-1", "cp932", "gb18030", "big5hkscs", "cp949", "euc_jp")
"""In what else than UTF-8 files are written that name no encoding."""

_PLAIN = bytes(range(128)) + rb"+AEE-\x41\u0041\N{DASH}=41"
"""Text that is the same in every encoding of SGF, and is not in those that write letters as ASCII."""


_AS_UTF_8 = "save it as UTF-8 with CA[UTF-8]"


class _RefusedError(ValueError):
    """A whole SGF file that is no `Game`: why, and how to mend it."""


def read_sgf(data: bytes) -> Game | Malformed:
    """The main line of a game: stones set up before its first move, moves, komi.

    Moves are not checked; `LiveGame.from_record` finds the first illegal move.  A file that names no encoding
    and is not UTF-8 is read in all that it may be in.  A wrong one hides moves in letters, so the game that
    has all moves of the others counts; where none has, the file is refused.
    """
    try:
        read = [_game(text) for text in _readings(data)]
    except _RefusedError as refused:
        return Malformed("", *refused.args)
    games = [one for one in read if isinstance(one, Game)]
    whole = max(games, key=lambda one: len(one.moves), default=read[0])
    if isinstance(whole, Game) and not all(_is_within(one, whole) for one in games):
        return Malformed("", "names no encoding (CA), and is another game in another encoding", _AS_UTF_8)
    return whole


def _is_within(part: Game, whole: Game) -> bool:
    """Whether a game is another without some of its moves."""
    rest = iter(whole.moves)
    return (part.start, part.komi) == (whole.start, whole.komi) and all(move in rest for move in part.moves)


def _readings(data: bytes) -> list[str]:
    """The text of a file in each encoding that it may be in; raises `_RefusedError`."""
    for mark, encoding in ((codecs.BOM_UTF8, "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return [_text(data, encoding)]
    if named := _NAMED.search(data):
        return [_in_named(data, named[1].decode("ascii", "replace"))]
    if (text := _decoded(data, "utf-8")) is not None:
        return [text]
    return [text for encoding in _UNNAMED if (text := _decoded(data, encoding)) is not None]


def _in_named(data: bytes, name: str) -> str:
    try:
        encoding = codecs.lookup(name).name
        plain = _PLAIN.decode(encoding) == _PLAIN.decode("ascii")
    except (ValueError, LookupError):
        plain = False
    if not plain:
        raise _RefusedError(f"unknown encoding: {name[:60]}", _AS_UTF_8)
    text = _text(data, _WIDER.get(encoding, encoding))
    if [value.decode() for value in _tree(text).sequence[0].get("CA", ())] != [name]:
        raise _RefusedError("the first node does not name its encoding (CA) once", _AS_UTF_8)
    return text


def _text(data: bytes, encoding: str) -> str:
    text = _decoded(data, encoding)
    if text is None:
        raise _RefusedError(f"not in the encoding that it names: {encoding}", _AS_UTF_8)
    return text


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _tree(text: str) -> Coarse_game_tree:
    """The only game of a file; raises `_RefusedError`."""
    from sgfmill import sgf_grammar

    try:
        games = sgf_grammar.parse_sgf_collection(text.encode())
    except ValueError as error:
        raise _unreadable(str(error).removeprefix("error parsing game 0: ")) from None
    if len(games) > 1:
        raise _RefusedError(f"{len(games)} games in one file", "give a file with one game")
    return games[0]


def _game(text: str) -> Game | Malformed:
    from sgfmill import sgf

    try:
        game = sgf.Sgf_game.from_coarse_game_tree(_tree(text), "UTF-8")
        if game.get_size() not in _SIDES:
            raise _unreadable(f"size {game.get_size()} is not from 2 to 26")
        return _main_line(game)
    except _RefusedError as refused:
        return Malformed("", *refused.args)
    except (ValueError, LookupError) as error:
        return Malformed("", *_unreadable(str(error)).args)


def _main_line(game: Sgf_game) -> Game:
    """The stones that any nodes before the first move set up, and the moves; raises `ValueError`."""
    from sgfmill.boards import Board as MillBoard

    board, moves, set_up = MillBoard(game.get_size()), list[Move](), dict[tuple[int, int], str | None]()
    for node in game.main_sequence_iter():
        move = _move(node, board.side)
        if node.has_setup_stones():
            if moves or move:
                after = f"stones are set up {'with' if move else 'after'} a move"
                raise _RefusedError(after, "give a game whose stones are set up before its first move")
            stones = zip(("b", "w", None), node.get_setup_stones(), strict=True)
            set_up.update((point, colour) for colour, points in stones for point in points)
        moves += [move] if move else []
    black, white = ([point for point, stone in set_up.items() if stone == one] for one in "bw")
    if not board.apply_setup(black, white, ()):
        raise ValueError("setup position not legal")
    return Game(_board(board), tuple(moves), float(game.get_komi()))


def _move(node: Tree_node, side: int) -> Move | None:
    """The move of a node, if it has one; raises `_RefusedError` for several."""
    plays = [colour for colour in "BW" if node.has_property(colour) for _ in node.get_raw_list(colour)]
    if len(plays) > 1:
        raise _RefusedError("several moves in one node", "give each move a node of its own")
    colour, point = node.get_move()
    return Move(_STONES[colour], _flipped(point, side)) if plays else None


def write_sgf(game: Game) -> bytes:
    """SGF of a game; raises `DataError` for a board that is not square or has no side from 2 to 26."""
    return bytes(made_sgf(game).serialise())


def made_sgf(game: Game) -> Sgf_game:
    """A game as sgfmill has it, to be written with more; raises `DataError` as `write_sgf` does."""
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
    return record


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


def _unreadable(what: str) -> _RefusedError:
    """A refusal in sgfmill's words, which may be none or quote untrusted text at any length."""
    shown = what[:80].rstrip() or "a move is broken"
    return _RefusedError(f"no readable SGF: {shown}", "give one game in SGF FF[4]")
