"""Play, captures, suicide and chains, as diagrams."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.go import (
    Board,
    CaptureReading,
    Chain,
    Game,
    Illegal,
    Move,
    Played,
    Point,
    Position,
    Stone,
    area_score,
    capture_points,
    chains,
    dead_chains,
    diagram,
    legal_points,
    obeys_rule_1,
    play,
    read_coordinates,
    read_marks,
    read_sgf,
    result_after_captures,
    result_text,
    write_coordinates,
    write_sgf,
)
from tests.golden import values_agree

BLACK, WHITE = Stone.BLACK, Stone.WHITE


def illegal(before: str, point: tuple[int, int]) -> str:
    """Why White may not play there."""
    move = play(diagram(before), WHITE, point)
    assert isinstance(move, Illegal) and (move.stone, move.point) == (WHITE, Point(*point))
    return f"{move.reason.name}: {move}"


def moves(board: str) -> str:
    """Where White captures, and where White may play."""
    found = (capture_points(diagram(board), WHITE), legal_points(diagram(board), WHITE))
    return "; legal ".join(" ".join(f"{row},{column}" for row, column in points) or "-" for points in found)


def rule_1(board: str) -> bool:
    """Whether it is obeyed, with the colours exchanged too."""
    assert obeys_rule_1(diagram(board).swapped()) is obeys_rule_1(diagram(board))
    return obeys_rule_1(diagram(board))


def test_moves_captures_and_rule_1() -> None:
    values_agree("go/rules.txt", illegal=illegal, moves=moves, rule_1=rule_1)


def test_nobody_plays_an_empty_point() -> None:
    with pytest.raises(ValueError, match=r"^only black and white can be played$"):
        play(Board.empty(2), Stone.EMPTY, Point(0, 0))


def points(text: str) -> tuple[Point, ...]:
    return tuple(Point(*map(int, pair.split(","))) for pair in text.split())


def test_dead_chains_are_those_without_a_liberty() -> None:
    board = diagram("X X O / O O . / . . X")
    assert dead_chains(board) == (Chain(BLACK, points("0,0 0,1"), ()),)
    assert dead_chains(diagram("X O / O X")) == tuple(chains(diagram("X O / O X")))
    assert dead_chains(diagram("X . / . O")) == ()


BOTH_LIBERTIES = diagram("""
    O X . X O
    . O X O .
    O X . X O
    . O X O .
    . . O . .
""")
# The middle chain of the top line has the liberties (0, 2) and (2, 2); both capture something else.


def test_closure_takes_what_union_leaves() -> None:
    assert capture_points(BOTH_LIBERTIES, WHITE) == points("0,2 2,2")
    closed = diagram("O . O . O / . O . O . / O . O . O / . O . O . / . . O . .")
    assert result_after_captures(BOTH_LIBERTIES, WHITE) == closed
    left = closed.with_stones(BLACK, [(1, 2)])
    assert result_after_captures(BOTH_LIBERTIES, WHITE, CaptureReading.UNION) == left
    assert obeys_rule_1(closed)
    assert not obeys_rule_1(left)


def test_a_chain_of_a_whole_large_board() -> None:
    board = Board(255, 255, bytes([BLACK] * (255 * 255 - 1)) + b"\0")
    corner = Point(254, 254)
    assert capture_points(board, WHITE) == legal_points(board, WHITE) == (corner,)
    assert legal_points(board, BLACK) == ()
    assert obeys_rule_1(board)
    move = play(board, WHITE, corner)
    assert isinstance(move, Played)
    assert len(move.captured) == 255 * 255 - 1
    assert move.board == Board.empty(255).with_stones(WHITE, [corner])


# -- Simple ko, passes and whole games -------------------------------------------------------------


def test_two_passes_end_the_game() -> None:
    start = Position(Board.empty(5))
    assert (start.ended, start.pass_turn().ended) == (False, False)
    assert start.pass_turn().pass_turn().ended
    played = start.pass_turn().play((2, 2))
    assert isinstance(played, Position)
    assert (played.passes, played.to_play) == (0, BLACK)


# -- Laws that hold on every board; the literal facts are in the other files ----------------------


COLOURS = (Stone.BLACK, Stone.WHITE)


@st.composite
def boards(draw: st.DrawFn, square: bool = False, longest: int = 7) -> Board:
    """Any colouring of a small rectangle, 0x0 and 1xN among them."""
    rows = draw(st.integers(0, longest))
    cols = rows if square or not rows else draw(st.integers(1, longest))
    cells = st.lists(st.sampled_from((0, 1, 2)), min_size=rows * cols, max_size=rows * cols)
    return Board(rows, cols, bytes(draw(cells)))


@st.composite
def games(draw: st.DrawFn, side: int = 4) -> Game:
    """Legal games of alternating moves on a small square board."""
    position, moves = Position(Board.empty(side)), []
    for choice in draw(st.lists(st.integers(0, 99), max_size=40)):
        options = [*position.legal_points(), None]
        point = options[choice % len(options)]
        moves.append(Move(position.to_play, point))
        after = position.step(point)
        assert isinstance(after, Position)
        position = after
    return Game(Board.empty(side), tuple(moves))


@given(boards())
def test_four_quarters_two_mirrors_and_two_swaps_change_nothing(board: Board) -> None:
    assert board.rotated(4) == board.rotated(1).rotated(3) == board
    assert board.mirrored().mirrored() == board.swapped().swapped() == board
    assert board.rotated().mirrored() == board.mirrored().rotated(-1)


@given(boards())
def test_boards_go_through_text_and_arrays_unchanged(board: Board) -> None:
    assert read_coordinates(write_coordinates(board), board.rows, board.cols) == board
    assert Board.from_rows(board.to_rows()) == board
    assert diagram(str(board)) == (board if board.cells else Board.empty(0))
    assert Board.from_array(board.to_array()) == board


@given(boards(square=True), st.text(alphabet="xo0.\n\0–—é −", max_size=5))
def test_marks_go_through_any_noise(board: Board, noise: str) -> None:
    text = noise.join(["", *str(board).replace(".", "-"), ""])
    assert read_marks(text) == board
    assert result_text(text) == area_score(board).result


@given(st.binary(max_size=60) | st.text(max_size=60), st.integers(0, 9))
def test_readers_answer_to_anything(text: str | bytes, side: int) -> None:
    for answer in (read_coordinates(text, side, side), read_marks(text)):
        assert str(answer).isascii() or "…" in str(answer)


@given(st.binary(max_size=60).map(lambda noise: b"(;SZ[5]" + noise + b")"))
def test_the_sgf_reader_answers_to_anything(data: bytes) -> None:
    assert read_sgf(data)


@given(games())
def test_games_go_through_sgf_unchanged(game: Game) -> None:
    assert read_sgf(write_sgf(game)) == game
