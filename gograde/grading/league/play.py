"""Plays the games of one tile of a league's round."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from gograde.arena.game.match import Match, play_match
from gograde.arena.game.record import GameRecord, append
from gograde.arena.rating.pairs import Fixture
from gograde.arena.schedule import Entrants, play_fixtures
from gograde.classroom.classroom import Classroom
from gograde.errors import JudgeError
from gograde.grading.changes import stamper
from gograde.grading.course import load_course
from gograde.grading.league.rounds import (
    Round,
    known_games,
    log_path,
    read_round,
    shape_of,
    tile_of,
    write_tile,
)
from gograde.grading.plan_file import LeaguePlan
from gograde.grading.work_paths import round_path, store_of, tile_path
from gograde.listing import for_log
from gograde.package.package import Package
from gograde.sandbox.protocol import Backend

if TYPE_CHECKING:
    from gograde.arena.players.sandboxed import ProcessBot, ProcessPlayer


@dataclass
class LazyBot:
    """A submission that is prepared before its first new game; never when all its games are known."""

    name: str
    digest: str
    make: Callable[[], ProcessBot]

    @cached_property
    def _bot(self) -> ProcessBot:
        return self.make()

    def player(self, seed: int) -> ProcessPlayer:
        return self._bot.player(seed)


@dataclass(frozen=True)
class BotMaker:
    """Makes the bots of a class's students; chooses the back end before the first new game."""

    classroom: Classroom
    assignment: str
    package: Package
    backend: Callable[[], Backend]

    def bot(self, student: str, sha256: str, sees: str) -> LazyBot:
        return LazyBot(student, of_program(sha256, sees), partial(self._made, student, sha256))

    def _made(self, student: str, digest: str) -> ProcessBot:
        """Prepare a student's program; raises `JudgeError` when the store has lost it."""
        from gograde.arena.players.sandboxed import ProcessBot
        from gograde.arena.series import rules_of
        from gograde.grading.contracts.game import move_start
        from gograde.intake.entry import Refusal

        submission = store_of(self.classroom).get(digest)
        backend = self.backend()
        start = move_start(submission, backend, self.package)
        if isinstance(start, Refusal):
            raise JudgeError(student, start.message, "run it again")
        game_s = rules_of(self.package.config.parameters).budget.game_s
        return ProcessBot(student, digest, start.job, backend, imports=start.imports, game_s=game_s)


def play_tile(
    classroom: Classroom, assignment: str, place: tuple[int, int], choose: Callable[[], Backend]
) -> int:
    """Play the unknown games of a tile; `place` is (round, tile).  Return the number of games played.

    A game that fails through a fault of the grader is left out, and the tile says so, for another try.
    """
    number, tile = place
    path = tile_path(classroom, assignment, number, tile)
    made = stamper(classroom)(path)
    shape = shape_of(classroom, assignment, number, tile)
    asked = read_round(round_path(classroom, assignment, number))
    package = load_course(classroom, assignment).package
    maker = BotMaker(classroom, assignment, package, choose)
    fixtures = _fixtures(asked, tile, shape.tiles)
    log, new = log_path(classroom, assignment, tile), list[GameRecord]()
    players, sees = asked.players, shape.sees
    bots = {student: maker.bot(student, players[student], sees[student]) for student in _names(fixtures)}
    hall = hall_of(bots, package, shape)

    def play(matches: Sequence[Match]) -> Iterator[GameRecord]:
        for record in _played_one_by_one(matches):
            append(log, record)
            new.append(record)
            yield record

    keys = {hall.match(fixture).key for fixture in fixtures}
    known = known_games(classroom, assignment, tile, keys)
    played = sorted(play_fixtures(fixtures, hall, known, play), key=lambda each: each.fixture)
    write_tile(path, played, made, len(fixtures) - len(played))
    return len(new)


def of_program(sha256: str, sees: str) -> str:
    """The digest of a player: of the submission, and of what its program can see of the machine."""
    return f"{sha256}-{sees[:16]}"


def hall_of(bots: Mapping[str, LazyBot], package: Package, shape: LeaguePlan) -> Entrants:
    """The bots with everything else on which their games depend; `shape` is the league's part of the plan."""
    from gograde.arena.series import rules_of

    rules = rules_of(package.config.parameters).game
    return Entrants(bots, package=f"{package.config.id} {shape.games}", rules=rules)


def _fixtures(asked: Round, tile: int, tiles: int) -> list[Fixture]:
    own = (pair for pair in asked.pairs if tile_of(pair, tiles) == tile)
    return [fixture for pair in own for fixture in pair.fixtures]


def _names(fixtures: Sequence[Fixture]) -> list[str]:
    return sorted({name for fixture in fixtures for name in fixture.pair.bots})


def _played_one_by_one(matches: Sequence[Match]) -> Iterator[GameRecord]:
    for match in matches:
        try:
            yield play_match(match)
        except JudgeError as error:
            print(for_log(f"{match.black.name} - {match.white.name}: {error}"), file=sys.stderr)
