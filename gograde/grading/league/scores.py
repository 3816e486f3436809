"""The test that each student gets from the league of the class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gograde.arena.game.record import Colour, last_ply, thrown
from gograde.arena.game.second_referee import confirm, replay
from gograde.arena.judged_game import Analysis
from gograde.arena.rating.pairs import FAULTS_IN_A_ROW, Fixture, broken_rate
from gograde.arena.schedule import PlayedFixture
from gograde.arena.series import VERDICTS, LeagueRules
from gograde.arena.standings import LeagueMark, Standing, Standings, rate_mark
from gograde.codec import replace
from gograde.core.marking import QuestionGroup
from gograde.core.record import Cause, GameScore, TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.go.player import Termination
from gograde.grading.facts import SEVERAL
from gograde.grading.league.rounds import Outsider
from gograde.package.config import AssignmentConfig

BATCH = "league"
"""The batch name of the league's tests."""

UNPLAYED = "the league has not been played yet"
ALONE = "there was no classmate to play against"
VOID = "its games failed through a fault of the grader; they are played again the next time"
SOME_VOID = "{} of its games failed through a fault of the grader; they are played again the next time"
CLASSMATE = "classmate {}"
"""An opponent's name on a student's page, with the opponent's line in the league's table."""


@dataclass(frozen=True)
class FinishedLeague:
    """A finished league: its rules, its table, its games and the number of games planned for each bot.

    `judged` maps fixtures to analyses.  `failed` maps a bot to its opponents in the games that have no
    record through a fault of the grader, one for each game.
    """

    rules: LeagueRules
    standings: Standings
    played: Sequence[PlayedFixture]
    planned: int
    judged: Mapping[Fixture, Analysis] = field(default_factory=dict)
    failed: Mapping[str, Sequence[str]] = field(default_factory=dict)


def league_group(config: AssignmentConfig) -> QuestionGroup | None:
    """The group that a league scores; None when there is none."""
    return next((group for group in config.groups if group.scored == "by-league"), None)


def outsiders_test(group: QuestionGroup, outsider: Outsider, visibility: Visibility) -> TestScore:
    """The test of a student who did not play: 0 points, or pending when it is not the student's fault."""
    ours = outsider.verdict in (Verdict.JE, Verdict.SK)
    plain = _plain(group, visibility)
    return replace(
        plain,
        verdict=outsider.verdict,
        points=None if ours else 0.0,
        message=outsider.message,
        cause=Cause(message=outsider.message),
    )


def players_tests(
    group: QuestionGroup, league: FinishedLeague, visibility: Visibility
) -> dict[str, TestScore]:
    """The test of every bot in the table."""
    numbers = {each.name: number for number, each in enumerate(league.standings.table, start=1)}
    games: dict[str, list[GameScore]] = {name: [] for name in numbers}
    for played in sorted(league.played, key=lambda each: each.fixture):
        for name in played.fixture.pair.bots:
            games[name].append(_game(name, numbers, played, league.judged.get(played.fixture)))
    return {
        each.name: _player(_plain(group, visibility), league, each, games[each.name])
        for each in league.standings.table
    }


def _plain(group: QuestionGroup, visibility: Visibility) -> TestScore:
    return TestScore(
        name=f"{BATCH}/{group.questions[0]}",
        group=group.name,
        batch=BATCH,
        question=group.questions[0],
        verdict=Verdict.NO,
        points=0.0,
        max_points=float(group.weight),
        visibility=group.visibility or visibility,
    )


def _player(
    plain: TestScore, league: FinishedLeague, each: Standing, games: Sequence[GameScore]
) -> TestScore:
    opponents = league.failed.get(each.name, ())
    if not games and not opponents:
        verdict, message = (Verdict.SK, ALONE) if league.planned == 0 else (Verdict.JE, VOID)
        return replace(plain, verdict=verdict, points=None, message=message, cause=Cause(message=message))
    if opponents:  # it has no points: without a lost game it would be better
        message = f"{_won(each)}; {SOME_VOID.format(len(opponents))}"
        remarks: tuple[str, ...] = (SEVERAL,) if len(set(opponents)) > 1 else ()
        told = replace(plain, verdict=Verdict.JE, points=None, message=message, remarks=remarks)
    else:
        mark, message = mark_of(league, each), result_sentence(league, each)
        verdict, points = verdict_of(league.rules, each, mark), round(mark.marks * plain.max_points, 2)
        remarks = tuple(_remarks(league, each, mark, plain.max_points))
        told = replace(plain, verdict=verdict, points=points, message=message, remarks=remarks)
    return replace(told, cause=Cause(message=message, expected=wanted(league.rules)), games=tuple(games))


def mark_of(league: FinishedLeague, each: Standing) -> LeagueMark:
    """The share of the points: by the expected win rate, or by a broken bot's rate over all planned games."""
    slope = league.rules.slope
    if each.rate is not None:
        return rate_mark(slope, each.rate)
    share = slope.marks(broken_rate(league.standings.games, each.name, _planned(league, each)))
    return LeagueMark(share, share, share)


def _planned(league: FinishedLeague, each: Standing) -> int:
    """The planned games of a bot; at least the games that it played."""
    return max(league.planned, each.row.total.played)


def verdict_of(rules: LeagueRules, each: Standing, mark: LeagueMark) -> Verdict:
    """AC for all points, PAC for some, WA for none; the verdict of its fault for a broken bot."""
    if each.fault:
        return VERDICTS[Termination(each.fault)]
    if mark.marks >= rules.slope.knots[-1][1]:
        return Verdict.AC
    return Verdict.PAC if mark.marks > 0 else Verdict.WA


def result_sentence(league: FinishedLeague, each: Standing) -> str:
    """One bot's result in a sentence; classmates stay unnamed."""
    won = _won(each)
    if each.fault:
        planned = _planned(league, each)
        more = f" ({planned} were planned)" if planned > each.row.total.played else ""
        return f"{won}{more}; stopped after {FAULTS_IN_A_ROW} in a row lost by: {each.fault}"
    if each.rate is None or each.place is None:
        return won
    rate, of = each.rate, len(league.standings.ratings.names)
    expected = f"expected to win {rate.rate:.0%} against all, {rate.low:.0%} to {rate.high:.0%}"
    return f"{won}; {expected}; place {each.place} of {of}"


def _won(each: Standing) -> str:
    return f"won {each.row.total.won} of {each.row.total.played} games against classmates"


def wanted(rules: LeagueRules) -> str:
    """The condition for all points, in words."""
    return f"an expected win rate of {rules.slope.knots[-1][0]:.0%} against classmates"


def _remarks(league: FinishedLeague, each: Standing, mark: LeagueMark, points: float) -> list[str]:
    found = []
    if not mark.settled and points:
        found.append(f"more games could come to {mark.low * points:.1f} to {mark.high * points:.1f} points")
    if each.place and each.place.ties:
        others = len(league.standings.ratings.names) - 1
        found.append(f"tied with {len(each.place.ties)} of the {others} other rated programs")
    if each.row.forfeits:
        games = "game" if each.row.forfeits == 1 else "games"
        found.append(f"{each.row.forfeits} {games} lost by a fault")
    return found


def _game(name: str, numbers: Mapping[str, int], played: PlayedFixture, judged: Analysis | None) -> GameScore:
    """A game as its player sees it, without keys, seeds and the opponent's name.

    The error text of an opponent's program is left out.
    """
    record, black = played.record, played.fixture.black == name
    won = played.game.winner == name
    other = played.fixture.white if black else played.fixture.black
    theirs = won and record.termination.forfeit
    colour: Colour = "black" if black else "white"
    return GameScore(
        opponent=CLASSMATE.format(numbers[other]),
        colour=colour,
        won=won,
        ended=record.termination,
        reason="the opponent's fault" if theirs else record.reason,
        ply=last_ply(record),
        moves=record.moves,
        board=replay(record.moves, first_pass_ends=record.first_pass_ends).board,
        remarks=(),
        thrown=None if won or judged is None else thrown(judged.flips(colour)),
    )


def confirm_games(played: Sequence[PlayedFixture]) -> None:
    """Raise `JudgeError` when a second referee disagrees about the end of a game."""
    for each in played:
        confirm(each.record)
