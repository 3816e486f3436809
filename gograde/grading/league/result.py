"""What came of a league: the games that count, and a test for every student."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from gograde.arena.analysis.accuracy import Accuracy, league_accuracy
from gograde.arena.rating.pairs import Fixture, Game, Pair, missing
from gograde.arena.series.series import GAMES, PROGRAM, played_of, series_of
from gograde.arena.standings.table import Standings, standings
from gograde.authoring.assignment import Batch
from gograde.classroom.classroom import Classroom
from gograde.errors import DataError
from gograde.grading.course import Course, load_course
from gograde.grading.facts import RunRecord
from gograde.grading.league.analyses import judged, judged_path
from gograde.grading.league.play import run_records, shape_of
from gograde.grading.league.scores import (
    UNPLAYED,
    FinishedLeague,
    Outsider,
    confirm_games,
    league_group,
    outsiders_test,
    players_tests,
)
from gograde.grading.league.rounds import (
    AGAIN,
    Round,
    games_before,
    league_of,
    league_path,
    league_rules,
    read_round,
    round_path,
)
from gograde.grading.records import check_schema, to_json, write_atomic
from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict

LEAGUE_SCHEMA = "gograde/league/v1"
REFERENCE = "reference/{}"
"""A reference player's name among students, none of whom can be called so."""


@dataclass(frozen=True)
class LeagueResult:
    """A league that was played: who played, the games, and the tests by student.

    `anchors` are frozen ratings of reference players, `anchor_games` the games that students'
    programs played against them, `accuracy` how exactly each plays near the end of the league's games,
    `failed` how many games of a player are missing through a fault of ours, where some are.
    """

    players: tuple[str, ...]
    games: tuple[Game, ...]
    anchors: Mapping[str, float]
    anchor_games: tuple[Game, ...]
    tests: Mapping[str, TestScore]
    accuracy: tuple[Accuracy, ...] = ()
    failed: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def standings(self) -> Standings:
        """The table, fitted anew from the games."""
        return standings(self.games, self.players, self.anchors, self.anchor_games)


def rate_league(
    classroom: Classroom, assignment: str, frozen: Mapping[str, float], cores: int = 1
) -> LeagueResult:
    """Rate all games of a league and write what came of it; `frozen` are the reference players' ratings.

    So many games as `cores` are judged at once, which changes nothing of what is written.  Raises
    `JudgeError` for a game that a second referee sees otherwise.
    """
    shape = shape_of(classroom, assignment, 0)
    course = load_course(classroom, assignment)
    rounds = [read_round(round_path(classroom, assignment, number)) for number in range(shape["rounds"])]
    first = rounds[0]
    played = tuple(games_before(classroom, assignment, shape["rounds"], shape["tiles"]))
    confirm_games(played)
    analyses = judged(judged_path(classroom, assignment), [each.record for each in played], cores)
    records = run_records(classroom, assignment)
    found = LeagueResult(
        tuple(sorted(first.players)),
        tuple(sorted(each.game for each in played)),
        {REFERENCE.format(name): elo for name, elo in frozen.items()},
        tuple(_anchor_games(records, course.batches, frozen, first.players)),
        {},
        league_accuracy(played, analyses),
        failed_by_player(rounds, [each.game for each in played]),
    )
    rules = league_rules(course.package.config)
    league = league_of(first.players, rules)
    met = league.rounds if not league.full else league.pairs * (len(league.bots) - 1)
    by_fixture = {each.fixture: analysis for each, analysis in zip(played, analyses, strict=True)}
    finished = FinishedLeague(rules, found.standings, played, max(0, 2 * met), by_fixture, found.failed)
    found = replace(found, tests=_tests(course, finished, first.out))
    write_league(league_path(classroom, assignment), found)
    return found


def failed_by_player(rounds: Iterable[Round], games: Sequence[Game]) -> dict[str, int]:
    """How many games that the rounds ask for are not there, by player; nobody who has all."""
    fixtures = missing((pair for each in rounds for pair in each.pairs), games)
    return dict(Counter(name for fixture in fixtures for name in fixture.pair.bots))


def _tests(course: Course, finished: FinishedLeague, out: Mapping[str, Outsider]) -> dict[str, TestScore]:
    group = league_group(course.package.config)
    if group is None:
        return {}
    visibility = course.rules.visibility
    outside = {student: outsiders_test(group, one, visibility) for student, one in out.items()}
    return {**players_tests(group, finished, visibility), **outside}


def _anchor_games(
    records: Iterable[RunRecord],
    batches: Sequence[Batch],
    frozen: Mapping[str, float],
    players: Mapping[str, str],
) -> Iterable[Game]:
    """The hidden games of the players against reference players whose ratings are known."""
    asked = [batch for batch in batches if not batch.public and series_of(batch).opponent in frozen]
    for record in records:
        if record.handed_in.student in players:
            for batch in asked:
                lines = record.facts(batch.name).files.get(GAMES, b"")
                for each in played_of(series_of(batch), lines):
                    yield _renamed(each.game, record.handed_in.student)


def _renamed(game: Game, student: str) -> Game:
    """A game of a series under the student's name and the reference player's among students."""
    pair = game.fixture.pair
    names = {name: student if name == PROGRAM else REFERENCE.format(name) for name in pair.bots}
    renamed = replace(pair, first=names[pair.first], second=names[pair.second])
    return Game(Fixture(renamed, game.fixture.swapped), names[game.winner], game.moves, game.fault)


def league_test(found: LeagueResult | None, course: Course, student: str) -> tuple[TestScore, ...]:
    """A student's test of the league: none without a group for it, and pending before it was played."""
    group = league_group(course.package.config)
    if group is None:
        return ()
    if found is not None and student in found.tests:
        return (found.tests[student],)
    return (outsiders_test(group, Outsider(Verdict.SK, UNPLAYED), course.rules.visibility),)


# -- on disk --------------------------------------------------------------------------------


def write_league(path: Path, found: LeagueResult) -> None:
    """Write what came of a league whole."""
    value = {
        "schema": LEAGUE_SCHEMA,
        "players": list(found.players),
        "games": list(map(_game_json, found.games)),
        "anchors": dict(found.anchors),
        "anchor_games": list(map(_game_json, found.anchor_games)),
        "accuracy": [asdict(each) for each in found.accuracy],
        "failed": dict(found.failed),
        "tests": {student: test.model_dump(mode="json") for student, test in found.tests.items()},
    }
    write_atomic(path, to_json(value))


def read_league(path: Path) -> LeagueResult | None:
    """The inverse of `write_league`; None when there is no such file, DataError when it is not whole."""
    if not path.exists():
        return None
    try:
        value = json.loads(path.read_bytes())
        check_schema(value, LEAGUE_SCHEMA)
        tests = {student: TestScore.model_validate(test) for student, test in value["tests"].items()}
        games, anchor_games = (tuple(map(_game, value[key])) for key in ("games", "anchor_games"))
        accuracy = tuple(Accuracy(**each) for each in value["accuracy"])
        players, anchors, failed = tuple(value["players"]), value["anchors"], value["failed"]
        return LeagueResult(players, games, anchors, anchor_games, tests, accuracy, failed)
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
