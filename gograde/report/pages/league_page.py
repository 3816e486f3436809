"""The page of a league: the table, the programs that take no part, and three pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gograde.arena.analysis.accuracy import Accuracy
from gograde.arena.analysis.judged_game import USUAL
from gograde.arena.standings.table import Standing, Standings
from gograde.arena.standings.upsets import upsets
from gograde.classroom.roster import Student
from gograde.grading.league.result import LeagueResult
from gograde.report.pages.league_figures import DRAWN
from gograde.report.results import Results
from gograde.report.words.judged_games import a_move, judged_from, share
from gograde.report.words.league_words import expected_text, place_text, remarks, strength_text
from gograde.report.words.wording import counted

_HEADINGS = {
    "crosstable.png": ("Who won against whom", "A field for every two programs, in the order of the table."),
    "ratings.png": ("Ratings", "A line for every program, its rating with the interval."),
    "colours.png": ("Black and white", "The share of games each program won as black and as white."),
}


def drawings(results: Results, found: LeagueResult) -> dict[str, bytes]:
    """The pictures of a league by name; none when nobody has played."""
    named = _named(found.standings, _students(results))
    return {name: draw(named) for name, draw in DRAWN.items()} if named.games else {}


def league_values(
    results: Results, assignment: str, found: LeagueResult, figures: Mapping[str, str]
) -> dict[str, Any]:
    """The values for the template of the page; `figures` are the addresses of its pictures by name."""
    students = _students(results)
    table = found.standings
    rare = upsets(table)
    return {
        "title": results.gradebook.info.title,
        "work": next(work for work in results.gradebook.assignments if work.id == assignment),
        "remarks": [*remarks(_named(table, students)), *_failed(found)],
        "judged_from": judged_from(USUAL),
        "exact": [_exact(row, students[row.name]) for row in found.accuracy if row.name in students],
        "rows": [
            _row(each, students[each.name], len(found.failed.get(each.name, ())))
            for each in table.table
            if each.name in students
        ],
        "upsets": [
            (students[each.winner], students[each.loser], f"{100 * each.chance:.1f} %")
            for each in rare
            if {each.winner, each.loser} <= students.keys()
        ],
        "pairs": rare[0].pairs if rare else 0,
        "absent": [
            (students[name], test)
            for name, test in found.tests.items()
            if name not in found.players and name in students
        ],
        "figures": [(*_HEADINGS[name], address) for name, address in figures.items()],
    }


def _students(results: Results) -> dict[str, Student]:
    return {student.id: student for student in results.gradebook.students}


def _failed(found: LeagueResult) -> list[str]:
    games = sum(map(len, found.failed.values())) // 2
    text = f"{counted(games, 'game')} failed through a fault of the grader, to be played again the next time"
    return [f"{text}; until then its players have no place and no mark"] if games else []


def _row(each: Standing, student: Student, failed: int) -> dict[str, Any]:
    """A row of the table, in words; the page sorts the table by `elo` and `rate`."""
    row = each.row
    return {
        "student": student,
        "place": f"none: {counted(failed, 'game')} missing" if failed else place_text(each),
        "rating": strength_text(each.strength),
        "elo": each.strength.elo if each.strength else -1e9,
        "expected": expected_text(each),
        "rate": each.rate.rate if each.rate else -1.0,
        "won": str(row.total),
        "black": str(row.as_black),
        "white": str(row.as_white),
        "forfeits": row.forfeits,
    }


def _exact(row: Accuracy, student: Student) -> dict[str, Any]:
    """How exactly a program plays near the end, in words; the page sorts by the `key` of the share."""
    part, interval = share(row)
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
