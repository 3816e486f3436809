"""The pages in a real browser: they sort, filter and scroll, can be read by all, and ask for nothing."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gograde.arena.game.second_referee import replay
from gograde.report.exports.reports_folder import write_reports
from gograde.report.pages.renderer import Pages
from tests.browser import Browser, serious
from tests.report.conftest import people, write_class
from tests.report.leagues import league_of_three
from tests.report.pages.test_league_page import LOST
from tests.report.played import KO, page, played

pytestmark = pytest.mark.needs("a browser")

NAMES = '[...document.querySelectorAll("#class tbody tr:not([hidden]) th a")].map(a => a.textContent)'


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_class(tmp_path_factory.mktemp("class") / "autumn", people())
    book = json.loads((folder / "work" / "gradebook.json").read_text())
    for number, student in enumerate(book["students"]):
        student["more"] = {"section": "AB"[number % 2], "login": f"u{number}"}
    (folder / "work" / "gradebook.json").write_text(json.dumps(book))
    write_reports(folder, folder / "reports")
    return folder / "reports"


def click(looked: Browser, selector: str) -> None:
    looked.value(f"document.querySelector({selector!r}).click()")


def test_the_table_is_sorted_by_value(looked: Browser, reports: Path) -> None:
    looked.open(reports / "index.html")
    click(looked, "#class th:nth-child(2) button")
    click(looked, "#class th:nth-child(2) button")
    assert looked.value(NAMES)[:3] == ["Alice Li", "Bob Braun", "Grace Gupta"]
    assert looked.value('document.querySelector("#class th:nth-child(2)").ariaSort') == "descending"
    click(looked, "#class th button")
    assert looked.value(NAMES)[:2] == ["Bob Braun", "Carol Chen"]


def test_numbers_are_ordered_by_value_then_words_then_nothing(looked: Browser, reports: Path) -> None:
    looked.open(reports / "index.html")
    texts = ["66.7 %", "-12.5", "", "66.67 %", "−3", "7", "10", "b", "a"]
    order = f"""{texts}.map(text => keyOf({{dataset: {{}}, textContent: text}}))
      .sort((a, b) => compare(a, b, SIGN))"""
    assert looked.value(order.replace("SIGN", "1")) == [-12.5, -3, 7, 10, 66.67, 66.7, "a", "b", ""]
    assert looked.value(order.replace("SIGN", "-1")) == ["b", "a", 66.7, 66.67, 10, 7, -3, -12.5, ""]


def test_students_are_searched_and_filtered_by_keys(looked: Browser, reports: Path) -> None:
    looked.open(reports / "index.html")
    looked.press("/", "/")
    assert looked.value("document.activeElement.id") == "search"
    for letter in "li":
        looked.press(letter, letter)
    assert looked.value(NAMES) == ["Alice Li"]
    assert looked.value('document.querySelector(".controls output").textContent') == "1 of 7 shown"
    looked.value('search.value = ""; filter.value = "missing"; filter.dispatchEvent(new Event("input"))')
    assert looked.value(NAMES) == ["Dan Diaz"]
    assert looked.value('getComputedStyle(document.querySelector("small.more")).display') == "none"
    click(looked, "#more")
    assert looked.value('getComputedStyle(document.querySelector("small.more")).display') == "block"


def test_students_are_filtered_by_what_the_roster_says(looked: Browser, reports: Path) -> None:
    """By a section, but not by logins, of which everybody has another."""
    looked.open(reports / "index.html")
    assert looked.value('[...document.querySelectorAll("select[data-column]")].length') == 1
    choose = 'section = document.querySelector("select[data-column]"); section.value = "B"'
    looked.value(f'{choose}; section.dispatchEvent(new Event("input"))')
    assert looked.value(NAMES) == ["Bob Braun", "Dan Diaz", "Frank Fontaine"]
    looked.value('filter.value = "missing"; filter.dispatchEvent(new Event("input"))')
    assert looked.value(NAMES) == ["Dan Diaz"]


def test_a_phone_shows_totals_and_finals_first(looked: Browser, reports: Path) -> None:
    looked.size(390, 800)
    for name, heads in (("index.html", ["Student", "Total"]), ("staff/bob.html", ["Assignment", "Final"])):
        looked.open(reports / name)
        shown = """[...document.querySelector("thead").querySelectorAll("th")]
          .filter(th => th.getBoundingClientRect().right <= 390).map(th => th.textContent.trim())"""
        assert looked.value(shown)[:2] == heads
        assert looked.value("document.documentElement.scrollWidth") <= 390
    looked.size(1280, 900)


def test_keys_lead_from_student_to_student(looked: Browser, reports: Path) -> None:
    looked.open(reports / "staff" / "bob.html")
    assert looked.value('document.querySelector("a[rel=next]").textContent') == "next: Carol Chen →"
    looked.value(
        """document.querySelector("a[rel=next]").addEventListener("click", event => {
        event.preventDefault(); document.title = "next"; })"""
    )
    looked.press("n", "n")
    assert looked.value("document.title") == "next"


def test_wide_tables_say_that_they_scroll_and_heads_stay(looked: Browser, reports: Path) -> None:
    hints = '[...document.querySelectorAll(".hint")].map(p => p.nextElementSibling.ariaLabel)'
    looked.open(reports / "index.html")
    assert "Students" not in looked.value(hints)
    looked.size(320, 600)
    assert "Students" in looked.value(f"(dispatchEvent(new Event('resize')), {hints})")
    assert looked.value("document.documentElement.scrollWidth") <= 320, "the page itself does not scroll"
    top = 'document.querySelector("#class thead th").getBoundingClientRect().top'
    box = 'document.querySelector(".tall")'
    looked.value(f"{box}.style.maxHeight = '150px'; {box}.scrollTop = 100")
    assert looked.value(f"{top} - {box}.getBoundingClientRect().top") < 5
    looked.size(1280, 900)


@pytest.fixture
def game_page(make_record: Any, tmp_path: Path) -> Path:
    path = tmp_path / "games.html"
    path.write_text(page(make_record("eve", (played(LOST, KO),)), staff=True), "utf-8")
    return path


STONES = """[".X", ".O"].map(colour => [...document.querySelectorAll(".stepper " + colour)]
  .map(stone => (stone.getAttribute("cy") - 24) / 38 * 5 + (stone.getAttribute("cx") - 24) / 38)
  .sort((a, b) => a - b))"""


def stones(rows: Sequence[str]) -> list[list[int]]:
    cells = "".join(rows)
    return [[at for at, cell in enumerate(cells) if cell == colour] for colour in "XO"]


def test_a_game_is_stepped_by_keys_as_the_second_referee_plays_it(looked: Browser, game_page: Path) -> None:
    looked.open(game_page)
    click(looked, ".games button")
    assert looked.value('document.querySelectorAll(".stepper .keeps").length') == 2
    assert "turns W+0.5 into B+1.5" in looked.value('document.querySelector(".stepper").innerText')
    looked.press("Home")
    for ply in range(len(LOST.moves) + 1):
        assert looked.value(STONES) == stones(replay(LOST.moves[:ply]).board), ply
        looked.press("ArrowRight")
    looked.press("ArrowLeft")
    assert f"Ply {len(LOST.moves) - 1} of {len(LOST.moves)}" in looked.value(
        'document.querySelector(".stepper").innerText'
    )
    assert looked.faults() == []


def test_an_illegal_move_is_crossed_and_puts_no_stone(looked: Browser, game_page: Path) -> None:
    looked.open(game_page)
    click(looked, ".games tr:nth-child(2) button")
    looked.press("End")
    assert looked.value('document.querySelectorAll(".stepper .cross").length') == 1
    assert looked.value(STONES) == [[], []]
    assert "Ply 2 of 2: white plays 1,2: illegal" in looked.value(
        'document.querySelector(".stepper").innerText'
    )


@pytest.mark.parametrize("name", ["index.html", "staff/bob.html", "students/bob.html", "students/frank.html"])
def test_a_page_asks_for_nothing_and_says_nothing(looked: Browser, reports: Path, name: str) -> None:
    looked.open(reports / name)
    assert looked.addresses() == [(reports / name).as_uri()]
    assert looked.faults() == []


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", ["index.html", "staff/bob.html", "students/bob.html"])
def test_everybody_can_read_the_pages(looked: Browser, reports: Path, name: str, *, dark: bool) -> None:
    looked.dark(on=dark)
    looked.open(reports / name)
    assert serious(looked) == []
    looked.dark(on=False)


def test_everybody_can_read_the_games(looked: Browser, game_page: Path) -> None:
    looked.open(game_page)
    click(looked, ".games button")
    assert serious(looked) == []


def test_the_crosstable_of_a_league_leads_to_a_game_that_is_stepped(looked: Browser, tmp_path: Path) -> None:
    results, found = league_of_three()
    made = Pages(tmp_path).league(results, "little-go", found)
    for name, data in {"league-little-go.html": made.text.encode(), **made.files}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    looked.open(tmp_path / "league-little-go.html")
    assert serious(looked) == []
    address = looked.value('document.querySelector(".matrix td a").href')
    assert address == (tmp_path / "league-little-go/games.html").as_uri() + "#g-1-2"
    looked.open(tmp_path / "league-little-go/games.html")
    click(looked, ".games button")
    looked.press("End")
    assert looked.value(STONES) == [[1, 12], [6]]
    assert "Ply 3 of 3: black plays 0,1" in looked.value('document.querySelector(".stepper").innerText')
    assert serious(looked) == []
    assert looked.faults() == []
