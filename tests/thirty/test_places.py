"""Every place that shows a mark shows the mark by hand: tables, pages, exports, kept gradebooks, texts."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest

from gograde.cli.main import run_command
from gograde.report import frames
from tests.report.lms import readers
from tests.thirty import table
from tests.thirty.table import Expected, two_places

BY_HAND = table.expected()
PEOPLE = tuple(dict.fromkeys(who for who, _ in BY_HAND))
WORTH = {**{work: mark for work, (_, mark) in table.FULL.items()}, "total": Fraction(100)}


def exact(one: Expected) -> float | None:
    """The mark as tables have it: six decimals, nothing while it is open."""
    return round(float(one.least), 6) if one.least == one.most else None


NOTHING = {("pia", "board"), ("sam", "ladder"), *(("qi", work) for work in table.WORKS)}
"""What was not handed in."""

FINALS = {where: exact(one) for where, one in BY_HAND.items()}


def same(found: Mapping[tuple[str, str], object]) -> None:
    """Assert that these are the marks by hand, of all students."""
    assert found.keys() == BY_HAND.keys()
    wrong = {
        where: (value, FINALS[where])
        for where, value in found.items()
        if (None if value in ("", None) or pd.isna(value) else float(str(value))) != FINALS[where]
    }
    assert not wrong


def of_words(where: tuple[str, str]) -> str:
    """A mark or a total as pages say it."""
    (least, most), sign = BY_HAND[where].shown, " %" if where[1] == "total" else ""
    of = "" if sign else f" of {two_places(WORTH[where[1]])}"
    is_exact = BY_HAND[where].least == BY_HAND[where].most
    return f"{least}{sign}" if is_exact else f"at least {least}{sign}, at most {most}{sign}{of}"


def finals(rows: Iterator[Mapping[str, object]]) -> dict[tuple[str, str], object]:
    """The marks in rows of the table of grades."""
    return {
        (str(row["student_id"]), work): row["total" if work == "total" else f"{work}_final"]
        for row in rows
        for work in WORTH
    }


# -- tables -----------------------------------------------------------------------------------


def report(folder: Path, tmp_path: Path, form: str, *more: str) -> bytes:
    target = tmp_path / f"report.{form}"
    assert run_command(["report", str(folder), "--format", form, "-o", str(target), *more]) == 0
    return target.read_bytes()


def from_csv(data: bytes) -> Iterator[dict[str, object]]:
    return iter(csv.DictReader(io.StringIO(data.decode(), newline="")))  # type: ignore[arg-type]


READ: Mapping[str, Callable[[bytes], Iterator[Mapping[str, object]]]] = {
    "csv": from_csv,
    "json": lambda data: iter(json.loads(data)["grades"]),
    "xlsx": lambda data: iter(pd.read_excel(io.BytesIO(data), dtype=object).to_dict("records")),
    "parquet": lambda data: iter(pd.read_parquet(io.BytesIO(data)).astype(object).to_dict("records")),
}


@pytest.mark.parametrize("form", READ)
def test_report_for_programs(thirty: Path, tmp_path: Path, form: str) -> None:
    same(finals(READ[form](report(thirty, tmp_path, form))))
    if form == "csv":
        same(finals(READ[form](report(thirty, tmp_path, form, "--at", "1"))))


def test_the_files_of_the_reports_and_their_frames(thirty: Path) -> None:
    same(finals(from_csv((thirty / "reports" / "grades.csv").read_bytes())))
    loaded = frames.load(thirty / "reports")
    same(finals(iter(loaded.grades.astype(object).to_dict("records"))))
    scores = loaded.scores.set_index(["student_id", "assignment"])
    for (who, work), one in BY_HAND.items():
        if work != "total":
            row = scores.loc[(who, work)]
            ends = (row["at_least"], row["at_most"])
            assert ends == pytest.approx((float(one.least), float(one.most)), abs=1e-6), (who, work)
            assert row["max_score"] == WORTH[work]


CELLS: Mapping[str, Callable[[str], list[str]]] = {
    "md": lambda line: line.strip("| ").split(" | "),
    "html": lambda line: re.findall("<td[^>]*>([^<]*)</td>", line),
}


@pytest.mark.parametrize("form", CELLS)
def test_report_for_people(thirty: Path, tmp_path: Path, form: str) -> None:
    text = report(thirty, tmp_path, form).decode()
    for who in PEOPLE:
        [line] = [line for line in text.splitlines() if f"{who}@" in line.replace("\\@", "@")]
        cells = CELLS[form](line)
        finals, total = cells[-5:], cells[-9]
        shown = [BY_HAND[who, work].final or "—" for work in (*table.WORKS, "total")]
        assert [*finals, total] == shown, who


def test_report_on_a_terminal(thirty: Path, tmp_path: Path) -> None:
    lines = report(thirty, tmp_path, "table").decode().splitlines()
    for who in PEOPLE:
        [line] = [line for line in lines if line.startswith(f"{who} ")]
        marks = re.findall(r"[0-9.]+(?:–[0-9.]+)?", line)
        ends = [dict.fromkeys(BY_HAND[who, work].shown) for work in ("total", *table.WORKS)]
        assert marks == ["–".join(both) for both in ends], who
    one = report(thirty, tmp_path, "table", "-a", "board").decode().splitlines()
    for who in PEOPLE:
        [line] = [line for line in one if line.startswith(f"{who} ")]
        assert line.split()[3].rstrip("*") == "–".join(dict.fromkeys(BY_HAND[who, "board"].shown)), who


def test_lateness_is_what_was_taken_off(thirty: Path) -> None:
    """Penalties by hand; nothing is taken off a mark that a person gave, as yu's."""
    scores = from_csv((thirty / "reports" / "scores.csv").read_bytes())
    taken = {(row["student_id"], row["assignment"]): row["late_penalty"] for row in scores}
    assert {where: one for where, one in taken.items() if one != "0"} == {
        ("dee", "board"): "1.8", ("eli", "board"): "1.8", ("fay", "board"): "3.6", ("gil", "board"): "18",
        ("uma", "board"): "1.8", ("dov", "board"): "1.8", ("joy", "ladder"): "1.6", ("joy", "eyes"): "3",
        ("lee", "eyes"): "12", ("mo", "eyes"): "12", ("gil", "force"): "1.5", ("mo", "force"): "3",
        ("ned", "force"): "1.5", ("cal", "warmup"): "6", ("dov", "warmup"): "3",
    }  # fmt: skip


def test_the_spread_of_the_class(thirty: Path, tmp_path: Path) -> None:
    """Of marks that are decided, of those who handed in."""
    for row in from_csv(report(thirty, tmp_path, "csv", "--table", "summary")):
        work = str(row["assignment"])
        missing = [who for who in PEOPLE if (who, work) in NOTHING]
        known = [BY_HAND[who, work] for who in PEOPLE if who not in missing]
        marks = [one.least for one in known if one.final]
        assert (row["n"], row["missing"]) == (str(len(marks)), str(len(missing)))
        assert row["open"] == str(len(known) - len(marks))
        assert float(str(row["mean"])) == pytest.approx(float(100 * sum(marks) / WORTH[work] / len(marks)))


def test_what_a_person_decided_does_not_wait(thirty: Path, tmp_path: Path) -> None:
    """gil waits for 2 + 3 points in board and 2 in force, uma for 2; xia's picture was decided.

    The grader failed with three tests of tia, and with one of val: 8 of 30 * 31 tests are open.
    """
    text = report(thirty, tmp_path, "table").decode()
    told = (
        "922 of 930 tests graded, 4 tests (9 points) wait for a person, "
        "14 points could not be graded (judge error)"
    )
    assert told in text
    assert told in " ".join(re.sub("<[^>]*>", "", (thirty / "reports/index.html").read_text("utf-8")).split())
    for folder in ("students", "staff"):
        page = (thirty / "reports" / folder / "xia.html").read_text("utf-8")
        assert "7 of 7 tests graded." in page
        assert "for a person" not in page.partition("</section>")[0]


# -- pages ------------------------------------------------------------------------------------


def test_the_page_of_the_class(thirty: Path) -> None:
    page = (thirty / "reports" / "index.html").read_text("utf-8")
    rows = [row for row in page.split("<tr")[1:] if "data-tags=" in row]
    assert len(rows) == len(PEOPLE)
    for who, row in zip(PEOPLE, rows, strict=True):
        shown = re.findall("<strong>(.*?)</strong>", row)
        assert shown == [of_words((who, work)) for work in ("total", *table.WORKS)]


@pytest.mark.parametrize("folder", ["students", "staff"])
def test_the_pages_of_a_student(thirty: Path, folder: str) -> None:
    for who in PEOPLE:
        page = (thirty / "reports" / folder / f"{who}.html").read_text("utf-8")
        overview = page[page.index('id="overview"') :].partition("</table>")[0]
        shown = re.findall("<strong>(.*?)</strong>", overview)
        assert shown == [of_words((who, work)) for work in ("total", *table.WORKS)], who


@pytest.mark.parametrize(
    ("who", "work", "groups"),
    [
        ("wes", "board", ["6 / 6", "11.5 / 12"]),  # 3*2 and 3*3 + 2.5
        ("xia", "board", ["6 / 6", "12 / 12"]),  # 2*2 + 2 and 4*3
        ("uma", "board", ["at least 4, at most 6 of 6", "12 / 12"]),
        ("zed", "ladder", ["13.13 / 16"]),  # 3*4 + 1.125
    ],
)
def test_the_groups_of_a_student_add_up(thirty: Path, who: str, work: str, groups: list[str]) -> None:
    """With the points that a person gave, where students see the tests and where they do not."""
    for folder in ("students", "staff"):
        page = (thirty / "reports" / folder / f"{who}.html").read_text("utf-8")
        section = page[page.index(f'id="{work}"') :].partition("</section>")[0]
        names = "|".join(table.WORKS[work].groups)
        rows = re.findall(rf'<tr><th scope="row">(?:{names})</th>.*?</tr>', section, re.S)
        cells = [re.findall('<td class="num">([^<]*)</td>', row)[0] for row in rows]
        assert set(map(tuple, (cells[: len(groups)], cells[-len(groups) :]))) == {tuple(groups)}, folder


def test_what_is_handed_out(thirty: Path, tmp_path: Path) -> None:
    mails, pages = tmp_path / "mails.csv", tmp_path / "pages.zip"
    assert run_command(["feedback", str(thirty), "--text", str(mails)]) == 0
    assert run_command(["feedback", str(thirty), "--zip", str(pages)]) == 0
    for row in from_csv(mails.read_bytes()):
        who, text = str(row["student_id"]), str(row["text"])
        said = re.findall(r"^Final: (.*)$", text, re.M) + re.findall(r"^Total: (.*)$", text, re.M)
        assert said == [of_words((who, work)) for work in (*table.WORKS, "total")], who
    with zipfile.ZipFile(pages) as archive:
        for who in PEOPLE:
            own = (thirty / "reports" / "students" / f"{who}.html").read_bytes()
            assert archive.read(f"{who}.html") == own


# -- out ---------------------------------------------------------------------------------------


def export(folder: Path, tmp_path: Path, system: str, *more: str) -> bytes:
    target = tmp_path / "out.csv"
    assert run_command(["export", str(folder), "--to", system, "-o", str(target), *more]) == 0
    return target.read_bytes()


def test_marks_for_learning_systems(thirty: Path, tmp_path: Path) -> None:
    ids = {who: str(900 + n) for n, who in enumerate(PEOPLE)}
    marks = {where: float(one.final) if one.final else None for where, one in BY_HAND.items()}
    total = readers.gradescope(export(thirty, tmp_path, "gradescope", "-a", "total"))
    assert total == {who: marks[who, "total"] for who in PEOPLE}
    canvas, points = readers.canvas(export(thirty, tmp_path, "canvas"))
    blackboard = readers.blackboard(export(thirty, tmp_path, "blackboard"))
    for n, work in enumerate(table.WORKS):
        wanted = {who: marks[who, work] for who in PEOPLE}
        assert canvas[work] == {ids[who]: mark for who, mark in wanted.items()}
        assert points[work] == WORTH[work], n
        assert blackboard[work] == wanted
        moodle = readers.moodle(export(thirty, tmp_path, "moodle", "-a", work))
        assert moodle == {str(30 + n): wanted[who] for n, who in enumerate(PEOPLE)}
        assert readers.gradescope(export(thirty, tmp_path, "gradescope", "-a", work)) == wanted
    long = list(from_csv(export(thirty, tmp_path, "csv")))
    assert {(row["student_id"], row["assignment"]): row["score"] for row in long} == {
        where: "" if mark is None else f"{mark:.6f}".rstrip("0").rstrip(".")
        for where, mark in FINALS.items()
        if where[1] != "total"
    }


def test_the_gradebook_that_is_kept(thirty: Path) -> None:
    book = json.loads((thirty / "gradebooks" / "0001.json").read_text("utf-8"))["gradebook"]
    kept = {(one["student"], one["assignment"]): one["final"] for one in book["entries"]}
    kept |= {(one["student"], "total"): one["total"] for one in book["totals"]}
    same({where: None if mark is None else round(mark, 6) for where, mark in kept.items()})
