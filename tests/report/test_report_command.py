"""`gograde report`."""

import json
import re
import shutil
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from junitparser import JUnitXml

from benchmarks.waiting_class import make_waiting_class
from gograde import resources
from gograde.classroom.classroom import load_class
from gograde.classroom.roster import Student
from gograde.cli import report as command
from gograde.cli.main import run_command
from gograde.codec import replace
from gograde.core.record import ScoreRecord, Visibility
from gograde.core.verdict import Verdict
from gograde.grading.marks.gradebook import AssignmentInfo, Correction
from gograde.package.package import find_package
from gograde.package.samples import read_samples
from gograde.package.secret_files import store
from gograde.report.class_report import TABLES, table_of, why_review
from gograde.report.exports.reports_folder import write_class_reports
from gograde.report.frames.marks import FROM_BOOK
from gograde.report.frames.statistics import STATISTICS
from gograde.report.pages.class_page import by_hand, tags
from gograde.report.results import Result, load_gradebook, results_of
from gograde.resources import packages_dir
from gograde.workflow.check_submission import check_submission
from gograde.workflow.grade_class import tally_of
from gograde.workflow.report_folder import are_as_written, shown
from tests.app.classroom.made_class import WAITS
from tests.golden import agrees, transcript
from tests.grading.marks.test_assessment import made, score
from tests.report.conftest import entry_of, people, write_class
from tests.report.exports.checks.junit_schemas import faults

# -- `gograde report --statistics`, and each statistic as a table of its own -------------------------------


def test_the_command_offers_every_table_and_statistic() -> None:
    assert tuple(STATISTICS) == command.STATISTICS
    assert set(TABLES) == set(command.TABLES)


def test_marks_and_ratings_are_told_without_the_score_records(tmp_path: Path) -> None:
    """To read those of 300 students took a second, whenever one of them had handed in late."""

    def unread(_: object) -> ScoreRecord:
        raise AssertionError("a record was read")

    book = load_gradebook(make_waiting_class(tmp_path / "autumn", WAITS))
    known = results_of(book, unread, str, tmp_path)
    assert [table_of(name, known).name for name in (*FROM_BOOK, "ratings")] == [*FROM_BOOK, "ratings"]
    with pytest.raises(AssertionError):
        table_of("tests", known)


# -- `gograde similarity`: the table, JSON, the page, and its refusals -------------------------------------


SAMPLES = packages_dir() / "board9" / "submissions" / "accepted"
CLASS = "schema: gograde/class/v1\ntitle: Go <b>9</b>\nassignments: {influence: {}}\n"
Told = Callable[..., tuple[int, str, str]]


def program(names: str = "stones") -> str:
    """A program whose stones may have another name."""
    [path] = (SAMPLES / "python_file").glob("*.py")
    source = path.read_text()
    assert "stones" in source
    return source.replace("stones", names)


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    """Alice and Bob hand in one program, Carol a sample of the package, Dan nothing that can be read."""
    (tmp_path / "class.yaml").write_text(CLASS)
    people = [("alice", "Li", "Alice"), ("bob", "<b>Bo</b>", "Bob"), ("carol", "", ""), ("dan", "", "")]
    rows = "".join(f"{','.join(one)}\n" for one in people)
    (tmp_path / "roster.csv").write_text(f"student_id,last_name,first_name\n{rows}")
    other = (packages_dir() / "influence" / "submissions" / "accepted").rglob("*.py")
    sources = {
        "alice/influence.py": program(), "bob/mine.py": f"# <script>alert(1)</script>\n{program('brd')}",
        "carol/influence.py": sorted(other)[0].read_text(), "dan/influence.docx": "PK",
    }  # fmt: skip
    for name, text in sources.items():
        path = tmp_path / "submissions" / "influence" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.fixture
def told(handed_in: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    def run(*options: str) -> tuple[int, str, str]:
        code = run_command(["similarity", str(handed_in), *options])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_the_page_shows_the_pair(told: Told, handed_in: Path) -> None:
    assert told()[0] == 0
    text = (handed_in / "reports" / "similarity-influence.html").read_text()
    assert "<bdi>Alice Li</bdi> (alice) and <bdi>Bob &lt;b&gt;Bo&lt;/b&gt;</bdi> (bob): 100 %" in text
    assert "<mark>" in text
    assert "carol</bdi> and <bdi>sample numpy</bdi>: 100 %" in text
    for raw in ("<b>", "<script>alert"):
        assert raw not in text


def test_the_same_submissions_give_the_same_bytes(told: Told, handed_in: Path) -> None:
    page = handed_in / "reports" / "similarity-influence.html"
    one = told("--format", "json"), page.read_bytes()
    page.unlink()
    assert (told("--format", "json"), page.read_bytes()) == one


def test_the_page_of_a_graded_class_leads_there_at_once(told: Told, handed_in: Path) -> None:
    write_class(handed_in, people())
    for path in (handed_in / "work").rglob("*.json"):
        path.write_text(path.read_text().replace('"board9"', '"influence"'))
    reports = handed_in / "reports"
    write_class_reports(load_class(handed_in), reports)
    assert "similarity-" not in (reports / "index.html").read_text()
    assert told()[0] == 0
    index = (reports / "index.html").read_bytes()
    assert b'<a href="similarity-influence.html">' in index
    assert b'<a href="index.html">' in (reports / "similarity-influence.html").read_bytes()
    digest = json.loads((reports / "manifest.json").read_bytes())["files"]["index.html"]
    assert digest == sha256(index).hexdigest()
    whole = shown(handed_in, reports)
    assert are_as_written(load_class(handed_in), reports), "the next run writes nothing again"
    write_class_reports(load_class(handed_in), reports)
    assert shown(handed_in, reports) == whole
    (reports / "index.html").write_text("mine")
    assert told()[0] == 0
    assert (reports / "index.html").read_text() == "mine", "the next run mends damaged reports"


ALIKE = (
    "similarity CLASS", "similarity CLASS --format json -a influence", "similarity CLASS -a bord9",
    "similarity CLASS --with CLASS/no",
)  # fmt: skip


def test_what_is_said_of_programs_that_are_alike_is_kept(handed_in: Path, capsys) -> None:
    """Then of a class without likeness, and where nobody has handed in a source."""
    submissions, named = handed_in / "submissions" / "influence", {handed_in: "CLASS"}
    said = [transcript(ALIKE, named, capsys)]
    for left in (("bob", "carol"), ("alice", "dan")):
        for student in left:
            shutil.rmtree(submissions / student)
        said.append(transcript(ALIKE[:1], named, capsys))
    agrees("report/similarity.txt", "\n".join(said))
    assert (
        "No two programs share 50 % or more." in (handed_in / "reports/similarity-influence.html").read_text()
    )


def test_submissions_of_an_earlier_year_are_compared(told, handed_in, tmp_path_factory) -> None:
    """Whether the folder is a class, holds folders of assignments, or submissions."""
    old = tmp_path_factory.mktemp("year") / "2024"
    for student in ("alice", "bob", "carol"):
        shutil.rmtree(handed_in / "submissions" / "influence" / student)
    copied = handed_in / "submissions" / "influence" / "carol"
    copied.mkdir()
    (copied / "mine.py").write_text(f"# mine\n{program('brd')}")
    submissions = old / "submissions" / "influence"
    submissions.mkdir(parents=True)
    (submissions / "erin.py").write_text(program())
    for folder in (old, old / "submissions", submissions):
        code, out, _ = told("--with", str(folder))
        assert code == 0
        assert f"carol │ 100 % │ {folder.name}: erin.py │ 100 %" in out


def test_a_name_that_is_read_from_the_right_turns_nothing_beside_it(told: Told, handed_in: Path) -> None:
    roster = handed_in / "roster.csv"
    roster.write_text(roster.read_text().replace("alice,Li,Alice", "alice,כהן,דוד"))
    _, out, _ = told()
    assert "alice (\u2068דוד כהן\u2069), bob" in out
    assert "<bdi>דוד כהן</bdi> (alice)" in (handed_in / "reports" / "similarity-influence.html").read_text()


# -- what the page of the class asks a person to look at -------------------------------------------


def result(record: ScoreRecord, *overrides: Correction) -> Result:
    entry = entry_of(record, *overrides)
    return Result(Student(id=entry.student), AssignmentInfo(id="board9"), entry, record)


def said(*results: Result) -> dict[str, list[tuple[str, str]]]:
    return {
        reason: [(look.student.id, look.text) for look in looks] for reason, looks in by_hand(results).items()
    }


def test_a_run_that_ended_well_near_its_limit_is_named(make_record: Any, all_tests: Any) -> None:
    record = make_record("eve", all_tests[:4])
    (public, hidden) = record.usage
    used = (replace(public, cpu_s=7.9, cpu_limit_s=10), replace(hidden, cpu_s=8.0, cpu_limit_s=10))
    assert said(result(replace(record, usage=used))) == {"look_near_limit": [("eve", "01")]}
    late = replace(record.runs[1], verdict=Verdict.TLE)
    ended = replace(record, usage=used, runs=(record.runs[0], late))
    assert said(result(ended)) == {}, "the verdict tells of it"


def test_a_test_that_decides_waits_though_it_is_worth_nothing() -> None:
    waits = result(made(score("01/f", "free", Verdict.RV)))
    assert said(waits) == {"look_waiting": [("amy", "01/f: 0 points")]}
    assert (tags(waits), why_review(waits.entry)) == (["pending"], "1 test (0 points) not decided")
    unread = made(score("01/c", "count", Verdict.RV))
    right = Correction(test="01/c", points=2, decision="right", by="Ada", reason="seen")
    tally = tally_of("board9", [waits.entry, result(unread).entry, result(unread, right).entry])
    assert (tally.waiting, tally.points, tally.verdicts) == (2, 2, {"AC": 1, "RV": 2})


def test_students_are_found_by_what_became_of_them(class_people: list[Any]) -> None:
    found = {person.id: tags(result(person.record)) for person in class_people}
    assert found["alice"] == ["pending"]
    assert found["dan"] == ["missing"]
    assert found["carol"] == ["fail", "pending"]


# -- `gograde check`, with real programs in the real sandbox ---------------------------------------


CHECK = "gograde.workflow.check_submission.check_submission"
SUBMISSIONS = resources.packages_dir() / "board9" / "submissions"
RIGHT, WRONG = SUBMISSIONS / "accepted" / "draws_own_png", SUBMISSIONS / "wrong_answer" / "diagonals_connect"


def checked(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str]:
    """Exit code and what is printed; nothing may go to the error stream."""
    code = run_command(["check", *map(str, args), "-a", "board9"])
    captured = capsys.readouterr()
    assert captured.err == ""
    return code, captured.out


_checked_once = cache(check_submission)
"""Several tests show the same submission in different forms."""


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A submission that one test has had run is not run again for another."""
    monkeypatch.setattr(CHECK, _checked_once)


def test_what_is_said_of_programs_is_kept(capsys, tmp_path: Path) -> None:
    """The first screen: the case as it is asked, both answers, what is likely wrong, and nothing twice."""
    (tmp_path / "empty").mkdir()
    swapped = read_samples(find_package("board9"))["wrong_answer/draws_colours_swapped"]
    store(swapped.files, tmp_path / "draws_colours_swapped", force=False)
    (tmp_path / "mine.zip").write_bytes(b"no archive")
    (tmp_path / "influence.py").write_text(
        "def fast(board):\n    return [[0] * len(board[0]) for _ in board]\n"
    )
    (tmp_path / "score.py").write_text("print int(raw_input())\n")
    programs = (
        ("board9", RIGHT),
        ("board9", WRONG), ("board9", tmp_path / "draws_colours_swapped"),
        ("board9", SUBMISSIONS / "run_time_error/crashes_halfway"), ("board9", tmp_path / "empty"),
        ("board9", tmp_path / "mine.zip"), ("influence", tmp_path / "influence.py"),
        ("tromp-taylor", tmp_path / "score.py"),
    )  # fmt: skip
    said = []
    for name, path in programs:
        code = run_command(["check", str(path), "-a", name])
        said.append(f"== {path.name}: {code}\n{capsys.readouterr().out}")
    agrees("report/programs.txt", re.sub(r"(?<=in the sandbox )\w+", "...", "\n".join(said)))


def test_the_whole_input_of_a_case_goes_into_a_new_file(capsys, tmp_path: Path) -> None:
    file = tmp_path / "input"
    for _ in range(2):
        checked(capsys, RIGHT, "--case", "1", "--input", file)
    assert file.read_bytes() == (SUBMISSIONS.parent / "data/sample/01/test_1.txt").read_bytes()
    for case, name, said in (("2", "input", "File exists"), ("sample-01", "new", "is for one case")):
        code = run_command(
            ["check", str(RIGHT), "-a", "board9", "--case", case, "--input", str(tmp_path / name)]
        )
        assert (code, said in capsys.readouterr().err) == (2, True)


@pytest.mark.needs("cc")
def test_all_that_a_compiler_says_is_kept(capsys, tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text("int main() {\n" + "".join(f"a{n};\n" for n in range(200)) + "}\n")
    record = json.loads(checked(capsys, tmp_path, "--format", "json")[1])
    assert re.findall(r"main.c:\d+:1: error: ‘a(\d+)’", record["message"]) == [*map(str, range(200))]
    assert {test["message"][:34] for test in record["tests"]} == {"main.c:2:1: error: ‘a0’ undeclared"}
    text = checked(capsys, tmp_path)[1]
    assert [f"‘a{number}’" in text for number in range(200)] == [True] * 200


@pytest.mark.parametrize("path", [".", "../here", "inner/.."])
def test_the_current_folder_is_a_submission(capsys, tmp_path: Path, monkeypatch, path: str) -> None:
    """As in a repository, whose top it is."""
    (tmp_path / "here/inner").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    code, text = checked(capsys, path)
    assert (code, "no files in it" in text) == (1, True)


@pytest.mark.usefixtures("once")
def test_junit(capsys) -> None:
    code, text = checked(capsys, WRONG, "--format", "junit")
    [suite] = JUnitXml.fromstring(text.encode())
    assert (code, suite.tests, suite.failures, suite.errors) == (1, 11, 7, 0)
    assert faults(text) == []


@pytest.mark.usefixtures("once")
def test_github_annotates_and_appends_to_the_summary(capsys, tmp_path: Path, monkeypatch) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    code, text = checked(capsys, WRONG, "--format", "github")
    assert code == 1
    assert text.count("::error file=") == 3, "two for the answers, one for the pictures"
    path = f"cases/board9/submissions/wrong_answer/{WRONG.name}/board9.py"
    assert f"file={path},title=✗ sample-01/2::1 missing" in text
    assert summary.read_text().startswith("before\n## Reading a 9x9 board\n\n4 of 11 public tests passed.\n")


@pytest.mark.usefixtures("once")
def test_a_summary_that_cannot_be_written_is_named(capsys, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path))
    assert run_command(["check", str(RIGHT), "-a", "board9", "--format", "github"]) == 3
    assert capsys.readouterr().err == (
        f"GITHUB_STEP_SUMMARY={tmp_path}: cannot be written (Is a directory)\nFix: unset it, or name a file\n"
    )


def test_our_own_fault_is_never_a_finding(make_record, all_tests, capsys, monkeypatch) -> None:
    ours = {"verdict": Verdict.JE, "points": None, "visibility": Visibility.VISIBLE}
    tests = [replace(test, **ours) for test in all_tests]
    record = make_record("submission", tests, official="pending", message="it failed twice", runs=())
    monkeypatch.setattr(CHECK, lambda *_, **__: record)
    code, text = checked(capsys, RIGHT)
    assert code == 4
    said = "0 of 5 public tests passed; 5 tests not judged for a fault of the grader (judge error)"
    assert text.endswith(f"\n{said}; it failed twice.\n")
