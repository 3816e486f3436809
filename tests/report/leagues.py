"""Leagues of bots with known strengths, and a small league made by hand."""

from __future__ import annotations

from benchmarks.league import Scene, draw_bots, play
from gograde.arena.rating.pairs import Draw, Game, Pair
from gograde.arena.schedule.pairing import League, next_fixtures
from gograde.arena.standings.table import Standings, standings


def simulated(bots: int, names: tuple[str, ...] = ()) -> Standings:
    """A league of bots of known strength, some under names that were given."""
    truth = list(draw_bots(Scene(bots), 3).values())
    named = dict(zip([*names, *(f"bot{at:02}" for at in range(bots))], truth, strict=False))
    league, games = League(tuple(named), Draw(1)), list[Game]()
    while fixtures := next_fixtures(league, games):
        games += [play(fixture, named, 1) for fixture in fixtures]
    return standings(games, list(named), {"bot00": 500.0})


def small() -> Standings:
    met = [("a", "b", "aa"), ("a", "张", "a张"), ("b", "张", "bb")]
    games = [
        Game(fixture, winner, (f"{number}{fixture.swapped}",))
        for number, (first, second, winners) in enumerate(met)
        for fixture, winner in zip(Pair(number, first, second).fixtures, winners, strict=True)
    ]
    return standings(games, ["a", "b", "张"], {"b": 0.0})
