"""A student's page: a card for each cause, and the student's own lines that an error names."""

import csv
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from gograde.codec import replace
from gograde.core.record import (
    PictureReading,
    PictureScore,
    RunScore,
    ScoreRecord,
    SourceLines,
    TestScore,
    Visibility,
)
from gograde.core.verdict import Verdict
from gograde.report.exports.reports_folder import write_reports
from gograde.report.pages.statistics_page import SHOWN
from gograde.report.pages.student_page import CauseCard, cause_cards, with_sources
from gograde.report.redact import for_student
from gograde.report.words.failures import failures_by_cause
from tests.golden import agrees, page_text
from tests.report import conftest
from tests.report.conftest import RIGHT, Person, capture, people, record
from tests.report.played import page
from tests.report.several import write_works

LINES = SourceLines("score.py", 5, ("for n in rows:", "    total += 1 // <n>", "print(total)"), (6,))
CRASH = "exit code 1: ZeroDivisionError: integer division or modulo by zero"


def crashed(batch: str, question: int, visibility: Visibility = Visibility.VISIBLE) -> TestScore:
    return TestScore(
        name=f"{batch}/{question}", group="rule", batch=batch, verdict=Verdict.RTE, points=0, max_points=1,
        visibility=visibility, message=CRASH,
    )  # fmt: skip


def run(batch: str, visibility: Visibility, *source: SourceLines) -> RunScore:
    return RunScore(batch=batch, visibility=visibility, verdict=Verdict.RTE, message=CRASH, source=source)


def crashes(make_record: Any, visibility: Visibility) -> ScoreRecord:
    tests = [crashed(batch, number, visibility) for batch in ("01", "02") for number in range(3)]
    return make_record("eve", tests, runs=tuple(run(batch, visibility, LINES) for batch in ("01", "02")))


def test_the_lines_of_a_crash_stand_once_on_its_card_with_the_line_marked(make_record: Any) -> None:
    text = page(crashes(make_record, Visibility.VISIBLE), staff=False)
    assert text.count('<figure class="source">') == 1
    assert "Your file score.py, where the error was:" in text
    assert '<mark><span class="at">→ 6</span>    total += 1 // &lt;n&gt;</mark>\n' in text
    assert '<span class="at">5</span>for n in rows:\n' in text


def test_lines_that_the_compiler_names_are_shown_when_nothing_ran(make_record: Any) -> None:
    tests = [
        TestScore(name=f"01/{n}", group="rule", batch="01", verdict=Verdict.CE, points=0, max_points=1,
                  visibility=Visibility.VISIBLE, message="score.c:6:13: error")
        for n in range(2)
    ]  # fmt: skip
    record = make_record("eve", tests, runs=(), source=(LINES,), message="score.c:6:13: error")
    assert page(record, staff=False).count("→ 6") == 1
    ran = replace(record, runs=(run("01", Visibility.HIDDEN),))
    assert for_student(ran).source == ()


def test_two_causes_share_no_lines(make_record: Any) -> None:
    other = SourceLines("score.py", 20, ("x",), (20,))
    tests = [crashed("01", 0), crashed("02", 0)]
    tests[1] = replace(tests[1], message="exit code 1: KeyError: 3")
    record = make_record(
        "eve", tests, runs=(run("01", Visibility.VISIBLE, LINES), run("02", Visibility.VISIBLE, LINES, other))
    )
    cards: tuple[CauseCard, ...] = with_sources(cause_cards(failures_by_cause(tests), 60), record)
    assert [card.source for card in cards] == [(LINES,), (other,)]


def test_an_empty_window_is_told_and_not_shown(make_record: Any) -> None:
    window = PictureScore(name="window 1: Turtle", width=9, height=9, sha256="0" * 64, blank=True)
    drew = RunScore(batch="01", visibility=Visibility.VISIBLE, verdict=Verdict.AC, pictures=(window,))
    read = PictureReading(picture=window.name, outcome="review", reason="there is no board")
    waits = TestScore(
        name="01/1 picture", group="picture", batch="01", verdict=Verdict.RV, points=None, max_points=1,
        visibility=Visibility.VISIBLE, message="there is no board", readings=(read,), answer="picture",
    )  # fmt: skip
    text = page(make_record("eve", (waits,), runs=(drew,)), staff=False)
    assert text.count("Empty: nothing was drawn in it.") == 2, (
        "on the card, and among the pictures of the run"
    )
    assert "<img" not in text
    assert "0000" not in text.partition("</style>")[2], "no address of a picture"


def test_a_due_time_that_stands_for_all_before_it_is_not_told_as_a_moment(make_record: Any) -> None:
    record = make_record("eve", [crashed("01", 0)])
    bound = replace(record.submission, time_basis="not marked late")
    for staff in (True, False):
        shown = page(replace(record, submission=bound), staff=staff)
        assert "<dt>Handed in</dt><dd>in time, as the learning system says" in shown
        assert "<dt>Handed in</dt><dd>2026-" in page(record, staff=staff)


# -- the page of statistics: each picture is drawn, hides nobody's markup, and has its numbers beside it --


def many() -> list[Person]:
    """Nine students: the usual seven, one that is right, and one with a known mistake."""
    wrong = capture("01", [[1, 3], [4, 4]])
    assert wrong.cause is not None
    told = replace(wrong, cause=replace(wrong.cause, help="Diagonals do not connect."))
    more = [
        Person("hana", record("hana", conftest.tests_of(RIGHT)[:4])),
        Person("ivo", record("ivo", (*conftest.tests_of(RIGHT)[:3], told))),
    ]
    return [limited(person) for person in (*people(), *more)]


def limited(person: Person) -> Person:
    """The person with a limit of CPU time for each run."""
    usage = tuple(replace(used, cpu_limit_s=2.0) for used in person.record.usage)
    return replace(person, record=replace(person.record, usage=usage))


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_works(tmp_path_factory.mktemp("many") / "autumn", {"board9": many(), "influence": many()})
    write_reports(folder, folder / "reports")
    return folder / "reports"


def test_every_picture_is_on_the_page_with_its_numbers(reports: Path) -> None:
    """Titles and heads are for readers."""
    text = (reports / "statistics.html").read_text()
    pictures = re.findall(r'<img src="statistics/([a-z]+\.svg)" alt="([^"]+)"', text)
    drawn = {path.name for path in (reports / "statistics").iterdir()}
    assert {name for name in drawn if name.endswith(".svg")} == {name for name, _ in pictures}
    named = re.findall(r'href="([a-z/-]+\.csv)">CSV', text)
    assert all((reports / name).is_file() for name in named)
    assert re.findall(r'<h2 id="([a-z-]+)">', text) == list(SHOWN)
    assert 'href="statistics.html"' in (reports / "index.html").read_text()
    said = [*(f"{name}: {words}\n" for name, words in pictures), f"{named}\n", page_text(text)]
    agrees("report/statistics.txt", "".join(said))


def test_cpu_time_lies_apart_with_its_numbers(reports: Path) -> None:
    """It differs when a program runs again, and nothing on the page does."""
    text = (reports / "statistics.html").read_text()
    assert '<img src="measured/cpu.svg" alt="Share of the CPU limit that runs used' in text
    assert '<a href="measured/cpu.html">' in text
    drawn = " ".join(ElementTree.fromstring((reports / "measured/cpu.svg").read_bytes()).itertext())
    told = (reports / "measured/cpu.html").read_text()
    for row in csv.DictReader((reports / "measured/cpu.csv").read_text().splitlines()):
        assert f"{row['assignment']} (n = {row['n']})" in drawn
        assert f"<td>{row['assignment']}</td><td class=n>{row['n']}</td>" in told
    manifest = json.loads((reports / "manifest.json").read_text())
    measured = {f"measured/{name}" for name in ("cpu.csv", "cpu.html", "cpu.svg", "usage.csv")}
    assert set(manifest["measured"]) == measured


def test_who_handed_nothing_in_has_no_points_in_the_heat_map(reports: Path) -> None:
    drawn = (reports / "statistics" / "groups.svg").read_text()
    assert "grey: not handed in; hatched: not decided" in drawn
    absent = [entry for entry in json.loads((reports.parent / "work/gradebook.json").read_text())["entries"]
              if not entry["sha256"]]  # fmt: skip
    groups = {row["group"] for row in csv.DictReader((reports / "groups.csv").read_text().splitlines())}
    (grey,) = re.findall(r'd="([^"]+)" fill="#dedede"', drawn)
    assert grey.count("M") == len(absent) * len(groups)


def test_pictures_are_whole_and_tell_their_numbers(reports: Path) -> None:
    for path in (reports / "statistics").glob("*.svg"):
        root = ElementTree.fromstring(path.read_bytes())
        assert root.tag.endswith("svg")
        words = " ".join(text for text in root.itertext())
        assert "board9" in words, path.name
        assert not re.search(r"\d{4}-\d\d-\d\dT", path.read_text()), "a date"
    histogram = (reports / "statistics" / "histogram.svg").read_text()
    assert "board9 (n = 3)" in histogram
