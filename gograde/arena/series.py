"""Series of games against a reference player: the rules, the files and the games of a series."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from gograde.arena.game.record import GameRecord
from gograde.arena.game.rules import Rules
from gograde.arena.players.reference import NAMES, is_reference
from gograde.arena.rating.pairs import Draw, Fixture, Pair
from gograde.arena.schedule import Gauntlet, PlayedFixture, StoppingRule
from gograde.arena.standings import Slope
from gograde.codec import Record, of_json, to_value
from gograde.core.assignment import Batch, Case
from gograde.core.verdict import Verdict
from gograde.errors import DataError, JudgeError
from gograde.go.player import Termination
from gograde.package.config import Seconds
from gograde.package.contents import parse_json
from gograde.package.yaml_files import validate

SERIES_SCHEMA: Literal["gograde/series/v1"] = "gograde/series/v1"
SERIES = "series.json"
GAMES = "games.jsonl"
"""The file of a run with the records of its games, one `gograde/game/v1` per line."""

PROGRAM = "program"
"""The name of every submission in the records."""

SEEDS = 2**53
"""The upper bound of seeds; JSON readers that use doubles read smaller integers exactly."""

WHERE = "assignment.yaml: parameters"
_ANEW = "make the cases anew"
_NOT_ALL = "the last share is not 1"
_GIVE_ALL = "give all points from the last win rate on"
_NOT_NONE = "the first share is not 0"
_GIVE_NONE = "give no points up to the first win rate"

VERDICTS: Mapping[Termination, Verdict] = {
    Termination.POINTS: Verdict.WA,
    Termination.ILLEGAL: Verdict.IM,
    Termination.UNREADABLE: Verdict.WA,
    Termination.NO_ANSWER: Verdict.NO,
    Termination.TIME: Verdict.TLE,
    Termination.MEMORY: Verdict.MLE,
    Termination.LIMIT: Verdict.OLE,
    Termination.VIOLATION: Verdict.SV,
    Termination.CRASHED: Verdict.RTE,
    Termination.RESIGNED: Verdict.NO,
}
"""The verdict of a game that is lost this way."""

Games = Annotated[int, Meta(ge=2, le=1000, multiple_of=2)]
Share = Annotated[float, Meta(ge=0, le=1)]
Knots = Annotated[tuple[tuple[Share, Share], ...], Meta(min_length=1)]


class LeagueRules(Record):
    """How the programs of a class meet, and which share of the points an expected win rate earns.

    With at most `full_up_to` programs, every two meet in `pairs` pairs of games; more programs play `rounds`
    Swiss rounds.  `marks` are knots (win rate, share of the points) with straight lines between them; the
    last share must be 1.  Wrong marks raise `DataError` when the package is read.
    """

    rounds: Annotated[int, Meta(ge=1, le=50)] = 10
    full_up_to: Annotated[int, Meta(ge=0, le=60)] = 30
    pairs: Annotated[int, Meta(ge=1, le=10)] = 1
    marks: Knots = ((0.0, 0.0), (1.0, 1.0))

    def __post_init__(self) -> None:
        _scale(f"{WHERE}: league.marks", self.marks)

    @property
    def slope(self) -> Slope:
        """The knots as a scale."""
        return Slope(self.marks)


class Budget(Record):
    """Limits in seconds beside the limits of a move: for one game, and for all series together.

    `gograde.arena.players.sandboxed.spent_s` defines the seconds of a run; None is no limit.
    """

    game_s: Seconds | None = None
    series_s: Seconds | None = None


class SeriesRules(Record):
    """The published rules: `parameters` of `assignment.yaml`.

    `marks` has knots (win rate, share of the points) for each opponent, with straight lines between them; the
    last share is 1.  A series has at least `first` games before it may be settled.

    `clock` says which of the two limits of a move is the strict one, of `limits.cpu_s` seconds: the CPU time,
    or the time by the clock, as in the course.  The other has `limits.wall_s` seconds.  `first_pass_ends`
    says whether black's pass on ply 1 ends the game.
    """

    first: Games = 10
    clock: Literal["cpu", "wall"] = "cpu"
    first_pass_ends: bool = True
    marks: Mapping[str, Knots]
    budget: Budget = Budget()
    league: LeagueRules | None = None

    @property
    def game(self) -> Rules:
        """The rules of a game."""
        return Rules(first_pass_ends=self.first_pass_ends)

    def marks_of(self, opponent: str) -> Slope:
        """The scale of an opponent; raises `DataError` for missing or unusable marks."""
        where = f"{WHERE}: marks.{opponent}"
        if opponent not in self.marks:
            raise DataError(where, "missing", f"add marks.{opponent}: [[0.3, 0], [0.7, 1]]")
        return _scale(where, self.marks[opponent])


def _scale(where: str, knots: tuple[tuple[float, float], ...]) -> Slope:
    """The scale of these knots; raises `DataError` at `where`."""
    if knots[-1][1] != 1:
        raise DataError(where, _NOT_ALL, _GIVE_ALL)
    if knots[0][1] != 0:
        raise DataError(where, _NOT_NONE, _GIVE_NONE)
    try:
        return Slope(knots)
    except DataError as error:
        raise DataError(where, error.what, error.fix) from None


class Series(Record, omit_defaults=True):
    """A task for a program: play at most `games` games against this opponent.

    The seed decides the random choices of the opponent; it is the secret of a hidden series.  A `look` asks
    whether the moves are legal, not who wins: what luck and a busy machine change decides nothing.
    """

    schema_: Literal["gograde/series/v1"] = field(name="schema")
    opponent: str
    games: Games
    seed: Annotated[int, Meta(ge=0, lt=SEEDS)]
    look: bool = False

    def gauntlet(self, rules: SeriesRules) -> Gauntlet:
        """The opponent with the rule that ends the series."""
        rule = StoppingRule(rules.marks_of(self.opponent), min(rules.first, self.games), self.games)
        return Gauntlet(self.opponent, rule, Draw(self.seed))

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs that may be played, in order."""
        draw, bots = Draw(self.seed), (PROGRAM, self.opponent)
        return tuple(draw.pair(meeting, bots, meeting) for meeting in range(self.games // 2))


def late_text(rules: SeriesRules) -> str:
    """Why a program played no more games."""
    return f"no more games, since those before took more than {rules.budget.series_s:g} s"


def rules_of(parameters: Mapping[str, Any]) -> SeriesRules:
    """The rules in `assignment.yaml`; raises `DataError` when they are malformed."""
    return validate(dict(parameters), SeriesRules, WHERE, {})


# -- on disk --------------------------------------------------------------------------------


def series_bytes(series: Series) -> bytes:
    """The file content of a series."""
    return (json.dumps(to_value(series), sort_keys=True) + "\n").encode()


@lru_cache(maxsize=256)
def read_series(data: bytes, where: str) -> Series:
    """The inverse of `series_bytes`; raises `DataError` for malformed data and unknown opponents."""
    series = validate(parse_json(data, where), Series, where, {})
    if not is_reference(series.opponent):
        fix = f"use one of: {', '.join(NAMES)}"
        raise DataError(where, f"no reference player is called {series.opponent!r}", fix)
    return series


def series_of(batch: Batch) -> Series:
    """The series in a batch; raises `DataError` as `read_series` does."""
    return read_series(batch.cases[0].input, f"{batch.name}/{SERIES}")


def batch_of(name: str, series: Series, *, public: bool) -> Batch:
    """A series as a batch of one case, whose question is the opponent."""
    case = Case(series.opponent, series.opponent, series_bytes(series), None)
    return Batch(name, (case,), public)


def read_batch(name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
    """A batch from the single file of its folder; raises `DataError` for other files or malformed data."""
    for path in sorted({SERIES} ^ folder.keys()):
        what = "not a file of a batch" if path in folder else "missing"
        raise DataError(f"{name}/{path}", what, _ANEW)
    series = read_series(folder[SERIES], f"{name}/{SERIES}")
    if folder[SERIES] != series_bytes(series):
        raise DataError(f"{name}/{SERIES}", "not written as a series is", _ANEW)
    return batch_of(name, series, public=public)


# -- games ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeriesGame(PlayedFixture):
    """A game of a series from the program's side."""

    @property
    def won(self) -> bool:
        """Did the program win?"""
        return self.record.winner_name == PROGRAM

    @property
    def forfeit(self) -> bool:
        """Did the program lose by a forfeit?"""
        return self.record.termination.forfeit and not self.won


def played_of(series: Series, lines: bytes) -> tuple[SeriesGame, ...]:
    """The games of a series from their lines, in order; raises `JudgeError` for games of another series."""
    pairs = {pair.seed: pair for pair in series.pairs}
    return tuple(_played(pairs, record) for record in _records(lines))


def _records(lines: bytes) -> Sequence[GameRecord]:
    try:
        return [of_json(GameRecord, line) for line in lines.splitlines()]
    except ValueError as error:
        raise JudgeError(GAMES, f"no game ({error})", "run the submission again") from None


def _played(pairs: Mapping[int, Pair], record: GameRecord) -> SeriesGame:
    pair = pairs.get(record.seed)
    fits = pair is not None and {record.black.name, record.white.name} == pair.bots
    if pair is None or not fits or record.opening:
        raise JudgeError(GAMES, "a game of another series", "run the submission again")
    played = SeriesGame(Fixture(pair, record.black.name != pair.first), record)
    if record.termination.forfeit and played.won:
        raise JudgeError(GAMES, "the reference player forfeited", "mend it")
    return played


def lines_of(records: Iterable[bytes]) -> bytes:
    """The content of the file of games, from its lines."""
    return b"".join(records)
