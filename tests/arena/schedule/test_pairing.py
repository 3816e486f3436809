"""Leagues as replays: a full round robin, Swiss rounds, resumed leagues."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, count, takewhile
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gograde.arena.game.match import Match, play_match
from gograde.arena.game.record import GameRecord
from gograde.arena.players.reference import ReferenceBot, ReferencePlayer
from gograde.arena.rating.pairs import Draw, Fixture, Pair, RatedGame, shuffle_key
from gograde.arena.schedule import (
    Entrants,
    Gauntlet,
    League,
    PlayedFixture,
    StoppingRule,
    fitting_league,
    gauntlet_fixtures,
    next_fixtures,
    pair_up,
    play_league,
    stage_count,
    stage_pairs,
    standing,
)
from gograde.arena.standings import Slope, seen_mark
from gograde.go import Point
from gograde.go.player import Fault, Termination
from tests.arena.listed_bots import ListedBot


def names(number: int) -> tuple[str, ...]:
    return tuple(f"bot{at:02}" for at in range(number))


def stages_of(league: League, games: list[RatedGame]) -> list[tuple[Pair, ...]]:
    """Pairs of every stage of a league that is over."""
    return list(takewhile(bool, (stage_pairs(league, games, number) for number in count())))


def game(fixture: Fixture, faulty: str = "") -> RatedGame:
    """A game whose winner follows from the fixture alone; the faulty bot always crashes."""
    if faulty in fixture.pair.bots:
        return RatedGame(fixture, next(iter(fixture.pair.bots - {faulty})), fault="crashed")
    return RatedGame(fixture, (fixture.black, fixture.white)[shuffle_key(repr(fixture)) % 2])


def played(league: League, faulty: str = "") -> list[RatedGame]:
    games: list[RatedGame] = []
    while fixtures := next_fixtures(league, games):
        games += [game(fixture, faulty) for fixture in fixtures]
    return games


def rounds_of(games: list[RatedGame]) -> dict[int, list[Pair]]:
    found: dict[int, set[Pair]] = {}
    for one in games:
        found.setdefault(one.fixture.pair.round, set()).add(one.fixture.pair)
    return {number: sorted(found[number]) for number in sorted(found)}


leagues = st.one_of(
    st.builds(lambda n, seed: League(names(n), Draw(seed)), st.integers(0, 9), st.integers(0, 99)),
    st.builds(
        lambda n, rounds, seed: League(names(n), Draw(seed), rounds, full_up_to=0),
        st.integers(14, 33),
        st.integers(1, 6),
        st.integers(0, 99),
    ),
)


# ---------------------------------------------------------------- literal facts


def test_a_full_league_of_more_pairs_goes_round_again_with_other_luck_and_openings() -> None:
    once, twice = (League(names(4), Draw(1, openings=2), pairs=pairs) for pairs in (1, 2))
    games = played(twice)
    assert (len(games), twice.games, once.games) == (24, 24, 12)
    first, second = ([one for one in games if one.fixture.pair.round // 3 == cycle] for cycle in (0, 1))
    assert first == played(once)
    assert {one.fixture.pair.bots for one in first} == {one.fixture.pair.bots for one in second}
    assert {one.fixture.pair.opening for one in first} == {0}
    assert {one.fixture.pair.opening for one in second} == {1}
    assert not {one.fixture.pair.seed for one in first} & {one.fixture.pair.seed for one in second}


def test_neighbours_by_points_meet() -> None:
    played_so_far = [Pair(0, "a", "b"), Pair(0, "c", "d")]
    assert pair_up("abcd", played_so_far) == ((("a", "c"), ("b", "d")), ())
    assert pair_up("abcd", []) == ((("a", "b"), ("c", "d")), ())


def test_two_left_over_take_a_pair_apart() -> None:
    past = [Pair(0, "c", "d"), Pair(1, "a", "d")]
    assert pair_up("abcd", past) == ((("c", "a"), ("d", "b")), ())


def test_the_lowest_pair_that_will_do_is_taken_apart() -> None:
    past = [Pair(0, "e", "f")]
    assert pair_up("abcdef", past) == ((("a", "b"), ("e", "c"), ("f", "d")), ())
    past += [Pair(1, "c", "e"), Pair(2, "d", "e")]
    assert pair_up("abcdef", past) == ((("e", "a"), ("f", "b"), ("c", "d")), ())


def test_who_cannot_be_paired_is_left_over() -> None:
    everyone = [Pair(0, *couple) for couple in combinations("abcd", 2)]
    assert pair_up("abcd", everyone) == ((), ("a", "b", "c", "d"))
    assert pair_up("abc", []) == ((("a", "b"),), ("c",))
    assert pair_up("", []) == ((), ())


def test_a_round_sat_out_counts_one_game_won() -> None:
    pair = Pair(0, "a", "b")
    games = [RatedGame(fixture, "a") for fixture in pair.fixtures]
    assert standing("abc", [pair], games, 0) == ("a", "c", "b")


def test_equal_points_are_ordered_anew_each_round() -> None:
    first, second = (standing(names(20), [Pair(at, "x", "y") for at in range(n)], [], 3) for n in (0, 1))
    assert first != second
    assert standing(names(20), [], [], 4) != first
    assert standing(names(20)[::-1], [], [], 3) == first


def test_the_last_who_has_not_sat_out_yet_sits_out() -> None:
    for seed in range(5):
        league = League(names(15), Draw(seed), rounds=6, full_up_to=0)
        games, rested = played(league), list[str]()
        for number, pairs in list(rounds_of(games).items())[:6]:
            before = [one for one in games if one.fixture.pair.round < number]
            met = [pair for pairs in rounds_of(before).values() for pair in pairs]
            order = [bot for bot in standing(league.bots, met, before, seed) if bot not in rested]
            rested += set(league.bots) - {bot for pair in pairs for bot in pair.bots}
            assert rested[-1] == order[-1]


# ---------------------------------------------------------------- laws


@given(leagues)
def test_nobody_meets_twice_or_plays_twice_in_a_round(league: League) -> None:
    rounds = rounds_of(played(league))
    met = Counter(pair.bots for pairs in rounds.values() for pair in pairs)
    assert max(met.values(), default=1) == 1
    for pairs in rounds.values():
        seats = Counter(bot for pair in pairs for bot in pair.bots)
        assert max(seats.values()) == 1


@given(leagues)
def test_everyone_plays_each_round_but_for_byes(league: League) -> None:
    games, bots = played(league), len(league.bots)
    regular = bots - 1 + bots % 2 if league.full else league.rounds
    rounds = rounds_of(games)
    assert all(len(rounds[number]) == bots // 2 for number in list(rounds)[:regular])
    out = Counter(dict.fromkeys(league.bots, 0))
    for number in list(rounds)[:regular]:
        out.update(set(league.bots) - {bot for pair in rounds[number] for bot in pair.bots})
    assert max(out.values(), default=0) <= 1


@given(leagues)
def test_everyone_has_the_same_number_of_games_and_half_as_black(league: League) -> None:
    games = played(league)
    black = Counter(one.fixture.black for one in games)
    white = Counter(one.fixture.white for one in games)
    assert black == white
    if league.full:
        assert all(black[bot] == len(league.bots) - 1 for bot in black)
    else:
        assert {black[bot] - league.rounds for bot in league.bots} <= {0, 1}
        assert sum(black.values()) <= league.rounds * len(league.bots) + 3


@given(leagues, st.randoms())
@settings(max_examples=25)
def test_a_resumed_league_replays_whatever_the_order_of_arrival(league: League, dice: random.Random) -> None:
    whole = played(league)
    kept = [one for one in whole if dice.random() < 0.7]
    dice.shuffle(kept)
    while fixtures := next_fixtures(league, kept):
        assert {one.fixture for one in kept}.isdisjoint(fixtures)
        kept += [game(fixture) for fixture in dice.sample(fixtures, dice.randint(1, len(fixtures)))]
    assert set(whole) <= set(kept)
    assert stages_of(league, kept) == stages_of(league, whole)


# ---------------------------------------------------------------- broken bots


@pytest.mark.parametrize("league", [League(names(8), Draw(1)), League(names(34), Draw(1))])
def test_a_broken_bot_is_paired_no_more_and_the_others_play_on(league: League) -> None:
    games = played(league, faulty="bot03")
    per_bot = Counter(bot for one in games for bot in one.fixture.pair.bots)
    assert per_bot["bot03"] == 4
    sound = [per_bot[bot] for bot in league.bots if bot != "bot03"]
    least = 2 * (len(league.bots) - 2) if league.full else 2 * league.rounds
    assert min(sound) >= least
    assert max(sound) <= least + 2


# ---------------------------------------------------------------- stages


def test_ever_more_rounds_of_a_full_league_are_played_at_once() -> None:
    league = League(names(30))
    stages = stages_of(league, played(league))
    assert [sorted({pair.round for pair in pairs}) for pairs in stages] == [
        [0, 1],
        [2, 3],
        [4, 5, 6, 7],
        list(range(8, 16)),
        list(range(16, 29)),
    ]
    assert stage_count(30) == 5


def test_a_stage_can_be_asked_for_by_its_number_and_missing_games_say_nothing() -> None:
    for league in (League(names(7)), League(names(33))):
        games = played(league)
        stages = stages_of(league, games)
        assert len(stages) <= stage_count(len(league.bots))
        assert stage_pairs(league, games, 99) == ()
        assert len(stage_pairs(league, games[1:], 2)) == len(stages[2])


def test_a_league_fits_those_who_are_there() -> None:
    assert fitting_league(names(40)).rounds == 10
    assert fitting_league(names(8), full_up_to=4).rounds == 3
    assert not fitting_league(names(8), full_up_to=4).full
    assert fitting_league(names(3), full_up_to=0).full
    assert fitting_league((), full_up_to=0).bots == ()


# -- the games of a league: from fixtures to games and back, with any known games --------------


NAMES = ("random", "greedy", "qlearning")


def entrants(*names: str, **options: object) -> Entrants:
    return Entrants({name: ReferenceBot(name) for name in names}, **options)  # type: ignore[arg-type]


def in_turn(matches: Sequence[Match]) -> list[GameRecord]:
    return [play_match(match) for match in matches]


def league_of(names: Sequence[str], pairs: int = 1, openings: int = 1) -> League:
    return League(tuple(names), Draw(3, openings), pairs=pairs)


def in_order(games: Sequence[PlayedFixture]) -> list[PlayedFixture]:
    return sorted(games, key=lambda each: each.fixture)


def test_an_opening_is_played_with_both_colours_from_the_second_meeting_on() -> None:
    opening = (Point(2, 2), Point(1, 1))
    suite = entrants("random", "greedy", openings=((), opening))
    played = in_order(list(play_league(league_of(NAMES[:2], 2, 2), suite, {}, in_turn)))
    assert [each.record.opening for each in played] == [(), (), ("2,2", "1,1"), ("2,2", "1,1")]


def test_two_bots_of_one_content_play_one_game_and_each_wins_with_the_same_colour() -> None:
    twins = Entrants({"ann": ReferenceBot("random"), "ben": ReferenceBot("random")})
    matches: list[Match] = []

    def play(asked: Sequence[Match]) -> list[GameRecord]:
        matches.extend(asked)
        return in_turn(asked)

    first, second = in_order(list(play_league(league_of(["ann", "ben"]), twins, {}, play)))
    assert len(matches) == 1
    assert {first.game.winner, second.game.winner} == {"ann", "ben"}
    assert [first.named.black.name, second.named.black.name] == ["ann", "ben"]
    assert first.named.winner_name == first.game.winner
    assert second.named.winner_name == second.game.winner


def test_a_bot_that_breaks_down_plays_no_more() -> None:
    faulty = ListedBot("ben", [[Fault(Termination.CRASHED, "exit code 1", cpu_s=0.5)]] * 99, "faulty")
    bots = {"ben": faulty, **{name: ReferenceBot(name) for name in NAMES}}
    played = list(play_league(league_of(list(bots), pairs=5), Entrants(bots), {}, in_turn))
    lost = [each for each in played if each.game.loser == "ben"]
    assert {each.game.fault for each in lost} == {"crashed"}
    assert len(lost) == 4  # two rounds: the third fault in a row stands in the second
    assert len(played) == 4 + 5 * 6


def test_known_games_are_not_played_and_a_changed_bot_plays_only_its_own() -> None:
    league = league_of(NAMES)
    first = list(play_league(league, entrants(*NAMES), {}, in_turn))
    known = {each.record.key: each.record for each in first}
    again = list(play_league(league, entrants(*NAMES), known, no_game))
    assert in_order(again) == in_order(first)
    changed = Entrants({**entrants(*NAMES).bots, "greedy": Changed("greedy")})
    asked: list[Match] = []

    def play(matches: Sequence[Match]) -> list[GameRecord]:
        asked.extend(matches)
        return in_turn(matches)

    list(play_league(league, changed, known, play))
    assert len(asked) == 4
    assert all("greedy" in (match.black.name, match.white.name) for match in asked)


def no_game(matches: Sequence[Match]) -> list[GameRecord]:
    assert not matches
    return []


@dataclass(frozen=True)
class Changed:
    """A bot whose content is another than that of the reference player of its name."""

    name: str
    digest: str = "changed"

    def player(self, seed: int) -> ReferencePlayer:
        return ReferenceBot("random").player(seed)


# -- series against reference players, and their end -------------------------------------------


LINES = Slope(((0.3, 0), (0.6, 70), (0.9, 100)))


def step(rate: float) -> Slope:
    """All marks from a rate on, as steep as it gets."""
    return Slope(((rate - 1e-9, 0), (rate, 100)))


HALF = StoppingRule(step(0.5))
HIGH = StoppingRule(step(0.9))


def play(fixture: Fixture, rate: float, alike: bool = False) -> RatedGame:
    """A game that `me` wins at this rate, by the fixture alone; alike games have the same moves."""
    number = shuffle_key(repr(fixture))
    other = next(iter(fixture.pair.bots - {"me"}))
    winner = "me" if number % 1000 < 1000 * rate else other
    return RatedGame(fixture, winner, moves=("same",) if alike else (str(number),))


def series(gauntlet: Gauntlet, rate: float, alike: bool = False) -> list[RatedGame]:
    games: list[RatedGame] = []
    while fixtures := gauntlet_fixtures(gauntlet, "me", games):
        games += [play(fixture, rate, alike) for fixture in fixtures]
    return games


def test_a_series_is_pairs_with_openings_in_turn() -> None:
    gauntlet = Gauntlet("greedy", HALF, Draw(3, openings=4))
    first = gauntlet_fixtures(gauntlet, "me", [])
    assert [fixture.pair.bots for fixture in first] == [{"me", "greedy"}] * 4
    assert {fixture.black for fixture in first[:2]} == {"me", "greedy"}
    openings = {game.fixture.pair.opening for game in series(gauntlet, 1.0)}
    assert openings == {0, 1, 2, 3}
    assert first[0].pair.opening == 0


def test_a_series_is_looked_at_after_4_10_20_40_and_80_games() -> None:
    gauntlet = Gauntlet("greedy", HALF)
    games: list[RatedGame] = []
    looks = []
    while fixtures := gauntlet_fixtures(gauntlet, "me", games):
        games += [play(f, 0.0 if f.swapped else 1.0) for f in fixtures]
        looks.append(len(games))
    assert looks == [4, 10, 20, 40, 80]


def test_a_bot_that_repeats_itself_is_asked_no_more() -> None:
    assert len(series(Gauntlet("greedy", HIGH), 1.0, alike=True)) == 10
    assert len(series(Gauntlet("greedy", HIGH), 1.0)) == 40


def test_with_openings_a_bot_that_repeats_itself_plays_each() -> None:
    assert len(series(Gauntlet("greedy", HIGH, Draw(openings=5)), 1.0, alike=True)) == 20


def test_repeated_wins_are_no_evidence() -> None:
    """Eight wins out of eight are enough for this boundary; six that are counted once more are not."""
    gauntlet = Gauntlet("greedy", StoppingRule(step(0.65), first=8), Draw(openings=3))
    assert len(series(gauntlet, 1.0)) == 8
    assert len(series(gauntlet, 1.0, alike=True)) == 16


def test_a_broken_bot_plays_two_pairs() -> None:
    games: list[RatedGame] = []
    while fixtures := gauntlet_fixtures(Gauntlet("greedy", StoppingRule(LINES)), "me", games):
        games += [RatedGame(fixture, "greedy", fault="crashed") for fixture in fixtures]
    assert len(games) == 4


@given(st.floats(0, 1), st.randoms())
@settings(max_examples=10)
def test_a_resumed_series_goes_on_as_if_nothing_happened(rate: float, dice: random.Random) -> None:
    gauntlet = Gauntlet("greedy", StoppingRule(LINES), Draw(1, openings=3))
    whole = series(gauntlet, rate)
    kept = dice.sample(whole, dice.randint(0, len(whole)))
    while fixtures := gauntlet_fixtures(gauntlet, "me", kept):
        kept += [play(fixture, rate) for fixture in dice.sample(fixtures, dice.randint(1, len(fixtures)))]
    assert sorted(kept) == sorted(whole)


def settled(least: float, true: float) -> dict[float, float]:
    """Chances that a series ends settled below (0) and above (1) its one boundary, over all courses."""
    rule, ends, living = StoppingRule(step(least)), {0.0: 0.0, 1.0: 0.0}, {(0, 0): 1.0}
    while living:
        pairs, wins = min(living)
        chance = living.pop((pairs, wins))
        games = 2 * (rule.pairs_wanted(pairs, wins, 2 * pairs) - pairs)
        mark = seen_mark(rule.scale, wins, 2 * pairs)
        if not games and mark.settled:
            ends[mark.marks / rule.scale.top] += chance
        for more in range(games + 1) if games else ():
            at = pairs + games // 2, wins + more
            share = comb(games, more) * true**more * (1 - true) ** (games - more)
            living[at] = living.get(at, 0.0) + chance * share
    return ends


@pytest.mark.parametrize("least", [0.5, 0.8, 0.9])
def test_few_looks_settle_few_series_wrongly(least: float) -> None:
    assert sum(settled(least, least).values()) < 0.15
    assert settled(least, least - 0.05)[1] < 0.02
    assert settled(least, least + 0.05)[0] < 0.02
    assert settled(least, least - 0.2)[0] > 0.95
