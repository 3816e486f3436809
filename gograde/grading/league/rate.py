"""Rates the games of a league and scores the students by the ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from gograde.arena.analysis.accuracy import league_accuracy
from gograde.arena.analysis.judged_game import Analysis
from gograde.arena.analysis.sgf import game_sgf
from gograde.arena.rating.pairs import Fixture, Game, missing
from gograde.arena.schedule.league_games import PlayedFixture
from gograde.arena.series.series import GAMES, PROGRAM, played_of, series_of
from gograde.authoring.assignment import Batch
from gograde.classroom.classroom import Classroom
from gograde.grading.course import Course, load_course
from gograde.grading.facts import RunRecord
from gograde.grading.league.analyses import judged, judged_path
from gograde.grading.league.result import REFERENCE, LeagueResult, write_league
from gograde.grading.league.rounds import Outsider, Round, league_of, league_rules
from gograde.grading.league.schedule import run_records, shape_of
from gograde.grading.league.scores import (
    FinishedLeague,
    confirm_games,
    league_group,
    outsiders_test,
    players_tests,
)
from gograde.grading.league.store import games_before, league_path, read_round, round_path
from gograde.scoring.record import TestScore


def rate_league(
    classroom: Classroom, assignment: str, frozen: Mapping[str, float], cores: int = 1
) -> LeagueResult:
    """Rate the games of a league and write the result; `frozen` are the reference players' ratings.

    `cores` games are analysed at once, which does not change the result.  Raises `JudgeError` when a
    second referee disagrees about the end of a game.
    """
    shape = shape_of(classroom, assignment, 0)
    course = load_course(classroom, assignment)
    rounds = [read_round(round_path(classroom, assignment, number)) for number in range(shape["rounds"])]
    first = rounds[0]
    played = tuple(games_before(classroom, assignment, shape["rounds"], shape["tiles"]))
    confirm_games(played)
    analyses = judged(judged_path(classroom, assignment), [each.record for each in played], cores)
    rules = league_rules(course.package.config)
    league = league_of(first.players, rules)
    # Who met all classmates is compared by these games alone: those against reference players have marks of
    # their own, and are so many that they would decide.
    scale = {} if league.full else frozen
    outside = _anchor_games(run_records(classroom, assignment), course.batches, scale, first.players)
    by_fixture = {each.fixture: analysis for each, analysis in zip(played, analyses, strict=True)}
    found = LeagueResult(
        tuple(sorted(first.players)),
        tuple(sorted(each.game for each in played)),
        {REFERENCE.format(name): elo for name, elo in scale.items()},
        tuple(outside),
        {},
        league_accuracy(played, analyses),
        failed_by_player(rounds, [each.game for each in played]),
        _records(played, by_fixture),
    )
    met = league.rounds if not league.full else league.pairs * (len(league.bots) - 1)
    finished = FinishedLeague(rules, found.standings, played, max(0, 2 * met), by_fixture, found.failed)
    found = replace(found, tests=_tests(course, finished, first.out))
    write_league(league_path(classroom, assignment), found)
    return found


def failed_by_player(rounds: Iterable[Round], games: Sequence[Game]) -> dict[str, tuple[str, ...]]:
    """The opponents in missing games by player, one for each game; players with all games are left out."""
    fixtures = missing((pair for each in rounds for pair in each.pairs), games)
    found: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    for fixture in fixtures:
        found[fixture.black] += (fixture.white,)
        found[fixture.white] += (fixture.black,)
    return dict(found)


def _records(played: Iterable[PlayedFixture], judged_by: Mapping[Fixture, Analysis]) -> tuple[str, ...]:
    """The games as SGF in the order of the schedule, under the names of the students."""
    ordered = sorted(played, key=lambda each: each.fixture)
    return tuple(game_sgf(each.named, judged_by[each.fixture]).decode() for each in ordered)


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
    """The players' hidden games against reference players with known ratings."""
    asked = [batch for batch in batches if not batch.public and series_of(batch).opponent in frozen]
    for record in records:
        if record.handed_in.student in players:
            for batch in asked:
                lines = record.facts(batch.name).files.get(GAMES, b"")
                for each in played_of(series_of(batch), lines):
                    yield _renamed(each.game, record.handed_in.student)


def _renamed(game: Game, student: str) -> Game:
    """A game of a series with the student's name, and the reference player's name in the league."""
    pair = game.fixture.pair
    names = {name: student if name == PROGRAM else REFERENCE.format(name) for name in pair.bots}
    renamed = replace(pair, first=names[pair.first], second=names[pair.second])
    return Game(Fixture(renamed, game.fixture.swapped), names[game.winner], game.moves, game.fault)
