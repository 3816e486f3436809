"""The page of a league."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from gograde.arena.analysis.accuracy import Accuracy
from gograde.arena.rating.pairs import Game, Pair
from gograde.classroom.roster import Student
from gograde.grading.league.result import LeagueResult
from gograde.grading.league.rounds import Outsider
from gograde.grading.league.scores import outsiders_test
from gograde.grading.marks.gradebook_model import AssignmentInfo, Gradebook
from gograde.package.config import Group
from gograde.report.pages.renderer import Pages
from gograde.report.results import Results
from gograde.scoring.record import Visibility
from gograde.scoring.verdict import Verdict
from tests.report.leagues import small


def test_the_page_of_a_league_names_everybody_and_takes_nobodys_markup() -> None:
    students = [
        Student(id="a", last_name="<script>alert(1)</script>", first_name="$x$"),
        Student(id="b", last_name="B"),
        Student(id="张", last_name="张", first_name="伟"),
        Student(id="out", last_name="Out"),
    ]
    work = AssignmentInfo(id="little-go", title="A <game>")
    book = {"schema": "gograde/gradebook/v1", "class": {"title": "A class"}}
    results = Results(
        Gradebook.model_validate(book).model_copy(
            update={"students": tuple(students), "assignments": (work,)}
        ),
        {},
        {},
        Path("blobs"),
    )
    group = Group(name="league", questions=("classmates",), weight=10, scored="by-league")
    failed = outsiders_test(group, Outsider(Verdict.RTE, "first moves: </td>&"), Visibility.VISIBLE)
    exact = (
        Accuracy("a", 4, 24, 18, 10, 2, 0.2, 0.0567, 0.5098),
        Accuracy("张", 4, 0, 0, 0, 0, None, 0.0, 1.0),
    )
    found = LeagueResult(("a", "b", "张"), small().games, {}, (), {"out": failed}, exact)
    made = Pages(Path("blobs")).league(results, "little-go", found)
    page = made.text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "League of A &lt;game&gt;" in page
    assert "first moves: &lt;/td&gt;&amp;" in page
    assert all(f'src="{name}"' in page for name in made.files)
    assert [name for name, data in made.files.items() if b"<svg " in data] == [
        f"league-little-go/{name}.svg" for name in ("crosstable", "ratings", "colours")
    ]
    assert 'href="staff/b.html"' in page
    assert "Games are judged exactly from ply 13." in page
    _, _, below = page.partition('<h2 id="near">Near the end of the games</h2>')
    cells = [
        re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", line) for line in re.findall(r"<tr><th scope=.row.*", below)
    ]
    assert [row[1:] for row in cells[:2]] == [
        ["4", "24", "10", "2", "20.0 % (5.7 to 51.0)", "18", "0.75"],
        ["4", "0", "0", "0", "—", "0", "—"],
    ]
    assert [row[0].split(">")[1] for row in cells[:2]] == [
        "$x$ &lt;script&gt;alert(1)&lt;/script&gt;</a",
        "张伟</a",
    ]
    assert "failed through" not in page
    less = replace(found, failed={"a": ("b", "张", "b"), "b": ("a", "a"), "张": ("a",)})
    text = Pages(Path("blobs")).league(results, "little-go", less).text
    assert (
        "<p>3 games failed through a fault of the grader, to be played again the next time; "
        "until then its players have no place and no mark.</p>"
    ) in text
    assert '<td class="num">none: 3 games missing</td>' in text
    assert '<td class="num">none: 1 game missing</td>' in text
    one = Pages(Path("blobs")).league(results, "little-go", replace(found, failed={"b": ("a",)})).text
    rows = re.findall(r'<tr><td class="num">\d</td><th .*?>(.).*?</td><td class="num" data-key="(.*?)"', one)
    assert [number for _, number in rows][-1] == "-1000000000.0"
    assert one.count("none: ") == 1
    empty = Pages(Path("blobs")).league(results, "little-go", LeagueResult((), (), {}, (), {})).text
    assert "Nobody has played." in empty
    assert "<img" not in empty
    assert "Near the end" not in empty
    assert "Unlikely results" not in empty and "Unlikely results" not in page


def test_the_page_tells_staff_of_unlikely_pairs() -> None:
    names = "abcdefghij"
    games = [
        Game(fixture, "i" if {"a", "i"} == fixture.pair.bots else min(fixture.pair.bots), (str(fixture),))
        for number, couple in enumerate(combinations(names, 2))
        for fixture in Pair(number, *couple).fixtures
    ]
    students = tuple(Student(id=name, last_name=f"<b>{name}") for name in names)
    work = AssignmentInfo(id="little-go", title="Game")
    book = Gradebook.model_validate({"schema": "gograde/gradebook/v1", "class": {"title": "A class"}})
    results = Results(
        book.model_copy(update={"students": students, "assignments": (work,)}), {}, {}, Path("blobs")
    )
    page = (
        Pages(Path("blobs"))
        .league(results, "little-go", LeagueResult(tuple(names), tuple(games), {}, (), {}))
        .text
    )
    _, _, below = page.partition('<h2 id="unlikely">Unlikely results</h2>')
    assert "Among 45 pairs this happens to some by chance" in below
    cells = re.findall(r"staff/(\w)\.html.*?staff/(\w)\.html.*?>([0-9.]+ %)<", below.partition("</table>")[0])
    assert [cell[:2] for cell in cells] == [("i", "a")]
    assert "<b>" not in page
