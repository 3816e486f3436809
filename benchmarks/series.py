"""Simulated series against a reference player: how much luck is in the marks, by scale and games at most.

A program wins its games at a true rate, 0.15 more as White and 0.15 less as Black.  For each scale and cap
the table has, over true rates from 5 to 95 %: the largest and the mean standard deviation of the marks of one
program, the largest root mean square distance from the marks of its true rate (all of 10 points), and the
mean number of games.  `steps` are the bands of once, `lines` the scales of little-go.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev

from gograde.arena.schedule import StoppingRule
from gograde.arena.series import rules_of
from gograde.arena.standings import Slope
from gograde.grading.contracts.game import shipped_game

RATES = tuple(number / 20 for number in range(1, 20))
"""True win rates."""

COLOUR = 0.15
"""How far the rates as White and Black are from their mean."""

CAPS = (20, 40, 80, 160)
"""Games at most."""

SERIES = 600
"""Simulated series per rate."""

STEP = 1e-9
"""The width of a step, as a win rate."""


@dataclass(frozen=True)
class Luck:
    """The luck in the marks of a scale, in points of 10, and the mean number of games."""

    most: float
    mean: float
    off: float
    games: float


def scales() -> Mapping[str, Slope]:
    """The scales of little-go, and the steps that it once had."""
    rules = rules_of(shipped_game().config.parameters)
    return {
        "greedy, steps": stepped((0.3, 0.4), (0.5, 0.7), (0.7, 1.0)),
        "greedy, lines": rules.marks_of("greedy"),
        "random, steps": stepped((0.55, 0.5), (0.7, 1.0)),
        "random, lines": rules.marks_of("random"),
    }


def stepped(*steps: tuple[float, float]) -> Slope:
    """A scale of steps: from each rate on, these marks."""
    before = (0.0, *(marks for _, marks in steps))
    knots = zip(steps, before, strict=False)
    return Slope(tuple(knot for (rate, marks), low in knots for knot in ((rate - STEP, low), (rate, marks))))


def luck(scale: Slope, cap: int, times: int = SERIES) -> Luck:
    """Simulate series with this scale and cap."""
    spreads, offs, lengths = list[float](), list[float](), list[float]()
    for rate in RATES:
        dice = random.Random(f"series {rate}")
        found = [_series(StoppingRule(scale, cap=cap), rate, dice) for _ in range(times)]
        marks = [10 * scale.marks(wins / games) for wins, games in found]
        spreads.append(pstdev(marks))
        offs.append(sqrt(fmean((one - 10 * scale.marks(rate)) ** 2 for one in marks)))
        lengths.append(fmean(games for _, games in found))
    return Luck(max(spreads), fmean(spreads), max(offs), fmean(lengths))


def _series(rule: StoppingRule, rate: float, dice: random.Random) -> tuple[int, int]:
    """The games won and played of one series."""
    pairs = wins = 0
    while (wanted := rule.pairs_wanted(pairs, wins, 2 * pairs)) > pairs:
        for _ in range(wanted - pairs):
            wins += sum(dice.random() < rate + colour for colour in (-COLOUR, COLOUR))
        pairs = wanted
    return wins, 2 * pairs


def main() -> None:
    """Print the table."""
    print("series: luck in the marks of a series, points of 10")
    print(f"    {'':16} {'cap':>4} {'SD at most':>10} {'SD':>5} {'off at most':>11} {'games':>6}")
    for name, scale in scales().items():
        for cap in CAPS:
            one = luck(scale, cap)
            print(f"    {name:16} {cap:4} {one.most:10.2f} {one.mean:5.2f} {one.off:11.2f} {one.games:6.0f}")
