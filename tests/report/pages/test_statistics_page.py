"""The page of statistics: each picture is drawn, hides nobody's markup, and has its numbers beside it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gograde.report.exports.reports_folder import write_reports
from tests.report import conftest
from tests.report.conftest import RIGHT, Person, capture, people, record
from tests.report.several import write_works

HOSTILE = "<script>alert(1)</script>$x$"


def many() -> list[Person]:
    """Nine students: the usual seven, one more, and one with a hostile message and mistake."""
    wrong = capture("01", [[1, 3], [4, 4]])
    assert wrong.cause is not None
    told = replace(wrong, message=HOSTILE, cause=replace(wrong.cause, help=HOSTILE))
    more = [
        Person("hana", record("hana", conftest.tests_of(RIGHT)[:4])),
        Person("ivo", record("ivo", (*conftest.tests_of(RIGHT)[:3], told))),
    ]
    return [*people(), *more]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_works(tmp_path_factory.mktemp("many") / "autumn", {"board9": many(), "influence": many()})
    write_reports(folder, folder / "reports")
    return folder / "reports"


def test_every_picture_is_on_the_page_with_its_numbers(reports: Path) -> None:
    text = (reports / "statistics.html").read_text()
    drawn = {path.name for path in (reports / "statistics").iterdir()}
    assert {name for name in drawn if name.endswith(".svg")} == {
        "histogram.svg", "items.svg", "times.svg", "groups.svg",
    }  # fmt: skip
    named = re.findall(r'href="([a-z/-]+\.csv)">CSV', text)
    assert "groups.csv" in named
    assert all((reports / name).is_file() for name in named)
    assert re.findall(r'<img src="statistics/([a-z]+\.svg)" alt="([^"]+)"', text) == [
        ("groups.svg", "Heat map: students from the best total down, groups of tests across; "
         "the numbers are in the table below"),
        ("histogram.svg", "Histogram of the final marks, a picture for each assignment; "
         "the numbers are in the table below"),
        ("items.svg", "Discrimination against the share that is right, a dot for each test; "
         "the numbers are in the table below"),
        ("times.svg", "Points against the time of handing in, a dot for each submission; "
         "the numbers are in the table below"),
    ]  # fmt: skip
    assert 'href="statistics.html"' in (reports / "index.html").read_text()
    assert re.search(r"<td>board9</td><td class=\"num\">3</td><td class=\"num\">5</td>", text)


def test_pictures_are_whole_and_tell_their_numbers(reports: Path) -> None:
    for path in (reports / "statistics").glob("*.svg"):
        root = ElementTree.fromstring(path.read_bytes())
        assert root.tag.endswith("svg")
        words = " ".join(text for text in root.itertext())
        assert "board9" in words, path.name
        assert not re.search(r"\d{4}-\d\d-\d\dT", path.read_text()), "a date"
    histogram = (reports / "statistics" / "histogram.svg").read_text()
    assert "board9 (n = 3)" in histogram


def test_nothing_hostile_is_active(reports: Path) -> None:
    text = (reports / "statistics.html").read_text()
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text


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
    assert not list((tmp_path / "again" / "statistics").iterdir())
    assert "statistics.html" not in (tmp_path / "again" / "index.html").read_text()
