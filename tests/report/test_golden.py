"""All that commands print and pages say of classes made by hand, as files that are read as diffs."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from gograde.codec import replace
from gograde.core.record import SourceLines, SubmissionRef
from gograde.core.verdict import Verdict
from gograde.listing import gist
from gograde.report.class_report import TABLES
from gograde.report.exports.checks import FORMATS, SubmissionPath, workflow_commands
from gograde.report.exports.reports_folder import write_reports
from gograde.report.pages.renderer import Pages
from gograde.report.redact import StudentRecord
from gograde.report.terminal.check_text import check_parts
from gograde.report.terminal.rich_text import to_text
from tests.golden import agrees, commands_agree, page_text
from tests.grading.marks.test_assessment import HALF, made, score
from tests.report.conftest import GCC, Person, crashed, every, people, record, write_class
from tests.report.conftest import tests_of as answering
from tests.report.leagues import league_of_three, leagues_of_strangers
from tests.report.played import KO, LATE, WON, scored
from tests.report.several import five, regrade, write_works

# -- commands on a class -------------------------------------------------------------------------

CHANGE = {"test": "01/3", "points": 2, "before": 0, "by": "Wu", "at": "2026-11-20", "reason": "unclear"}


def corrected() -> list[Person]:
    """Graded without a sandbox; one was corrected, and names hold markup and Chinese."""
    made = {name: record(name, answering([[1, 3], [4, 4]]), backend="none") for name in ("eve", "xiaoyu")}
    eve = Person("eve", made["eve"], "[bold red]x[/]", ":smile:", overrides=[CHANGE])
    return [eve, Person("xiaoyu", made["xiaoyu"], "陈", "晓雨")]


def unasked() -> list[Person]:
    """Of a class that wants no official results; one waits for a test that is worth nothing."""
    some = [*people(), Person("amy", made(HALF[0], score("01/f", "free", Verdict.RV)))]
    return [replace(one, record=replace(one.record, official="none")) for one in some]


CLASSES: dict[str, Callable[[Path], object]] = {
    "people": lambda folder: write_class(folder, people()),
    "five": lambda folder: write_works(folder, five()),
    "corrected": lambda folder: write_class(folder, corrected()),
    "unasked": lambda folder: write_class(folder, unasked()),
    "kept": lambda folder: regrade(write_class(folder, people())),
}


@pytest.mark.parametrize("name", CLASSES)
def test_what_commands_print(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    CLASSES[name](tmp_path / "autumn")
    (tmp_path / "out").mkdir()
    named = {tmp_path / "autumn": "CLASS", tmp_path / "out": "OUT"}
    commands = commands_agree(f"report/{name}.txt", named, capsys)
    if name == "people":
        wanted = {f"--table {table} --format csv" for table in TABLES if table != "grades"}
        wanted |= {f"--format {form}" for form in ("csv", "json", "md", "html")}
        assert wanted <= {command.removeprefix("report CLASS ") for command in commands}


# -- pages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "persons"), [("pages", people()), ("pages-corrected", corrected()), ("pages-unasked", unasked())]
)
def test_the_pages_of_a_class(name: str, persons: Sequence[Person], tmp_path: Path) -> None:
    folder = write_class(tmp_path, persons)
    write_reports(folder, folder / "reports")
    pages = sorted((folder / "reports").rglob("*.html"))
    said = [
        f"== {page.relative_to(folder / 'reports')}\n{page_text(page.read_text('utf-8'))}" for page in pages
    ]
    agrees(f"report/{name}.txt", "\n".join(said))


def test_the_pages_of_a_league() -> None:
    results, found = league_of_three()
    made = Pages(Path("blobs")).league(results, "little-go", found)
    games = made.files["league-little-go/games.html"].decode()
    said = [page_text(made.text), f"== games\n{page_text(games)}"]
    results, leagues = leagues_of_strangers()
    for name, found in leagues.items():
        page = Pages(Path("blobs")).league(results, "little-go", found).text
        said.append(f"== {name}\n{page_text(page)}")
    agrees("report/league.txt", "\n".join(said))


# -- a check in every form -----------------------------------------------------------------------

ANSWER = SourceLines("main.c", 5, ("{", '    printf("%s", answer)', "}"), (6,))


def uncompiled(bob: StudentRecord) -> StudentRecord:
    about = {"runs": (), "verdict": Verdict.CE, "message": GCC, "source": (ANSWER,)}
    submission = replace(bob.submission, entry="main.c", language="c")
    return replace(
        every(bob, verdict=Verdict.CE, points=0, message=gist(GCC)), **about, submission=submission
    )


def played(bob: StudentRecord) -> StudentRecord:
    return replace(
        bob, tests=(scored(WON, KO, LATE), replace(scored(WON), name="02/random", verdict=Verdict.AC))
    )


CHECKS: dict[str, Callable[[StudentRecord], StudentRecord]] = {
    "wrong": lambda bob: bob,
    "right": lambda bob: replace(bob, tests=bob.tests[:3], verdict=Verdict.AC),
    "decided": lambda bob: replace(bob, tests=bob.tests[:4], verdict=Verdict.WA, pending=0),
    "broken": lambda bob: every(bob, verdict=Verdict.JE, points=None),
    "half-broken": lambda bob: replace(
        bob, tests=(replace(bob.tests[0], verdict=Verdict.JE, points=None), *bob.tests[1:])
    ),
    "crashed": crashed,
    "uncompiled": uncompiled,
    "missing": lambda bob: every(
        replace(bob, runs=(), verdict=Verdict.NS, submission=SubmissionRef(student="bob")),
        verdict=Verdict.NS,
        points=0,
    ),
    "forbidden": lambda bob: replace(bob, runs=(), verdict=Verdict.SV, message="/etc/shadow"),
    "played": played,
}


REMARK = "Not tried here"
PUBLIC = ("wrong", "half-broken", "broken", "forbidden")
"""Checks of public cases that are worth nothing; the others have the points of a package."""


@pytest.mark.parametrize(
    ("name", "public"), [*((name, False) for name in CHECKS), *((name, True) for name in PUBLIC)]
)
def test_a_check_in_every_form(name, make_seen, all_tests, *, public) -> None:
    text = partial(in_every_form, make_seen, all_tests)
    before = text("wrong") if name != "wrong" else ""
    before += text(name) if public else ""
    agrees(f"report/checks/{name}{'-public' if public else ''}.txt", text(name, public=public), before)


def in_every_form(make_seen, all_tests, name, *, public=False) -> str:
    nothing = [replace(test, max_points=0, points=None if test.points is None else 0) for test in all_tests]
    seen = CHECKS[name](make_seen("bob", nothing if public else all_tests, remarks=(REMARK,)))
    if public:
        seen = every(seen, max_points=0)
    said = {form: FORMATS[form](seen, Path("hw")) for form in FORMATS if form != "json"}
    said["github"] = workflow_commands(seen, SubmissionPath("hw", folder=True))
    said["text"] = to_text(check_parts(seen))
    assert [form for form, text in said.items() if text.count(REMARK) != 1] == []
    text = "\n".join(f"== {form}\n{text}" for form, text in said.items())
    return "".join(f"{line.rstrip()}\n" for line in re.sub(r'timestamp="[^"]*"', "", text).splitlines())
