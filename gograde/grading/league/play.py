"""The steps of a league: `round` says who plays whom, `play` plays a tile of it, `rate` marks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gograde.arena.game.match import Match, play_match
from gograde.arena.game.record import GameRecord, append
from gograde.arena.rating.pairs import Fixture
from gograde.arena.schedule.league_games import Entrants, play_fixtures
from gograde.classroom.classroom import Classroom
from gograde.classroom.handed_in import find_submissions
from gograde.errors import JudgeError, UsageError
from gograde.grading.course import load_course
from gograde.grading.facts import RunRecord
from gograde.grading.league.rounds import (
    Round,
    first_round,
    games_before,
    known_games,
    later_round,
    league_rules,
    log_path,
    read_round,
    round_path,
    tile_of,
    tile_path,
    void_path,
    write_round,
    write_tile,
)
from gograde.grading.plan_file import read_plan
from gograde.grading.records import read_run, write_atomic
from gograde.grading.work_paths import run_path
from gograde.intake.printable import for_log
from gograde.package.config import AssignmentConfig
from gograde.sandbox.protocol import Backend

if TYPE_CHECKING:
    from gograde.arena.players.sandboxed import ProcessBot, ProcessPlayer


def make_round(classroom: Classroom, assignment: str, number: int) -> None:
    """Write down who plays whom in a round, by the games of those before it."""
    course, shape = load_course(classroom, assignment), shape_of(classroom, assignment, number)
    rules = league_rules(course.package.config)
    if number == 0:
        found = first_round(run_records(classroom, assignment), rules)
    else:
        first = read_round(round_path(classroom, assignment, 0))
        games = [each.game for each in games_before(classroom, assignment, number, shape["tiles"])]
        found = later_round(first, number, games, rules)
    write_round(round_path(classroom, assignment, number), found)


def run_records(classroom: Classroom, assignment: str) -> list[RunRecord]:
    """The run records of all students."""
    blobs = classroom.work / "blobs"
    return [read_run(run_path(classroom, assignment, student.id), blobs) for student in classroom.students]


def shape_of(classroom: Classroom, assignment: str, number: int, tile: int = 0) -> Mapping[str, Any]:
    """The plan of a league; raises `UsageError` for a round or a tile that it does not have."""
    shape: Mapping[str, Any] = read_plan(classroom)["assignments"].get(assignment, {}).get("league") or {}
    if not shape:
        fix = "name an assignment with a group that is scored by-league, and run gograde step plan first"
        raise UsageError(assignment, "no league in the plan of this class", fix)
    if not (0 <= number < shape["rounds"] and 0 <= tile < shape["tiles"]):
        fix = f"rounds are 0 to {shape['rounds'] - 1}, tiles 0 to {shape['tiles'] - 1}"
        raise UsageError(f"{assignment} {number} {tile}", "no such tile of a round of the league", fix)
    return shape


# -- playing --------------------------------------------------------------------------------


@dataclass
class LateBot:
    """A submission that is made ready when it plays its first game here, and never when all are known."""

    name: str
    digest: str
    make: Callable[[], ProcessBot]

    @cached_property
    def _bot(self) -> ProcessBot:
        return self.make()

    def player(self, seed: int) -> ProcessPlayer:
        return self._bot.player(seed)


@dataclass(frozen=True)
class Ground:
    """Where a tile is played: the class, the assignment with its configuration, and the back end."""

    classroom: Classroom
    assignment: str
    config: AssignmentConfig
    backend: Callable[[], Backend]

    def bot(self, student: str, digest: str) -> LateBot:
        return LateBot(student, digest, partial(self._made, student, digest))

    @cached_property
    def _paths(self) -> Mapping[str, Path]:
        """The submissions by student, looked for once a tile."""
        return find_submissions(self.classroom, self.assignment).paths

    def _made(self, student: str, digest: str) -> ProcessBot:
        """The program as it was when it ran; raises `JudgeError` when it is another one now."""
        from gograde.arena.players.sandboxed import ProcessBot
        from gograde.arena.series.series import rules_of
        from gograde.grading.contracts.game import move_job
        from gograde.intake.entry import Refusal
        from gograde.intake.submission import read_submission

        path = self._paths.get(student)
        submission = read_submission(path) if path else None
        if submission is None or submission.sha256 != digest:
            raise JudgeError(student, "the submission changed while the league was played", "run it again")
        backend = self.backend()
        job = move_job(submission, backend, self.config)
        if isinstance(job, Refusal):
            raise JudgeError(student, job.message, "run it again")
        game_s = rules_of(self.config.parameters).budget.game_s
        return ProcessBot(student, digest, job, backend, game_s=game_s)


def play_tile(
    classroom: Classroom, assignment: str, place: tuple[int, int], choose: Callable[[], Backend]
) -> int:
    """Play the games of a tile (round, tile) that are not known yet; how many were played now.

    A game that fails through a fault of ours is left out, and the tile is marked for another try.
    """
    number, tile = place
    shape = shape_of(classroom, assignment, number, tile)
    asked = read_round(round_path(classroom, assignment, number))
    config = load_course(classroom, assignment).package.config
    ground = Ground(classroom, assignment, config, choose)
    fixtures = _fixtures(asked, tile, shape["tiles"])
    log, new = log_path(classroom, assignment, tile), list[GameRecord]()
    bots = {student: ground.bot(student, asked.players[student]) for student in _names(fixtures)}
    hall = Entrants(bots, package=f"{config.id} {shape['games']}")

    def play(matches: Sequence[Match]) -> Iterator[GameRecord]:
        for record in _played_one_by_one(matches):
            append(log, record)
            new.append(record)
            yield record

    keys = {hall.match(fixture).key for fixture in fixtures}
    known = known_games(classroom, assignment, tile, keys)
    played = sorted(play_fixtures(fixtures, hall, known, play), key=lambda each: each.fixture)
    path = tile_path(classroom, assignment, number, tile)
    _mark_void(path, len(fixtures) - len(played))
    write_tile(path, played)
    return len(new)


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


def _mark_void(path: Path, games: int) -> None:
    if games:
        write_atomic(void_path(path), f"{games}\n".encode())
    else:
        void_path(path).unlink(missing_ok=True)
