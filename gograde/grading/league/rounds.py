"""The rounds of a league: who plays, who does not, and the pairs.

A round is a stage of the schedule.  A tile is the part of a round's pairs that one process plays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from hashlib import sha256
from pathlib import Path
from typing import Literal

from gograde.arena.game.record import GameRecord, read_log
from gograde.arena.rating.pairs import Fixture, Pair, RatedGame
from gograde.arena.schedule import League, PlayedFixture, fitting_league, stage_count, stage_pairs
from gograde.arena.series import GAMES, LeagueRules, rules_of
from gograde.classroom.classroom import Classroom
from gograde.codec import FileRecord, Record, of_json, to_json
from gograde.core.verdict import Verdict, gravest
from gograde.errors import DataError, UsageError
from gograde.grading.changes import stamper
from gograde.grading.course import load_course
from gograde.grading.facts import RunRecord
from gograde.grading.plan_file import LeaguePlan, planned, usable_run
from gograde.grading.records import AGAIN, UNKNOWN, MadeFrom, read_file, write_record
from gograde.grading.work_paths import league_folder, round_path, tile_path
from gograde.package.config import AssignmentConfig

MOST_TILES = 16  # the most tiles of a round; each is a process
_BOTS_A_TILE = 6  # one tile for this many programs: it starts in the time of some games


class Outsider(Record, kw_only=False, array_like=True):
    """The reason why a student's program is not in the league; JE for a fault of the grader."""

    verdict: Verdict
    message: str


class Round(FileRecord, kw_only=False):
    """A round: its players (student to SHA-256 of the submission), the students left out, and its pairs."""

    players: Mapping[str, str]
    out: Mapping[str, Outsider]
    pairs: tuple[Pair, ...]
    schema: Literal["gograde/round/v1"] = "gograde/round/v1"


def league_rules(config: AssignmentConfig) -> LeagueRules:
    """The league rules of a package; the defaults when it has none."""
    return rules_of(config.parameters).league or LeagueRules()


def shape(programs: int, config: AssignmentConfig) -> dict[str, int]:
    """The most rounds, and tiles a round, of a league of at most this many programs."""
    rules = league_rules(config)
    rounds = stage_count(programs, rules.rounds, rules.full_up_to, rules.pairs)
    tiles = min(MOST_TILES, -(-programs // _BOTS_A_TILE))
    return {"rounds": rounds, "tiles": tiles}


def tile_of(pair: Pair, tiles: int) -> int:
    """The tile that plays a pair; it depends only on the two names and the number of tiles."""
    names = "\0".join(sorted(pair.bots))
    return int.from_bytes(sha256(names.encode()).digest()[:4], "big") % tiles


def league_of(players: Iterable[str], rules: LeagueRules) -> League:
    """The league of these students, ordered by id."""
    return fitting_league(
        sorted(players), rounds=rules.rounds, full_up_to=rules.full_up_to, pairs=rules.pairs
    )


def first_round(records: Iterable[RunRecord], rules: LeagueRules) -> Round:
    """The first round; a student is in the league when the program's runs recorded games."""
    players: dict[str, str] = {}
    out: dict[str, Outsider] = {}
    for record in records:
        student, outsider = record.handed_in.student, outsider_of(record)
        if outsider is None:
            players[student] = record.handed_in.sha256 or ""
        else:
            out[student] = outsider
    return Round(players, out, stage_pairs(league_of(players, rules), (), 0))


def later_round(first: Round, number: int, games: Collection[RatedGame], rules: LeagueRules) -> Round:
    """A later round; its pairs depend on the `games` of the rounds before it."""
    pairs = stage_pairs(league_of(first.players, rules), games, number)
    return Round(first.players, first.out, pairs)


def outsider_of(record: RunRecord) -> Outsider | None:
    """The reason why a program is not in the league; None when it is."""
    if record.verdict is not None:
        return Outsider(record.verdict, record.message)
    if any(run.result and GAMES in run.result.files for run in record.batches):
        return None
    failed = [run for run in record.batches if run.verdict is not Verdict.SK]
    if not failed:
        return Outsider(Verdict.SK, "it was not run")
    return Outsider(gravest(run.verdict for run in failed), failed[0].message)


def make_round(classroom: Classroom, assignment: str, number: int) -> None:
    """Write a round; its pairs depend on the games of the rounds before it."""
    course, shape = load_course(classroom, assignment), shape_of(classroom, assignment, number)
    rules, path = league_rules(course.package.config), round_path(classroom, assignment, number)
    made = stamper(classroom)(path)
    if number == 0:
        found = first_round(run_records(classroom, assignment), rules)
    else:
        first = read_round(round_path(classroom, assignment, 0))
        games = [each.game for each in games_before(classroom, assignment, number, shape.tiles)]
        found = later_round(first, number, games, rules)
    write_round(path, found, made)


def run_records(classroom: Classroom, assignment: str) -> list[RunRecord]:
    """The run records of all students."""
    handed_in = planned(classroom, assignment).handed_in.values()
    return [usable_run(classroom, assignment, one, "") for one in handed_in]


def shape_of(classroom: Classroom, assignment: str, number: int, tile: int = 0) -> LeaguePlan:
    """The league's part of the plan; raises `UsageError` for an unknown round or tile."""
    if (shape := planned(classroom, assignment).league) is None:
        fix = "name an assignment with a group that is scored by-league, and run gograde run first"
        raise UsageError(assignment, "no league in the plan of this class", fix)
    if not (0 <= number < shape.rounds and 0 <= tile < shape.tiles):
        fix = f"rounds are 0 to {shape.rounds - 1}, tiles 0 to {shape.tiles - 1}"
        raise UsageError(f"{assignment} {number} {tile}", "no such tile of a round of the league", fix)
    return shape


class _TileHead(FileRecord):
    schema: Literal["gograde/tile/v1"]
    failed: int


class _TileGame(Record):
    pair: Pair
    swapped: bool
    game: GameRecord


def log_path(classroom: Classroom, assignment: str, tile: int) -> Path:
    """The log to which a tile adds its games."""
    return league_folder(classroom, assignment) / "games" / f"tile-{tile:02}.jsonl"


def known_games(classroom: Classroom, assignment: str, tile: int, keys: Set[str]) -> dict[str, GameRecord]:
    """The games with these keys that any log of the league holds, by key; the tile's own log wins.

    All logs are read, since a pair moves to another tile when the number of tiles changes.
    """
    own = log_path(classroom, assignment, tile)
    others = (path for path in sorted(own.parent.glob("tile-*.jsonl")) if path != own)
    found: dict[str, GameRecord] = {}
    for path in (own, *others):
        found |= read_log(path, keys - found.keys())
    return found


def write_round(path: Path, found: Round, made: MadeFrom = UNKNOWN) -> None:
    """Write the record of a round."""
    write_record(path, to_json(found), made)


def read_round(path: Path) -> Round:
    """Read a round; raises `DataError`."""
    return read_file(Round, path, AGAIN)


def write_tile(
    path: Path, played: Iterable[PlayedFixture], made: MadeFrom = UNKNOWN, failed: int = 0
) -> None:
    """Write the games of a tile with their fixtures; `failed` are missing through a fault of the grader."""
    games = (
        _TileGame(pair=each.fixture.pair, swapped=each.fixture.swapped, game=each.record) for each in played
    )
    lines = [_TileHead(schema="gograde/tile/v1", failed=failed), *games]
    write_record(path, b"".join(map(to_json, lines)), made)


def read_tile(path: Path) -> tuple[PlayedFixture, ...]:
    """Read the games of a tile; raises `DataError`."""
    try:
        head, *games = path.read_bytes().splitlines()
        of_json(_TileHead, head)
        return tuple(map(_played, games))
    except (OSError, ValueError) as error:
        raise DataError(str(path), f"not whole games of a league ({error})", AGAIN) from None


def _played(line: bytes) -> PlayedFixture:
    value = of_json(_TileGame, line)
    return PlayedFixture(Fixture(value.pair, value.swapped), value.game)


def games_before(classroom: Classroom, assignment: str, number: int, tiles: int) -> Iterator[PlayedFixture]:
    """The games of all rounds before `number`."""
    for earlier in range(number):
        for tile in range(tiles):
            yield from read_tile(tile_path(classroom, assignment, earlier, tile))
