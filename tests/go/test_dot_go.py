"""Games as `.go` files: literal facts, every refusal with its move, and the round trip."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gograde.go import Board, Game, Malformed, Move, Point, Position, Stone, read_dot_go, write_dot_go

BLACK, WHITE = Stone.BLACK, Stone.WHITE
EMPTY = Board.empty(19)
TWO_LETTERS = "give two letters from A to S a move: the column, then the row"
LEGAL = "record legal moves only"
KO = b"BACAABDBBCCCEEBBCB"


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Legal games of alternating moves, most of them in a corner, where stones are captured."""
    position, moves = Position(EMPTY), []
    for choice in draw(st.lists(st.integers(0, 15) | st.integers(0, 360), max_size=30)):
        point = Point(choice // 4 % 19, choice % 4) if choice < 16 else EMPTY.point(choice)
        after = position.play(point)
        if isinstance(after, Position):
            moves.append(Move(position.to_play, point))
            position = after
    return Game(EMPTY, tuple(moves))


def test_the_letters_are_column_then_row_from_the_top_left() -> None:
    moves = (Move(BLACK, Point(3, 15)), Move(WHITE, Point(18, 0)))
    assert read_dot_go(b"PDAS") == Game(EMPTY, moves)
    assert write_dot_go(Game(EMPTY, moves)) == b"PDAS"


def test_no_bytes_are_a_game_without_moves() -> None:
    assert read_dot_go(b"") == Game(EMPTY)
    assert write_dot_go(Game(EMPTY)) == b""


def test_a_broken_file_names_its_move() -> None:
    for data, refusal in [
        (b"AABBC", Malformed("move 3", "'C' is half a move", TWO_LETTERS)),
        (b"AATA", Malformed("move 2", "'TA' is off the 19x19 board", TWO_LETTERS)),
        (b"AAAT", Malformed("move 2", "'AT' is off the 19x19 board", TWO_LETTERS)),
        (b"pd", Malformed("move 1", "'pd' is off the 19x19 board", TWO_LETTERS)),
        (b"@A", Malformed("move 1", "'@A' is off the 19x19 board", TWO_LETTERS)),
        (b"AA\r\n", Malformed("move 2", "'\\r\\n' is off the 19x19 board", TWO_LETTERS)),
        (b"\xef\xbb", Malformed("move 1", "'\\xef\\xbb' is off the 19x19 board", TWO_LETTERS)),
        (b"AAAA", Malformed("move 2", "white at (0, 0) is illegal: the point is occupied", LEGAL)),
        (b"ABCCBAAA", Malformed("move 4", "white at (0, 0) is illegal: suicide", LEGAL)),
        (KO + b"BB", Malformed("move 10", "white at (1, 1) is illegal: ko", LEGAL)),
    ]:
        assert read_dot_go(data) == refusal


def test_a_capture_in_a_ko_is_legal_the_first_time() -> None:
    assert isinstance(read_dot_go(KO), Game)


@given(games())
def test_games_go_through_a_file_unchanged(game: Game) -> None:
    data = write_dot_go(game)
    assert read_dot_go(data) == game
    assert len(data) == 2 * len(game.moves)
    sgf = [bytes([97 + move.point.column, 97 + move.point.row]) for move in game.moves if move.point]
    assert data.lower() == b"".join(sgf)


@given(st.binary(max_size=40) | st.text("ABRSTa", max_size=40).map(str.encode))
def test_the_reader_answers_to_any_bytes(data: bytes) -> None:
    answer = read_dot_go(data)
    assert isinstance(answer, Game) or str(answer).isascii()
