"""The perfect player: the form of its book, symmetric look-ups, and games that black must win."""

from __future__ import annotations

import random

import pytest

from gograde.arena.players.book import (
    Book,
    Key,
    best_choice,
    choose,
    key_of,
    look_up,
    read_book,
    shipped_book,
    winning_choice,
    winning_replies,
)
from gograde.go import Board, Point, Position, Stone, diagram
from gograde.go.solver.exact import Solver, after_move, start
from tools.book_maker import Span, make_book, winning_point, write_line

BLACK, WHITE = Stone.BLACK, Stone.WHITE
CORNER = "." * 23 + "X" + "."
TAKEN = Position(
    diagram(". X O . . / X . X O . / . X O . . / . . . . . / . . . . ."),
    WHITE,
    diagram(". X O . . / X O . O . / . X O . . / . . . . . / . . . . ."),
)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(18)


def test_a_line_of_a_book_is_read_back() -> None:
    key: Key = (18, CORNER, "-")
    line = write_line(key, Point(3, 1))
    assert line == "18 .......................X. - 31"
    assert read_book(f"# made by book_maker\n{line}\n") == {key: Point(3, 1)}


def test_a_key_tells_ko_and_passes_apart() -> None:
    assert key_of(start(), 24)[0] == (24, "." * 25, "pass")
    assert key_of(Position(Board.empty(5)), 24)[0] == (24, "." * 25, "-")
    plies, _, mark = key_of(TAKEN, 10)[0]
    assert plies == 10
    assert mark not in ("-", "pass")
    assert key_of(after_move(TAKEN, None), 10)[0][2] == "pass"


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("mirror", [False, True])
def test_a_book_answers_all_symmetric_positions(quarters: int, mirror: bool) -> None:
    """The same stone beside the same corner, however the board is turned."""

    def turn(board: Board) -> Board:
        turned = board.rotated(quarters)
        return turned.mirrored() if mirror else turned

    board = diagram("X O . . . / . . . . . / . . . . . / . . . . . / . . . . .")
    key, _ = key_of(Position(board), 20)
    book = book_of(board, Point(1, 0), key)
    expected = turn(board.with_stones(BLACK, [(1, 0)])).points(BLACK)
    found = look_up(book, Position(turn(board)), 20)
    assert found in expected
    assert found not in turn(board).points(BLACK)


def book_of(board: Board, move: Point, key: Key) -> Book:
    """The book whose only line is this position and move, by trying all points."""
    fits = [Point(r, c) for r in range(5) for c in range(5)]
    return next({key: p} for p in fits if look_up({key: p}, Position(board), 20) == move)


def test_a_won_position_is_kept_and_the_pass_comes_last(solver: Solver) -> None:
    board = diagram(". X X . . / X X X X X / X X X X O / . X . O O / . . . O .")
    assert winning_choice(solver, Position(board, BLACK), 1) == Point(0, 0)
    assert solver.reaches(Position(board, BLACK), 1, 3)


def test_the_best_value_is_played_for(solver: Solver) -> None:
    """Of white's points only one takes two stones."""
    board = diagram("X X . . . / X X X . . / . X O O . / . O X X . / . O O O .")
    position = Position(board, WHITE)
    assert best_choice(solver, position, 1) == Point(3, 4)
    assert {move.value for move in solver.best_moves(position, 1)} == {-1}


def test_traps_leave_few_winning_replies(solver: Solver) -> None:
    rng = random.Random(5)
    position = start()
    for _ in range(15):
        position = after_move(position, rng.choice(position.legal_points()))
    assert position.to_play is WHITE
    chosen = best_choice(solver, position, 9)
    counts = {
        move.point: winning_replies(solver, after_move(position, move.point), 8)
        for move in solver.best_moves(position, 9)
    }
    assert counts[chosen] == min(counts.values())


def test_a_winning_point_is_found_or_there_is_none() -> None:
    solver = Solver(16)
    board = diagram(". . . . . / . X X X . / . X . X . / . X X X O / . . . . O")
    point = winning_point(solver, Position(board, BLACK), 6)
    assert solver.reaches(after_move(Position(board, BLACK), point), 5, 3)
    with pytest.raises(ValueError, match="no point lets black reach 3 from"):
        winning_point(solver, Position(board.swapped(), BLACK), 6)


def test_the_maker_asks_for_nothing_that_is_known() -> None:
    """A book of two levels, made again from its own lines without a search."""
    board = diagram(". . . . . / . X X X . / . X . X . / . X X X O / . . . . O")
    span = Span(Position(board, BLACK), 8, 6)
    made = dict(make_book(Solver(16), {}, span))
    assert len(made) > 5
    assert {plies for plies, _, _ in made} == {8, 6}
    again = Solver(10)
    assert dict(make_book(again, made, span)) == {}
    assert again.nodes == 0
    lost = next(reversed(made))
    kept = {key: move for key, move in made.items() if key != lost}
    assert set(dict(make_book(Solver(16), kept, span))) == {lost}


def position_of(key: Key) -> Position:
    """The position of a key without ko."""
    _, cells, mark = key
    board = diagram("/".join(cells[i : i + 5] for i in range(0, 25, 5)))
    return Position(board, BLACK, None, int(mark == "pass"))


def test_the_shipped_book_has_legal_moves_for_positions_in_their_first_form() -> None:
    assert len(shipped_book()) > 1000
    for key, move in shipped_book().items():
        position = position_of(key)
        assert key[2] in ("-", "pass")
        assert key_of(position, key[0])[0] == key
        assert isinstance(position.play(move), Position)


def test_a_game_that_is_not_won_is_not_ended(solver: Solver) -> None:
    """Without a book black thinks the start is even, and still does not pass."""
    assert choose(solver, {}, start(), 24) == Point(2, 2)


def test_white_answers_whatever_black_opens_with(solver: Solver) -> None:
    """With anything but a pass: the start counts as passed on, so that one ends the game."""
    assert after_move(start(), None).ended
    for opening in (Point(2, 2), Point(0, 0)):
        position = after_move(start(), opening)
        assert choose(solver, {}, position, 23) in position.legal_points()
