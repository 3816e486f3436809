"""The page of a league: the table, the crosstable, the programs that take no part, and two pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gograde.arena.analysis.accuracy import Accuracy
from gograde.arena.analysis.judged_game import USUAL
from gograde.arena.standings.table import Standing, Standings, upsets
from gograde.classroom.roster import Student
from gograde.grading.league.result import LeagueResult
from gograde.report.pages.league_figures import league_figures
from gograde.report.pages.league_games import PAGE, cells_of, games_values
from gograde.report.results import Results
from gograde.report.words.judged_games import a_move, judged_from, share
from gograde.report.words.league_words import expected_text, place_text, remarks, strength_text
from gograde.report.words.texts.tables import Texts, say, texts
from gograde.report.words.wording import number_of
from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict

_FIGURES = ("ratings.svg", "colours.svg")
"""The pictures on the page, where the crosstable is a table whose fields lead to the games."""


def drawings(results: Results, found: LeagueResult) -> Mapping[str, bytes]:
    """The pictures of a league by name; none when nobody has played."""
    named = _named(found.standings, _students(results))
    if not named.games:
        return {}
    drawn = league_figures(named, texts(results.gradebook.info.language))
    return {name: drawn[name] for name in _FIGURES}


def league_values(
    results: Results, assignment: str, found: LeagueResult, figures: Mapping[str, str], folder: str
) -> dict[str, Any]:
    """The values for the template of the page.

    `figures` are the addresses of its pictures by name, `folder` is that of the games.
    """
    t = texts(results.gradebook.info.language)
    students = _students(results)
    table = found.standings
    rare = upsets(table)
    return {
        "title": results.gradebook.info.title,
        "work": next(work for work in results.gradebook.assignments if work.id == assignment),
        "remarks": [*remarks(_named(table, students), t), *_failed(found, t)],
        "judged_from": judged_from(USUAL, t),
        "exact": [_exact(row, students[row.name], t) for row in found.accuracy if row.name in students],
        "rows": [
            _row(each, students[each.name], len(found.failed.get(each.name, ())), t)
            for each in table.table
            if each.name in students
        ],
        "crosstable": cells_of(found, students, folder) if found.games else [],
        "games_page": f"{folder}/{PAGE}",
        "upsets": [
            (students[each.winner], students[each.loser], f"{100 * each.chance:.1f} %")
            for each in rare
            if {each.winner, each.loser} <= students.keys()
        ],
        "pairs": rare[0].pairs if rare else 0,
        "absent": _absent(found, students),
        "figures": [(name.removesuffix(".svg"), address) for name, address in figures.items()],
    }


def games_page_values(results: Results, assignment: str, found: LeagueResult) -> dict[str, Any]:
    """The values for the template of the page of the games."""
    work = next(work for work in results.gradebook.assignments if work.id == assignment)
    title = results.gradebook.info.title
    return {"title": title, "work": work, **games_values(found, _students(results))}


def _absent(found: LeagueResult, students: Mapping[str, Student]) -> list[tuple[TestScore, list[Student]]]:
    """Who takes no part; those for whom the same is known stand together."""
    alike: dict[tuple[Verdict, str], tuple[TestScore, list[Student]]] = {}
    for name, test in found.tests.items():
        if name not in found.players and name in students:
            alike.setdefault((test.verdict, test.message), (test, []))[1].append(students[name])
    return list(alike.values())


def _students(results: Results) -> dict[str, Student]:
    return {student.id: student for student in results.gradebook.students}


def _failed(found: LeagueResult, t: Texts) -> list[str]:
    games = sum(map(len, found.failed.values())) // 2
    return [say(t["until_then"], number_of("games_failed", games, t))] if games else []


def _row(each: Standing, student: Student, failed: int, t: Texts) -> dict[str, Any]:
    """A row of the table, in words; the page sorts the table by `elo` and `rate`."""
    row = each.row
    return {
        "student": student,
        "place": number_of("no_place", failed, t) if failed else place_text(each, t),
        "rating": strength_text(each.strength),
        "elo": each.strength.elo if each.strength else -1e9,
        "expected": expected_text(each),
        "rate": each.rate.rate if each.rate else -1.0,
        "won": str(row.total),
        "black": str(row.as_black),
        "white": str(row.as_white),
        "forfeits": row.forfeits,
    }


def _exact(row: Accuracy, student: Student, t: Texts) -> dict[str, Any]:
    """How exactly a program plays near the end, in words; the page sorts by the `key` of the share."""
    part, interval = share(row, t)
    return {
        "student": student,
        "games": row.games,
        "moves": row.moves,
        "won": row.won,
        "thrown_away": row.thrown_away,
        "share": part if row.share is None else f"{part} ({interval})",
        "key": 2.0 if row.share is None else row.share,
        "stones_lost": row.stones_lost,
        "a_move": a_move(row),
    }


def _named(found: Standings, students: Mapping[str, Student]) -> Standings:
    """The table with the students' names, for pictures."""
    table = tuple(
        replace(each, name=students[each.name].name if each.name in students else each.name)
        for each in found.table
    )
    return replace(found, table=table)
