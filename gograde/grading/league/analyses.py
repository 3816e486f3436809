"""Analyses of the ends of a league's games; an analysis on disk is not computed again.

An analysis depends only on the moves of its game and on the code that makes it.  One game takes some
0.03 s of CPU time, so all analyses of a league lie in one file beside its games.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from gograde.arena.analysis.accuracy import analyse_all
from gograde.arena.analysis.judged_game import USUAL, Analysis
from gograde.arena.game.record import GameRecord
from gograde.classroom.classroom import Classroom
from gograde.code_closure import code_digest
from gograde.files import write_atomic
from gograde.grading.league.store import league_folder
from gograde.grading.records import to_json

JUDGED_SCHEMA = "gograde/judged/v1"


def judged_path(classroom: Classroom, assignment: str) -> Path:
    """The path of the analyses of a league's games."""
    return league_folder(classroom, assignment) / "judged.json"


def judged(path: Path, games: Sequence[GameRecord], cores: int = 1) -> list[Analysis]:
    """The analyses of the games, in order; those missing from `path` are made and written there.

    `cores` analyses are made at once, which does not change them.  Raises `DataError` for a record
    whose moves are not a game.
    """
    code = code_digest("gograde.arena.analysis.accuracy")
    by_moves = {moves_key(game): game for game in games}
    known = {key: found for key, found in _kept(path, code).items() if key in by_moves}
    new = [key for key in by_moves if key not in known]
    made = analyse_all([by_moves[key] for key in new], USUAL, cores)
    found = {**known, **dict(zip(new, made, strict=True))}
    _keep(path, code, found)
    return [found[moves_key(game)].model_copy(update={"game": game.key}) for game in games]


def moves_key(game: GameRecord) -> str:
    """A SHA-256 over everything in a game that its analysis depends on."""
    parts = [USUAL, len(game.opening), list(game.moves), game.termination]
    return sha256(json.dumps(parts).encode()).hexdigest()


def _keep(path: Path, code: str, found: Mapping[str, Analysis]) -> None:
    games = {key: each.model_dump(mode="json", by_alias=True) for key, each in found.items()}
    write_atomic(path, to_json({"schema": JUDGED_SCHEMA, "code": code, "games": games}))


def _kept(path: Path, code: str) -> dict[str, Analysis]:
    """The analyses on disk that the same code made; empty when the file is damaged."""
    try:
        value = json.loads(path.read_bytes())
        if (value["schema"], value["code"]) != (JUDGED_SCHEMA, code):
            return {}
        return {key: Analysis.model_validate(each) for key, each in value["games"].items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}
