"""Classmates who lose on purpose to one program: what it gains, and whether the league's page shows it.

A program of middle strength has friends among the best programs, who lose both games to it. Schedule, fit
and scale are those of a class. Strengths and games are drawn as in `benchmarks.league`, and are the same
with and without friends.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from statistics import fmean

from benchmarks.league import ANCHORS, Scene, Truth, anchor_games, draw_bots, play
from gograde.arena.rating.pairs import Draw, RatedGame
from gograde.arena.schedule import fitting_league, next_fixtures
from gograde.arena.series import rules_of
from gograde.arena.standings import Standings, standings, upsets
from gograde.codec import replace
from gograde.grading.contracts.game import shipped_game

CLASSES = (10, 30, 60)
"""Numbers of programs in a class."""

FRIENDS = (1, 3)
"""Numbers of programs that lose on purpose."""

LEAGUES = 20
"""Leagues per combination."""


@dataclass(frozen=True)
class Bought:
    """Points gained by the winner, by a friend and by others, and whether the page names one of the pairs."""

    gain: float
    friends: float
    others: float
    named: bool


def season(bots: int, friends: int, seed: int) -> Bought:
    """One league played without friends and then with them."""
    truth = draw_bots(Scene(bots), seed)
    order = sorted(truth, key=lambda name: truth[name])
    star, helpers = order[bots // 2], order[-friends:]
    alone, helped = (_played(truth, star, given, seed) for given in ((), helpers))
    before, after = _points(alone), _points(helped)
    more = {name: after[name] - before[name] for name in truth}
    others = fmean(more[name] for name in truth if name not in (star, *helpers))
    named = any(each.winner == star and each.loser in helpers for each in upsets(helped))
    return Bought(more[star], fmean(more[name] for name in helpers), others, named)


def _played(truth: Truth, star: str, helpers: Collection[str], seed: int) -> Standings:
    rules = rules_of(shipped_game().config.parameters).league
    assert rules is not None
    league = fitting_league(
        sorted(truth), Draw(seed), rounds=rules.rounds, full_up_to=rules.full_up_to, pairs=rules.pairs
    )
    games: list[RatedGame] = []
    while fixtures := next_fixtures(league, games):
        games += [_given(play(fixture, truth, seed), star, helpers) for fixture in fixtures]
    if league.full:  # as for a class, in which these games alone count
        return standings(games, sorted(truth))
    return standings(games, sorted(truth), dict(ANCHORS), anchor_games(truth, seed))


def _given(game: RatedGame, star: str, helpers: Collection[str]) -> RatedGame:
    return replace(game, winner=star) if game.loser == star and game.winner in helpers else game


def _points(found: Standings) -> dict[str, float]:
    """The points of the league's group by name."""
    rules = rules_of(shipped_game().config.parameters).league
    assert rules is not None
    worth = next(group.weight for group in shipped_game().config.groups if group.scored == "by-league")
    return {each.name: worth * rules.slope.marks(each.rate.rate) for each in found.table if each.rate}


def main() -> None:
    """Print a line for each size of class and number of friends."""
    print(f"collusion, means of {LEAGUES} leagues each, in points of the league's group")
    for bots in CLASSES:
        for friends in FRIENDS:
            found = [season(bots, friends, seed) for seed in range(LEAGUES)]
            print(
                f"  {bots} programs, {friends} friends: winner {fmean(one.gain for one in found):+.2f}"
                f" (at most {max(one.gain for one in found):+.2f}), friends"
                f" {fmean(one.friends for one in found):+.2f}, others"
                f" {fmean(one.others for one in found):+.2f}; told in {sum(one.named for one in found)}"
            )
