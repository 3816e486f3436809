"""The game as a value: what the paper's class `CGo` does, on boards of any size."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gograde.go import Board, Game, Illegal, IllegalMove, IllegalReason, Move, Point, Stone, diagram
from gograde.go.influence.territory import Stage, stage_of, swinging_points
from gograde.go.position import LiveGame, Position
from tests.go import slow_rules

BLACK, WHITE = Stone.BLACK, Stone.WHITE
KO = LiveGame(Position(diagram(". X O . / X O . O / . X O . / . . . ."), BLACK))


def played(game: LiveGame, *points: tuple[int, int] | None) -> LiveGame:
    for point in points:
        after = game.go(point)
        assert isinstance(after, LiveGame), after
        game = after
    return game


def test_a_game_begins_empty_with_black() -> None:
    game = LiveGame.empty()
    assert (game.side, game.to_play, game.steps, game.komi) == (19, BLACK, (), 0.0)
    assert not any(game.position.board.cells)
    assert (game.seesaw_point, game.ended, game.killed) == (None, False, ())


def test_steps_are_taken_back_one_or_two_or_all() -> None:
    game = played(LiveGame.empty(5), (0, 0), (1, 1), (2, 2))
    assert game.undo().steps == (Point(0, 0), Point(1, 1))
    assert game.undo(2) == played(LiveGame.empty(5), (0, 0))
    assert game.undo(9) == game.reset() == LiveGame.empty(5)
    assert game.undo(0) == game.undo(-1) == game


def test_a_start_with_stones_stays_after_reset() -> None:
    assert played(KO, (1, 2), None).reset() == KO
    assert [after.steps for after in played(KO, (1, 2), None).replay()] == [
        (),
        (Point(1, 2),),
        (Point(1, 2), None),
    ]


def test_a_colour_that_moves_twice_made_the_other_pass() -> None:
    record = Game(Board.empty(5), (Move(WHITE, Point(0, 0)), Move(WHITE, Point(1, 1))))
    game = LiveGame.from_record(record)
    assert isinstance(game, LiveGame)
    assert game.steps == (Point(0, 0), None, Point(1, 1))
    assert game.start.to_play is WHITE


def test_a_record_with_an_illegal_move_is_no_game() -> None:
    record = Game(Board.empty(5), (Move(BLACK, Point(0, 0)), Move(WHITE, Point(0, 0))))
    assert LiveGame.from_record(record) == IllegalMove(2, Illegal(WHITE, Point(0, 0), IllegalReason.OCCUPIED))


@given(st.integers(2, 4), st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=40))
def test_a_second_implementation_forbids_the_same_points(side: int, points: list[tuple[int, int]]) -> None:
    game = LiveGame.empty(side)
    for point in points:
        after = game.go(point)
        game = after if isinstance(after, LiveGame) else game
        position = game.position
        now = position.board, game.to_play
        free = {p for p in position.board.points() if slow_rules.play(*now, p)}
        legal = {p for p in free if slow_rules.play(*now, p) != position.previous}
        assert {p for p in position.board.points() if game.can_go(p)} == legal
        assert free - legal == ({game.seesaw_point} if game.seesaw_point else set())


@given(st.integers(1, 6), st.lists(st.integers(-1, 35), max_size=40))
def test_going_back_and_again_gives_the_same_game(side: int, places: list[int]) -> None:
    game = LiveGame.empty(side)
    for place in places:
        after = game.go(None if place < 0 else divmod(place, 6))
        assert isinstance(after, LiveGame) or not game.can_go(divmod(place, 6))
        game = after if isinstance(after, LiveGame) else game
    again = LiveGame(game.start, game.komi, game.steps)
    assert again.position == game.position
    assert [after.position for after in again.replay()] == [after.position for after in game.replay()]
    assert LiveGame.from_record(game.record()) == game


# -- the stage of a game by its published rule -------------------------------------------------------------

CORNERS = [(3, 3), (3, 15), (15, 3), (15, 15)]
AROUND = [(0, 0), (0, 2), (2, 0), (2, -2)]


def test_a_game_opens_until_each_corner_has_four_stones() -> None:
    assert stage_of(LiveGame.empty().position.board) is Stage.PROLOG
    points = [(row + down, column + right) for row, column in CORNERS for down, right in AROUND]
    settled = Board.empty(19).with_stones(Stone.BLACK, points[::2]).with_stones(Stone.WHITE, points[1::2])
    assert stage_of(settled) is Stage.MIDRUN
    assert stage_of(settled.with_stones(Stone.EMPTY, points[:1])) is Stage.PROLOG


def test_one_stone_for_six_points_ends_the_opening_too() -> None:
    rows = [(row, column) for row in range(3) for column in range(18)]
    crowded = Board.empty(18).with_stones(Stone.BLACK, rows)
    assert stage_of(crowded) is Stage.FINALE
    fewer = crowded.with_stones(Stone.EMPTY, [(0, 0)])
    assert stage_of(fewer) is Stage.PROLOG


def test_the_endgame_is_where_nearly_nothing_swings() -> None:
    leaking = diagram(
        """
        . . . . X X O . .
        . . . X X O . . .
        . . X X O . O . .
        . . . . O X . . .
        . . . X X X O . .
        . X X O X O O . .
        . X O O O . . . .
        . X O . . . . . .
        . O . . . . . . .
        """
    )
    assert {(7, 8), (8, 8)} <= set(swinging_points(leaking))
    assert stage_of(leaking) is Stage.MIDRUN
    closed = leaking.with_stones(Stone.WHITE, [(3, 6)])
    assert swinging_points(closed) == ()
    assert stage_of(closed) is Stage.FINALE


def test_points_between_far_stones_swing() -> None:
    board = diagram("X . . . . . O / . . . . . . . / . . . . . . . / . . . . . . .")
    assert Point(3, 3) in swinging_points(board)
    assert Point(0, 1) not in swinging_points(diagram("X . O / . . ."))
