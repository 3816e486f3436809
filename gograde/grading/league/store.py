"""The league of a class on disk: its rounds, the games of their tiles, and the logs of all games.

Logs only grow.  The key of a game is made of everything that the game depends on: only games of a
new or changed program are played, all others are read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gograde.arena.game.record import GameRecord, read_log
from gograde.arena.rating.pairs import Fixture, Pair
from gograde.arena.schedule.league_games import PlayedFixture
from gograde.classroom.classroom import Classroom
from gograde.errors import DataError
from gograde.files import write_atomic
from gograde.grading.league.rounds import Outsider, Round
from gograde.grading.records import check_schema, to_json
from gograde.scoring.verdict import Verdict

ROUND_SCHEMA = "gograde/round/v1"
AGAIN = "run gograde run again, which makes it anew"


def league_folder(classroom: Classroom, assignment: str) -> Path:
    """The folder of a league's rounds."""
    return classroom.work / "league" / assignment


def round_path(classroom: Classroom, assignment: str, number: int) -> Path:
    """The path of a round."""
    return league_folder(classroom, assignment) / f"round-{number:02}.json"


def tile_path(classroom: Classroom, assignment: str, number: int, tile: int) -> Path:
    """The path of the games of a tile."""
    return league_folder(classroom, assignment) / f"round-{number:02}" / f"tile-{tile:02}.jsonl"


def void_path(tile: Path) -> Path:
    """The marker beside a tile; it holds the number of games missing through a fault of the grader."""
    return tile.with_suffix(".void")


def failed_games(classroom: Classroom, assignment: str) -> int:
    """The number of a league's games that failed through a fault of the grader."""
    return sum(int(path.read_bytes()) for path in _voids(classroom, assignment))


def forget_unreadable(classroom: Classroom, assignment: str) -> None:
    """Delete rounds and tiles that cannot be read, such as those of another version."""
    folder = league_folder(classroom, assignment)
    forget_unless_read(read_round, folder.glob("round-*.json"))
    forget_unless_read(read_tile, folder.glob("round-*/tile-*.jsonl"))


def forget_unless_read(read: Callable[[Path], object], paths: Iterable[Path]) -> None:
    """Delete each file for which `read` raises `DataError`."""
    for path in list(paths):
        try:
            read(path)
        except DataError:
            path.unlink(missing_ok=True)


def forget_voids(classroom: Classroom, assignment: str) -> None:
    """Delete tiles that lack games through a fault of the grader, so that they are played again."""
    for void in _voids(classroom, assignment):
        void.with_suffix(".jsonl").unlink(missing_ok=True)
        void.unlink()


def _voids(classroom: Classroom, assignment: str) -> list[Path]:
    return list(league_folder(classroom, assignment).glob("round-*/tile-*.void"))


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


def write_round(path: Path, found: Round) -> None:
    """Write a round atomically."""
    value = {
        "schema": ROUND_SCHEMA,
        "players": dict(found.players),
        "out": {student: [one.verdict, one.message] for student, one in found.out.items()},
        "pairs": [asdict(pair) for pair in found.pairs],
    }
    write_atomic(path, to_json(value))


def read_round(path: Path) -> Round:
    """Read a round; raises `DataError`."""
    try:
        value = json.loads(path.read_bytes())
        check_schema(value, ROUND_SCHEMA)
        out = {student: Outsider(Verdict(verdict), text) for student, (verdict, text) in value["out"].items()}
        return Round(value["players"], out, tuple(Pair(**pair) for pair in value["pairs"]))
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise DataError(str(path), f"not a whole {ROUND_SCHEMA} record ({error})", AGAIN) from None


def write_tile(path: Path, played: Iterable[PlayedFixture]) -> None:
    """Write the games of a tile, with their fixtures, atomically."""
    lines = (
        {"pair": asdict(each.fixture.pair), "swapped": each.fixture.swapped, "game": _record_json(each)}
        for each in played
    )
    write_atomic(path, b"".join(map(to_json, lines)))


def _record_json(played: PlayedFixture) -> dict[str, Any]:
    return played.record.model_dump(mode="json", by_alias=True)


def read_tile(path: Path) -> tuple[PlayedFixture, ...]:
    """Read the games of a tile; raises `DataError`."""
    try:
        return tuple(map(_played, path.read_bytes().splitlines()))
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise DataError(str(path), f"not whole games of a league ({error})", AGAIN) from None


def _played(line: bytes) -> PlayedFixture:
    value = json.loads(line)
    fixture = Fixture(Pair(**value["pair"]), value["swapped"])
    return PlayedFixture(fixture, GameRecord.model_validate(value["game"]))


def games_before(classroom: Classroom, assignment: str, number: int, tiles: int) -> Iterator[PlayedFixture]:
    """The games of all rounds before `number`."""
    for earlier in range(number):
        for tile in range(tiles):
            yield from read_tile(tile_path(classroom, assignment, earlier, tile))
