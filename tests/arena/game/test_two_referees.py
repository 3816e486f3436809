"""The referee agrees with a second referee, built on the board that students import."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import gograde.arena
from gograde.arena.game.chance import one_of
from gograde.arena.game.five_by_five import PLIES, START, Answer, Termination, View
from gograde.arena.game.referee import FinishedGame, play_game
from gograde.go import Point, Position

NAMES = ("read", "write", "host")


@pytest.fixture(scope="module")
def host() -> Iterator[ModuleType]:
    folder = str(Path(gograde.arena.__file__).parent / "game" / "handed_out")
    sys.path.insert(0, folder)
    yield importlib.import_module("host")
    sys.path.remove(folder)
    for name in NAMES:
        sys.modules.pop(name, None)


class Listed:
    """Both sides of a game: answers what is listed, then passes."""

    def __init__(self, points: Sequence[Point | None]) -> None:
        self.points = points

    def move(self, view: View) -> Answer:
        return Answer(self.points[view.ply - 1] if view.ply <= len(self.points) else None)


def refereed(points: Sequence[Point | None]) -> FinishedGame:
    return play_game(Listed(points), Listed(points))


def judged(host: ModuleType, points: Sequence[Point | None]) -> tuple[int, int]:
    """The winner's colour and the plies played: a new board a ply, made from the two boards of the input."""
    previous, board, colour = [[0] * 5 for _ in range(5)], [[0] * 5 for _ in range(5)], 1
    for ply in range(1, PLIES + 1):
        point = points[ply - 1] if ply <= len(points) else None
        go = host.GO(5)
        go.set_board(colour, previous, board)
        go.n_move = ply
        if point is not None:
            if not go.place_chess(*point, colour):
                return 3 - colour, ply
            go.died_pieces = go.remove_died_pieces(3 - colour)
        if go.game_end(colour, "MOVE" if point else "PASS"):
            return go.judge_winner(), ply
        previous, board = (go.previous_board if point else go.board), go.board
        colour = 3 - colour
    raise AssertionError("the game has no end")


def eager(seed: int, strange: int) -> list[Point | None]:
    """Moves of a game that fights: mostly legal, those that were just captured first, now and then any."""
    position, points = START, []
    for ply in range(PLIES):
        legal: list[Point | None] = list(position.legal_points())
        before = position.previous or position.board
        lost = [p for p in before.points(position.to_play) if not position.board.get(p)]
        options = lost if lost and ply % 2 else legal or [None]
        if strange and one_of(range(strange), seed, ply, "strange") == 0:
            options = [None, *position.board.points()]
        point = one_of(options, seed, ply)
        points.append(point)
        after = position.pass_turn() if point is None else position.play(point)
        if not isinstance(after, Position):
            break
        position = after
    return points


def test_both_judge_games_of_all_kinds_alike(host: ModuleType) -> None:
    ends = dict.fromkeys((*Termination, "ko", "suicide", "ply 24"), 0)
    for seed in range(300):
        points = eager(seed, (0, 30, 8)[seed % 3])
        done = refereed(points)
        assert (done.outcome.winner, len(done.turns)) == judged(host, points)
        ends[done.outcome.termination] += 1
        for word in ("ko", "suicide"):
            ends[word] += done.outcome.reason.endswith(word)
        ends["ply 24"] += len(done.turns) == PLIES
    assert min(ends[each] for each in ("points", "illegal move", "ko", "suicide", "ply 24")) >= 5


anything = st.one_of(st.none(), st.builds(Point, st.integers(-1, 5), st.integers(-1, 5)))


@given(st.lists(anything, max_size=PLIES))
@example([None])
@example([Point(2, 2), None, None])
@example([Point(2, 2), None, Point(2, 2)])
def test_both_judge_any_answers_alike(host: ModuleType, points: list[Point | None]) -> None:
    done = refereed(points)
    assert (done.outcome.winner, len(done.turns)) == judged(host, points)
    assert len(done.turns) <= PLIES
    assert refereed([turn.answer.point for turn in done.turns if isinstance(turn.answer, Answer)]) == done
