"""Players of a game on any board of 2 to 19 lines; the same seed and game give the same move.

`engine` is the paper's computer player (`ComputerChoice`); the others are what it is compared with.  A player
keeps nothing between moves, never resigns, and passes with None.  What computes (numba) is loaded at the
first choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from gograde.go.area import area_score
from gograde.go.board import Point, Stone
from gograde.go.influence.territory import Stage, stage_of
from gograde.go.player import PASS, Answer, Cancelling, Player, check, never
from gograde.go.position import LiveGame, Position
from gograde.go.rules import is_eye

if TYPE_CHECKING:
    from gograde.engine.formulary.formulary import Formulary

_LONGEST = 4
"""Plies a point of the board; twice those of the longest games without repetitions that were seen."""


@dataclass(frozen=True, slots=True)
class _Plain(Player):
    """A player that looks at the position alone and answers at once."""

    seed: int
    point: Callable[[Position, Random], Point | None]

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer:
        check(cancelled)
        return Answer(None if lasts(game) else self.point(game.position, dice(self.seed, game)))


def lasts(game: LiveGame) -> bool:
    """Has a game gone on for so long that its players pass?  Simple ko allows games without end."""
    return len(game.steps) >= _LONGEST * game.side * game.side


def is_won(game: LiveGame) -> bool:
    """Is the side to play ahead by area, with every stone on the board alive?"""
    lead = area_score(game.position.board).margin - game.komi
    return lead > 0 if game.to_play is Stone.BLACK else lead < 0


def dice(seed: int, game: LiveGame) -> Random:
    """The chance of one move."""
    return Random(f"{seed} {len(game.steps)}")


def random_player(seed: int = 0) -> Player:
    """Any legal point that is no own one-point eye."""
    return _Plain(seed, random_point)


def greedy_player(seed: int = 0) -> Player:
    """Takes as many stones as it can, else plays where its chain has most liberties."""
    return _Plain(seed, greedy_point)


def value_player(seed: int = 0) -> Player:
    """Plays the largest value by formula 7 and knows nothing else."""
    return _Plain(seed, value_point)


@dataclass(frozen=True, slots=True)
class _Engine(Player):
    """The paper's `ComputerChoice`."""

    seed: int
    formulary: Formulary | None

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer:
        from gograde.engine.choice.choose import Choice, former_boards
        from gograde.engine.formulary.formulary import opening_point

        check(cancelled)
        if lasts(game) or (game.position.passes and is_won(game)):
            return PASS
        former = former_boards(earlier.position.board for earlier in game.replay())
        chance = dice(self.seed, game)
        opening = stage_of(game.position.board) is Stage.PROLOG
        known = opening_point(game, chance, self.formulary) if opening else None
        return Answer(Choice(game.position, opening, former, cancelled).point(chance, known))


def engine(seed: int = 0, formulary: Formulary | None = None) -> Player:
    """The paper's `ComputerChoice`; without a formulary it opens by the library that ships."""
    return _Engine(seed, formulary)


_DIGITS = 9
"""Decimal places of a value; mirrored moves differ in the last bits."""


def open_points(position: Position) -> list[Point]:
    """The legal points that are no eyes of the side to play."""
    board, stone = position.board, position.to_play
    return [point for point in position.legal_points() if not is_eye(board, stone, point)]


def random_point(position: Position, dice: Random) -> Point | None:
    """Any legal point that is no own eye; a pass when there is none."""
    points = open_points(position)
    return dice.choice(points) if points else None


def greedy_point(position: Position, dice: Random) -> Point | None:
    """The move that takes most stones; among equals, the one whose chain then has most liberties."""
    points = open_points(position)
    tried = _tried(position, points)
    return one_of_best([((taken, free), p) for p, (_, taken, free) in zip(points, tried, strict=True)], dice)


def value_point(position: Position, dice: Random) -> Point | None:
    """The move of the largest value by formula 7 (SFB after it minus SFB before); a pass when none gains."""
    from gograde.engine.choice.worth_kernels import situation
    from gograde.go.kernels import padded

    points, cells, sign = open_points(position), padded(position.board), 3 - 2 * position.to_play
    before = situation(cells, position.board.rows + 2, cells.astype(float))
    gains = [round(sign * (after - before), _DIGITS) for after, _, _ in _tried(position, points)]
    return one_of_best([(g, point) for g, point in zip(gains, points, strict=True) if g > 0], dice)


def _tried(position: Position, points: Sequence[Point]) -> list[tuple[float, int, int]]:
    """For each point: SFB after the side to play went there, the stones it took, its liberties then."""
    import numpy as np

    from gograde.engine.choice.reading_kernels import play_all, work_of
    from gograde.engine.choice.worth_kernels import situation
    from gograde.go.kernels import indices

    side = position.board.rows
    boards, facts = np.empty((len(points), (side + 2) ** 2), np.int64), np.empty((len(points), 2), np.int64)
    play_all(work_of(position), indices(points, side), int(position.to_play), boards, facts)
    shares = np.empty((side + 2) ** 2)
    after = [situation(board, side + 2, shares) for board in boards]
    return [(value, taken, free) for value, (taken, free) in zip(after, facts.tolist(), strict=True)]


def one_of_best(gains: Sequence[tuple[object, Point]], dice: Random) -> Point | None:
    """One of the points with the largest gain, None when there are no points."""
    if not gains:
        return None
    most = max(gain for gain, _ in gains)  # type: ignore[type-var]
    return dice.choice([point for gain, point in gains if gain == most])
