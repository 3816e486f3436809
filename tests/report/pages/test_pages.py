"""The pages: their text, their requests to a browser, and what they must not contain."""

import html
import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gograde.classroom.roster import Student
from gograde.codec import replace, to_json
from gograde.core.record import PictureScore, RunScore, ScoreRecord, Visibility
from gograde.core.verdict import Verdict
from gograde.files import write_blob
from gograde.grading.class_sources import SimilaritySources
from gograde.grading.league.result import LeagueResult
from gograde.grading.similarity import Cluster, Known, Likeness
from gograde.report.class_report import every_table
from gograde.report.exports.reports_folder import write_reports
from gograde.report.pages.environment import TEMPLATES
from gograde.report.pages.renderer import Pages
from gograde.report.pages.similarity_page import Similarity
from gograde.report.pages.statistics_page import statistics_page
from gograde.report.results import Results, load_results
from gograde.report.words.texts import texts
from tests.report.conftest import capture, people, write_class
from tests.report.leagues import small
from tests.report.played import page as played_page


@pytest.fixture
def reports(class_dir: Path) -> Path:
    write_reports(class_dir, class_dir / "reports")
    return class_dir / "reports"


class Page(HTMLParser):
    """The text, elements and attributes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "br", "link", "input", "img", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> closes another element"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & set(self.open[-1:]):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def page(reports: Path, name: str) -> Page:
    return Page((reports / name).read_text(encoding="utf-8"))


# -- what they lead to ---------------------------------------------------------------------


def test_every_link_leads_somewhere(reports: Path) -> None:
    for path in reports.rglob("*.html"):
        made = Page(path.read_text(encoding="utf-8"))
        for href in [attrs["href"] for tag, attrs in made.elements if tag == "a"]:
            name, _, anchor = str(href).partition("#")
            target = (path.parent / name).resolve() if name else path
            assert target.is_file(), f"{path.name} links to {href}"
            assert not anchor or f'id="{anchor}"' in target.read_text(encoding="utf-8")


def test_a_page_alone_links_to_no_other(class_dir: Path) -> None:
    results, pages = load_results(class_dir), Pages(class_dir / "work" / "blobs", linked=False)
    bob = results.gradebook.students[1]
    for text in (pages.index(results), pages.staff(results, bob).text):
        addresses = [attrs["href"] or "" for tag, attrs in Page(text).elements if tag == "a"]
        assert not [address for address in addresses if not address.startswith("#")]


def test_pages_are_in_the_language_of_the_class(class_dir: Path) -> None:
    book = class_dir / "work" / "gradebook.json"
    book.write_text(book.read_text().replace('"language": "en"', '"language": "zh"'))
    write_reports(class_dir, class_dir / "reports")
    own = page(class_dir / "reports", "students/bob.html")
    assert ("html", {"lang": "zh"}) in own.elements
    assert "至少 4，至多 5，满分 7" in own.text


def test_a_page_stays_small_whatever_goes_wrong(make_record) -> None:
    """Five hundred wrong answers, each for a reason of its own."""
    kinds = [capture(f"{n:03d}", [[1, 3], [n % 9, 4]], message=f"wrong {'x' * n}") for n in range(500)]
    text = played_page(make_record("eve", tuple(kinds)), staff=True)
    assert text.count('<svg class="board"') == 60
    assert len(text.encode()) < 500_000
    silent = [capture(f"{n:03d}", None, message="no answers in answer_train.txt") for n in range(72)]
    text = played_page(make_record("eve", tuple(silent)), staff=True)
    assert text.count("no answers in answer_train.txt") == 1
    assert '<strong>72 tests</strong> · 144 points: <span class="said">no answers' in text


# -- what they ask of a browser ------------------------------------------------------------


def test_a_page_asks_for_nothing_and_runs_only_its_own_script(reports: Path) -> None:
    for path in reports.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        made = Page(text)
        assert made.open == [], f"{path.name} leaves elements open"
        assert not {"link", "iframe", "object", "form"} & {tag for tag, _ in made.elements}
        assert not [a for _, attrs in made.elements for a in attrs if a == "style" or a.startswith("on")]
        assert not [attrs for tag, attrs in made.elements if "src" in attrs and tag != "img"]
        policy = next(
            a["content"] for tag, a in made.elements if a.get("http-equiv") == "Content-Security-Policy"
        )
        assert policy.startswith("default-src 'none'; style-src 'sha256-")
        for kind in ("style", "script"):
            for block in re.findall(rf"<{kind}>(.*?)</{kind}>", text, re.DOTALL):
                digest = b64encode(sha256(block.encode()).digest()).decode()
                assert f"{kind}-src 'sha256-{digest}'" in policy


def test_a_page_shows_pictures_from_a_folder_of_its_own(make_class, make_person, make_record, all_tests):
    """What others drew is not in the folder that a student is handed."""
    persons = [make_person(name, make_record(name, all_tests)) for name in ("eve", "bob.html")]
    folder = make_class(persons)
    for person in persons:
        drawn = {word: png(f"{person.id} {word}".encode()) for word in ("public", "hidden")}
        names = {word: write_blob(folder / "work" / "blobs", data) for word, data in drawn.items()}
        record = with_pictures(person.record, names)
        (folder / "work" / "scores" / "board9" / f"{person.id}.json").write_bytes(to_json(record))
    write_reports(folder, folder / "reports")
    found = {
        path.relative_to(folder / "reports").as_posix(): path.read_bytes()
        for path in (folder / "reports").rglob("*.png")
    }
    assert sorted(found.values()) == sorted(
        png(f"{who} {what}".encode()) for who in ("eve", "bob.html") for what in ("hidden", "public")
    ), "each picture lies there once"
    for name in ("eve", "bob.html"):
        own = [path for path in found if path.startswith(f"students/{name}-pictures/")]
        hidden = [path for path in found if path.startswith(f"staff/{name}-pictures/")]
        assert (len(own), len(hidden)) == (1, 1)
        made = page(folder / "reports", f"students/{name}.html")
        assert [f"students/{attrs['src']}" for tag, attrs in made.elements if tag == "img"] == own
        made = page(folder / "reports", f"staff/{name}.html")
        shown = [attrs["src"] for tag, attrs in made.elements if tag == "img"]
        assert shown == [f"../{own[0]}", hidden[0].removeprefix("staff/")]
    gone = folder / "work" / "scores" / "board9" / "eve.json"
    gone.write_bytes(to_json(persons[0].record))
    write_reports(folder, folder / "reports")
    assert not list((folder / "reports").rglob("eve-pictures"))


def png(text: bytes) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + text


def with_pictures(record: ScoreRecord, names: dict[str, str]) -> ScoreRecord:
    """The record with a picture in each run, the public one first."""
    pictures = [PictureScore(name=word, width=9, height=9, sha256=sha) for word, sha in names.items()]
    runs = tuple(
        replace(run, pictures=(picture,)) for run, picture in zip(record.runs, pictures, strict=True)
    )
    return replace(record, runs=runs)


def test_pages_work_without_a_script(reports: Path) -> None:
    text = (reports / "index.html").read_text()
    assert "<button" not in text
    assert '<div class="controls" data-for="class" hidden>' in text


# -- hidden data -----------------------------------------------------------------------------


def test_no_student_page_names_another_student(reports: Path) -> None:
    """What of a record is hidden changes no byte of it, says `test_redact`."""
    for one in people():
        text = (reports / "students" / f"{one.id}.html").read_text(encoding="utf-8")
        names = {other.id: f"{other.first_name} {other.last_name}" for other in people()}
        assert [name for name in names if names[name] in text] == [one.id]
        assert "staff" not in text.lower().replace("for staff", "")


def test_a_long_output_is_cut_in_the_middle(make_class, make_person, make_record, all_tests) -> None:
    long = "a\n" * 100 + "MIDDLE\n" + "z\n" * 100
    run = RunScore(batch="01", visibility=Visibility.VISIBLE, verdict=Verdict.AC, stdout=long)
    folder = make_class([make_person("eve", make_record("eve", all_tests, runs=(run,)))])
    write_reports(folder, folder / "reports")
    text = page(folder / "reports", "students/eve.html").text
    assert "[… 101 lines left out …]" in text
    assert "MIDDLE" not in text


# -- A class whose language is Chinese: no page says in English what the table of Chinese words says -------


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
    english, chinese = texts("en"), texts("zh")
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


def test_the_page_of_statistics(results: Results) -> None:
    page = statistics_page(results, every_table(results))
    assert english_in(page.text, recorded(results)) == set()
    assert "最终得分的分布" in page.text
    pictures = {name: data.decode() for name, data in page.files.items() if name.endswith(".svg")}
    assert all("final mark" not in text and "submissions" not in text for text in pictures.values())
    assert "最终得分，%" in pictures["statistics/histogram.svg"]


def test_no_page_says_in_english_what_chinese_words_say(results: Results) -> None:
    pages, recorded_too = Pages(Path("blobs"), "zh"), recorded(results)
    page = pages.index(results, ["board9"], {"board9": "s.html"})
    assert (english_in(page, recorded_too), '<a href="s.html">' in page) == (set(), True)
    for student in results.gradebook.students:
        assert english_in(pages.staff(results, student).text, recorded_too) == set()
        assert english_in(pages.student(results, student).text, recorded_too) == set()
    likeness, given = (
        Likeness((Cluster(("a", "b"), True),), (), 2),
        SimilaritySources((), (), Known(), {"c": ""}),
    )
    found = Similarity("board9", 0.5, likeness, given)
    values = {"title": "T", "found": found, "names": {}, "shown": [], "length": 1, "sure": 2, "many": 3}
    assert english_in(pages.similarity(values)) == set()
    book = replace(results.gradebook, students=tuple(Student(id=name) for name in ("a", "b", "张")))
    league = LeagueResult(("a", "b", "张"), small().games, {}, (), {}, (), {"a": ("b",), "b": ("a",)})
    page = pages.league(Results(book, {}, {}, Path("blobs")), "board9", league).text
    assert english_in(page) == set()


@pytest.mark.parametrize("template", sorted(path.name for path in TEMPLATES.glob("*.j2")))
def test_a_template_has_no_words_of_its_own(template: str) -> None:
    source = (TEMPLATES / template).read_text("utf-8")
    plain = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", " ", source, flags=re.S)
    words = set(re.findall("[A-Za-z]{3,}", re.sub(r"<[^>]*>", " ", plain)))
    files = set(re.findall("[A-Za-z]{3,}", " ".join(re.findall(r"[\w/]+\.(?:csv|json)", plain))))
    assert words - files - UNTRANSLATED == set()
