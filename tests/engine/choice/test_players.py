"""What every player keeps: legal moves, the same for the same seed; games end; a choice can be cancelled."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from gograde.engine.choice.choose import PlayingOut
from gograde.engine.choice.playout_kernels import play_out_all
from gograde.engine.choice.worth_kernels import situation
from gograde.engine.player import engine, greedy_player, random_player, value_player
from gograde.go.area import area_score
from gograde.go.board import Board, Point, Stone, diagram
from gograde.go.influence.territory import move_value, situation_value
from gograde.go.kernels import index_of, padded
from gograde.go.player import Answer, Cancelled, Player, never
from gograde.go.position import LiveGame, Position
from tests.go.test_one_rule import random_position

MAKERS = (random_player, greedy_player, value_player, engine)


def point_of(player: Player, game: LiveGame) -> Point | None:
    answer = player.choose(game)
    assert isinstance(answer, Answer)
    return answer.point


def played(black: Player, white: Player, side: int) -> LiveGame:
    """A game to its end; a step that is illegal would raise."""
    game = LiveGame.empty(side)
    while not game.ended:
        after = game.go(point_of((black, white)[len(game.steps) % 2], game))
        assert isinstance(after, LiveGame), after
        game = after
    return game


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("side", [2, 5])
def test_games_are_legal_end_and_repeat(make: Callable[[int], Player], side: int) -> None:
    game = played(make(1), random_player(2), side)
    assert game == played(make(1), random_player(2), side)
    assert len(game.steps) < 10 * side * side


@pytest.mark.parametrize("make", MAKERS)
def test_a_choice_can_be_cancelled(make: Callable[[int], Player]) -> None:
    with pytest.raises(Cancelled):
        make(0).choose(LiveGame.empty(9), lambda: True)


@pytest.mark.parametrize("white", [True, pytest.param(False, marks=pytest.mark.long)])
def test_the_engine_wins_a_small_match(white: bool) -> None:
    """On 7x7; both players are deterministic, so the results never change."""
    players = (value_player(1), engine(1)) if white else (engine(1), value_player(1))
    assert (area_score(played(*players, 7).position.board).margin < 0) == white


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_moves_are_legal_on_random_positions(seed: int) -> None:
    """With few and with many stones, on a board of another size each."""
    side, player = 4 + 2 * seed, random_player(seed)
    game = LiveGame.empty(side)
    for plies in (side, side * side // 2, side * side):
        while len(game.steps) < plies:
            after = game.go(point_of(player, game))
            assert isinstance(after, LiveGame)
            game = after
        point = point_of(engine(seed), game)
        assert point is None or game.can_go(point)


# -- The kernels of the engine against the slow functions that define what they compute ------------


def test_the_situation_is_the_papers() -> None:
    for side, plies in [(2, 2), (3, 5), (5, 12), (9, 40), (19, 150)]:
        board = random_position(Random(side), side, plies).board
        cells = padded(board)
        assert situation(cells, side + 2, np.zeros(cells.size)) == pytest.approx(situation_value(board))


@pytest.mark.parametrize("seed", range(3))
def test_the_value_player_plays_the_largest_value_of_formula_7(seed: int) -> None:
    position = random_position(Random(seed), 6, 9 + seed)
    board, stone = position.board, position.to_play
    sign = 3 - 2 * stone
    values = {p: sign * move_value(board, stone, p) for p in position.legal_points()}  # type: ignore[operator]
    point = point_of(value_player(), LiveGame(position))
    assert point is not None
    assert values[point] == pytest.approx(max(values.values()))


# -- games played out by chance: what must come out, whatever the dice say ---------------------


FINISHED = """
    . X . X O . O
    X X X X O O O
    . X . X O . O
    X X X X O O O
    . X . X O . O
    X X X X O O O
    . X . X O . O"""
SETTLED = diagram(FINISHED)


def summed(board: Board, to_play: int, seed: int, games: int) -> tuple[float, np.ndarray]:
    sums = np.zeros((2, (board.rows + 2) ** 2))
    return play_out_all(padded(board), board.rows + 2, to_play, (seed, games, to_play), sums), sums


@pytest.mark.parametrize("to_play", [Stone.BLACK, Stone.WHITE])
def test_a_settled_board_keeps_its_area(to_play: Stone) -> None:
    """Nobody fills his own eyes or can take anything, so every game passes at once."""
    total, sums = summed(SETTLED, to_play, 1, 10)
    assert total == 10 * area_score(SETTLED).margin
    assert not sums.any()


def test_what_is_in_atari_is_taken_by_who_is_first() -> None:
    """Black takes the stone, and has two eyes then."""
    board = diagram(". O X / X X X / . X .")
    total, _ = summed(board, Stone.BLACK, 3, 20)
    assert total == 20 * 9


def test_the_same_seed_gives_the_same_games() -> None:
    one, two = (summed(Board.empty(9), 1, 5, 50) for _ in range(2))
    assert one[0] == two[0]
    assert np.array_equal(one[1], two[1])
    assert one[0] != summed(Board.empty(9), 1, 6, 50)[0]


def test_the_best_move_joins_two_eyes_to_a_large_chain() -> None:
    """Black dies without the point in the middle of its room."""
    board = diagram("""
        . . . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . . O . O . .
        . . . . . . .
        . . . . . . .
    """)
    moves = [index_of(point, 7) for point in ((0, 1), (5, 1), (5, 5))]
    boards = {}
    for move in moves:
        cells = padded(board)
        cells[move] = Stone.BLACK
        boards[move] = cells
    games = PlayingOut(9, Stone.BLACK, 1, never)
    assert games.best(boards, dict.fromkeys(moves, 0.0)) == moves[0]
    assert games.best(boards, {moves[0]: 0.0, moves[1]: 1e3, moves[2]: 0.0}) == moves[1]


def test_games_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        PlayingOut(9, Stone.BLACK, 1, lambda: True).margins(padded(Board.empty(7)))


# -- what the engine sees, as pictures: `a` is where it must play, `X` is to move ------------------


FACTS = {
    "takes a chain that would get away": """
        . . . . . . .
        . . X X . O .
        . X O O a . .
        . . X X . O .
        . . . . . . .
        . . . . . . .
        . . . . . . .""",
    "saves a chain in atari": """
        . . . . . . .
        . . O O . . .
        . O X X a . .
        . . O O . . .
        . . . . . . .
        . X . . . X .
        . . . . . . .""",
    "saves a chain by taking its attackers": """
        . . . . O . .
        . . X X O . .
        . X O X O . .
        . X O X O . .
        . . a O O . .
        . . . . . . .
        . . . . . . .""",
    "lives": """
        . a . X X X O
        X X X X X X O
        O O O O O O O
        . . . . . . .
        . O . O . O .
        . . . . . . .
        . . . . . . .""",
    "kills": """
        . a . O O O X
        O O O O O O X
        X X X X X X X
        . . . . . . .
        . X . X . X .
        . . . . . . .
        . . . . . . .""",
}
"""Every picture has one `a`."""


def game_of(picture: str, to_play: Stone = Stone.BLACK) -> LiveGame:
    """The game that begins with a picture."""
    return LiveGame(Position(diagram(picture.replace("a", ".")), to_play))


def chosen(game: LiveGame) -> Point | None:
    answer = engine().choose(game)
    assert isinstance(answer, Answer)
    return answer.point


def place(picture: str) -> tuple[int, int]:
    """Where the `a` is."""
    rows = [line.split() for line in picture.strip().splitlines()]
    return next((r, row.index("a")) for r, row in enumerate(rows) if "a" in row)


@pytest.mark.parametrize("fact", FACTS)
def test_black_sees(fact: str) -> None:
    assert chosen(game_of(FACTS[fact])) == place(FACTS[fact])


LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X X . . . .
    . . X O . . . . .
    . . . X . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_it_does_not_run_from_a_ladder_that_works() -> None:
    point = chosen(game_of(LADDER, Stone.WHITE))
    assert point is not None
    assert point not in [(4, 4), (5, 4), (4, 5)]


@pytest.mark.parametrize("side", [Stone.BLACK, Stone.WHITE])
def test_it_fills_no_eyes_and_passes_when_nothing_is_left(side: Stone) -> None:
    assert chosen(game_of(FINISHED, side)) is None


def test_it_takes_dead_stones_off_before_it_passes() -> None:
    game = game_of("""
        . X . X O . O
        X X X X O O O
        . X . X O . O
        X X X X O O .
        . X O X O . O
        X . . X O O O
        . X . X O . O""")
    steps = []
    while not game.ended:
        step = chosen(game) if game.to_play is Stone.BLACK else None
        steps.append(step)
        after = game.go(step)
        assert isinstance(after, LiveGame)
        game = after
    assert game.position.board.get((4, 2)) is Stone.EMPTY
    assert len(steps) < 10
