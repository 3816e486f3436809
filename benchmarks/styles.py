"""Simulated leagues in which pairs of programs have styles: how close expected win rates come to the truth.

A bot does better or worse against each opponent than its strength says, in all games of the pair: normal,
with a spread in Elo points.  Bots and games are drawn as in `benchmarks.league`; each bot also plays the
series of little-go against four reference players.  The table has Kendall's tau-b of the expected win rates
against the truth, their root mean square error in marks of 100, the share of 95 % intervals that contain the
truth, and the mean width of intervals in marks, for three fits: all games as if they were independent (so it
was once), the class's own games, and what the package does.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from statistics import fmean

from benchmarks.league import FACTS, WHITE, Scene, Truth, chance, draw_bots, error, mean, play, tau
from gograde.arena.rating.bradley_terry import Ratings, expected_rates, rate
from gograde.arena.rating.pairs import Draw, Fixture, RatedGame, tallies
from gograde.arena.rating.styles import class_ratings, learnt_prior
from gograde.arena.schedule import League, next_fixtures

SERIES = {"random": 10, "greedy": 10, "ab2": 15, "ab4": 15}
"""Pairs of games against each reference player: between the least and the most of little-go."""

SPREADS = (0, 100, 200, 300)
"""Elo points."""

ANCHORS = {name: float(FACTS[name]) for name in SERIES}


@dataclass(frozen=True)
class Styles:
    """The styles of all pairs of one league."""

    spread: float
    seed: int

    def of(self, first: str, second: str) -> float:
        """How much better the first does against the second than strengths say, in Elo points."""
        low, high = sorted((first, second))
        drawn = random.Random(f"styles {self.seed} {low} {high}").gauss(0, self.spread)
        return drawn if first == low else -drawn

    def play(self, fixture: Fixture, truth: Truth) -> RatedGame:
        """A game in which the style of the pair is a lead of black's."""
        black, white = fixture.black, fixture.white
        lead = truth[black] + self.of(black, white)
        return play(fixture, {black: lead, white: truth[white]}, self.seed)

    def true_rates(self, bots: Truth) -> dict[str, float]:
        """The expected share of games that each bot wins against all others, half with each colour."""

        def against(a: str, b: str) -> float:
            ahead = bots[a] - bots[b] + self.of(a, b)
            return (chance(ahead - WHITE) + chance(ahead + WHITE)) / 2

        return {a: fmean(against(a, b) for b in bots if b != a) for a in bots}


@dataclass(frozen=True)
class Quality:
    """Tau, error in marks, the share of intervals with the truth, and their mean width in marks."""

    tau: float
    error: float
    covered: float
    width: float


def season(scene: Scene, styles: Styles) -> dict[str, Quality]:
    """One league, rated in three ways."""
    bots = draw_bots(scene, styles.seed)
    league = League(tuple(bots), Draw(styles.seed), full_up_to=scene.bots * scene.full)
    games = _league_games(league, bots, styles)
    every, truth = [*games, *_series_games(bots, styles)], styles.true_rates(bots)
    ours = (games, {}) if scene.full else (every, ANCHORS)
    fits = {
        "all games, independent": _plain(every, ANCHORS, bots),
        "own games, independent": _plain(games, {}, bots),
        "as the package does": class_ratings(tallies(ours[0]), ours[1], bots),
    }
    return {name: _quality(ratings, truth) for name, ratings in fits.items()}


def _league_games(league: League, bots: Truth, styles: Styles) -> list[RatedGame]:
    games: list[RatedGame] = []
    while fixtures := next_fixtures(league, games):
        games += [styles.play(fixture, bots) for fixture in fixtures]
    return games


def _series_games(bots: Truth, styles: Styles) -> list[RatedGame]:
    draw, everyone = Draw(styles.seed), {**bots, **ANCHORS}
    met = [draw.pair(at, (bot, name), at) for bot in bots for name, n in SERIES.items() for at in range(n)]
    return [styles.play(fixture, everyone) for pair in met for fixture in pair.fixtures]


def _plain(games: Collection[RatedGame], anchors: Mapping[str, float], bots: Truth) -> Ratings:
    counts = tallies(games)
    return rate(counts, anchors, bots, learnt_prior(counts, anchors, bots))


def _quality(ratings: Ratings, truth: Truth) -> Quality:
    rates = expected_rates(ratings)
    ours = {each.name: each.rate for each in rates}
    return Quality(
        tau(ours, truth),
        error(ours, truth),
        fmean(each.low < truth[each.name] < each.high for each in rates),
        100 * fmean(each.high - each.low for each in rates),
    )


def seasons(scene: Scene, spread: float, leagues: int) -> dict[str, Quality]:
    """The means over some leagues of every way of rating."""
    found = [season(scene, Styles(spread, seed)) for seed in range(leagues)]
    return {name: mean([each[name] for each in found]) for name in found[0]}


def main() -> None:
    """Print the table."""
    print("styles: simulated leagues in which pairs have styles")
    print(f"    {'':24} {'tau':>5} {'error':>6} {'held':>7} {'width':>6}")
    for scene, leagues in ((Scene(30, full=True), 8), (Scene(10, full=True), 24), (Scene(40), 8)):
        for spread in SPREADS:
            kind = "full" if scene.full else "Swiss"
            print(f"  {scene.bots} bots, {kind}, styles {spread} Elo; {leagues} leagues")
            for name, one in seasons(scene, spread, leagues).items():
                print(f"    {name:24} {one.tau:5.3f} {one.error:6.2f} {one.covered:7.1%} {one.width:6.1f}")
