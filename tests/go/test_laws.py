"""Laws that hold on every board; the literal facts are in the other files."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gograde.go import (
    Board,
    Game,
    Move,
    Position,
    Stone,
    area_score,
    diagram,
    read_coordinates,
    read_marks,
    read_sgf,
    result_text,
    write_coordinates,
    write_sgf,
)

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
