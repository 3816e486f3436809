"""The page of statistics: each picture is drawn, hides nobody's markup, and has its numbers beside it."""

import csv
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gograde.codec import replace
from gograde.report.exports.reports_folder import write_reports
from gograde.report.pages.statistics_page import SHOWN
from tests.golden import agrees, page_text
from tests.report import conftest
from tests.report.conftest import RIGHT, Person, capture, people, record
from tests.report.several import write_works


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


def test_the_same_bytes_again_and_gone_with_the_students(reports: Path, tmp_path: Path) -> None:
    folder = reports.parent
    write_reports(folder, tmp_path / "again")
    names = ["statistics.html", *(f"statistics/{name}.svg" for name in ("histogram", "items", "groups"))]
    for name in names:
        assert (tmp_path / "again" / name).read_bytes() == (reports / name).read_bytes(), name
    book = json.loads((folder / "work" / "gradebook.json").read_text())
    book["students"] = book["students"][:5]
    (folder / "work" / "gradebook.json").write_text(json.dumps(book))
    write_reports(folder, tmp_path / "again")
    assert not (tmp_path / "again" / "statistics.html").exists()
    assert not (tmp_path / "again" / "statistics").exists()
    assert [path.name for path in (tmp_path / "again" / "measured").iterdir()] == ["usage.csv"]
    assert "statistics.html" not in (tmp_path / "again" / "index.html").read_text()
