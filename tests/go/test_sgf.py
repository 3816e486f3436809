"""SGF through sgfmill: rows counted from the top, setup, passes, refusals."""

from __future__ import annotations

from gograde.go import Board, Game, IllegalMove, Malformed, Move, Point, Stone, diagram, read_sgf, write_sgf
from gograde.go.position import LiveGame

BLACK, WHITE = Stone.BLACK, Stone.WHITE
START = diagram("X . . / . . O / . . .")
GAME = Game(START, (Move(BLACK, Point(0, 2)), Move(WHITE, None), Move(BLACK, Point(2, 0))), 6.5)


def test_a_game_is_read_from_the_top_left() -> None:
    text = b"(;GM[1]FF[4]SZ[3]KM[6.5]AB[aa]AW[cb];B[ca];W[];B[ac])"
    assert read_sgf(text) == GAME


def test_a_written_game_is_read_back() -> None:
    assert read_sgf(write_sgf(GAME)) == GAME
    assert b"AB[aa]" in write_sgf(GAME)
    assert b";B[ca]" in write_sgf(GAME).replace(b"\n", b"")
    assert read_sgf(write_sgf(Game(Board.empty(19)))) == Game(Board.empty(19))


def test_only_the_main_line_counts() -> None:
    assert read_sgf(b"(;SZ[3](;B[aa];W[bb])(;B[cc]))") == Game(
        Board.empty(3), (Move(BLACK, Point(0, 0)), Move(WHITE, Point(1, 1)))
    )


def test_an_illegal_record_is_read_and_its_game_says_which_move() -> None:
    game = read_sgf(b"(;SZ[3];B[aa];W[aa])")
    assert isinstance(game, Game)
    end = LiveGame.from_record(game)
    assert isinstance(end, IllegalMove)
    assert str(end) == "move 2: white at (0, 0) is illegal: the point is occupied"


def test_what_is_no_sgf_is_refused() -> None:
    for data, what in [
        (b"", "no SGF data found"),
        (b"hello", "no SGF data found"),
        (b"(;B[aa]", "unexpected end of SGF data"),
        (b"(;SZ[1])", "size 1 is not from 2 to 26"),
        (b"(;SZ[5:7])", "bad SZ property: b'5:7'"),
        (b"(;SZ[9]KM[x];B[aa])", "could not convert string to float: b'x'"),
        (b"(;SZ[3];B[zz])", "a move is broken"),
        (b"(;SZ[" + b"9" * 999 + b"])", "size out of range: " + "9" * 61),
        (b"(;SZ[2]AB[aa][ab][ba][bb])", "setup position not legal"),
    ]:
        refusal = read_sgf(data)
        assert isinstance(refusal, Malformed)
        assert refusal == Malformed("", f"no readable SGF: {what}", "give one game in SGF FF[4]")


UTF_8 = "save it as UTF-8 with CA[UTF-8]"
BEFORE = "give a game whose stones are set up before its first move"
NO_NAME = "names no encoding (CA), and is another game in another encoding"
BYTE_5C = "\u8868"
"""A letter whose second byte is a backslash in Shift_JIS."""


def test_a_file_that_is_not_one_plain_game_is_refused_with_what_it_is() -> None:
    for data, what, fix in [
        (b"(;CA[no-such];B[aa])", "unknown encoding: no-such", UTF_8),
        (b"(;CA[unicode_escape];B[aa])", "unknown encoding: unicode_escape", UTF_8),
        (b"(;CA[hex];B[aa])", "unknown encoding: hex", UTF_8),
        (b"(;CA[UTF-8]PB[\xff];B[aa])", "not in the encoding that it names: utf-8", UTF_8),
        (b"(;C[CA[UTF-8];B[aa])", "the first node does not name its encoding (CA) once", UTF_8),
        (f"(;SZ[3]PB[{BYTE_5C}]AB[bb];B[aa]C[])".encode("shift_jis"), NO_NAME, UTF_8),
        (b"(;SZ[3];B[aa])(;SZ[3];B[bb])", "2 games in one file", "give a file with one game"),
        (b"(;SZ[3];B[aa];AW[bb])", "stones are set up after a move", BEFORE),
        (b"(;SZ[3];AW[bb]B[aa])", "stones are set up with a move", BEFORE),
        (b"(;SZ[3];B[aa]W[bb])", "several moves in one node", "give each move a node of its own"),
        (b"(;SZ[3];B[aa][bb])", "several moves in one node", "give each move a node of its own"),
    ]:
        assert read_sgf(data) == Malformed("", what, fix)


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
