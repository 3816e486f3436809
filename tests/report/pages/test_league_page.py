"""The page of a league, and games on pages."""

import re
import warnings
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.arena.rating.pairs import Fixture, Pair, RatedGame
from gograde.arena.standings import Standings, standings
from gograde.classroom.roster import Student
from gograde.codec import replace
from gograde.core.record import GameScore, SourceLength, TestScore, Thrown, Visibility
from gograde.core.verdict import Verdict
from gograde.grading.league.result import LeagueResult
from gograde.grading.marks.gradebook import AssignmentInfo, Correction
from gograde.grading.run import found_by_program, source_length
from gograde.intake.entry import Entry
from gograde.intake.read import NOT_STARTED, OLD_ANSWER, REPLACED, UNIX_LINES, SourceReading
from gograde.report.pages.class_page import golf, work_view
from gograde.report.pages.drawings import PageBoards
from gograde.report.pages.league_page import league_figures
from gograde.report.pages.renderer import Pages
from gograde.report.redact import for_student
from gograde.report.results import Result, load_results
from gograde.report.terminal.check_text import check_parts
from gograde.report.terminal.rich_text import to_text
from gograde.report.words.game_list import LostWin
from gograde.report.words.texts import texts
from gograde.report.words.wording import golf_words
from tests.arena.judged import LOST_TWICE
from tests.golden import agrees
from tests.injection import outputs
from tests.report.conftest import entry_of, picture, record, rule
from tests.report.leagues import class_of, league_of_three, leagues_of_strangers, simulated, small
from tests.report.played import KO, LATE, WON, alone, page, played, scored

# -- the pictures of a league ------------------------------------------------------------------------------


NAMES = ("colours.svg", "ratings.svg")
HOSTILE = ("张伟", "a$b_{2}$c", "\x1b[2Jx\ny", "an endless name, much longer than any picture is wide")


def drawn(found: Standings, language: str = "en") -> dict[str, ElementTree.Element]:
    return {
        name: ElementTree.fromstring(data) for name, data in league_figures(found, texts(language)).items()
    }


def size(picture: ElementTree.Element) -> list[float]:
    return [float(picture.attrib[side].removesuffix("pt")) for side in ("width", "height")]


def said(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_the_same_every_time_and_has_a_row_a_bot(name: str) -> None:
    many, few = simulated(30), simulated(6, HOSTILE)
    sizes = [size(drawn(found)[name]) for found in (few, many)]
    assert sizes[1][1] - sizes[0][1] > 24 * 12
    assert sizes[1][0] < 1100
    assert league_figures(few)[name] == league_figures(few)[name]


@pytest.mark.parametrize("name", NAMES)
def test_names_of_strangers_are_texts_as_they_are_in_the_order_of_the_table(name: str) -> None:
    found = simulated(6, HOSTILE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        picture = drawn(found)[name]
    short = {"\x1b[2Jx\ny": "\\x1b[2Jx y", HOSTILE[3]: "an endless name, much l…"}
    names = [short.get(each.name, each.name) for each in found.table]
    assert [text for text in said(picture) if text in names] == names
    rows = [float(at.attrib["y"]) for at in picture.iter() if at.text in names and "y" in at.attrib]
    assert all(one < other for one, other in pairwise(rows))


def test_pictures_speak_the_language_of_the_class() -> None:
    words = {word for picture in drawn(small(), "zh").values() for word in said(picture)}
    assert {"执黑", "执白", "等级分，95 % 区间", "胜率，%；白方胜 33 %"} <= words
    assert not any(word.isascii() and len(word) > 3 and word.isalpha() for word in words)


def test_pictures_of_a_league_without_games_or_colours() -> None:
    lone = [RatedGame(Fixture(Pair(0, "a", "b")), "a")]
    for found in (standings([], ["a"]), standings(lone, ["a", "b"])):
        assert sorted(drawn(found)) == sorted(NAMES)


def test_equal_shares_of_both_colours_are_both_seen() -> None:
    """A black dot lies on a larger white one: 100 % of a, 0 % of b."""
    won = [
        RatedGame(Fixture(Pair(0, "a", "b")), "a"),
        RatedGame(Fixture(Pair(0, "a", "b"), swapped=True), "a"),
    ]
    picture = drawn(standings(won, ["a", "b"]))["colours.svg"]
    dots = [
        (
            path.attrib["stroke"],
            re.findall(r"M(\S+ \S+)L\1(?=M|$)", path.attrib["d"]),
            path.attrib["stroke-width"],
        )
        for path in picture.iter()
        if "stroke-linecap" in path.attrib
    ]
    (edge, white, wide), (_, inner, _), (_, black, narrow) = (dot for dot in dots if len(dot[1]) == 2)
    assert white == inner == black
    assert (edge, float(wide) > float(narrow)) == ("black", True)


# -- games lost from a won position on a student's page ----------------------------------------------------


MOVE = Thrown(ply=22, move="0,2", before=2, after=4, keeping=("1,1", "2,0"))
LOST = GameScore(
    opponent="classmate 2", colour="white", won=False, ended="points", reason="black 14, white 10 + 2.5",
    ply=24, moves=tuple(LOST_TWICE), board=(".....",) * 5, thrown=MOVE,
)  # fmt: skip
TOLD = "ply 22: 0,2 turns W+0.5 into B+1.5; 1,1 and 1 more would have kept the win."


def league(*games: GameScore, visibility: Visibility = Visibility.VISIBLE) -> TestScore:
    place = {"name": "league/classmates", "group": "league", "batch": "league"}
    return played(*games, **place, verdict=Verdict.PAC, max_points=20, visibility=visibility)


def test_boards_of_lost_wins() -> None:
    """What was played is a cross, what would have won squares; a forfeit and a pass have no cross."""
    forfeit = replace(MOVE, move=None, after=None, keeping=("1,1",))
    moves = (MOVE, forfeit, replace(MOVE, move="PASS"), replace(MOVE, move="0,5", after=None))
    said = []
    for number, move in enumerate(moves, start=1):
        shown = LostWin(number, LOST, move)
        marks = sorted((point, sign.name) for point, sign in shown.diagram.marks.items())
        said += [shown.words, *shown.diagram.rows, f"last {shown.diagram.last}, marks {marks}", ""]
    agrees("report/lost-wins.txt", "\n".join(said))


def test_the_latest_five_are_shown_by_their_numbers_and_all_are_counted() -> None:
    found = PageBoards().lost_win_boards(league(LOST, WON, *[LOST] * 5, WON))
    numbers = [re.match(r"Game (\d+),", words)[1] for words, _ in found.latest]  # type: ignore[index]
    assert (numbers, found.count) == (["3", "4", "5", "6", "7"], 6)
    assert PageBoards().lost_win_boards(league(WON)).latest == ()


def test_a_check_shows_the_latest_board_below_the_games(make_seen) -> None:
    text = to_text(check_parts(make_seen("eve", (scored(LOST, WON, LOST),))))
    lines = [line.rstrip() for line in text.splitlines()]
    at = lines.index("  2 games lost from a position that best play would have won; the latest:")
    assert lines[at + 1 : at + 9] == [
        f"  Game 3, white, {TOLD}", "    0 1 2 3 4", "  0 X O + X .", "  1 X # O X X", "  2 # O O O X",
        "  3 X O X . X", "  4 . X . X .", "  + played, # keeps the win",
    ]  # fmt: skip


def test_a_page_shows_the_board_and_the_better_move(make_record) -> None:
    shown = page(make_record("eve", (league(WON, LOST),)), staff=False)
    assert f"<figcaption>Game 2, white, {TOLD}</figcaption>" in shown
    assert shown.count("<title>The board before ply 22</title>") == 1
    assert "1 game lost from a position that best play would have won. A board is" in shown
    assert "keeps the win" in shown
    many = page(make_record("eve", (league(*[LOST] * 7),)), staff=False)
    assert "7 games lost from a position that best play would have won; these are the latest 5. " in many
    assert many.count("<title>The board before ply 22</title>") == 5
    assert "Won games thrown away" not in page(make_record("eve", (league(WON),)), staff=False)


def test_the_page_of_a_league_takes_nobodys_markup() -> None:
    results, leagues = leagues_of_strangers()
    made = Pages(Path("blobs")).league(results, "little-go", leagues["whole"])
    page = made.text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "League of A &lt;game&gt;" in page
    drawn = [name for name in made.files if name.endswith(".svg")]
    assert drawn == ["league-little-go/ratings.svg", "league-little-go/colours.svg"]
    assert all(f'src="{name}"' in page and b"<svg " in made.files[name] for name in drawn)
    assert 'href="staff/b.html"' in page
    one = Pages(Path("blobs")).league(results, "little-go", leagues["without a rating"]).text
    rows = re.findall(r'<tr><td class="num">\d</td><th .*?>(.).*?</td><td class="num" data-key="(.*?)"', one)
    assert [number for _, number in rows][-1] == "-1000000000.0"
    assert "<img" not in Pages(Path("blobs")).league(results, "little-go", leagues["empty"]).text


def test_the_page_tells_staff_of_unlikely_pairs() -> None:
    names = "abcdefghij"
    games = [
        RatedGame(
            fixture, "i" if {"a", "i"} == fixture.pair.bots else min(fixture.pair.bots), (str(fixture),)
        )
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
    """The page of the games has each once, and what threw it away; the loser of the last is not known."""
    results, found = league_of_three()
    made = Pages(Path("blobs")).league(results, "little-go", found)
    shown = made.files["league-little-go/games.html"].decode()
    assert [*outputs.page(made.text.encode()), *outputs.page(shown.encode())] == []
    assert not re.search("<[bu]>", shown)
    table = made.text.partition('<h2 id="crosstable">')[2].partition("</table>")[0]
    names = [name for name in made.files if name.endswith(".sgf")]
    assert all(f'href="{name.rpartition("/")[2]}"' in shown for name in names)
    said = [
        *re.findall(r'<td class="s\d+"><a .*?</td>', table),
        *re.findall(r'<h2 id=.*?</h2>|<tr data-moves=.*?</tr>|<a href="\.\..*?</a>', shown, flags=re.S),
        *(f"{name} {made.files[name].decode()}" for name in names),
    ]
    agrees("report/league-games.txt", "".join(f"{' '.join(line.split())}\n" for line in said))


@pytest.mark.parametrize("seen", [Visibility.VISIBLE, Visibility.HIDDEN])
def test_a_page_has_the_games_and_a_drawing(make_record, seen: Visibility) -> None:
    record = make_record("eve", (scored(WON, KO, visibility=seen), league(LOST, visibility=seen)))
    for staff in (True, False):
        shown = page(record, staff=staff)
        for said in (
            "<td>white</td><td>lost</td><td>10</td>", "illegal move: white at (1, 2) is illegal: ko",
            "Board of a lost game of test 01/random", "The board of the first fault", TOLD,
        ):  # fmt: skip
            assert (said in shown) is (staff or seen is Visibility.VISIBLE)


def test_what_a_program_said_is_text(make_record) -> None:
    hostile = replace(LATE, reason="<script>alert(1)</script>\x1b[2J\n::error::x")
    record = make_record("eve", (scored(hostile),))
    assert "<script>alert" not in page(record, staff=False)
    text = to_text(check_parts(for_student(record)))
    assert "\x1b" not in text
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())


# -- if an assignment asks for short programs, the correct ones are ranked by their length ---------


TESTS = {"pass": [rule("01")], "fail": [rule("01", right=False)], "pending": [picture("01")]}
EARLIER, LATER = "2026-11-01T10:00:00+01:00", "2026-11-01T09:30:00+00:00"


def result(name: str, characters: int, size: int, at: str | None = EARLIER, **changes: Any) -> Result:
    unranked = changes.pop("unranked", "")
    made = record(name, TESTS[changes.pop("official", "pass")], **changes)
    told = {"source": SourceLength(characters=characters, bytes=size, unranked=unranked), "submitted_at": at}
    submission = replace(made.submission, **told)
    scored = replace(made, submission=submission)
    return Result(Student(id=name), AssignmentInfo(id="board9"), entry_of(scored), scored)


def test_characters_count_first_then_bytes_then_the_time_and_equal_programs_share_a_place() -> None:
    handed_in = [
        result("dan", 80, 80), result("eve", 70, 90), result("cho", 70, 72, LATER), result("ben", 70, 72),
        result("amy", 60, 99), result("fay", 70, 72, None), result("gil", 70, 72),
    ]  # fmt: skip
    assert [(g.place, g.result.student.id, g.source.bytes) for g in golf(handed_in)] == [
        (1, "amy", 99), (2, "ben", 72), (2, "gil", 72), (4, "cho", 72), (5, "fay", 72), (6, "eve", 90),
        (7, "dan", 80),
    ]  # fmt: skip


def test_only_correct_programs_are_ranked_and_only_where_lengths_are_told() -> None:
    untold = result("amy", 1, 1)
    plain = replace(untold.record.submission, source=None)
    untold = replace(untold, automatic=replace(untold.record, submission=plain))
    assert golf([untold, result("ben", 5, 5, official="fail"), result("cho", 5, 5, official="pending")]) == ()


def test_who_is_not_decided_has_no_place_and_nobody_takes_it() -> None:
    handed_in = (result("amy", 4, 4), result("ben", 5, 5), result("cho", 6, 6), result("dan", 6, 7))
    whole = {g.result.student.id: g.place for g in work_view(handed_in[0].assignment, handed_in).golf}
    assert whole == {"amy": 1, "ben": 2, "cho": 3, "dan": 4}
    for number, faulty in enumerate(handed_in):
        waits = result(faulty.student.id, faulty.record.submission.source.characters, 6, official="pending")
        view = work_view(faulty.assignment, (*handed_in[:number], waits, *handed_in[number + 1 :]))
        places = {g.result.student.id: g.place for g in view.golf}
        assert places == {name: place for name, place in whole.items() if name != faulty.student.id}
        assert view.unranked == (waits,)
        assert golf_words(waits.record, waits.entry.badge).endswith(
            " characters; not ranked by length while a test is not decided"
        )


PROGRAMS = st.lists(
    st.tuples(st.integers(1, 4), st.integers(1, 4), st.sampled_from(["pass", "fail", "pending"])),
    min_size=1,
    max_size=6,
)


@given(PROGRAMS, st.booleans())
def test_no_fault_gives_anybody_a_better_place(programs: list[tuple[int, int, str]], told: bool) -> None:
    """Neither the program that is not decided, whether or not its length is known, nor any other."""
    handed_in = [result(str(n), *sizes, official=word) for n, (*sizes, word) in enumerate(programs)]
    before = {g.result.student.id: g.place for g in golf(handed_in)}
    for number, right in enumerate(handed_in):
        if right.entry.official == "pass":
            waits = result(str(number), *programs[number][:2], official="pending")
            if not told:
                unmeasured = replace(waits.record.submission, source=None)
                waits = replace(waits, automatic=replace(waits.record, submission=unmeasured))
            after = golf([*handed_in[:number], waits, *handed_in[number + 1 :]])
            assert all(g.place >= before[g.result.student.id] for g in after)
            assert {g.result.student.id for g in after} == before.keys() - {str(number)}


def test_a_program_of_unknown_length_may_be_the_shortest() -> None:
    waits = result("amy", 1, 1, official="pending")
    plain = replace(waits.record.submission, source=None)
    waits = replace(waits, automatic=replace(waits.record, submission=plain))
    view = work_view(waits.assignment, (waits, result("ben", 5, 5)))
    assert [(g.place, g.result.student.id) for g in view.golf] == [(2, "ben")]
    assert view.unranked == (waits,)
    assert work_view(waits.assignment, (waits,)).unranked == ()


def test_whom_a_person_has_passed_is_ranked() -> None:
    waits = result("amy", 1, 1, official="pending")
    passed = replace(waits, entry=entry_of(waits.automatic, Correction(test="01/3 picture", points=1)))
    view = work_view(waits.assignment, (passed, result("ben", 5, 5)))
    assert [(g.place, g.result.student.id) for g in view.golf] == [(1, "amy"), (2, "ben")]
    assert golf_words(passed.record, passed.entry.badge) == "length: 1 characters"


def test_who_reads_code_is_not_ranked() -> None:
    handed_in = [result("ben", 5, 5), result("amy", 4, 4, unranked="it may run a file as code (exec, open)")]
    view = work_view(handed_in[0].assignment, tuple(handed_in))
    assert [(g.place, g.result.student.id) for g in view.golf] == [(1, "ben")]
    assert [one.student.id for one in view.unranked] == ["amy"]
    assert golf_words(handed_in[0].record, Verdict.AC) == "length: 5 characters"
    assert golf_words(handed_in[1].record, Verdict.AC) == (
        "not ranked by length: it may run a file as code (exec, open); "
        "hand in one file that reads nothing but its input, and is not named in itself"
    )
    told = result("eve", 4, 4, unranked="it is a Java program, which is not looked through")
    assert golf_words(told.record, Verdict.AC).endswith("it is a Java program, which is not looked through")


def test_the_pages_tell_the_length_and_why_there_is_no_place(class_dir: Path) -> None:
    ben, amy = result("ben", 5, 5), result("amy", 4, 4, unranked="it may run a file as code (d)")
    pages = Pages(Path("blobs"), linked=False)
    assert "<dt>Code golf</dt><dd>length: 5 characters</dd>" in pages.student(alone(ben), ben.student).text
    assert (
        "not ranked by length: it may run a file as code (d); hand in"
        in pages.student(alone(amy), amy.student).text
    )
    results = load_results(class_dir)
    page = pages.index(replace(results, by_pair={k: like(one, amy) for k, one in results.by_pair.items()}))
    assert "not ranked by length: it may run a file as code (d); hand in" in page


def like(one: Result, other: Result) -> Result:
    """A result of the class that is as right as another, with its length."""
    return replace(one, automatic=other.automatic, entry=other.entry)


@pytest.mark.parametrize(
    ("files", "left_out", "length", "count"),
    [
        ({"golf.py": "print('é')\n".encode()}, {}, (11, 12), 1),
        ({"golf.py": b"x\xff"}, {}, (2, 2), 1),
        ({"golf.py": b"import a\n", "é.py": b"1\n", "d": b"\xff\xfe"}, {}, (18, 19), 3),
        ({"golf.py": b"1\n", "old.py": b"2222\n"}, {"old.py": NOT_STARTED}, (13, 13), 2),
        ({"golf.py": b"1\n", "answer.txt": b"2222\n"}, {"answer.txt": OLD_ANSWER}, (2, 2), 1),
        ({"golf.py": b"1\n", "board.txt": b"2222\n"}, {"board.txt": REPLACED}, (2, 2), 1),
        ({"golf.py": b"1\n"}, {"golf.py": UNIX_LINES}, (2, 2), 1),
    ],
)
def test_the_length_is_that_of_all_files_that_the_program_finds(files, left_out, length, count) -> None:
    characters = {path: len(data.decode("utf-8", "surrogateescape")) for path, data in files.items()}
    reading = SourceReading(files, {}, Entry("golf.py", "python"), (), characters, (), frozenset())
    counted = source_length(reading, found_by_program(reading, left_out))
    assert ((counted.characters, counted.bytes), counted.files) == (length, count)
