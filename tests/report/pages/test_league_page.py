"""The page of a league, and games on pages."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

from gograde.arena.analysis.accuracy import Accuracy
from gograde.arena.rating.pairs import Game, Pair
from gograde.classroom.roster import Student
from gograde.codec import of_value, replace
from gograde.grading.league.result import LeagueResult
from gograde.grading.league.rounds import Outsider
from gograde.grading.league.scores import outsiders_test
from gograde.grading.marks.gradebook_model import AssignmentInfo, Gradebook
from gograde.package.config import Group
from gograde.report.pages.renderer import Pages
from gograde.report.redact import for_student
from gograde.report.results import Results
from gograde.report.terminal.check_text import check_parts
from gograde.report.terminal.rich_text import to_text
from gograde.scoring.record import Visibility
from gograde.scoring.verdict import Verdict
from tests.injection import outputs
from tests.report.leagues import class_of, league_of_three, small
from tests.report.played import KO, LATE, WON, page, scored


def test_the_page_of_a_league_names_everybody_and_takes_nobodys_markup() -> None:
    students = [
        Student(id="a", last_name="<script>alert(1)</script>", first_name="$x$"),
        Student(id="b", last_name="B"),
        Student(id="张", last_name="张", first_name="伟"),
        Student(id="out", last_name="Out"),
    ]
    work = AssignmentInfo(id="little-go", title="A <game>")
    book = {"schema": "gograde/gradebook/v2", "class": {"title": "A class"}}
    results = Results(
        replace(of_value(Gradebook, book), students=tuple(students), assignments=(work,)),
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
    drawn = [name for name in made.files if name.endswith(".svg")]
    assert drawn == ["league-little-go/ratings.svg", "league-little-go/colours.svg"]
    assert all(f'src="{name}"' in page and b"<svg " in made.files[name] for name in drawn)
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
    found = LeagueResult(tuple(names), tuple(games), {}, (), {})
    page = Pages(Path("blobs")).league(class_of(*names), "little-go", found).text
    _, _, below = page.partition('<h2 id="unlikely">Unlikely results</h2>')
    assert "Among 45 pairs this happens to some by chance" in below
    cells = re.findall(r"staff/(\w)\.html.*?staff/(\w)\.html.*?>([0-9.]+ %)<", below.partition("</table>")[0])
    assert [cell[:2] for cell in cells] == [("i", "a")]
    assert "<b>" not in page


def test_the_fields_of_the_crosstable_lead_to_the_games_and_these_to_sgf() -> None:
    results, found = league_of_three()
    made = Pages(Path("blobs")).league(results, "little-go", found)
    table = made.text.partition('<h2 id="crosstable">')[2].partition("</table>")[0]
    cells = re.findall(r'<td class="s(\d+)"><a href="(.*?)">(.*?)</a></td>', table)
    page = "league-little-go/games.html"
    assert cells == [
        ("10", f"{page}#g-1-2", "2/2"),
        ("10", f"{page}#g-1-3", "2/2"),
        ("0", f"{page}#g-1-2", "0/2"),
        ("10", f"{page}#g-2-3", "2/2"),
        ("0", f"{page}#g-1-3", "0/2"),
        ("0", f"{page}#g-2-3", "0/2"),
    ]
    assert list(outputs.page(made.text.encode())) == []
    # The page of the games has each once, and says what threw it away; the loser of the last is not known.
    shown = made.files[page].decode()
    assert list(outputs.page(made.files[page])) == []
    assert re.findall(r'<h2 id="(.*?)">', shown) == ["g-1-2", "g-1-3", "g-2-3"]
    rows = re.findall(r'<tr data-moves="(.*?)"(.*?)><td>(\d)</td>', shown)
    assert [(moves, number) for moves, _, number in rows] == [
        *(("2,2 1,1 0,1", number) for number in "12"),
        *((f"3,3 {swapped}", number) for swapped, number in ((False, "5"), (True, "6"))),
        *(("2,2 2,2", number) for number in "34"),
    ]
    assert 'data-ply="3" data-keeping="1,1"' in rows[0][1]
    assert "data-illegal" in rows[4][1] and "data-ply" not in rows[4][1]
    assert "&lt;u&gt;B+1.5" in shown and "<u>" not in shown and "<b>" not in shown
    assert 'href="../league-little-go.html"' in shown
    names = [name for name in made.files if name.endswith(".sgf")]
    assert names == [f"league-little-go/game-000{number}.sgf" for number in range(1, 7)]
    assert made.files[names[2]] == b"(;C[2])"
    assert all(f'href="{name.rpartition("/")[2]}"' in shown for name in names)


def test_a_page_has_the_games_and_a_drawing(make_record) -> None:
    shown = page(make_record("eve", (scored(WON, KO),)), staff=False)
    assert "<td>white</td><td>lost</td><td>10</td>" in shown
    assert "illegal move: white at (1, 2) is illegal: ko" in shown
    assert "Board of a lost game of test 01/random" in shown
    assert "The board of the first fault" in shown


def test_hidden_games_are_for_staff(make_record) -> None:
    record = make_record("eve", (scored(WON, KO, visibility=Visibility.HIDDEN),))
    assert for_student(record).tests == ()
    assert "is illegal: ko" not in page(record, staff=False)
    assert "is illegal: ko" in page(record, staff=True)


def test_what_a_program_said_is_text(make_record) -> None:
    hostile = replace(LATE, reason="<script>alert(1)</script>\x1b[2J\n::error::x")
    record = make_record("eve", (scored(hostile),))
    assert "<script>alert" not in page(record, staff=False)
    text = to_text(check_parts(for_student(record)))
    assert "\x1b" not in text
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())
