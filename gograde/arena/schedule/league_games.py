"""Plays a league: the schedule asks for games, and their results decide the next games.

This module keeps no state.  An interrupted league starts again and takes known games instead of playing
them, so that it ends like a league without interruption.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from gograde.arena.game.match import NO_OPENING, PACKAGE, Bot, Match, Opening
from gograde.arena.game.record import GameRecord
from gograde.arena.game.rules import COURSE, Rules
from gograde.arena.rating.pairs import Fixture, Game
from gograde.arena.schedule.pairing import League, next_fixtures
from gograde.codec import replace

Playing = Callable[[Sequence[Match]], Iterable[GameRecord]]
"""Plays games, and yields their records in any order."""


@dataclass(frozen=True)
class Entrants:
    """The bots by name, the openings by number, and the rules."""

    bots: Mapping[str, Bot]
    openings: tuple[Opening, ...] = (NO_OPENING,)
    package: str = PACKAGE
    rules: Rules = COURSE

    def match(self, fixture: Fixture) -> Match:
        """The match of a fixture; both games of a pair have the pair's seed and opening."""
        black, white = self.bots[fixture.black], self.bots[fixture.white]
        pair = fixture.pair
        opening = self.openings[pair.opening]
        return Match(black, white, pair.seed, opening, self.package, self.rules)


@dataclass(frozen=True)
class PlayedFixture:
    """A fixture and the record of its game.

    The record may have other names, since bots with the same code share their games.
    """

    fixture: Fixture
    record: GameRecord

    @cached_property
    def game(self) -> Game:
        """The game for the schedule and the ratings."""
        winner = self.fixture.black if self.record.winner == "black" else self.fixture.white
        termination = self.record.termination
        fault = str(termination) if termination.forfeit else ""
        return Game(self.fixture, winner, self.record.moves, fault)

    @property
    def named(self) -> GameRecord:
        """The record under the names of the fixture."""
        sides = {"black": self.fixture.black, "white": self.fixture.white}
        return replace(
            self.record,
            **{side: replace(getattr(self.record, side), name=name) for side, name in sides.items()},
        )


def play_league(
    league: League, hall: Entrants, known: Mapping[str, GameRecord], play: Playing
) -> Iterator[PlayedFixture]:
    """The games of a whole league, stage by stage, in any order within a stage.

    `known` has the records, by key, of games that are not played again.  Raises what `play` raises.
    """
    records, games = dict(known), list[Game]()
    while fixtures := next_fixtures(league, games):
        for played in play_fixtures(fixtures, hall, records, play):
            games.append(played.game)
            yield played


def play_fixtures(
    fixtures: Collection[Fixture], hall: Entrants, records: dict[str, GameRecord], play: Playing
) -> Iterator[PlayedFixture]:
    """The games of these fixtures, known games first; new games are added to `records`.

    Fixtures of bots with the same code may share a game.  Games that `play` omits are omitted.
    """
    wanted: defaultdict[str, list[Fixture]] = defaultdict(list)
    matches: dict[str, Match] = {}
    for fixture in fixtures:
        match = hall.match(fixture)
        wanted[match.key].append(fixture)
        matches[match.key] = match
    for key in [key for key in matches if key in records]:
        del matches[key]
        yield from _all_played(wanted[key], records[key])
    for record in play(list(matches.values())):
        records[record.key] = record
        yield from _all_played(wanted[record.key], record)


def _all_played(fixtures: Iterable[Fixture], record: GameRecord) -> Iterator[PlayedFixture]:
    return (PlayedFixture(fixture, record) for fixture in fixtures)
