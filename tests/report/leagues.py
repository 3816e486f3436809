"""Leagues of bots with known strengths, and a small league made by hand."""

from pathlib import Path

from benchmarks.league import Scene, draw_bots, play
from gograde.arena.judged_game import Accuracy
from gograde.arena.rating.pairs import Draw, Pair, RatedGame
from gograde.arena.schedule import League, next_fixtures
from gograde.arena.standings import Standings, standings
from gograde.classroom.roster import Student
from gograde.codec import of_value, replace
from gograde.core.marking import QuestionGroup
from gograde.core.record import GameScore, Thrown, Visibility
from gograde.core.verdict import Verdict
from gograde.grading.league.result import LeagueResult
from gograde.grading.league.rounds import Outsider
from gograde.grading.league.scores import outsiders_test
from gograde.grading.marks.gradebook import AssignmentInfo, Gradebook
from gograde.report.results import Results


def simulated(bots: int, names: tuple[str, ...] = ()) -> Standings:
    """A league of bots of known strength, some under names that were given."""
    truth = list(draw_bots(Scene(bots), 3).values())
    named = dict(zip([*names, *(f"bot{at:02}" for at in range(bots))], truth, strict=False))
    league, games = League(tuple(named), Draw(1)), list[RatedGame]()
    while fixtures := next_fixtures(league, games):
        games += [play(fixture, named, 1) for fixture in fixtures]
    return standings(games, list(named), {"bot00": 500.0})


def small() -> Standings:
    met = [("a", "b", "aa"), ("a", "张", "a张"), ("b", "张", "bb")]
    games = [
        RatedGame(fixture, winner, (f"{number}{fixture.swapped}",))
        for number, (first, second, winners) in enumerate(met)
        for fixture, winner in zip(Pair(number, first, second).fixtures, winners, strict=True)
    ]
    return standings(games, ["a", "b", "张"], {"b": 0.0})


def class_of(*names: str) -> Results:
    students = tuple(Student(id=name, last_name=f"<b>{name}") for name in names)
    work = AssignmentInfo(id="little-go", title="<i>Game")
    book = of_value(Gradebook, {"schema": "gograde/gradebook/v2", "class": {"title": "A class"}})
    filled = replace(book, students=students, assignments=(work,))
    return Results(filled, {}, {}, Path("blobs"))


def score_of(game: RatedGame, name: str) -> GameScore:
    black = game.fixture.black == name
    won = game.winner == name
    thrown = None if won else Thrown(ply=3, move="0,1", before=4, after=2, keeping=("1,1",))
    reason = f"<u>{game.fault or 'B+1.5'}"
    return GameScore(
        opponent="classmate 1", colour="black" if black else "white", won=won, ended=game.fault or "points",
        reason=reason, ply=len(game.moves), moves=game.moves, board=(".....",) * 5, thrown=thrown,
    )  # fmt: skip


def league_of_three() -> tuple[Results, LeagueResult]:
    """Six short games with what the losers' tests know of four of them."""
    first, second, third = Pair(0, "a", "b").fixtures, Pair(1, "b", "c").fixtures, Pair(2, "a", "c").fixtures
    games = (
        *(RatedGame(each, "a", ("2,2", "1,1", "0,1")) for each in first),
        *(RatedGame(each, "b", ("2,2", "2,2"), "illegal move") for each in second),
        *(RatedGame(each, "a", ("3,3", str(each.swapped))) for each in third),
    )
    test = outsiders_test(
        QuestionGroup(name="league", questions=("classmates",), weight=10, scored="by-league"),
        Outsider(Verdict.PAC, ""),
        Visibility.VISIBLE,
    )
    tests = {
        name: replace(
            test, games=tuple(score_of(game, name) for game in games if name in game.fixture.pair.bots)
        )
        for name in "ab"
    }
    records = tuple(f"(;C[{number}])" for number in range(6))
    found = LeagueResult(("a", "b", "c"), games, {}, (), tests, records=records)
    return class_of("a", "b", "c"), found


def leagues_of_strangers() -> tuple[Results, dict[str, LeagueResult]]:
    """Leagues of three with names of strangers: whole, with games that failed, and with nobody."""
    names = (
        ("a", "<script>alert(1)</script>", "$x$"),
        ("b", "B", ""),
        ("张", "张", "伟"),
        ("out", "Out", ""),
    )
    students = tuple(Student(id=one, last_name=last, first_name=first) for one, last, first in names)
    work = AssignmentInfo(id="little-go", title="A <game>")
    group = QuestionGroup(name="league", questions=("classmates",), weight=10, scored="by-league")
    failed = outsiders_test(group, Outsider(Verdict.RTE, "first moves: </td>&"), Visibility.VISIBLE)
    exact = (
        Accuracy("a", 4, 24, 18, 10, 2, 0.2, 0.0567, 0.5098),
        Accuracy("张", 4, 0, 0, 0, 0, None, 0.0, 1.0),
    )
    whole = LeagueResult(("a", "b", "张"), small().games, {}, (), {"out": failed}, exact)
    book = replace(class_of().gradebook, students=students, assignments=(work,))
    return Results(book, {}, {}, Path("blobs")), {
        "whole": whole,
        "with games missing": replace(whole, failed={"a": ("b", "张", "b"), "b": ("a", "a"), "张": ("a",)}),
        "without a rating": replace(whole, failed={"b": ("a",)}),
        "empty": LeagueResult((), (), {}, (), {}),
    }
