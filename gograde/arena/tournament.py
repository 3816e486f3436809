"""The result of a tournament, as values, as JSON and as SGF files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.arena.game.match import NO_OPENING, Bot, Match, Opening, play_matches
from gograde.arena.game.record import GameRecord, append, read_log
from gograde.arena.judged_game import (
    Accuracy,
    JudgedGame,
    ProgressBar,
    accuracy_json,
    judge_games,
    league_accuracy,
    no_progress,
)
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.players.self_test import SelfTest, self_tests
from gograde.arena.rating.bradley_terry import frozen_ratings
from gograde.arena.rating.pairs import Draw
from gograde.arena.schedule import Entrants, League, PlayedFixture, fitting_league, play_league
from gograde.arena.sgf import write_game
from gograde.arena.standings import Standings, standings
from gograde.codec import replace, to_value
from gograde.errors import UsageError

SCHEMA = "gograde/tournament/v1"


@dataclass(frozen=True)
class TournamentResult:
    """A whole tournament.

    `played` has the games in the order of the schedule.  `failed` has the failed self-tests, whose bots take
    no part.  `digests` has the digests of all bots by name.  `judged` has the games with their analyses; None
    when no analysis was asked for.
    """

    league: League
    played: tuple[PlayedFixture, ...]
    standings: Standings
    failed: tuple[SelfTest, ...]
    digests: Mapping[str, str]
    judged: Sequence[JudgedGame] | None = None

    @property
    def complete(self) -> bool:
        """Did every bot play to the end, and was at least one game played?"""
        return bool(self.played) and not self.failed and not any(row.fault for row in self.standings.table)

    @property
    def accuracy(self) -> tuple[Accuracy, ...]:
        """The accuracy of each player in the judged games."""
        return league_accuracy(self.played, [analysis for _, analysis in self.judged or ()])

    def to_json(self, standings: Mapping[str, Any]) -> dict[str, Any]:
        """The result as JSON values, without the CPU times, which differ from run to run.

        `standings` is the table as JSON values.
        """
        league = self.league
        return {
            "schema": SCHEMA,
            "schedule": {
                "kind": "full" if league.full else "swiss",
                "rounds": None if league.full else league.rounds,
                "pairs": league.pairs if league.full else None,
                "seed": league.draw.seed,
                "openings": league.draw.openings,
            },
            **standings,
            "out": [{"name": t.name, "as_black": t.as_black, "as_white": t.as_white} for t in self.failed],
            "digests": dict(self.digests),
            "games": [_game_json(each) for each in self.played],
            **({} if self.judged is None else {"accuracy": accuracy_json(self.accuracy, self.judged)}),
        }

    def write_games(self, folder: Path) -> None:
        """Write the games as SGF files, numbered in the order of the schedule, with their analyses if any."""
        analyses = [None] * len(self.played) if self.judged is None else [found for _, found in self.judged]
        for number, (each, analysis) in enumerate(zip(self.played, analyses, strict=True), start=1):
            write_game(folder / f"game-{number:04}.sgf", each.named, analysis)


def _game_json(played: PlayedFixture) -> dict[str, Any]:
    told = to_value(played.named)
    for side in ("black", "white"):
        del told[side]["cpu_s"]
    return {"round": played.fixture.pair.round, **told}


# -- plays a tournament, by its settings, from the self-tests of the bots to the table ---------------------

ROUNDS = 10
"""The default number of Swiss rounds."""

FULL_UP_TO = 30
"""By default, at most so many bots play a full round robin; more bots play Swiss rounds."""


@dataclass(frozen=True)
class Settings:
    """The requested schedule of a tournament.

    In a full round robin, every two bots meet in `pairs` pairs of games; each of the Swiss `rounds` has one
    pair for each bot.  If neither is given, the number of bots decides.
    """

    pairs: int | None = None
    rounds: int | None = None
    seed: int = 1
    openings: tuple[Opening, ...] = (NO_OPENING,)


@dataclass(frozen=True)
class Run:
    """How a tournament is run; no setting changes a game.

    `cores` games are played at once.  Games in `log` are not played again; new games are appended to it.
    With `judged_plies`, the last plies of every game are judged.  `passed` is called for each program that
    passes its self-test.
    """

    cores: int = 1
    log: Path | None = None
    judged_plies: int | None = None
    progress: ProgressBar = no_progress
    passed: Callable[[SelfTest], None] = lambda _: None


def play_tournament(bots: Sequence[Bot], settings: Settings, run: Run) -> TournamentResult:
    """Test the bots, play the games that the log lacks, then rate the bots and judge the games.

    `settings` come from `decided`.  Bots that fail the self-test take no part.
    """
    failed = tuple(_failed(bots, run))
    able = [bot for bot in bots if bot.name not in {test.name for test in failed}]
    league = _league([bot.name for bot in able], settings)
    entrants = Entrants({bot.name: bot for bot in able}, settings.openings)
    played = _played(league, entrants, run) if len(able) > 1 else ()
    table = standings([each.game for each in played], league.bots, _anchors(able))
    judged = None
    if run.judged_plies is not None:
        games = [each.named for each in played]
        judged = judge_games(games, run.judged_plies, run.cores, run.progress)
    return TournamentResult(league, played, table, failed, {bot.name: bot.digest for bot in bots}, judged)


def _failed(bots: Sequence[Bot], run: Run) -> Iterator[SelfTest]:
    for test in self_tests(bots, run.cores):
        if test.passed:
            run.passed(test)
        else:
            yield test


def _league(names: Sequence[str], settings: Settings) -> League:
    draw = Draw(settings.seed, len(settings.openings))
    full_up_to = len(names) if settings.pairs else 0
    return fitting_league(names, draw, settings.rounds or ROUNDS, full_up_to, settings.pairs or 1)


def _played(league: League, entrants: Entrants, run: Run) -> tuple[PlayedFixture, ...]:
    """All games in the order of the schedule; new games are in the log when this returns."""

    def play(matches: Sequence[Match]) -> Iterator[GameRecord]:
        for record in play_matches(matches, run.cores):
            if run.log:
                append(run.log, record)
            yield record

    games = play_league(league, entrants, read_log(run.log) if run.log else {}, play)
    return tuple(sorted(run.progress(games, league.games), key=lambda each: each.fixture))


def _anchors(bots: Sequence[Bot]) -> dict[str, float]:
    """The frozen ratings of the reference players; empty when every bot is one: then all are rated anew."""
    frozen = frozen_ratings()
    anchors = {bot.name for bot in bots if isinstance(bot, ReferenceBot)} & frozen.keys()
    return {name: frozen[name] for name in anchors} if len(anchors) < len(bots) else {}


def decided(settings: Settings, names: Sequence[str]) -> Settings:
    """The settings for bots of these names, with either `pairs` or `rounds`.

    Raises UsageError for names and settings that make no tournament.
    """
    bots = len(names)
    if bots < 2 or len(set(names)) < bots:
        raise UsageError(" ".join(names), "no tournament", "give two bots or more, each of them once")
    if settings.pairs and settings.rounds:
        raise UsageError("--rounds", "--pairs has all meet all", "leave one of the two out")
    if not settings.pairs and not settings.rounds:
        settings = replace(settings, rounds=ROUNDS) if bots > FULL_UP_TO else replace(settings, pairs=1)
    if len(settings.openings) > 1 and settings.pairs in (None, 1):
        what = "no two bots meet twice, and first meetings are on the empty board"
        raise UsageError("--openings", what, "give --pairs 2 or more")
    most = bots // 2 - 1
    if settings.rounds and most < settings.rounds:
        fix = f"give at most {most}" if most > 0 else "leave --rounds out"
        raise UsageError("--rounds", f"too many for {bots} bots, of whom no two meet twice", fix)
    return settings
