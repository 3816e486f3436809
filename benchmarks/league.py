"""Simulated leagues with known strengths: how close ratings and marks come to the truth.

Bots are drawn from a normal distribution with the spread of the reference players' ratings. Games are drawn
from the fitted model, so this measures schedules and estimates, not the model. The table has Kendall's tau-b
against the truth, the root mean square error of the expected win rate in marks of 100, and the share of 95 %
intervals that contain the truth.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import sqrt
from statistics import NormalDist, fmean, pstdev
from typing import Any

import numpy as np

from benchmarks.measure import called
from gograde.arena.rating.bradley_terry import UNIT, Prior, Ratings, differences, expected_rates, rate
from gograde.arena.rating.pairs import Draw, Fixture, RatedGame, shuffle_key, tallies
from gograde.arena.rating.styles import learnt_prior
from gograde.arena.schedule import League, next_fixtures, round_robin

FACTS = {
    "random": 0,
    "greedy": 272,
    "ab1": 322,
    "ab2": 520,
    "ab3": 717,
    "mcts200": 746,
    "ab4": 869,
    "mcts1000": 1184,
}
"""Measured ratings of simple players, in Elo points."""

WHITE = 160
"""White's advantage in Elo points, measured in the same games."""

ANCHORS = {name: FACTS[name] for name in ("random", "greedy", "ab2", "ab4", "mcts1000")}

ANCHOR_PAIRS = 5
"""Pairs of games of each bot against each anchor."""

LEAGUES = 200
"""Leagues of the main table."""

Truth = Mapping[str, float]


@dataclass(frozen=True)
class Accuracy:
    """The quality of a rating in one league: tau, error in marks, shares of intervals with the truth."""

    tau: float
    error: float
    ratings: float = 0
    rates: float = 0
    pairs: float = 0


@dataclass(frozen=True)
class Scene:
    """The number of bots, the mean and spread of their Elo ratings, and whether all pairs of bots meet."""

    bots: int
    full: bool = False
    middle: float = fmean(FACTS.values())
    spread: float = pstdev(FACTS.values())


def draw_bots(scene: Scene, seed: int) -> dict[str, float]:
    """The true ratings of the bots of one league."""
    dice = random.Random(f"bots {seed}")
    return {f"bot{at:03}": dice.gauss(scene.middle, scene.spread) for at in range(scene.bots)}


def play(fixture: Fixture, truth: Truth, seed: int) -> RatedGame:
    """A game drawn from the model; the same fixture and seed give the same game."""
    dice = random.Random(shuffle_key(seed, repr(fixture)))
    ahead = truth[fixture.black] - truth[fixture.white] - WHITE
    winner = fixture.black if dice.random() < chance(ahead) else fixture.white
    return RatedGame(fixture, winner, moves=(str(dice.random()),))


def chance(ahead: float) -> float:
    """The chance to win with a lead of `ahead` Elo points, colour included."""
    return float(1 / (1 + 10 ** (-ahead / 400)))


def league_games(league: League, truth: Truth, seed: int) -> list[RatedGame]:
    """All games of a league, round by round."""
    games: list[RatedGame] = []
    while fixtures := next_fixtures(league, games):
        games += [play(fixture, truth, seed) for fixture in fixtures]
    return games


def anchor_games(bots: Truth, seed: int, pairs: int = ANCHOR_PAIRS) -> list[RatedGame]:
    """The games of `pairs` pairs of every bot against every anchor."""
    draw, everyone = Draw(seed), {**bots, **ANCHORS}
    met = [draw.pair(at, (bot, anchor), at) for bot in bots for anchor in ANCHORS for at in range(pairs)]
    return [play(fixture, everyone, seed) for pair in met for fixture in pair.fixtures]


def drawn_games(bots: Truth, seed: int, rounds: int = 10) -> list[RatedGame]:
    """As many games as in a Swiss league, against opponents drawn by lot."""
    draw = Draw(seed)
    drawn = enumerate(round_robin(list(bots), seed)[:rounds])
    met = [draw.pair(number, couple, 0) for number, couples in drawn for couple in couples]
    return [play(fixture, bots, seed) for pair in met for fixture in pair.fixtures]


def true_rates(bots: Truth) -> dict[str, float]:
    """The expected share of games that each bot wins against all others, half with each colour."""

    def against(a: str, b: str) -> float:
        return sum(chance(bots[a] - bots[b] + colour) for colour in (-WHITE, WHITE)) / 2

    return {a: fmean(against(a, b) for b in bots if b != a) for a in bots}


def raw_rates(games: Collection[RatedGame]) -> dict[str, float]:
    """The share of its games that each bot won, whatever the opponents."""
    won = Counter(game.winner for game in games)
    played = won + Counter(game.loser for game in games)
    return {bot: won[bot] / played[bot] for bot in sorted(played)}


def tau(ours: Truth, truth: Truth) -> float:
    """Kendall's tau-b of two rankings of the same names."""
    names = sorted(truth)
    signs = [np.sign(np.subtract.outer(v, v)) for v in ([of[n] for n in names] for of in (ours, truth))]
    return float((signs[0] * signs[1]).sum() / sqrt((signs[0] ** 2).sum() * (signs[1] ** 2).sum()))


def error(ours: Truth, truth: Truth) -> float:
    """The root mean square difference, in marks of 100."""
    return 100 * sqrt(fmean((ours[name] - truth[name]) ** 2 for name in truth))


def joint(games: Collection[RatedGame], bots: Truth, anchored: bool, learnt: bool = True) -> Accuracy:
    """The joint fit of all games compared with the true ratings; without anchors only differences count."""
    counts, anchors = tallies(games), ANCHORS if anchored else {}
    ratings = rate(counts, anchors, bots, learnt_prior(counts, anchors, bots) if learnt else None)
    rates, truth = expected_rates(ratings), true_rates(bots)
    half = NormalDist().inv_cdf(0.975) if anchored else 0
    held = [abs(ratings.by_name[b] - bots[b]) < half * ratings.errors[b] for b in bots]
    return Accuracy(
        tau(ratings.by_name, bots),
        error({r.name: r.rate for r in rates}, truth),
        fmean(held),
        fmean(r.low < truth[r.name] < r.high for r in rates),
        pairs_held(ratings, bots),
    )


def pairs_held(ratings: Ratings, bots: Truth) -> float:
    """The share of pairwise differences whose interval contains the true difference."""
    return fmean(d.low < bots[d.first] - bots[d.second] < d.high for d in differences(ratings))


def raw(games: Collection[RatedGame], bots: Truth) -> Accuracy:
    """The share of games won compared with the true ratings; it has no intervals."""
    seen = raw_rates(games)
    rates = {bot: seen[bot] for bot in bots}
    return Accuracy(tau(rates, bots), error(rates, true_rates(bots)))


def season(scene: Scene, seed: int) -> dict[str, Accuracy]:
    """One league, rated in every way."""
    bots = draw_bots(scene, seed)
    games = league_games(League(tuple(bots), Draw(seed), full_up_to=scene.bots * scene.full), bots, seed)
    anchored = games + anchor_games(bots, seed)
    found = {
        "joint fit, 5 anchors": joint(anchored, bots, True),
        "5 anchors, fixed prior": joint(anchored, bots, True, learnt=False),
        "joint fit, league alone": joint(games, bots, False),
        "league alone, fixed prior": joint(games, bots, False, learnt=False),
        "share of games won": raw(games, bots),
        "share won, anchors too": raw(anchored, bots),
    }
    return found if scene.full else {**found, "share won, lots drawn": raw(drawn_games(bots, seed), bots)}


def seasons(scene: Scene, seeds: Iterable[int]) -> dict[str, list[Accuracy]]:
    """Every way of rating, on one league per seed."""
    found: dict[str, list[Accuracy]] = {}
    for seed in seeds:
        for name, one in season(scene, seed).items():
            found.setdefault(name, []).append(one)
    return found


def mean(found: Sequence[Any]) -> Any:
    """The means over leagues, as one of the dataclass that each league has."""
    return type(found[0])(*(fmean(getattr(one, name) for one in found) for name in vars(found[0])))


def against_choix(scene: Scene = Scene(30), seed: int = 0) -> float:
    """The largest difference in Elo points between our fit and choix's, without colours and anchors."""
    import choix

    truth = draw_bots(scene, seed)
    games = league_games(League(tuple(truth), Draw(seed)), truth, seed)
    names, prior = sorted(truth), Prior(mean=0, white_spread=0)
    ours = rate(tallies(games), prior=prior)
    data = [(names.index(game.winner), names.index(game.loser)) for game in games]
    theirs = choix.opt_pairwise(len(names), data, alpha=(UNIT / prior.spread) ** 2 / 2, tol=1e-12)
    return max(abs(float(a - UNIT * b)) for a, b in zip(ours.elo, theirs, strict=True))


def show(scene: Scene, leagues: int) -> None:
    """Print the rows of one scene."""
    games = 2 * (scene.bots - 1) if scene.full else 20
    kind = "full" if scene.full else "Swiss"
    like = f"true ratings {scene.middle:.0f} ± {scene.spread:.0f}"
    print(f"  {scene.bots} bots, {kind}, {games} games a bot, {like}; {leagues} leagues")
    for name, found in seasons(scene, range(leagues)).items():
        one = mean(found)
        held = " ".join(
            f"{share:8.1%}" if share else " " * 8 for share in (one.ratings, one.rates, one.pairs)
        )
        print(f"    {name:25} {one.tau:5.3f} {one.error:8.2f}   {held}", flush=True)


def main() -> None:
    """Print the table, the time of one fit, and the difference from choix if it is installed."""
    print("league: simulated, white worth 160 Elo; an anchor is played 10 games")
    print(
        f"    {'':25} {'tau':>5} {'error':>8}   {'rating':>8} {'rate':>8} {'pair':>8}  held by 95 % intervals"
    )
    show(Scene(30, full=True), 40)
    show(Scene(40), LEAGUES)
    show(Scene(40, middle=1100, spread=100), 40)
    show(Scene(40, middle=579, spread=800), 40)
    show(Scene(100), 30)
    show(Scene(200), 5)
    print(f"  one fit of 200 bots: {fit_seconds(Scene(200)):.2f} s of CPU")
    if find_spec("choix"):
        print(f"  greatest difference to choix, 30 bots: {against_choix():.1e} Elo")
    else:
        print("  choix is not installed (extra: bench)")


def fit_seconds(scene: Scene) -> float:
    """CPU seconds of one joint fit of a Swiss league."""
    bots = draw_bots(scene, 0)
    counts = tallies(league_games(League(tuple(bots), Draw(0)), bots, 0) + anchor_games(bots, 0))
    return called(lambda: rate(counts, ANCHORS))().cpu_s
