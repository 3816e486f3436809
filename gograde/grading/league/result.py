"""The result of a league: its games, and a test for each student."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from gograde.arena.analysis.accuracy import Accuracy
from gograde.arena.rating.pairs import Fixture, Game, Pair
from gograde.arena.standings.table import Standings, standings, unplaced
from gograde.errors import DataError
from gograde.grading.course import Course
from gograde.grading.league.rounds import Outsider
from gograde.grading.league.scores import (
    UNPLAYED,
    league_group,
    outsiders_test,
)
from gograde.grading.league.store import AGAIN
from gograde.grading.records import UNKNOWN, MadeFrom, check_schema, to_json, write_record
from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict

LEAGUE_SCHEMA = "gograde/league/v1"
REFERENCE = "reference/{}"
"""A reference player's name in the league; no student id has a `/`."""


_TESTS = TypeAdapter(dict[str, TestScore])


@dataclass(frozen=True)
class LeagueResult:
    """A finished league: its players, its games, and the tests by student.

    `anchors` are frozen ratings of reference players, `anchor_games` the programs' games against them.
    `accuracy` says how exactly each player plays near the end of games.  `failed` maps a player to the
    opponents in games that are missing through a fault of the grader; players without one are left out.
    `records` are the games as SGF, in order.
    """

    players: tuple[str, ...]
    games: tuple[Game, ...]
    anchors: Mapping[str, float]
    anchor_games: tuple[Game, ...]
    tests: Mapping[str, TestScore]
    accuracy: tuple[Accuracy, ...] = ()
    failed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
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
    value = {
        "schema": LEAGUE_SCHEMA,
        "players": list(found.players),
        "games": list(map(_game_json, found.games)),
        "anchors": dict(found.anchors),
        "anchor_games": list(map(_game_json, found.anchor_games)),
        "accuracy": [asdict(each) for each in found.accuracy],
        "failed": {player: list(opponents) for player, opponents in found.failed.items()},
        "records": list(found.records),
        "tests": _TESTS.dump_python(dict(found.tests), mode="json"),
    }
    write_record(path, to_json(value), made)


def read_league(path: Path) -> LeagueResult | None:
    """Read the result of a league; None without a file, raises `DataError` for a damaged one."""
    if not path.exists():
        return None
    try:
        value = json.loads(path.read_bytes())
        check_schema(value, LEAGUE_SCHEMA)
        tests = _TESTS.validate_python(value["tests"])
        games, anchor_games = (tuple(map(_game, value[key])) for key in ("games", "anchor_games"))
        accuracy = tuple(Accuracy(**each) for each in value["accuracy"])
        players, anchors = tuple(value["players"]), value["anchors"]
        failed = {player: tuple(opponents) for player, opponents in value["failed"].items()}
        records = tuple(map(str, value["records"]))
        return LeagueResult(players, games, anchors, anchor_games, tests, accuracy, failed, records)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise DataError(str(path), f"not a whole {LEAGUE_SCHEMA} record ({error})", AGAIN) from None


def _game_json(game: Game) -> dict[str, Any]:
    return {
        "pair": asdict(game.fixture.pair),
        "swapped": game.fixture.swapped,
        "winner": game.winner,
        "moves": " ".join(game.moves),
        "fault": game.fault,
    }


def _game(value: Mapping[str, Any]) -> Game:
    fixture = Fixture(Pair(**value["pair"]), value["swapped"])
    return Game(fixture, value["winner"], tuple(value["moves"].split()), value["fault"])
