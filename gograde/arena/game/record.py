"""`gograde/game/v1`: a finished game as one line of JSON, and logs of such lines.

Lines are only appended to a log, each whole or not at all.  The key of a game is a hash of everything that
the game depends on.  So a tournament can resume from its log, and a changed bot changes only the keys of its
own games.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Literal

from msgspec import UNSET, UnsetType

from gograde.arena.game.rules import SIDE, GameEnd, Rules
from gograde.codec import Record, of_json, part_of, to_json
from gograde.core.record import Thrown
from gograde.errors import DataError
from gograde.files import FILE_MODE, make_folder
from gograde.go.board import Stone
from gograde.go.player import Termination, read_move
from gograde.go.position import LiveGame
from gograde.listing import named

GAME_SCHEMA: Literal["gograde/game/v1"] = "gograde/game/v1"
Colour = Literal["black", "white"]
Winner = Literal["black", "white", "nobody"]
WINNERS: dict[Stone, Winner] = {Stone.BLACK: "black", Stone.WHITE: "white", Stone.EMPTY: "nobody"}

_KEY = re.compile(rb'"key": "([0-9a-f]{64})"')
"""Finds the key in a line of a log; JSON escapes quotes in names and reasons, so they cannot match."""

_NAMED_PLIES = 3
"""The most plies that a remark line lists; more plies are only counted."""


class GameSide(Record):
    """One side of a game: the bot, the content hash of its code, and the CPU seconds it used."""

    name: str
    digest: str
    cpu_s: float = 0.0


class Remark(Record):
    """A note about something that happened on a ply."""

    ply: int
    text: str


class ByArea(Record):
    """What a record says of a game that is not the course's: the board, komi, black's lead in points."""

    side: int
    komi: float
    lead: float | None


class GameRecord(Record):
    """A finished game.

    `moves` are all moves as `row,column` or `PASS`, including the opening and an illegal last move.
    `black_stones` and `white_stones` count the stones on the board at the end.  `first_pass_ends` is the
    rule about black's pass on ply 1.  `area` is there when the game is not the course's.
    """

    schema: Literal["gograde/game/v1"] = GAME_SCHEMA
    key: str
    package: str
    black: GameSide
    white: GameSide
    seed: int
    opening: tuple[str, ...]
    moves: tuple[str, ...]
    termination: Termination
    winner: Winner
    reason: str
    black_stones: int
    white_stones: int
    remarks: tuple[Remark, ...] = ()
    first_pass_ends: bool = True
    area: ByArea | UnsetType = UNSET

    @property
    def start(self) -> LiveGame:
        """The game before ply 1."""
        if self.area is UNSET:
            return Rules(first_pass_ends=self.first_pass_ends).start
        return Rules(self.area.side, self.area.komi, first_pass_ends=self.first_pass_ends).start

    @property
    def game(self) -> LiveGame:
        """The game up to its last legal move; raises `DataError` for moves that are not a game."""
        played = self.moves[:-1] if self.termination is Termination.ILLEGAL else self.moves
        start = self.start
        return LiveGame(start.start, start.komi, tuple(map(read_move, played)))

    @property
    def lead(self) -> float | None:
        """Black's lead in points, komi counted; None where points did not decide."""
        if self.area is not UNSET:
            return self.area.lead
        counted = self.termination is Termination.POINTS
        return self.black_stones - self.white_stones - self.start.komi if counted else None

    @property
    def outcome(self) -> GameEnd:
        """Who won and why."""
        winner = next(stone for stone, name in WINNERS.items() if name == self.winner)
        return GameEnd(self.termination, winner, self.reason, self.lead)

    @property
    def winner_name(self) -> str:
        return {"black": self.black.name, "white": self.white.name}.get(self.winner, "nobody")

    def remark_lines(self) -> tuple[str, ...]:
        """A line for each remark text, with its plies."""
        plies: dict[str, list[int]] = {}
        for remark in self.remarks:
            plies.setdefault(remark.text, []).append(remark.ply)
        return tuple(f"{_plies(each)}: {text}" for text, each in plies.items())


def _plies(plies: Sequence[int]) -> str:
    """The first of some plies, and how many more there are."""
    if len(plies) == 1:
        return f"ply {plies[0]}"
    return f"plies {named([*map(str, plies)], _NAMED_PLIES)}"


def game_key(digests: tuple[str, str], opening: Sequence[str], seed: int, package: str, rules: Rules) -> str:
    """SHA-256 of all that a game depends on: black's and white's code, opening, seed, package, and rules."""
    told = [] if rules.first_pass_ends else ["a first pass ends nothing"]
    if rules.side != SIDE:
        told += [f"{rules.side} lines, komi {rules.komi:g}"]
    subject = json.dumps([GAME_SCHEMA, *digests, list(opening), seed, package, *told], ensure_ascii=True)
    return sha256(subject.encode()).hexdigest()


# -- on disk --------------------------------------------------------------------------------


def append(path: Path, record: GameRecord) -> None:
    """Append a game to a log, and flush it to the disk.

    First removes the incomplete line that a killed writer may have left.
    """
    make_folder(path.parent)
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, FILE_MODE)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        _drop_half_line(fd)
        line = to_json(record)
        if os.write(fd, line) != len(line):
            _drop_half_line(fd)
            raise DataError(str(path), "the disk is full", "make room, and run the command again")
        os.fsync(fd)
    finally:
        os.close(fd)


def _drop_half_line(fd: int) -> None:
    size = end = os.fstat(fd).st_size
    block = 64 * 1024
    while end:
        start = max(0, end - block)
        newline = os.pread(fd, end - start, start).rfind(b"\n")
        if newline >= 0:
            end = start + newline + 1
            break
        end = start
    if end != size:
        os.ftruncate(fd, end)


def read_log(path: Path, wanted: Container[str] | None = None) -> dict[str, GameRecord]:
    """The games of a log by key, in order; the first game of a key counts.

    With `wanted`, only games with these keys are read.  A last line without a line end is incomplete and is
    skipped.  A missing file is an empty log.  Raises DataError for a line that is no game.
    """
    if not path.exists():
        return {}
    games: dict[str, GameRecord] = {}
    *lines, _ = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, start=1):
        if wanted is not None and _is_another(line, wanted):
            continue
        try:
            record = of_json(GameRecord, line)
        except ValueError as error:
            what = f"no game ({error})"
            raise DataError(
                f"{path}: line {number}", what, "remove the line: its game is played again"
            ) from None
        games.setdefault(record.key, record)
    return games


def _is_another(line: bytes, wanted: Container[str]) -> bool:
    """Whether a line has a key that is not in `wanted`."""
    key = _KEY.search(line)
    return key is not None and key[1].decode() not in wanted


def last_ply(record: GameRecord) -> int:
    """The ply that ended a game, from 1; a fault is a ply that has no move."""
    moved = record.termination in (Termination.POINTS, Termination.ILLEGAL)
    return len(record.moves) + (not moved)


def thrown(flips: Sequence[object]) -> Thrown | None:
    """The first of the moves of a side that threw the game away."""
    return part_of(Thrown, flips[0]) if flips else None


@contextmanager
def written(path: Path, fix: str = "name a file in a folder that exists") -> Iterator[None]:
    """Turn an `OSError` of the block into a `DataError` that suggests `fix`."""
    try:
        yield
    except OSError as error:
        what = f"cannot be written ({error.strerror})"
        raise DataError(str(error.filename or path), what, fix) from None
