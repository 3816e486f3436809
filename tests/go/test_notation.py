"""Boards and games as text: literal facts, and every refusal with its place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gograde.errors import DataError
from gograde.go import (
    Board,
    Game,
    IllegalMove,
    Malformed,
    Move,
    Point,
    Position,
    Stone,
    diagram,
    read_coordinates,
    read_dot_go,
    read_marks,
    read_sgf,
    write_digits,
    write_dot_go,
    write_sgf,
)
from gograde.go.position import LiveGame
from tests.golden import values_agree

BLACK, WHITE = Stone.BLACK, Stone.WHITE
BOARD = diagram("X . . / . O . / . O X")


def test_what_is_read_and_what_is_refused() -> None:
    values_agree(
        "go/notation.txt",
        BOARD=BOARD,
        read_coordinates=read_coordinates,
        read_dot_go=read_dot_go,
        KO=KO,
        read_sgf=read_sgf,
        BYTE_5C=BYTE_5C,
    )


def test_marks_ignore_every_other_character() -> None:
    assert read_marks("X-- / -O- \n 12 -OX x o .\0—") == BOARD
    assert read_marks(b"\xff\xfeX--O") == diagram("X . / . O")
    assert read_marks("no board in here") == Board.empty(0)
    assert read_marks("\udcffX--\ud800O") == diagram("X . / . O")


def test_digit_rows() -> None:
    assert write_digits(BOARD) == "100\n020\n021\n"


def test_a_capture_in_a_ko_is_legal_the_first_time() -> None:
    assert isinstance(read_dot_go(KO), Game)


def test_a_written_game_is_read_back() -> None:
    assert read_sgf(write_sgf(GAME)) == GAME
    assert b"AB[aa]" in write_sgf(GAME)
    assert b";B[ca]" in write_sgf(GAME).replace(b"\n", b"")
    assert read_sgf(write_sgf(Game(Board.empty(19)))) == Game(Board.empty(19))


def test_only_the_main_line_counts() -> None:
    assert read_sgf(b"(;SZ[3](;B[aa];W[bb])(;B[cc]))") == Game(
        Board.empty(3), (Move(BLACK, Point(0, 0)), Move(WHITE, Point(1, 1)))
    )


def test_a_refusal_becomes_an_error_when_a_person_can_mend_it() -> None:
    refusal = read_coordinates("0 0 7", 3, 3)
    assert isinstance(refusal, Malformed)
    assert str(refusal) == "line 1: 7 is no colour"
    error = refusal.error("test_0.txt")
    assert isinstance(error, DataError)
    assert str(error) == "test_0.txt: line 1: 7 is no colour\nFix: use -1 for black and 1 for white"


# -- games as `.go` files: literal facts, every refusal with its move, and the round trip ------


EMPTY = Board.empty(19)
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


# -- SGF through sgfmill: rows counted from the top, setup, passes, refusals -------------------


START = diagram("X . . / . . O / . . .")
GAME = Game(START, (Move(BLACK, Point(0, 2)), Move(WHITE, None), Move(BLACK, Point(2, 0))), 6.5)


def test_an_illegal_record_is_read_and_its_game_says_which_move() -> None:
    game = read_sgf(b"(;SZ[3];B[aa];W[aa])")
    assert isinstance(game, Game)
    end = LiveGame.from_record(game)
    assert isinstance(end, IllegalMove)
    assert str(end) == "move 2: white at (0, 0) is illegal: the point is occupied"


BYTE_5C = "\u8868"
"""A letter whose second byte is a backslash in Shift_JIS."""


def test_no_letter_of_any_encoding_hides_a_move() -> None:
    for encoding, name, letters in [
        ("shift_jis", "CA[Shift_JIS]", BYTE_5C),
        ("gb18030", "CA[gb2312]", "\u56bb"),
        ("big5", "CA[Big5]", "\u529f"),
        ("shift_jis", "", BYTE_5C),
        ("latin-1", "", "M\xfcller"),
        ("utf-8", "", BYTE_5C),
        ("utf-8-sig", "", BYTE_5C),
        ("utf-16", "", BYTE_5C),
    ]:
        text = f"(;SZ[3]{name}PB[{letters}];B[aa];W[bb])"
        moves = (Move(BLACK, Point(0, 0)), Move(WHITE, Point(1, 1)))
        assert read_sgf(text.encode(encoding)) == Game(Board.empty(3), moves)


def test_stones_are_set_up_in_several_nodes() -> None:
    text = b"(;SZ[3]AB[aa][ba];AE[ba]AW[ca];C[no move];AB[ca];W[bb])"
    assert read_sgf(text) == Game(diagram("X . X / . . . / . . ."), (Move(WHITE, Point(1, 1)),))
