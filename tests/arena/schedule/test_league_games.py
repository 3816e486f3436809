"""The games of a league: from fixtures to games and back, with any known games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gograde.arena.game.match import Match, play_match
from gograde.arena.game.record import GameRecord
from gograde.arena.players.reference import ReferenceBot, ReferencePlayer
from gograde.arena.rating.pairs import Draw
from gograde.arena.schedule import Entrants, League, PlayedFixture, play_league
from gograde.go import Point
from gograde.go.player import Cancelling, Fault, Player, Termination, never
from gograde.go.position import LiveGame


@dataclass
class FaultyBot(Player):
    """Crashes on its first move; counts how often it was asked."""

    name: str
    digest: str = "faulty"
    asked: list[int] = field(default_factory=list)

    def player(self, seed: int) -> FaultyBot:
        return self

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Fault:
        self.asked.append(len(game.steps) + 1)
        return Fault(Termination.CRASHED, "exit code 1", cpu_s=0.5)


NAMES = ("random", "greedy", "qlearning")


def entrants(*names: str, **options: object) -> Entrants:
    return Entrants({name: ReferenceBot(name) for name in names}, **options)  # type: ignore[arg-type]


def in_turn(matches: Sequence[Match]) -> list[GameRecord]:
    return [play_match(match) for match in matches]


def league_of(names: Sequence[str], pairs: int = 1, openings: int = 1) -> League:
    return League(tuple(names), Draw(3, openings), pairs=pairs)


def in_order(games: Sequence[PlayedFixture]) -> list[PlayedFixture]:
    return sorted(games, key=lambda each: each.fixture)


def test_everybody_meets_everybody_with_both_colours() -> None:
    played = list(play_league(league_of(NAMES), entrants(*NAMES), {}, in_turn))
    colours = [(each.game.fixture.black, each.game.fixture.white) for each in played]
    assert sorted(colours) == sorted((a, b) for a in NAMES for b in NAMES if a != b)
    for each in played:
        assert (each.record.black.name, each.record.white.name) == (each.fixture.black, each.fixture.white)
        assert each.game.winner == each.record.winner_name
        assert each.game.moves == each.record.moves


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
    faulty = FaultyBot("ben")
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


@pytest.fixture(scope="module")
def whole() -> list[PlayedFixture]:
    return list(play_league(league_of(NAMES[:2], pairs=4), entrants(*NAMES[:2]), {}, in_turn))


@given(known=st.sets(st.integers(0, 7)), shuffled=st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_a_league_ends_as_if_it_had_never_stopped(
    whole: list[PlayedFixture], known: set[int], shuffled
) -> None:  # type: ignore[no-untyped-def]
    kept = {whole[at].record.key: whole[at].record for at in known}
    records = {each.record.key: each.record for each in whole}
    asked: list[str] = []

    def play(matches: Sequence[Match]) -> list[GameRecord]:
        asked.extend(match.key for match in matches)
        return shuffled.sample([records[match.key] for match in matches], len(matches))

    again = list(play_league(league_of(NAMES[:2], pairs=4), entrants(*NAMES[:2]), kept, play))
    assert in_order(again) == in_order(whole)
    assert len(asked) == 8 - len(known)
