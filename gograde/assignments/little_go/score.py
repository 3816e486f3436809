"""Marks a series of games: a share of the points for the band of the win rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gograde.arena.game.protocol_files import INPUT, read_input
from gograde.arena.game.record import Colour, GameRecord, last_ply, thrown
from gograde.arena.game.second_referee import confirm, replay
from gograde.arena.rating.bradley_terry import wilson
from gograde.arena.rating.pairs import FAULTS_IN_A_ROW, RatedGame, broken, by_pair, unique
from gograde.arena.series import (
    GAMES,
    PROGRAM,
    VERDICTS,
    Series,
    SeriesGame,
    SeriesRules,
    played_of,
    rules_of,
    series_of,
)
from gograde.arena.standings import LeagueMark, seen_mark
from gograde.codec import replace
from gograde.core.assignment import Batch, Case, Facts
from gograde.core.marking import Marking, QuestionGroup
from gograde.core.record import Cause, GameScore, TestScore, Thrown, Visibility
from gograde.core.verdict import Verdict, gravest
from gograde.errors import JudgeError
from gograde.go.position import Position

JUDGED = 20
"""The most lost games of a hidden series that are analysed, the latest; each takes hundredths of a second.

Those of a public series are not: what analyses them plays perfectly, and students try public series.
"""


@dataclass(frozen=True)
class Result:
    """The result of a series.

    `wins` and `games` leave out pairs that repeat earlier ones; `games` includes the unplayed games of
    a stopped series, as losses.  `forfeits` are games lost by a fault, with the unplayed ones.
    `stopped` says why the series was stopped.  `mark` is a share of the points, `best` the share if
    all forfeits were won, and `top` all points.
    """

    wins: int
    games: int
    forfeits: int
    repeated: int
    stopped: str
    mark: LeagueMark
    best: float
    top: float


def score(batch: Batch, facts: Facts, marking: Marking, visibility: Visibility) -> tuple[TestScore, ...]:
    """The test of a batch, if a group asks for its opponent.

    A second referee replays every game.  Raises `JudgeError` for a game on which the referees
    disagree, and for a game of another series.
    """
    case = batch.cases[0]
    group = marking.group_of(case.question, "text", public=batch.public)
    if group is None:
        return ()
    unscored = _unscored(batch, case, group, group.visibility or visibility)
    if GAMES not in facts.files:
        return (_unplayed(unscored, facts),)
    series, rules = series_of(batch), rules_of(marking.parameters)
    played = played_of(series, facts.files[GAMES])
    for each in played:
        confirm(each.record)
    if facts.verdict is Verdict.SK:
        return (_too_few(unscored, facts, played),)
    ended = facts.message if facts.verdict is Verdict.AC else ""
    games = _games(played, 0 if batch.public else JUDGED)
    test = (
        _looked(unscored, played, ended) if series.look else _played(unscored, series, rules, played, ended)
    )
    return (replace(test, games=games),)


def _unscored(batch: Batch, case: Case, group: QuestionGroup, visibility: Visibility) -> TestScore:
    return TestScore(
        name=f"{batch.name}/{case.id}",
        group=group.name,
        batch=batch.name,
        question=case.question,
        call=f"games against {case.question}",
        verdict=Verdict.NO,
        points=0.0,
        max_points=float(group.weight),
        visibility=visibility,
    )


def _unplayed(unscored: TestScore, facts: Facts) -> TestScore:
    """The test of a series without games, with the board of a first move that failed.  JE after a run that
    ended well, which must leave games."""
    asked = read_input(facts.files.get(INPUT, b""))
    if isinstance(asked, Position):
        call = f"{asked.to_play.name.lower()} ({asked.to_play.letter}) to play"
        board = tuple(str(asked.board).replace(" ", "").split("\n"))
        unscored = replace(unscored, call=call, board=board, cause=Cause(message=facts.message))
    verdict = Verdict.JE if facts.verdict is Verdict.AC else facts.verdict
    message = "the games are gone" if facts.verdict is Verdict.AC else facts.message
    points = None if verdict is Verdict.JE else 0.0
    return replace(unscored, verdict=verdict, points=points, message=message)


def _too_few(unscored: TestScore, facts: Facts, played: Sequence[SeriesGame]) -> TestScore:
    """The test of a series that was stopped before it could say anything: open, until a person decides."""
    wins = sum(each.won for each in played)
    told = f"; won {wins} of {len(played)}, too few to tell" if played else ""
    message = f"skipped: {facts.message}{told}"
    return replace(
        unscored,
        verdict=Verdict.SK,
        points=None,
        message=message,
        cause=Cause(message=message),
        games=tuple(game_score(each) for each in played),
    )


def _looked(unscored: TestScore, played: Sequence[SeriesGame], ended: str) -> TestScore:
    """The test of a look: right unless a fault lost a game; `ended` says why there are no more games."""
    faults = [VERDICTS[each.record.termination] for each in played if each.forfeit]
    told = (
        f"won {sum(each.won for each in played)} of {len(played)} games"
        if played
        else "its first moves are legal"
    )
    parts = (told, f"{len(faults)} lost by a fault" if faults else "", ended)
    message = "; ".join(filter(None, parts))
    return replace(
        unscored,
        verdict=gravest(faults),
        points=0.0 if faults else unscored.max_points,
        message=message,
        cause=Cause(message=message, expected="legal moves", help=first_fault(played)),
    )


def _played(
    unscored: TestScore, series: Series, rules: SeriesRules, played: Sequence[SeriesGame], ended: str
) -> TestScore:
    """The test of a series; `ended` says why it has no more games, when that is not the student's fault."""
    result = result_of(series, rules, played)
    message = sentence(result)
    return replace(
        unscored,
        verdict=verdict_of(result, played),
        points=round(result.mark.marks * unscored.max_points, 2),
        message=message,
        cause=Cause(message=message, expected=wanted(series, rules), help=first_fault(played)),
        remarks=(*_remarks(result, unscored.max_points), *([ended] if ended else ())),
    )


def _games(played: Sequence[SeriesGame], most: int) -> tuple[GameScore, ...]:
    """The games of a series; at most `most` lost ones, the latest, are analysed."""
    counted = {game.fixture for game in unique([each.game for each in played])}
    lost = [each.fixture for each in played if each.fixture in counted and not each.won]
    judged = set(lost[max(0, len(lost) - most) :])
    return tuple(
        game_score(each, counted=each.fixture in counted, judged=each.fixture in judged) for each in played
    )


def result_of(series: Series, rules: SeriesRules, played: Sequence[SeriesGame]) -> Result:
    """The result of the games of a series; raises `JudgeError` without a complete pair."""
    games = [each.game for each in played]
    kept = unique(games)
    if not kept:
        raise JudgeError(GAMES, "no pair of games", "run the submission again")
    stopped = _stopped(games)
    wins = sum(game.winner == PROGRAM for game in kept)
    count = max(len(kept), min(rules.first, series.games)) if stopped else len(kept)
    forfeits = sum(bool(game.fault) and game.winner != PROGRAM for game in kept) + count - len(kept)
    scale = rules.marks_of(series.opponent)
    return Result(
        wins,
        count,
        forfeits,
        sum(map(len, by_pair(games).values())) - len(kept),
        stopped,
        seen_mark(scale, wins, count),
        scale.marks((wins + forfeits) / count),
        scale.top,
    )


def _stopped(games: Sequence[RatedGame]) -> str:
    """The breakdown that stopped a series; empty for a series without one."""
    fault = broken(games).get(PROGRAM, "")
    return f"stopped after {FAULTS_IN_A_ROW} in a row lost by: {fault}" if fault else ""


def verdict_of(result: Result, played: Sequence[SeriesGame]) -> Verdict:
    """AC for all points, PAC for some, WA for none.

    If the forfeited games would have earned a better mark, the gravest of their faults is the verdict of a
    series without all points.
    """
    if result.mark.marks >= result.top:
        return Verdict.AC
    if result.best > result.mark.marks:
        return gravest(VERDICTS[each.record.termination] for each in played if each.forfeit)
    return Verdict.PAC if result.mark.marks > 0 else Verdict.WA


def sentence(result: Result) -> str:
    """A sentence on the games won, with the confidence interval of the win rate in percent."""
    low, high = wilson(result.wins, result.games)
    text = f"won {result.wins} of {result.games} games, {100 * low:.0f} to {100 * high:.0f} %"
    if result.stopped:
        text += f"; {result.stopped}"
    elif result.forfeits:
        text += f"; {result.forfeits} lost by a fault"
    return text


def wanted(series: Series, rules: SeriesRules) -> str:
    """A sentence on the win rate that earns all points."""
    rate = rules.marks_of(series.opponent).least
    return f"{100 * rate:g} % of the games against {series.opponent} won"


def _remarks(result: Result, points: float) -> list[str]:
    mark, found = result.mark, []
    if not mark.settled and points:
        found.append(f"more games could come to {mark.low * points:.1f} to {mark.high * points:.1f} points")
    if result.repeated:
        found.append(f"{result.repeated} games repeated earlier ones move by move, and count once")
    return found


# -- single games ---------------------------------------------------------------------------


def game_score(played: SeriesGame, *, counted: bool = True, judged: bool = False) -> GameScore:
    """A game without its seed and keys; with `judged` also the move that threw it away."""
    record = played.record
    black = record.black.name == PROGRAM
    colour: Colour = "black" if black else "white"
    return GameScore(
        opponent=record.white.name if black else record.black.name,
        colour=colour,
        won=played.won,
        ended=record.termination,
        reason=record.reason,
        ply=last_ply(record),
        moves=record.moves,
        board=replay(record.moves, first_pass_ends=record.first_pass_ends).board,
        remarks=record.remark_lines(),
        counted=counted,
        thrown=_thrown(record, colour) if judged else None,
    )


def _thrown(record: GameRecord, colour: Colour) -> Thrown | None:
    from gograde.arena.judged_game import analyse

    return thrown(analyse(record).flips(colour))


def first_fault(played: Sequence[SeriesGame]) -> str:
    """A sentence on the first game that the program lost by a fault; empty without one."""
    found = next(((number, each) for number, each in enumerate(played, 1) if each.forfeit), None)
    if found is None:
        return ""
    number, each = found
    colour = "black" if each.record.black.name == PROGRAM else "white"
    record = each.record
    return f"game {number}, as {colour}, ply {last_ply(record)}: {record.termination}, {record.reason}"
