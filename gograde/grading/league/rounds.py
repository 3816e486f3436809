"""The rounds of a league: who plays, who does not, and the pairs.

A round is a stage of the schedule.  A tile is the part of a round's pairs that one process plays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from typing import Literal

from gograde.arena.rating.pairs import Game, Pair
from gograde.arena.schedule.pairing import League, fitting_league, stage_count, stage_pairs
from gograde.arena.series.series import GAMES, LeagueRules, rules_of
from gograde.codec import FileRecord, Record
from gograde.grading.facts import RunRecord
from gograde.package.config import AssignmentConfig
from gograde.scoring.verdict import Verdict, gravest

MOST_TILES = 16  # the most tiles of a round; each is a process
_BOTS_A_TILE = 4  # one tile for this many students


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


def shape(students: int, config: AssignmentConfig) -> dict[str, int]:
    """The most rounds, and tiles a round, of a league of this many students."""
    rules = league_rules(config)
    rounds = stage_count(students, rules.rounds, rules.full_up_to, rules.pairs)
    tiles = min(MOST_TILES, -(-students // _BOTS_A_TILE))
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


def later_round(first: Round, number: int, games: Collection[Game], rules: LeagueRules) -> Round:
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
