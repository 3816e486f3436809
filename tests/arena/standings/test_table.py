"""The table of a league."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.arena.rating.bradley_terry import Prior, Rate, Ratings, Tally, difference, rate
from gograde.arena.rating.pairs import Pair, RatedGame, broken
from gograde.arena.standings import (
    MOST,
    RARE,
    LeagueMark,
    Slope,
    Standings,
    Upset,
    places,
    rate_mark,
    seen_mark,
    standings,
    upsets,
)
from gograde.codec import replace


def games_of(rounds: str, fault: str = "") -> list[RatedGame]:
    """A pair a word: two letters who play and two who win, like `abab`."""
    return [
        RatedGame(fixture, winner, moves=(f"{number}{fixture.swapped}",), fault=fault)
        for number, word in enumerate(rounds.split())
        for fixture, winner in zip(Pair(number, word[0], word[1]).fixtures, word[2:], strict=True)
    ]


def test_who_is_broken_is_found_out_once_however_many_are(monkeypatch: pytest.MonkeyPatch) -> None:
    from gograde.arena import standings as module

    games = [game for bot in "cdef" for game in games_of(f"a{bot}aa b{bot}bb", "crashed")]
    games = [
        replace(game, fixture=replace(game.fixture, pair=replace(game.fixture.pair, round=at // 2)))
        for at, game in enumerate(games)
    ]
    asked = []
    monkeypatch.setattr(module, "broken", lambda games: asked.append(1) or broken(games))
    found = standings(games, "abcdefgh")
    assert [each.name for each in found.table if each.fault] == ["c", "d", "e", "f"]
    assert len(asked) == 2


def test_games_in_another_order_make_the_same_table() -> None:
    games = games_of("abaa acac bcbb abab acaa bcbc")
    assert standings(games[::-1], ["a", "b", "c"]) == standings(games, ["a", "b", "c"])


# -- places with ties --------------------------------------------------------------------------------------


def test_what_games_do_not_connect_is_tied() -> None:
    found = rate([Tally("a", "b", 90, 10), Tally("c", "d", 90, 10)], prior=Prior(white_spread=0))
    assert {place.name: place.ties for place in places(found)}["a"] == ("c", "d")


def test_nobody_has_no_place() -> None:
    assert places(rate([])) == ()


@st.composite
def leagues(draw: st.DrawFn) -> Ratings:
    couples = st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")).filter(
        lambda two: two[0] != two[1]
    )
    counts = st.tuples(st.integers(0, 60), st.integers(0, 60))
    games = draw(st.lists(st.tuples(couples, counts), max_size=15))
    return rate([Tally(*two, *won) for two, won in games], bots="abcdef")


@given(leagues())
def test_ties_overlap_and_the_surely_better_are_above(ratings: Ratings) -> None:
    found = {place.name: place for place in places(ratings)}
    for a, ours in found.items():
        assert 1 <= ours.best <= ours.worst <= len(found)
        for b, theirs in found.items():
            if b in ours.ties:
                assert a in theirs.ties
                if ratings.connected:
                    assert ours.best <= theirs.worst
                    assert theirs.best <= ours.worst
            elif a != b and ratings.connected:
                better, worse = (
                    (ours, theirs) if difference(ratings, a, b).significant > 0 else (theirs, ours)
                )
                assert better.best < worse.best
                assert better.worst < worse.worst


# -- the pairs of a league that are reported as unlikely ---------------------------------------------------


NAMES = "abcdefghijklmnopqrst"


def league(*given: str, fault: str = "") -> Standings:
    """Who stands first in the alphabet wins both games, but for pairs in which the second was given both."""
    games = []
    for number, (better, worse) in enumerate(combinations(NAMES, 2)):
        lost = better + worse in given
        for fixture in Pair(number, better, worse).fixtures:
            games.append(
                RatedGame(fixture, worse if lost else better, (str(fixture),), fault if lost else "")
            )
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


# -- marks with intervals, places with ties, and the games that would break the ties -----------


BENT = Slope(((0.2, 0), (0.6, 70), (0.8, 100)))


def test_a_slope_says_which_rate_earns_everything() -> None:
    assert (BENT.least, BENT.top) == (0.8, 100)
    # Exactly all, though 0.1 + 0.9 is less than 1 in some orders.
    assert Slope(((0.1, 0), (0.3, 0.1), (0.7, 1))).marks(7 / 10) == 1


def test_a_slope_is_straight_between_knots_and_level_outside() -> None:
    assert Slope().marks(0.375) == 37.5
    bent = Slope(((0.2, 10), (0.4, 50), (0.8, 90)))
    assert [bent.marks(rate) for rate in (0, 0.2, 0.3, 0.6, 0.8, 1)] == pytest.approx(
        [10, 10, 30, 70, 90, 90]
    )


def test_marks_come_with_the_interval_of_the_rate() -> None:
    assert rate_mark(Slope(), Rate("a", 0.65, 0.55, 0.75)) == LeagueMark(65, pytest.approx(55), 75)
    assert rate_mark(BENT, Rate("a", 0.7, 0.6, 0.9)) == LeagueMark(pytest.approx(85), 70, 100)
    assert not rate_mark(BENT, Rate("a", 0.7, 0.6, 0.9)).settled
    assert rate_mark(BENT, Rate("a", 0.9, 0.81, 0.95)).settled


def test_marks_of_games_against_a_reference_player() -> None:
    assert seen_mark(BENT, 6, 10) == LeagueMark(70, pytest.approx(19.7, abs=0.1), 100)
    assert seen_mark(BENT, 10, 100) == LeagueMark(0, 0, 0)
    assert seen_mark(BENT, 0, 0) == LeagueMark(0, 0, 100)
