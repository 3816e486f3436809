"""Rates the games of a league and scores the students by the ratings."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Literal

from gograde.arena.game.record import GameRecord
from gograde.arena.judged_game import USUAL, Analysis, analyse_all, league_accuracy
from gograde.arena.rating.bradley_terry import frozen_ratings
from gograde.arena.rating.pairs import Fixture, RatedGame, missing
from gograde.arena.schedule import PlayedFixture
from gograde.arena.series import GAMES, PROGRAM, played_of, series_of
from gograde.arena.sgf import game_sgf
from gograde.classroom.classroom import Classroom
from gograde.code_closure import code_digest
from gograde.codec import Record, of_json, replace, to_json
from gograde.core.assignment import Batch
from gograde.core.record import TestScore
from gograde.files import write_atomic
from gograde.grading.changes import stamper
from gograde.grading.course import Course, load_course
from gograde.grading.facts import RunRecord
from gograde.grading.league.result import REFERENCE, LeagueResult, write_league
from gograde.grading.league.rounds import (
    Outsider,
    Round,
    games_before,
    league_of,
    league_rules,
    read_round,
    run_records,
    shape_of,
)
from gograde.grading.league.scores import (
    FinishedLeague,
    confirm_games,
    league_group,
    outsiders_test,
    players_tests,
)
from gograde.grading.work_paths import league_folder, league_path, round_path


def rate_league(classroom: Classroom, assignment: str, cores: int = 1) -> LeagueResult:
    """Rate the games of a league, score the students by the ratings, and write the result.

    `cores` games are analysed at once, which does not change the result.  Raises `JudgeError` when a
    second referee disagrees about the end of a game.
    """
    shape = shape_of(classroom, assignment, 0)
    course, path = load_course(classroom, assignment), league_path(classroom, assignment)
    made = stamper(classroom)(path)
    rounds = [read_round(round_path(classroom, assignment, number)) for number in range(shape.rounds)]
    first = rounds[0]
    played = tuple(games_before(classroom, assignment, shape.rounds, shape.tiles))
    confirm_games(played)
    analyses = judged(judged_path(classroom, assignment), [each.record for each in played], cores)
    rules = league_rules(course.package.config)
    league = league_of(first.players, rules)
    # Who met all classmates is compared by these games alone: those against reference players have marks of
    # their own, and are so many that they would decide.
    scale = {} if league.full else frozen_ratings()
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
    write_league(path, found, made)
    return found


def failed_by_player(rounds: Iterable[Round], games: Sequence[RatedGame]) -> dict[str, tuple[str, ...]]:
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
) -> Iterable[RatedGame]:
    """The players' hidden games against reference players with known ratings."""
    asked = [batch for batch in batches if not batch.public and series_of(batch).opponent in frozen]
    for record in records:
        if record.handed_in.student in players:
            for batch in asked:
                lines = record.facts(batch.name).files.get(GAMES, b"")
                for each in played_of(series_of(batch), lines):
                    yield _renamed(each.game, record.handed_in.student)


def _renamed(game: RatedGame, student: str) -> RatedGame:
    """A game of a series with the student's name, and the reference player's name in the league."""
    pair = game.fixture.pair
    names = {name: student if name == PROGRAM else REFERENCE.format(name) for name in pair.bots}
    renamed = replace(pair, first=names[pair.first], second=names[pair.second])
    return RatedGame(Fixture(renamed, game.fixture.swapped), names[game.winner], game.moves, game.fault)


class _Judged(Record):
    schema: Literal["gograde/judged/v1"] = "gograde/judged/v1"
    code: str
    games: Mapping[str, Analysis]


def judged_path(classroom: Classroom, assignment: str) -> Path:
    """The path of the analyses of a league's games."""
    return league_folder(classroom, assignment) / "judged.json"


def judged(path: Path, games: Sequence[GameRecord], cores: int = 1) -> list[Analysis]:
    """The analyses of the games, in order; those missing from `path` are made and written there.

    `cores` analyses are made at once, which does not change them.  Raises `DataError` for a record
    whose moves are not a game.

    One game takes some 0.03 s of CPU time, so all analyses of a league lie in one file beside its games.
    """
    code = code_digest("gograde.arena.judged_game")
    by_moves = {moves_key(game): game for game in games}
    known = {key: found for key, found in _load(path, code).items() if key in by_moves}
    new = [key for key in by_moves if key not in known]
    made = analyse_all([by_moves[key] for key in new], USUAL, cores)
    found = {**known, **dict(zip(new, made, strict=True))}
    _keep(path, code, found)
    return [replace(found[moves_key(game)], game=game.key) for game in games]


def moves_key(game: GameRecord) -> str:
    """A SHA-256 over everything in a game that its analysis depends on."""
    parts = [USUAL, len(game.opening), list(game.moves), game.termination]
    return sha256(json.dumps(parts).encode()).hexdigest()


def _keep(path: Path, code: str, found: Mapping[str, Analysis]) -> None:
    write_atomic(path, to_json(_Judged(code=code, games=found)))


def _load(path: Path, code: str) -> Mapping[str, Analysis]:
    """The analyses on disk that the same code made; empty when the file is damaged."""
    try:
        value = of_json(_Judged, path.read_bytes())
        return value.games if value.code == code else {}
    except (OSError, ValueError):
        return {}
