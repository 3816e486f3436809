"""The table of a league."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.arena.rating.bradley_terry import Prior, Rate, Ratings, Tally, difference, rate
from gograde.arena.rating.pairs import Fixture, Pair, RatedGame, broken
from gograde.arena.standings import (
    MOST,
    RARE,
    LeagueMark,
    Slope,
    Standings,
    Strength,
    Upset,
    crosstable,
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


def test_the_crosstable_counts_wins_by_opponent_and_colour() -> None:
    games = [*games_of("abab acaa"), RatedGame(Fixture(Pair(5, "b", "c")), "c", fault="crashed")]
    rows = crosstable(["b", "a", "c"], games)
    assert [(row.name, *map(str, row.against)) for row in rows] == [
        ("b", "—", "1/2", "0/1"),
        ("a", "1/2", "—", "2/2"),
        ("c", "1/1", "0/2", "—"),
    ]
    assert [(str(row.as_black), str(row.as_white), row.forfeits) for row in rows] == [
        ("1/2", "0/1", 1),
        ("2/2", "1/2", 0),
        ("0/1", "1/2", 0),
    ]
    assert [row.total.share for row in rows] == [1 / 3, 3 / 4, 1 / 3]
    assert crosstable(["a"], [])[0].total.share is None
    # Games are walked through once, however many bots there are.
    assert crosstable(["b", "a", "c"], iter(games)) == rows


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


def order(found: Standings) -> list[str]:
    return [each.name for each in found.table]


def test_the_best_stands_on_top_and_ties_are_told() -> None:
    found = standings(games_of("abaa acaa bcbb abaa acaa bcbb"), ["c", "b", "a"])
    assert order(found) == ["a", "b", "c"]
    top, middle, bottom = found.table
    assert top.strength is not None
    assert bottom.strength is not None
    assert top.strength.low < top.strength.elo < top.strength.high
    assert top.strength.elo > bottom.strength.elo
    assert top.place is not None
    assert "b" in top.place.ties
    assert middle.rate is not None
    assert middle.rate.rate == pytest.approx(0.5)
    assert (len(found.games), found.repeats, found.black_wins) == (12, 0, 6)
    assert found.white.low < 0 < found.white.high


def test_games_in_another_order_make_the_same_table() -> None:
    games = games_of("abaa acac bcbb abab acaa bcbc")
    assert standings(games[::-1], ["a", "b", "c"]) == standings(games, ["a", "b", "c"])


def test_repeats_are_in_the_table_and_count_once_for_the_ratings() -> None:
    once = games_of("abaa")
    again = [
        RatedGame(Fixture(Pair(9, "a", "b"), game.fixture.swapped), game.winner, game.moves) for game in once
    ]
    found, alone = standings([*once, *again], ["a", "b"]), standings(once, ["a", "b"])
    assert found.repeats == 2
    assert str(found.table[0].row.total) == "4/4"
    assert found.ratings == alone.ratings


def test_anchors_are_frozen_have_no_place_and_count_as_opponents() -> None:
    found = standings(games_of("abaa abab"), ["a", "b"], {"b": 500.0, "z": 0.0})
    by_name = {each.name: each for each in found.table}
    assert by_name["b"].strength == Strength(500.0, 500.0, 500.0)
    assert (by_name["b"].anchor, by_name["b"].place, by_name["b"].rate) == (True, None, None)
    assert by_name["a"].rate is not None
    assert str(by_name["a"].place) == "1"


def test_games_against_anchors_outside_of_the_league_count_for_the_ratings_alone() -> None:
    league = games_of("abaa abab")
    outside = [
        RatedGame(Fixture(Pair(at, "a", "z", seed=7), swapped), "a", (f"{at}{swapped}",))
        for at in range(5)
        for swapped in (False, True)
    ]
    alone, found = standings(league, ["a", "b"]), standings(league, ["a", "b"], {"z": 500.0}, outside)
    assert order(found) == ["a", "b"]
    assert [each.row for each in found.table] == [each.row for each in alone.table]
    assert found.ratings.anchors == (("z", 500.0),)
    assert found.ratings.by_name["a"] > 500
    assert standings(league, ["a", "b"], {}, outside).ratings == alone.ratings


def test_a_broken_bot_stands_last_without_a_rating() -> None:
    sound = games_of("abaa bcbb acaa")
    lost = [
        RatedGame(Fixture(Pair(9 + at, "a", "x"), swapped), "a", fault="time")
        for at in range(2)
        for swapped in (False, True)
    ]
    found = standings([*sound, *lost], ["x", "a", "b", "c"])
    assert order(found) == ["a", "b", "c", "x"]
    broke = found.table[-1]
    assert (broke.fault, broke.strength, broke.place, broke.rate) == ("time", None, None, None)
    assert broke.row.forfeits == 4
    assert found.ratings == standings(sound, ["a", "b", "c"]).ratings


def test_without_games_there_is_a_table_without_places_that_mean_anything() -> None:
    found = standings([], ["a"])
    assert order(found) == ["a"]
    assert found.table[0].rate is None
    assert standings([], []).table == ()


# -- places with ties --------------------------------------------------------------------------------------


def rated(*elo: float, error: float = 50.0) -> Ratings:
    """Bots a, b, … whose ratings are equally and independently in doubt."""
    size = len(elo) + 1
    covariance = tuple(tuple(error**2 * (i == j) for j in range(size)) for i in range(size))
    bots = tuple("abcdefgh"[: len(elo)])
    return Ratings(bots, elo, 0, covariance, groups=(bots,))


def test_who_can_be_told_apart_has_a_place() -> None:
    shown = [(place.name, str(place), place.ties) for place in places(rated(0, 400, 800))]
    assert shown == [("c", "1", ()), ("b", "2", ()), ("a", "3", ())]


def test_ties_share_places() -> None:
    shown = [(place.name, str(place), place.ties) for place in places(rated(500, 480, 0, 120, -300))]
    assert shown == [
        ("a", "1-2", ("b",)),
        ("b", "1-2", ("a",)),
        ("d", "3-4", ("c",)),
        ("c", "3-4", ("d",)),
        ("e", "5", ()),
    ]


def test_a_tie_with_two_who_are_apart_spans_both() -> None:
    shown = {place.name: str(place) for place in places(rated(0, 100, 200))}
    assert shown == {"a": "2-3", "b": "1-3", "c": "1-2"}


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
