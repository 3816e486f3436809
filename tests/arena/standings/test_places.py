"""Places with ties."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gograde.arena.rating.bradley_terry import Ratings, difference, rate
from gograde.arena.rating.model import Prior, Tally
from gograde.arena.standings.table import places


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
