"""`gograde tournament`: a league of bots on the 5x5 board, without a class."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.games import player_options, say, write_sgf
from gograde.errors import DataError, ExitCode, UsageError

if TYPE_CHECKING:
    from gograde.arena.analysis.accuracy import Accuracy, JudgedGame
    from gograde.arena.analysis.judged_game import Analysis
    from gograde.arena.game.bot import Bot
    from gograde.arena.game.match import Match
    from gograde.arena.game.openings import Opening
    from gograde.arena.game.record import GameRecord
    from gograde.arena.players.self_test import SelfTest
    from gograde.arena.schedule.league_games import Entrants, PlayedFixture
    from gograde.arena.schedule.pairing import League
    from gograde.arena.standings.table import Standings

SCHEMA = "gograde/tournament/v1"
_ROUNDS = 10
_FULL_UP_TO = 30
_FOLDER = click.Path(path_type=Path)


@dataclass(frozen=True)
class Settings:
    """What a tournament is asked for; `swiss` is None when the number of bots decides."""

    pairs: int
    rounds: int | None
    swiss: bool | None
    seed: int
    openings: Path | None


@dataclass(frozen=True)
class Output:
    """Where the games and the results go."""

    form: str
    log: Path | None
    sgf: Path | None
    figures: Path | None


@dataclass(frozen=True)
class Outcome:
    """A whole tournament: how it was scheduled, its games in order, and who could not take part.

    `judged` are the games under the names of the bots with their analyses, None when nobody asked.
    """

    league: League
    played: tuple[PlayedFixture, ...]
    standings: Standings
    out: tuple[SelfTest, ...]
    digests: Mapping[str, str]
    judged: Sequence[JudgedGame] | None = None


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option(
    "--pairs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Pairs of games of any two bots, when all meet all.",
)
@click.option("--swiss/--full", default=None, help="Swiss rounds, or all meet all (full up to 30 bots).")
@click.option("--rounds", type=click.IntRange(min=1), help="Swiss rounds, of a pair of games each (10).")
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Same seed, same luck."
)
@click.option("--openings", type=_FOLDER, metavar="FILE", help="First moves, one opening a line.")
@click.option("--cores", type=click.IntRange(min=1), help="Games played at once (all cores).")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option("--log", type=_FOLDER, metavar="FILE", help="Keep the games; go on from it.")
@click.option("--sgf", type=_FOLDER, metavar="DIR", help="Write each game there too.")
@click.option("--figures", type=_FOLDER, metavar="DIR", help="Write three pictures of the results there.")
@player_options
def tournament(  # noqa: PLR0913 - one parameter an option
    bots: tuple[str, ...],
    *,
    cores: int | None,
    form: str,
    log: Path | None,
    sgf: Path | None,
    figures: Path | None,
    analyse: bool,
    deep: bool,
    profile: str,
    backend: str | None,
    trust: bool,
    **asked: Any,
) -> int:
    """Play a league on the 5x5 board, and rate the players.

    Up to 30 bots all meet all, more play Swiss rounds, in pairs of games with the colours swapped.
    A BOT is a reference player or a player's folder, archive or source file.  One that cannot make a
    first move is told why and takes no part; the exit code is then 1, as when one breaks down.

    Example:

      gograde tournament random greedy alphabeta-2 --pairs 2
    """
    from gograde.cli.bots import chooser, read_bots

    settings, output = Settings(**asked), Output(form, log, sgf, figures)
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise UsageError(" ".join(bots), "no tournament", "give two bots or more, each of them once")
    openings = _openings(settings)
    settings = _decided(settings, len(bots), len(openings))
    entered = read_bots(bots, profile, chooser(backend, trust))
    cores = cores or len(os.sched_getaffinity(0))
    outcome = _play(entered, settings, openings, (cores, output.log))
    if analyse or deep:
        outcome = _judged(outcome, deep, cores)
    _show(outcome, output)
    return int(ExitCode.FINDINGS if _findings(outcome) else ExitCode.DONE)


def _findings(outcome: Outcome) -> bool:
    """Did a bot not take part to the end, or was nothing played?"""
    broke = any(each.fault for each in outcome.standings.table)
    return bool(outcome.out) or broke or not outcome.played


def _openings(settings: Settings) -> tuple[Opening, ...]:
    from gograde.arena.game.openings import NO_OPENING, read_openings

    if settings.openings is None:
        return (NO_OPENING,)
    try:
        text = settings.openings.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        what = f"cannot be read ({getattr(error, 'strerror', None) or 'not UTF-8'})"
        raise DataError(str(settings.openings), what, "name a text file of openings") from None
    return read_openings(text, str(settings.openings))


def _decided(settings: Settings, bots: int, openings: int) -> Settings:
    """The settings with nothing left open; raises UsageError for those that do not go together."""
    swiss = bots > _FULL_UP_TO if settings.swiss is None else settings.swiss
    most = bots // 2 - 1
    if swiss and settings.pairs > 1:
        raise UsageError("--pairs", "Swiss rounds are of one pair each", "give --rounds, or --full")
    if not swiss and settings.rounds is not None:
        raise UsageError("--rounds", "all meet all, in rounds enough for that", "give --pairs, or --swiss")
    if openings > 1 and settings.pairs == 1:
        what = "no two bots meet twice, and first meetings are on the empty board"
        raise UsageError("--openings", what, "give --full and --pairs 2 or more")
    if swiss and most < (settings.rounds or 1):
        fix = f"give at most {most}" if most > 0 else "leave --swiss out"
        raise UsageError("--rounds", f"too many for {bots} bots, of whom no two meet twice", fix)
    return replace(settings, swiss=swiss, rounds=settings.rounds or _ROUNDS)


def _play(
    bots: Sequence[Bot], settings: Settings, openings: tuple[Opening, ...], means: tuple[int, Path | None]
) -> Outcome:
    """Try the bots out, play what is not in the log yet, and rate; `means` are the cores and the log."""
    from gograde.arena.rating.pairs import Draw
    from gograde.arena.schedule.league_games import Entrants
    from gograde.arena.schedule.pairing import fitting_league
    from gograde.arena.standings.table import standings

    cores, log = means
    out = _tried_out(bots, cores)
    sound = [bot for bot in bots if bot.name not in {test.name for test in out}]
    names = [bot.name for bot in sound]
    digests = {bot.name: bot.digest for bot in bots}
    full_up_to = 0 if settings.swiss else len(names)
    draw = Draw(settings.seed, len(openings))
    league = fitting_league(names, draw, settings.rounds or _ROUNDS, full_up_to, settings.pairs)
    hall = Entrants({bot.name: bot for bot in sound}, openings)
    played = _played(league, hall, cores, log) if len(sound) > 1 else ()
    table = standings([each.game for each in played], names, _anchors(sound))
    return Outcome(league, played, table, out, digests)


def _anchors(bots: Sequence[Bot]) -> dict[str, float]:
    """The frozen ratings of reference players that meet programs; among themselves they are rated anew."""
    from gograde.arena.players.reference import ReferenceBot
    from gograde.arena.rating.frozen import frozen_ratings

    frozen = frozen_ratings().elo
    anchors = {bot.name for bot in bots if isinstance(bot, ReferenceBot)} & frozen.keys()
    return {name: frozen[name] for name in anchors} if len(anchors) < len(bots) else {}


def _tried_out(bots: Sequence[Bot], cores: int) -> tuple[SelfTest, ...]:
    """The self-tests that programs did not pass; all are told of on stderr when somebody looks on."""
    from concurrent.futures import ThreadPoolExecutor

    from gograde.arena.players.reference import ReferenceBot
    from gograde.arena.players.self_test import self_test

    programs = [bot for bot in bots if not isinstance(bot, ReferenceBot)]
    with ThreadPoolExecutor(cores) as pool:
        tests = list(pool.map(self_test, programs))
    for test in tests:
        if test.passed and sys.stderr.isatty():
            say(f"{test.name}: moves as black and as white, {test.cpu_s:.2f} s of CPU", err=True)
    return tuple(test for test in tests if not test.passed)


def _played(league: League, hall: Entrants, cores: int, log: Path | None) -> tuple[PlayedFixture, ...]:
    """All games in the order of the schedule; those played now are in the log when this returns."""
    from gograde.arena.game.match import play_matches
    from gograde.arena.game.record import append, read_log
    from gograde.arena.schedule.league_games import play_league

    def play(matches: Sequence[Match]) -> Iterator[GameRecord]:
        for record in play_matches(matches, cores):
            if log:
                append(log, record)
            yield record

    done = []
    with click.progressbar(length=league.games, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for played in play_league(league, hall, read_log(log) if log else {}, play):
            done.append(played)
            bar.update(1)
    return tuple(sorted(done, key=lambda each: each.fixture))


def _judged(outcome: Outcome, deep: bool, cores: int) -> Outcome:
    """The same with every game judged near its end."""
    from gograde.cli.analyse import judged

    return replace(outcome, judged=judged([each.named for each in outcome.played], deep, cores))


# -- what comes of it -----------------------------------------------------------------------


def _show(outcome: Outcome, output: Output) -> None:
    if output.sgf is not None:
        _write_games(output.sgf, outcome)
    if output.figures is not None and outcome.played:
        from gograde.report.pages.league_figures import write_figures

        write_figures(output.figures, outcome.standings)
    if output.form == "json":
        from gograde.report.words.escape import json_text

        click.echo(json_text(_json(outcome)))
    else:
        _show_table(outcome)


def _show_table(outcome: Outcome) -> None:
    from gograde.report.terminal.league_table import remarks, table_text

    if outcome.played:
        say(table_text(outcome.standings))
    else:
        say("No game was played.")
    for line in remarks(outcome.standings):
        say(line)
    for test in outcome.out:
        say(f"{test.name} takes no part: {test.diagnosis}")
    if outcome.judged:
        say(f"\n{_accuracy_text(outcome, outcome.judged)}")


def _accuracy_text(outcome: Outcome, judged: Sequence[JudgedGame]) -> str:
    from gograde.report.words.game_words import accuracy_text, judged_from

    _, analysis = judged[0]
    return f"{judged_from(analysis.plies)}:\n{accuracy_text(_accuracy(outcome, judged))}".rstrip()


def _accuracy(outcome: Outcome, judged: Sequence[JudgedGame]) -> tuple[Accuracy, ...]:
    from gograde.arena.analysis.accuracy import league_accuracy

    return league_accuracy(outcome.played, [analysis for _, analysis in judged])


def _json(outcome: Outcome) -> dict[str, Any]:
    """Everything but the CPU times, which differ from one run to the next; the log has them."""
    from gograde.report.terminal.league_table import standings_json

    league = outcome.league
    return {
        "schema": SCHEMA,
        "schedule": {
            "kind": "full" if league.full else "swiss",
            "rounds": None if league.full else league.rounds,
            "pairs": league.pairs if league.full else None,
            "seed": league.draw.seed,
            "openings": league.draw.openings,
        },
        **standings_json(outcome.standings),
        "out": [{"name": t.name, "as_black": t.as_black, "as_white": t.as_white} for t in outcome.out],
        "digests": dict(outcome.digests),
        "games": [_game_json(each) for each in outcome.played],
        **({} if outcome.judged is None else {"accuracy": _accuracy_json(outcome, outcome.judged)}),
    }


def _accuracy_json(outcome: Outcome, judged: Sequence[JudgedGame]) -> dict[str, Any]:
    """The table by player, and the analysis of each of the games in their order."""
    analyses = [analysis.model_dump(mode="json", by_alias=True) for _, analysis in judged]
    return {"table": [asdict(row) for row in _accuracy(outcome, judged)], "analyses": analyses}


def _game_json(played: PlayedFixture) -> dict[str, Any]:
    told = played.named.model_dump(mode="json", by_alias=True)
    for side in ("black", "white"):
        del told[side]["cpu_s"]
    return {"round": played.fixture.pair.round, **told}


def _write_games(folder: Path, outcome: Outcome) -> None:
    """The games as files; judged ones with what was judged."""
    unjudged: list[tuple[GameRecord, Analysis | None]] = [(each.named, None) for each in outcome.played]
    games: Sequence[tuple[GameRecord, Analysis | None]] = outcome.judged or unjudged
    for number, (record, analysis) in enumerate(games, start=1):
        write_sgf(folder / f"game-{number:04}.sgf", record, analysis)
