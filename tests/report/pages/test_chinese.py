"""A class whose language is Chinese: no page says in English what the table of Chinese words says."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from gograde.classroom.roster import Student
from gograde.codec import replace, to_json
from gograde.grading.class_sources import Given
from gograde.grading.league.result import LeagueResult
from gograde.grading.similarity import Cluster, Known, Likeness
from gograde.report.besides import Alike, AlikeCluster, Besides
from gograde.report.class_report import every_table
from gograde.report.pages.environment import TEMPLATES
from gograde.report.pages.renderer import Pages
from gograde.report.pages.similarity_page import Similarity
from gograde.report.pages.statistics_page import statistics_page
from gograde.report.results import Results, load_results
from gograde.report.waiting import programs
from gograde.report.words.texts.tables import TABLES
from tests.report.conftest import people, write_class
from tests.report.leagues import small

UNTRANSLATED = {"CSV", "sha", "good", "bad", "wait", "quiet", "alarm"}
"""Words of templates that nobody reads as a sentence: names of a format, of a digest, of colours."""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = write_class(tmp_path_factory.mktemp("class"), people())
    book = json.loads((folder / "work" / "gradebook.json").read_text())
    book["class"]["language"] = "zh"
    (folder / "work" / "gradebook.json").write_text(json.dumps(book))
    return load_results(folder)


def text_of(page: str) -> str:
    """What a page shows, and what its labels say."""
    shown = re.sub(r"<(style|script)>.*?</\1>", " ", page, flags=re.S)
    labels = " ".join(re.findall(r'(?:aria-label|title|alt)="([^"]*)"', shown))
    return html.unescape(re.sub(r"<[^>]*>", " ", shown) + labels)


def english_in(page: str, recorded: str = "") -> set[str]:
    """The phrases of the English table that a page has and no record has; single words may be anybody's."""
    shown = " ".join(text_of(page).split())
    english, chinese = TABLES["en"], TABLES["zh"]
    phrases = {
        part.strip(" .,;:()")
        for key in english
        if english[key] != chinese[key]
        for part in re.split(r"\{\}|\|", english[key])
    }
    return {phrase for phrase in phrases if " " in phrase and phrase in shown and phrase not in recorded}


def recorded(results: Results) -> str:
    """What the records and the marks say; the grader wrote it, not the page."""
    return b" ".join([*(to_json(one.record) for one in results.results), to_json(results.gradebook)]).decode()


def test_phrases_are_found_on_an_english_page(results: Results) -> None:
    english = Pages(Path("blobs")).index(results)
    assert {"Look at this by hand", "How many got each test right", "handed in"} & english_in(english)


def test_the_page_of_the_class(results: Results) -> None:
    alike = Alike(clusters=(AlikeCluster(programs=("alice", "bob"), identical=True),), pairs=())
    besides = Besides({"board9": {"a.zip": ["x"]}}, {"board9": alike}, {"board9": "s.html"})
    page = Pages(Path("blobs"), "zh").index(results, ["board9"], besides)
    assert english_in(page, recorded(results)) == set()
    assert '<a href="s.html">与 Bob Braun (bob) 相同</a>' in page


def test_the_pages_of_students(results: Results) -> None:
    pages = Pages(Path("blobs"), "zh")
    for student in results.gradebook.students:
        assert english_in(pages.staff(results, student).text, recorded(results)) == set()
        assert english_in(pages.student(results, student).text, recorded(results)) == set()


def test_the_page_that_review_shows(results: Results) -> None:
    found = programs(results, ())
    assert found
    page = Pages(Path("blobs"), "zh", linked=False).review(found[0], found[0].waits[0], (1, 2))
    assert english_in(page, recorded(results)) == set()


def test_the_page_of_statistics(results: Results) -> None:
    page = statistics_page(results, every_table(results))
    assert english_in(page.text, recorded(results)) == set()
    assert "最终得分的分布" in page.text
    pictures = {name: data.decode() for name, data in page.files.items() if name.endswith(".svg")}
    assert all("final mark" not in text and "submissions" not in text for text in pictures.values())
    assert "最终得分，%" in pictures["statistics/histogram.svg"]


def test_the_page_of_similar_programs() -> None:
    found = Similarity(
        "board9", 0.5, Likeness((Cluster(("a", "b"), True),), (), 2), Given((), (), Known(), {"c": ""})
    )
    values = {"title": "T", "found": found, "names": {}, "shown": [], "length": 1, "sure": 2, "many": 3}
    assert english_in(Pages(Path("blobs"), "zh").similarity(values)) == set()


def test_the_page_of_a_league(results: Results) -> None:
    students = tuple(Student(id=name) for name in ("a", "b", "张"))
    book = replace(results.gradebook, students=students)
    league = LeagueResult(("a", "b", "张"), small().games, {}, (), {}, (), {"a": ("b",), "b": ("a",)})
    page = Pages(Path("blobs"), "zh").league(Results(book, {}, {}, Path("blobs")), "board9", league)
    assert english_in(page.text) == set()


@pytest.mark.parametrize("template", sorted(path.name for path in TEMPLATES.glob("*.j2")))
def test_a_template_has_no_words_of_its_own(template: str) -> None:
    source = (TEMPLATES / template).read_text("utf-8")
    plain = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", " ", source, flags=re.S)
    words = set(re.findall("[A-Za-z]{3,}", re.sub(r"<[^>]*>", " ", plain)))
    files = set(re.findall("[A-Za-z]{3,}", " ".join(re.findall(r"[\w/]+\.(?:csv|json)", plain))))
    assert words - files - UNTRANSLATED == set()
