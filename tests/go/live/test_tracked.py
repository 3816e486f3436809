"""The board that is kept up to date: facts by hand, and agreement with the whole computation."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from gograde.errors import DataError
from gograde.go import Board, Illegal, Point, Position, Reason, Stone, diagram
from gograde.go.influence.force import ForceParameters, force_field
from gograde.go.influence.situation import SituationParameters, move_value, situation_value
from gograde.go.live.tracked import TrackedBoard
from tests.campaign.tracked import SIDES, TrackedGame, difference

BLACK, WHITE = Stone.BLACK, Stone.WHITE
KO = Position(diagram(". X O . / X O . O / . X O . / . . . ."), BLACK)


def played(side: int, *points: tuple[int, int] | None) -> TrackedBoard:
    board = TrackedBoard(Position(Board.empty(side)))
    for point in points:
        assert board.play(point) is None if point else board.pass_turn() is None
    return board


@pytest.mark.parametrize("side", SIDES)
def test_a_random_game_agrees_with_the_whole_computation(side: int) -> None:
    assert difference(side, seed=0, plies=min(3 * side * side, 60)) == ""


def test_random_games_have_captures_ko_passes_and_moves_taken_back() -> None:
    game, seen = TrackedGame(9, random.Random(1)), set()
    for _ in range(400):
        stones = len(game.board.board.points(game.board.to_play.opponent))
        game.step()
        fewer = len(game.board.board.points(game.board.to_play)) < stones
        seen |= {("capture", fewer), ("ko", game.board.seesaw_point is not None), (game.told[-1], True)}
    assert {("capture", True), ("ko", True), ("pass", True), ("undo", True)} <= seen


def test_a_long_game_is_taken_back_to_its_start() -> None:
    rng, board = random.Random(1), played(19)
    while board.plies < 150:
        board.play((rng.randrange(19), rng.randrange(19)))
    while board.plies:
        board.undo()
    assert (board.board, board.chains(), board.situation()) == (Board.empty(19), (), 0.0)
    assert board.force_field() == force_field(Board.empty(19))


def test_one_stone_in_the_middle_pushes_as_the_paper_says() -> None:
    field = played(19, (9, 9)).force_field()
    assert [field.total[9][9 + away] for away in range(1, 5)] == [36, 18, 8, 4]
    assert [part[9][10] for part in (field.up, field.right, field.down, field.left)] == [2, 32, 2, 0]
    assert sum(map(sum, field.total)) == 540


def test_a_stone_ends_the_forces_that_went_on_through_its_point() -> None:
    board = played(19, (9, 5))
    assert board.force_field().right[9][6:12] == (32, 16, 8, 4, 2, 1)
    assert board.play((9, 8)) is None
    assert board.force_field().right[9][6:12] == (32, 16, 8, -32, -16, -8)
    board.undo()
    assert board.force_field().right[9][6:12] == (32, 16, 8, 4, 2, 1)


def test_a_chain_gains_and_loses_liberties_links_and_has_eyes() -> None:
    board = TrackedBoard(Position(diagram(". X . / X . X / . . O"), BLACK))
    assert [board.liberties(point) for point in [(0, 1), (1, 0), (1, 2), (2, 2), (0, 0)]] == [3, 3, 2, 1, 0]
    assert board.eyes((0, 1)) == ()
    assert board.play((1, 1)) is None
    assert board.stones((0, 1)) == board.stones((1, 2)) == 4
    assert board.eyes((1, 1)) == (Point(0, 0), Point(0, 2))
    chain = board.chain_at((1, 0))
    assert chain is not None
    assert chain.liberties == (Point(0, 0), Point(0, 2), Point(2, 0), Point(2, 1))
    assert (board.eyes((2, 0)), board.stones((2, 0)), board.chain_at((2, 0))) == ((), 0, None)
    board.undo()
    assert [board.stones(point) for point in [(0, 1), (1, 0), (1, 2)]] == [1, 1, 1]


def test_a_captured_chain_leaves_liberties_and_comes_back() -> None:
    board = TrackedBoard(Position(diagram("O O . / X X . / . . ."), BLACK))
    assert board.play((0, 2)) is None
    assert board.board == diagram(". . X / X X . / . . .")
    assert board.liberties((1, 0)) == 5
    board.undo()
    assert board.board == diagram("O O . / X X . / . . .")
    assert board.liberties((0, 0)) == 1


def test_the_seesaw_point_is_forbidden_until_a_pass() -> None:
    board = TrackedBoard(KO)
    assert board.play((1, 2)) is None
    assert board.seesaw_point == Point(1, 1)
    assert board.play((1, 1)) == board.refusal((1, 1)) == Illegal(WHITE, Point(1, 1), Reason.KO)
    board.pass_turn()
    assert (board.seesaw_point, board.passes, board.to_play) == (None, 1, BLACK)
    board.undo()
    assert (board.seesaw_point, board.passes, board.to_play) == (Point(1, 1), 0, WHITE)


def test_a_position_in_a_ko_stays_in_it() -> None:
    after = KO.play((1, 2))
    assert isinstance(after, Position)
    assert TrackedBoard(after).play((1, 1)) == Illegal(WHITE, Point(1, 1), Reason.KO)


@pytest.mark.parametrize(
    ("point", "reason"),
    [((3, 4), Reason.OFF_BOARD), ((-1, 0), Reason.OFF_BOARD), ((0, 1), Reason.OCCUPIED)],
)
def test_an_illegal_move_changes_nothing_and_says_why(point: tuple[int, int], reason: Reason) -> None:
    board = TrackedBoard(KO)
    refused = Illegal(BLACK, Point(*point), reason)
    assert board.play(point) == board.move_value(BLACK, point) == refused
    assert (board.board, board.plies) == (KO.board, 0)


def test_suicide_is_refused() -> None:
    board = TrackedBoard(Position(diagram(". X . / X . . / . . ."), WHITE))
    assert board.play((0, 0)) == Illegal(WHITE, Point(0, 0), Reason.SUICIDE)


def test_dead_stones_and_other_parameters_count_as_in_the_whole_computation() -> None:
    position = Position(diagram("X . . O . / . X O . . / . O X . X / . . O . . / X . . . O"), BLACK)
    parameters = SituationParameters(10, ForceParameters(100, aside=3, ahead=2))
    board, dead = TrackedBoard(position, parameters), [(0, 0), (2, 1), (2, 2)]
    assert board.force_field() == force_field(position.board, parameters.force)
    assert board.situation(dead) == situation_value(position.board, dead, parameters)
    values = board.move_values(WHITE, dead)
    assert len(values) == 15
    for point, value in values:
        assert value == move_value(position.board, WHITE, point, dead, parameters)
        assert value == board.move_value(WHITE, point, dead)


def test_a_force_of_nothing_leaves_only_stones() -> None:
    parameters = SituationParameters(force=ForceParameters(0))
    board = TrackedBoard(Position(diagram("X . / . .")), parameters)
    assert (board.play((1, 1)), board.situation()) == (None, 2.0)


@pytest.mark.parametrize(
    ("board", "told"),
    [
        (Board.empty(20), "game: start: no game is played on 20x20"),
        (Board.empty(2, 3), "game: start: no game is played on 2x3"),
        (diagram("X O / O ."), "game: start: a chain has no liberty"),
    ],
)
def test_a_board_without_a_game_is_refused(board: Board, told: str) -> None:
    with pytest.raises(DataError, match=told):
        TrackedBoard(Position(board))


def test_the_largest_force_is_exact_and_a_larger_one_is_refused() -> None:
    most = SituationParameters(force=ForceParameters(1_000, aside=2, ahead=2))
    points = [(r, c) for r in range(19) for c in range(19) if (r, c) != (9, 9)]
    board = Board.empty(19).with_stones(BLACK, points)
    assert TrackedBoard(Position(board), most).force_field() == force_field(board, most.force)
    assert TrackedBoard(Position(board), most).situation() == situation_value(board, (), most)
    with pytest.raises(DataError) as told:
        TrackedBoard(Position(board), SituationParameters(force=ForceParameters(1_001)))
    assert str(told.value) == "force.force: 1001 is more than 1000\nFix: give 1000 or less"


def test_no_more_is_taken_back_than_was_played() -> None:
    with pytest.raises(DataError) as told:
        played(5).undo()
    assert str(told.value) == "undo: there is no move to take back\nFix: count the moves that were played"


def test_importing_the_board_loads_neither_numpy_nor_numba() -> None:
    code = "import sys, gograde.go.live.tracked; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"
