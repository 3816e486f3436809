"""The table of a league as text, JSON and pictures."""

from __future__ import annotations

import io
import json
import re
import warnings
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from benchmarks.league import Scene, draw_bots, play
from gograde.arena.analysis.accuracy import Accuracy
from gograde.arena.rating.pairs import Draw, Fixture, Game, Pair
from gograde.arena.schedule.pairing import League, next_fixtures
from gograde.arena.standings.table import Standings, Strength, standings
from gograde.classroom.classroom import Student
from gograde.errors import DataError
from gograde.grading.league.result import LeagueResult
from gograde.grading.league.rounds import Outsider
from gograde.grading.league.scores import outsiders_test
from gograde.grading.marks.gradebook_model import AssignmentInfo, Gradebook
from gograde.package.config import Group
from gograde.report.exports.league_json import standings_json
from gograde.report.pages.league_figures import DRAWN, write_figures
from gograde.report.pages.renderer import Pages
from gograde.report.results import Results
from gograde.report.terminal.league_table import table_text
from gograde.report.words.league_words import percent, remarks, strength_text
from gograde.scoring.record import Visibility
from gograde.scoring.verdict import Verdict

HOSTILE = ("张伟", "a$b_{2}$c", "\x1b[2Jx\ny", "an endless name, much longer than any picture is wide")


def simulated(bots: int, names: tuple[str, ...] = ()) -> Standings:
    """A league of bots of known strength, some under names that were given."""
    truth = list(draw_bots(Scene(bots), 3).values())
    named = dict(zip([*names, *(f"bot{at:02}" for at in range(bots))], truth, strict=False))
    league, games = League(tuple(named), Draw(1)), list[Game]()
    while fixtures := next_fixtures(league, games):
        games += [play(fixture, named, 1) for fixture in fixtures]
    return standings(games, list(named), {"bot00": 500.0})


def small() -> Standings:
    met = [("a", "b", "aa"), ("a", "张", "a张"), ("b", "张", "bb")]
    games = [
        Game(fixture, winner, (f"{number}{fixture.swapped}",))
        for number, (first, second, winners) in enumerate(met)
        for fixture, winner in zip(Pair(number, first, second).fixtures, winners, strict=True)
    ]
    return standings(games, ["a", "b", "张"], {"b": 0.0})


def test_the_table_as_text() -> None:
    text = re.sub(r"-?\d+ ± \d+", "R", re.sub(r"\d+ % \(\d+-\d+\)", "E", table_text(small())))
    assert [line.split() for line in text.splitlines()] == [
        ["place", "player", "rating", "expected", "won", "black", "white", "forfeits", "1", "2", "3"],
        ["1", "1-2", "a", "R", "E", "3/4", "2/2", "1/2", "0", ".", "2/2", "1/2"],
        ["2", "frozen", "b", "0", ".", "2/4", "1/2", "1/2", "0", "0/2", ".", "2/2"],
        ["3", "1-2", "张", "R", "E", "1/4", "1/2", "0/2", "0", "1/2", "0/2", "."],
    ]


def test_wide_letters_take_two_columns() -> None:
    _, first, _, third = table_text(small()).splitlines()
    assert first.index("3/4") == third.index("1/4") + 1


def test_with_many_bots_there_is_no_column_for_every_opponent() -> None:
    twelve, thirteen = (table_text(simulated(bots)).splitlines()[0].split() for bots in (12, 13))
    assert twelve[-13:] == ["forfeits", *map(str, range(1, 13))]
    assert thirteen[-1] == "forfeits"


def test_numbers_as_text() -> None:
    assert strength_text(Strength(812.4, 700, 924.8)) == "812 ± 112"
    assert strength_text(Strength(-0.2, -100, 100)) == "0 ± 100"
    assert strength_text(Strength(500, 500, 500)) == "500"
    assert strength_text(None) == "."
    assert [percent(0.505), percent(1), percent(None)] == ["50 %", "100 %", "."]


def test_what_is_said_below_the_table() -> None:
    assert remarks(standings([], ["a"])) == []
    (line,) = remarks(small())
    assert re.fullmatch(r"6 games; white won 33 % and is worth -?\d+ ± \d+ Elo points", line)
    lost = [Game(each, "a", ("x",)) for at in (0, 1) for each in Pair(at, "a", "b").fixtures]
    broke = [Game(each, "c", (), "time") for at in (2, 3) for each in Pair(at, "c", "d").fixtures]
    said = remarks(standings([*lost, *broke], ["a", "b", "c", "d"]))
    assert said[1:] == [
        "2 games were played just so before and count once for the ratings",
        "games do not connect all bots: ratings of different groups cannot be compared",
        "d: time three times in a row, plays no more",
    ]


def test_the_table_as_json() -> None:
    told = json.loads(json.dumps(standings_json(small())))
    assert [each["name"] for each in told["standings"]] == ["a", "b", "张"]
    first, second, _ = told["standings"]
    assert (first["won"], first["as_black"], first["as_white"]) == ([3, 4], [2, 2], [1, 2])
    assert first["against"] == [[0, 0], [2, 2], [1, 2]]
    assert first["place"] == {"name": "a", "best": 1, "worst": 2, "ties": ["张"]}
    assert first["rating"]["low"] < first["rating"]["elo"] < first["rating"]["high"]
    assert (second["frozen"], second["place"], second["expected"]) == (True, None, None)
    assert (told["games_played"], told["games_repeated"], told["connected"]) == (6, 0, True)


# -- the page of a class --------------------------------------------------------------------


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
    page = Pages(Path("blobs")).league(results, "little-go", found)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "League of A &lt;game&gt;" in page
    assert "first moves: &lt;/td&gt;&amp;" in page
    assert page.count("data:image/png;base64,") == 3
    assert 'href="staff/b.html"' in page
    assert "Games are judged exactly from ply 13." in page
    _, _, below = page.partition("<h2>Near the end of the games</h2>")
    cells = [
        re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", line) for line in re.findall(r"<tr><th scope=.row.*", below)
    ]
    assert [row[1:] for row in cells[:2]] == [
        ["4", "24", "10", "2", "20.0 % (5.7 to 51.0)", "18", "0.75"],
        ["4", "0", "0", "0", ".", "0", "."],
    ]
    assert [row[0].split(">")[1] for row in cells[:2]] == [
        "$x$ &lt;script&gt;alert(1)&lt;/script&gt;</a",
        "张伟</a",
    ]
    assert "failed through" not in page
    less = replace(found, failed={"a": 3, "b": 2, "张": 1})
    assert "<p>3 games failed through a fault of the grader, to be played again the next time.</p>" in Pages(
        Path("blobs")
    ).league(results, "little-go", less)
    empty = Pages(Path("blobs")).league(results, "little-go", LeagueResult((), (), {}, (), {}))
    assert "Nobody has played." in empty
    assert "data:image" not in empty
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
    page = Pages(Path("blobs")).league(
        results, "little-go", LeagueResult(tuple(names), tuple(games), {}, (), {})
    )
    _, _, below = page.partition("<h2>Unlikely results</h2>")
    assert "Among 45 pairs some go so by chance" in below
    cells = re.findall(r"staff/(\w)\.html.*?staff/(\w)\.html.*?>([0-9.]+ %)<", below.partition("</table>")[0])
    assert [cell[:2] for cell in cells] == [("i", "a")]
    assert "<b>" not in page


# -- pictures -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_a_picture_is_the_same_every_time_and_has_a_row_a_bot(name: str) -> None:
    many, few = simulated(30), simulated(6, HOSTILE)
    sizes = [Image.open(io.BytesIO(DRAWN[name](found))).size for found in (few, many)]
    assert sizes[1][1] - sizes[0][1] > 24 * 30
    assert sizes[1][0] < 2200
    assert DRAWN[name](few) == DRAWN[name](few)


def test_names_of_strangers_are_drawn_as_they_are() -> None:
    found = simulated(6, HOSTILE[1:])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plain = {name: draw(found) for name, draw in DRAWN.items()}
        other = {name: draw(simulated(6, ("a b_{2} c", *HOSTILE[2:]))) for name, draw in DRAWN.items()}
    assert all(plain[name] != other[name] for name in DRAWN)


def test_pictures_of_a_league_without_games_or_colours() -> None:
    lone = [Game(Fixture(Pair(0, "a", "b")), "a")]
    for found in (standings([], ["a"]), standings(lone, ["a", "b"])):
        assert all(draw(found).startswith(b"\x89PNG") for draw in DRAWN.values())


def test_pictures_go_into_a_folder(tmp_path: Path) -> None:
    write_figures(tmp_path / "deep" / "figures", small())
    assert sorted(path.name for path in (tmp_path / "deep" / "figures").iterdir()) == sorted(DRAWN)
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError) as caught:
        write_figures(tmp_path / "file", small())
    assert str(caught.value) == (
        f"{tmp_path}/file: cannot be written (File exists)\nFix: name a folder that can be written to"
    )
