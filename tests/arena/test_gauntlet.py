"""Series against reference players: when they end, and what a sequential test is worth."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gograde.arena.rating.pairs import Draw, Fixture, Game, shuffle_key
from gograde.arena.schedule.gauntlet import Gauntlet, Rule, Sure, Trial, gauntlet_fixtures
from gograde.arena.standings.marks import Bands, Settle
from gograde.errors import DataError

TRIAL = Trial()
BANDS = Bands(((0.3, 40), (0.6, 70), (0.9, 100)))


def play(fixture: Fixture, rate: float, alike: bool = False) -> Game:
    """A game that `me` wins at this rate, by the fixture alone; alike games have the same moves."""
    number = shuffle_key(repr(fixture))
    other = next(iter(fixture.pair.bots - {"me"}))
    winner = "me" if number % 1000 < 1000 * rate else other
    return Game(fixture, winner, moves=("same",) if alike else (str(number),))


def series(gauntlet: Gauntlet, rate: float, alike: bool = False) -> list[Game]:
    games: list[Game] = []
    while fixtures := gauntlet_fixtures(gauntlet, "me", games):
        games += [play(fixture, rate, alike) for fixture in fixtures]
    return games


# ---------------------------------------------------------------- the sequential test


@pytest.mark.parametrize(
    ("wins", "losses", "expected"),
    [
        (17, 0, Sure.OPEN),
        (18, 0, Sure.ABOVE),
        (0, 2, Sure.OPEN),
        (0, 3, Sure.BELOW),
        (25, 1, Sure.OPEN),
        (26, 1, Sure.ABOVE),
        (0, 0, Sure.OPEN),
    ],
)
def test_what_games_make_it_sure(wins: int, losses: int, expected: Sure) -> None:
    assert TRIAL.verdict(wins, losses) is expected


def outcomes(trial: Trial, rate: float) -> tuple[dict[Sure, float], float]:
    """Chances of each end and the mean number of games, by following every course of the test."""
    ends, games = dict.fromkeys(Sure, 0.0), 0.0
    living, pairs = {0: 1.0}, 0
    steps = {0: (1 - rate) ** 2, 1: 2 * rate * (1 - rate), 2: rate**2}
    while living:
        going: dict[int, float] = {}
        for wins, chance in living.items():
            if trial.pairs_wanted(pairs, wins, 2 * pairs) > pairs:
                for more, share in steps.items():
                    going[wins + more] = going.get(wins + more, 0.0) + chance * share
            else:
                ends[trial.verdict(wins, 2 * pairs - wins)] += chance
                games += 2 * pairs * chance
        living, pairs = going, pairs + 1
    return ends, games


def test_the_test_keeps_its_promise_in_about_thirty_games() -> None:
    strong, games = outcomes(TRIAL, 0.95)
    weak, fewer = outcomes(TRIAL, 0.8)
    assert strong[Sure.BELOW] < 0.05 and weak[Sure.ABOVE] < 0.05
    assert strong[Sure.OPEN] < 0.03 and weak[Sure.OPEN] < 0.03
    assert 25 < games < 35
    assert 15 < fewer < 30
    assert sum(strong.values()) == pytest.approx(1)


@given(st.floats(0.1, 0.5), st.floats(0.05, 0.4), st.sampled_from([0.01, 0.05, 0.2]))
@settings(max_examples=25)
def test_either_error_is_as_rare_as_promised(low: float, gap: float, error: float) -> None:
    trial = Trial(low, low + gap, error, cap=60)
    assert outcomes(trial, low)[0][Sure.ABOVE] <= error / (1 - error)
    assert outcomes(trial, low + gap)[0][Sure.BELOW] <= error / (1 - error)


@given(st.integers(0, 40), st.integers(0, 40))
def test_evidence_turns_with_the_sides(wins: int, losses: int) -> None:
    """A win rate of .8 against .95 is a loss rate of .2 against .05."""
    turned = Trial(0.05, 0.2).evidence(losses, wins)
    assert TRIAL.evidence(wins, losses) == pytest.approx(-turned)


# ---------------------------------------------------------------- series


@pytest.mark.parametrize(("rate", "games"), [(1.0, 18), (0.0, 4)])
def test_a_series_stops_as_soon_as_it_is_sure(rate: float, games: int) -> None:
    assert len(series(Gauntlet(("greedy",), TRIAL), rate)) == games


def test_every_reference_player_has_a_series_of_its_own() -> None:
    gauntlet = Gauntlet(("greedy", "random"), TRIAL, Draw(3, openings=4))
    first = gauntlet_fixtures(gauntlet, "me", [])
    assert [fixture.pair.bots for fixture in first] == [{"me", "greedy"}] * 2 + [{"me", "random"}] * 2
    assert {fixture.black for fixture in first[:2]} == {"me", "greedy"}
    openings = {game.fixture.pair.opening for game in series(gauntlet, 1.0)}
    assert openings == {0, 1, 2, 3}
    assert first[0].pair.opening == 0
    assert gauntlet_fixtures(gauntlet, "greedy", [])[0].pair.bots == {"greedy", "random"}


def test_bands_are_looked_at_after_4_10_20_40_and_80_games() -> None:
    gauntlet = Gauntlet(("greedy",), Settle(Bands(((0.5, 100),))))
    games: list[Game] = []
    looks = []
    while fixtures := gauntlet_fixtures(gauntlet, "me", games):
        games += [play(f, 0.0 if f.swapped else 1.0) for f in fixtures]
        looks.append(len(games))
    assert looks == [4, 10, 20, 40, 80]


@pytest.mark.parametrize(("rate", "games"), [(0.0, 20), (1.0, 40)])
def test_far_from_a_boundary_few_games_do(rate: float, games: int) -> None:
    assert len(series(Gauntlet(("greedy",), Settle(BANDS)), rate)) <= games


def test_a_bot_that_repeats_itself_is_asked_no_more() -> None:
    assert len(series(Gauntlet(("greedy",), Trial(0.8, 0.95)), 1.0, alike=True)) == 6


def test_with_openings_a_bot_that_repeats_itself_plays_each() -> None:
    gauntlet = Gauntlet(("greedy",), Trial(0.8, 0.95, cap=40), Draw(openings=5))
    assert len(series(gauntlet, 1.0, alike=True)) == 2 * (5 + 2)


def test_repeated_wins_are_no_evidence() -> None:
    """Seven wins in a row would do; after six, two pairs repeat earlier ones and it ends open."""
    trial = Trial(0.5, 0.8)
    assert [trial.verdict(wins, 0) for wins in (6, 7)] == [Sure.OPEN, Sure.ABOVE]
    assert len(series(Gauntlet(("greedy",), trial, Draw(openings=3)), 1.0, alike=True)) == 10
    assert len(series(Gauntlet(("greedy",), trial, Draw(openings=3)), 1.0)) == 8


def test_a_series_ends_at_its_cap() -> None:
    assert len(series(Gauntlet(("greedy",), Trial(cap=6)), 1.0)) == 6


@pytest.mark.parametrize("rule", [Trial(0.001, 0.5), Settle(BANDS)])
def test_a_broken_bot_plays_two_pairs(rule: Rule) -> None:
    games: list[Game] = []
    while fixtures := gauntlet_fixtures(Gauntlet(("greedy",), rule), "me", games):
        games += [Game(fixture, "greedy", fault="crashed") for fixture in fixtures]
    assert len(games) == 4


@given(st.floats(0, 1), st.randoms(), st.sampled_from([TRIAL, Settle(BANDS)]))
@settings(max_examples=30)
def test_a_resumed_series_goes_on_as_if_nothing_happened(
    rate: float, dice: random.Random, rule: Rule
) -> None:
    gauntlet = Gauntlet(("greedy", "random"), rule, Draw(1, openings=3))
    whole = series(gauntlet, rate)
    kept = dice.sample(whole, dice.randint(0, len(whole)))
    while fixtures := gauntlet_fixtures(gauntlet, "me", kept):
        kept += [play(fixture, rate) for fixture in dice.sample(fixtures, dice.randint(1, len(fixtures)))]
    assert sorted(kept) == sorted(whole)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (lambda: Trial(0.9, 0.8), "trial: rates 0.9 and 0.8\nFix: give low below high, both between 0 and 1"),
        (lambda: Trial(0, 0.8), "trial: rates 0 and 0.8\nFix: give low below high, both between 0 and 1"),
        (lambda: Trial(error=0.5), "trial.error: 0.5 cannot be used\nFix: give a share below 0.5, like 0.05"),
        (
            lambda: Trial(cap=7),
            "trial.cap: 7 games\nFix: give an even number from 2 on: games come in pairs",
        ),
        (
            lambda: Gauntlet((), TRIAL),
            "gauntlet.anchors: [] cannot be used\nFix: name each reference player once",
        ),
        (
            lambda: Gauntlet(("a", "a"), TRIAL),
            "gauntlet.anchors: ['a', 'a'] cannot be used\nFix: name each reference player once",
        ),
    ],
)
def test_what_cannot_be_played_is_said(bad: object, message: str) -> None:
    with pytest.raises(DataError) as caught:
        bad()  # type: ignore[operator]
    assert str(caught.value) == message
