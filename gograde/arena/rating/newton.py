"""Newton's method for the fit of ratings, in natural units of log odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gograde.arena.rating.model import UNIT, Prior, Tally
from gograde.errors import JudgeError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

Solution = tuple[tuple[float, ...], float, tuple[tuple[float, ...], ...]]

STEPS = 200
"""The most Newton steps; a fit needs fewer, since the function is strictly concave."""

NEAR = 1e-14
"""The climb stops when a step would add less than this to the log posterior."""

SLACK = 1e-9
"""The largest drop of the log posterior in one step that counts as rounding."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The games, the bots to rate, the frozen anchors (name, Elo), the prior's mean (Elo) and spreads."""

    games: Sequence[Tally]
    names: Sequence[str]
    anchors: Sequence[tuple[str, float]]
    mean: float
    prior: Prior


@dataclass(frozen=True, slots=True)
class _Model:
    """The function to maximise.  Its parameters are one vector: bots, white's advantage, anchors.

    Only the first `free` parameters vary.  `black` and `white` are indices into the vector, one per tally.
    """

    black: Ints
    white: Ints
    black_wins: Floats
    games: Floats
    centre: Floats
    precision: Floats
    bots: int
    free: int

    def odds(self, at: Floats) -> Floats:
        """The log odds of black in every tally."""
        return np.asarray(at[self.black] - at[self.white] - at[self.bots])

    def value(self, at: Floats) -> float:
        """The log of likelihood times prior, up to a constant."""
        odds, away = self.odds(at), at - self.centre
        likelihood = self.black_wins * odds - self.games * np.logaddexp(0, odds)
        return float(likelihood.sum() - (self.precision * away * away).sum() / 2)

    def slope(self, at: Floats) -> Floats:
        """First derivatives by the free parameters."""
        surprise = self.black_wins - self.games * _chance(self.odds(at))
        slope = -self.precision * (at - self.centre)
        np.add.at(slope, self.black, surprise)
        np.add.at(slope, self.white, -surprise)
        slope[self.bots] -= surprise.sum()
        return slope[: self.free]

    def curvature(self, at: Floats) -> Floats:
        """Negative second derivatives by the free parameters: positive definite."""
        chance = _chance(self.odds(at))
        weight = self.games * chance * (1 - chance)
        signs = ((self.black, 1), (self.white, -1), (np.full_like(self.black, self.bots), -1))
        matrix = np.diag(self.precision)
        for row, left in signs:
            for column, right in signs:
                np.add.at(matrix, (row, column), left * right * weight)
        return matrix[: self.free, : self.free]


def solve(problem: Problem) -> Solution:
    """Ratings and white's advantage in Elo points, and the covariance in squared Elo points.

    Raises `JudgeError` when the maximum is not reached, which would be a bug.
    """
    model = _model(problem)
    top = _climb(model)
    covariance = np.zeros((model.bots + 1, model.bots + 1))
    inverse = np.linalg.inv(model.curvature(top))
    covariance[: model.free, : model.free] = (inverse + inverse.T) / 2 * UNIT**2
    elo = tuple(float(rating) for rating in top[: model.bots] * UNIT)
    return elo, float(top[model.bots] * UNIT), tuple(tuple(map(float, row)) for row in covariance)


def _model(problem: Problem) -> _Model:
    bots, prior = len(problem.names), problem.prior
    frozen = [name for name, _ in problem.anchors]
    place = {name: at for at, name in enumerate([*problem.names, None, *frozen])}
    means = [problem.mean] * bots + [prior.white] + [elo for _, elo in problem.anchors]
    spreads = np.array([prior.spread] * bots + [prior.white_spread or 1.0])
    return _Model(
        black=np.array([place[game.black] for game in problem.games], dtype=np.intp),
        white=np.array([place[game.white] for game in problem.games], dtype=np.intp),
        black_wins=np.array([game.black_wins for game in problem.games], dtype=np.float64),
        games=np.array([game.black_wins + game.white_wins for game in problem.games], dtype=np.float64),
        centre=np.array(means, dtype=np.float64) / UNIT,
        precision=np.append((UNIT / spreads) ** 2, np.zeros(len(frozen))),
        bots=bots,
        free=bots + (prior.white_spread > 0),
    )


def _climb(model: _Model) -> Floats:
    """The maximum, by Newton steps; a step is halved until the function does not decrease."""
    at = model.centre.copy()
    for _ in range(STEPS):
        step, slope = np.zeros_like(at), model.slope(at)
        step[: model.free] = np.linalg.solve(model.curvature(at), slope)
        if slope @ step[: model.free] < NEAR:
            return at + step
        while model.value(at + step) < model.value(at) - SLACK:
            step /= 2
        at = at + step
    raise JudgeError(
        "rating", f"the fit did not settle in {STEPS} steps", "report this with the log of games"
    )


def _chance(odds: Floats) -> Floats:
    return np.exp(-np.logaddexp(0, -odds))
