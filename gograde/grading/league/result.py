"""The result of a league: its games, and a test for each student."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal

from gograde.arena.judged_game import Accuracy
from gograde.arena.rating.pairs import Fixture, Pair, RatedGame
from gograde.arena.standings import Standings, standings, unplaced
from gograde.codec import FileRecord, Record, of_json, part_of, to_json
from gograde.core.record import TestScore
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.grading.course import Course
from gograde.grading.league.rounds import Outsider
from gograde.grading.league.scores import UNPLAYED, league_group, outsiders_test
from gograde.grading.records import AGAIN, UNKNOWN, MadeFrom, write_record

LEAGUE_SCHEMA: Literal["gograde/league/v1"] = "gograde/league/v1"
REFERENCE = "reference/{}"
"""A reference player's name in the league; no student id has a `/`."""


class LeagueResult(Record, kw_only=False, dict=True):
    """A finished league: its players, its games, and the tests by student.

    `anchors` are frozen ratings of reference players, `anchor_games` the programs' games against them.
    `accuracy` says how exactly each player plays near the end of games.  `failed` maps a player to the
    opponents in games that are missing through a fault of the grader; players without one are left out.
    `records` are the games as SGF, in order.
    """

    players: tuple[str, ...]
    games: tuple[RatedGame, ...]
    anchors: Mapping[str, float]
    anchor_games: tuple[RatedGame, ...]
    tests: Mapping[str, TestScore]
    accuracy: tuple[Accuracy, ...] = ()
    failed: Mapping[str, tuple[str, ...]] = {}
    records: tuple[str, ...] = ()

    @cached_property
    def standings(self) -> Standings:
        """The table, computed from the games; players with missing games stand last, without a place."""
        whole = standings(self.games, self.players, self.anchors, self.anchor_games)
        return unplaced(whole, self.failed)


def league_test(found: LeagueResult | None, course: Course, student: str) -> tuple[TestScore, ...]:
    """A student's league test: empty without a league group, pending before the league is played."""
    group = league_group(course.package.config)
    if group is None:
        return ()
    if found is not None and student in found.tests:
        return (found.tests[student],)
    return (outsiders_test(group, Outsider(Verdict.SK, UNPLAYED), course.rules.visibility),)


def write_league(path: Path, found: LeagueResult, made: MadeFrom = UNKNOWN) -> None:
    """Write the record of a league."""
    games, anchor_games = (tuple(map(_line, each)) for each in (found.games, found.anchor_games))
    league = part_of(_LeagueFile, found, schema=LEAGUE_SCHEMA, games=games, anchor_games=anchor_games)
    write_record(path, to_json(league), made)


def read_league(path: Path) -> LeagueResult | None:
    """Read the result of a league; None without a file, raises `DataError` for a damaged one."""
    if not path.exists():
        return None
    try:
        file = of_json(_LeagueFile, path.read_bytes())
        games, anchor_games = (tuple(map(_game, each)) for each in (file.games, file.anchor_games))
        return part_of(LeagueResult, file, games=games, anchor_games=anchor_games)
    except (OSError, ValueError) as error:
        raise DataError(str(path), f"not a whole {LEAGUE_SCHEMA} record ({error})", AGAIN) from None


class _GameLine(Record):
    pair: Pair
    swapped: bool
    winner: str
    moves: str
    fault: str


class _LeagueFile(FileRecord):
    schema: Literal["gograde/league/v1"]
    players: tuple[str, ...]
    games: tuple[_GameLine, ...]
    anchors: Mapping[str, float]
    anchor_games: tuple[_GameLine, ...]
    tests: Mapping[str, TestScore]
    accuracy: tuple[Accuracy, ...]
    failed: Mapping[str, tuple[str, ...]]
    records: tuple[str, ...]


def _line(game: RatedGame) -> _GameLine:
    fixture, moves = game.fixture, " ".join(game.moves)
    return part_of(_GameLine, game, pair=fixture.pair, swapped=fixture.swapped, moves=moves)


def _game(line: _GameLine) -> RatedGame:
    return RatedGame(Fixture(line.pair, line.swapped), line.winner, tuple(line.moves.split()), line.fault)
