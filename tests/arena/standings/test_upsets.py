"""The pairs of a league that are reported as unlikely."""

from __future__ import annotations

from itertools import combinations

import pytest

from gograde.arena.rating.pairs import Game, Pair
from gograde.arena.standings.table import MOST, RARE, Standings, Upset, standings, upsets

NAMES = "abcdefghijklmnopqrst"


def league(*given: str, fault: str = "") -> Standings:
    """Who stands first in the alphabet wins both games, but for pairs in which the second was given both."""
    games = []
    for number, (better, worse) in enumerate(combinations(NAMES, 2)):
        lost = better + worse in given
        for fixture in Pair(number, better, worse).fixtures:
            games.append(Game(fixture, worse if lost else better, (str(fixture),), fault if lost else ""))
    return standings(games, list(NAMES))


def test_who_lost_to_a_friend_on_purpose_is_told_first() -> None:
    (first, *more) = upsets(league("am"))
    assert (first.winner, first.loser, first.pairs) == ("m", "a", 190)
    assert first.chance < 0.01
    assert more == []


def test_the_chance_is_that_of_both_games_by_the_ratings() -> None:
    """Worked out anew in Elo points: the better one is 400 ahead at ten to one."""
    found = league("am")
    rated = found.ratings.by_name
    ahead = rated["m"] - rated["a"]
    as_black, as_white = (
        1 / (1 + 10 ** (-(ahead + colour * found.ratings.white) / 400)) for colour in (-1, 1)
    )
    assert upsets(found) == (Upset("m", "a", pytest.approx(as_black * as_white), 190),)  # type: ignore[arg-type]


def test_what_was_expected_and_what_a_fault_decided_is_not_told() -> None:
    assert upsets(league()) == ()
    assert upsets(league("am", fault="time")) == ()
    assert upsets(standings([], ["a"])) == ()


def test_the_least_likely_come_first_and_no_more_than_a_few() -> None:
    given = ("ao", "bp", "cq", "dr", "es", "ft")
    told = upsets(league(*given))
    assert len(told) == MOST
    assert [each.chance for each in told] == sorted(each.chance for each in told)
    assert all(each.chance < RARE and each.loser + each.winner in given for each in told)
    assert len(upsets(league(*given), most=99)) > MOST
