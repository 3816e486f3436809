"""The league of a class on disk: its rounds, the games of their tiles, and the logs of all games.

Logs only grow.  The key of a game is made of everything that the game depends on: only games of a
new or changed program are played, all others are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from typing import Literal

from gograde.arena.game.record import GameRecord, read_log
from gograde.arena.rating.pairs import Fixture, Pair
from gograde.arena.schedule.league_games import PlayedFixture
from gograde.classroom.classroom import Classroom
from gograde.codec import FileRecord, Record, of_json, to_json
from gograde.errors import DataError
from gograde.grading.league.rounds import Round
from gograde.grading.records import UNKNOWN, MadeFrom, read_file, write_record
from gograde.grading.work_paths import league_folder, tile_path

AGAIN = "run gograde run again, which makes it anew"


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
