"""How far the league of an assignment is, and how long it still takes, from the files of its games.

A game takes as long as its players' moves.  How long these are is known before the first game of the league,
since each program has played its series.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from gograde.arena.game.record import GameRecord
from gograde.arena.game.rules import PLIES
from gograde.arena.schedule import League
from gograde.arena.series import GAMES, PROGRAM
from gograde.classroom.classroom import Classroom
from gograde.codec import of_json
from gograde.grading.course import load_course
from gograde.grading.facts import RunRecord
from gograde.grading.league.play import LazyBot, hall_of, of_program
from gograde.grading.league.rounds import league_of, league_rules, log_path, read_round, run_records, shape_of
from gograde.grading.work_paths import round_path
from gograde.listing import for_log

MOVES = PLIES // 2
"""Moves of a program in a game; nearly all games last all plies."""

SLOW_S = 1.0
"""Seconds of a move from which a program is named as slow."""

SLOWEST = 3
"""The most programs that are named as slow."""

ENOUGH = 10  # games of this run after which their pace decides the time left, no longer the series'

_KEY = re.compile(rb'"key": "([0-9a-f]{64})"')


@dataclass(frozen=True)
class LeagueWork:
    """What is to be played: the league, and how long a move of each student's program takes in seconds."""

    assignment: str
    league: League
    move_s: Mapping[str, float]
    at_once: int

    @property
    def game_s(self) -> float:
        """The seconds of a game on average; each program plays as many as the others."""
        return 2 * MOVES * sum(self.move_s.values()) / len(self.league.bots)

    @cached_property
    def slow(self) -> str:
        """The slowest programs, in words; empty when none is slow."""
        order = sorted(self.move_s, key=lambda student: (-self.move_s[student], student))
        slow = [student for student in order if self.move_s[student] >= SLOW_S][:SLOWEST]
        return ", ".join(f"{for_log(student)} takes {self.move_s[student]:.1f} s a move" for student in slow)


class LeagueWatch:
    """Watches a league from now on; `games` counts those played and all, `clock` gives seconds."""

    def __init__(self, planned: LeagueWork, games: Callable[[], tuple[int, int]], clock: Callable[[], float]):
        self._planned, self._games, self._clock = planned, games, clock
        self._before, self._began = games()[0], clock()

    def begins(self) -> str:
        """How many games there are and how long they take; empty when all are known."""
        planned, (known, games) = self._planned, self._games()
        if known >= games:
            return ""
        told = f"{planned.assignment}: {games} games of {len(planned.league.bots)} programs"
        left = duration((games - known) * planned.game_s / planned.at_once)
        return f"{told}{f', {known} of them known' if known else ''}: about {left}"

    def goes_on(self) -> str:
        """How many games are played, how fast, who is slow, and the time left; empty when all are played."""
        planned, (played, games), spent_s = self._planned, self._games(), self._clock() - self._began
        new = played - self._before
        if played >= games:
            return ""
        pace = f", {60 * new / spent_s:.0f} a minute" if new and spent_s > 0 else ""
        slow = f", {planned.slow}" if planned.slow else ""
        each_s = spent_s / new if new >= ENOUGH else planned.game_s / planned.at_once
        left = duration((games - played) * each_s)
        return f"{planned.assignment}: {played} of {games} games{pace}{slow}, about {left} left"


def watch(classroom: Classroom, assignment: str, cores: int, clock: Callable[[], float]) -> LeagueWatch:
    """Watch the league of an assignment whose first round is known; raises `DataError`."""
    shape = shape_of(classroom, assignment, 0)
    first = read_round(round_path(classroom, assignment, 0))
    package = load_course(classroom, assignment).package
    digests = {who: of_program(sha256, shape.sees[who]) for who, sha256 in first.players.items()}
    bots = {student: LazyBot(student, digest, _never) for student, digest in digests.items()}
    hall = hall_of(bots, package, shape)
    planned = LeagueWork(
        for_log(assignment),
        league_of(first.players, league_rules(package.config)),
        move_seconds(run_records(classroom, assignment), first.players),
        max(1, min(cores, shape.tiles)),
    )

    def games() -> tuple[int, int]:
        keys, rounds = _keys(classroom, assignment), shape.rounds
        known = [path for n in range(rounds) if (path := round_path(classroom, assignment, n)).exists()]
        fixtures = [game for path in known for pair in read_round(path).pairs for game in pair.fixtures]
        played = sum(hall.match(fixture).key in keys for fixture in fixtures)
        # A program that broke down is left out of the rounds that are not drawn yet.
        return played, len(fixtures) if len(known) == rounds else planned.league.games

    return LeagueWatch(planned, games, clock)


def move_seconds(records: Iterable[RunRecord], players: Collection[str]) -> dict[str, float]:
    """How long a move of each player's program took in its series, in seconds."""
    found: dict[str, float] = {}
    for record in records:
        moves, spent_s = 0, 0.0
        for run in record.batches:
            lines = run.result.files.get(GAMES, b"").splitlines() if run.result else []
            games = [of_json(GameRecord, line) for line in lines]
            moves += sum(len(game.moves[(game.black.name != PROGRAM) :: 2]) for game in games)
            spent_s += run.result.wall_s if run.result and lines else 0.0
        if moves and record.handed_in.student in players:
            found[record.handed_in.student] = spent_s / moves
    return found


def duration(seconds: float) -> str:
    """A rough time in words."""
    if seconds < 120:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 2 * 3600 else f"{seconds / 3600:.1f} h"


def _keys(classroom: Classroom, assignment: str) -> set[str]:
    """The keys of all games in the logs of the league."""
    logs = log_path(classroom, assignment, 0).parent.glob("tile-*.jsonl")
    return {key.decode() for path in logs for key in _KEY.findall(path.read_bytes())}


def _never() -> NoReturn:
    raise AssertionError("no game is played here")
