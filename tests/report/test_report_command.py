"""`gograde report`."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from gograde.classroom.classroom import load_class
from gograde.cli import report as command
from gograde.cli.main import run_command
from gograde.errors import DataError
from gograde.frames.statistics import STATISTICS
from gograde.report.class_report import TABLES
from gograde.report.exports.reports_folder import write_class_reports
from gograde.resources import packages_dir
from gograde.workflow.report_folder import are_as_written, shown
from tests.report.conftest import people, write_class
from tests.report.several import write_works
from tests.report.test_class_table import five

# -- `gograde report --statistics`, and each statistic as a table of its own -------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_works(tmp_path_factory.mktemp("statistics") / "autumn", five()))


def statistics_said(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert run_command(["report", *args]) == 0
    return capsys.readouterr().out


def test_the_command_offers_every_table_and_statistic() -> None:
    assert tuple(STATISTICS) == command.STATISTICS
    assert set(TABLES) == set(command.TABLES)


def test_all_at_once_in_a_terminal(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split() for line in statistics_said(capsys, folder, "--table", "statistics").splitlines()]
    assert ["influence", "7", "0", "0", "85.71", "100", "100", "100", "0", "100"] in lines
    assert ["board9", "rule", "5", "1", "1", "60", "0", "100", "100", "0", "100"] in lines
    assert ["board9", "sample-01/0", "sample", "4", "2", "1", "—", "4", "catches", "nobody"] in lines
    [items] = [" ".join(words) for words in lines if words[:1] == ["Difficulty"]]
    assert items.endswith("rows (solved by nobody or everybody, or hardly telling students apart)")
    assert ["influence", "90", "100", "6"] in lines
    assert lines[-1][:6] == ["What", "is", "not", "decided", "is", "left"]


def test_one_statistic_in_any_format(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = statistics_said(capsys, folder, "--table", "summary", "-a", "influence", "--format", "csv")
    [row] = csv.DictReader(io.StringIO(text))
    assert (row["n"], row["open"], row["missing"], row["mean"]) == ("7", "0", "0", "85.714286")
    value = json.loads(statistics_said(capsys, folder, "--table", "statistics", "--format", "json"))
    assert value["schema"] == "gograde/statistics/v1"
    assert set(STATISTICS) < set(value)
    assert value["summary"][3]["mean"] == 85.714286
    assert "| influence | 7 |" in statistics_said(capsys, folder, "--table", "summary", "--format", "md")


def test_several_tables_are_no_csv(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["report", folder, "--table", "statistics", "--format", "csv"]) == 2
    assert capsys.readouterr().err == (
        "--format csv: does not hold several tables\n"
        "Fix: write table or json, or ask for one, as --table items\n"
    )


def test_statistics_go_to_a_file(folder: str, tmp_path: Path, capsys) -> None:
    assert statistics_said(capsys, folder, "--table", "statistics", "-o", str(tmp_path / "s.json")) == ""
    assert json.loads((tmp_path / "s.json").read_text())["class"] == "Several"


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def said(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """What the command prints; it must end well."""
    code = run_command(["report", *args])
    captured = capsys.readouterr()
    assert (code, captured.err) == (0, "")
    return captured.out


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    code = run_command(["report", *args])
    captured = capsys.readouterr()
    assert captured.out == ""
    return code, captured.err


def test_the_class_as_a_table(class_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split() for line in said(capsys, str(class_dir)).splitlines()]
    carol = "carol Carol Chen 3.8–4.8 of 7 fail ✗ WA 5–6 of 7 1 test, 1 2 days 3 0 2 0–1"
    assert carol.split() in lines
    frank = "frank Frank Fontaine 0–3 of 3 not graded ⚠ JE 0–3 of 3 — 0–1 0–2 —"
    assert frank.split() in lines
    assert " ".join(lines[-1]) == (
        "✗ not right ◌ waits for a person ⚠ judge error, not graded ∅ nothing handed in L late"
    )
    assert " ".join(lines[-2]) == (
        "7 students; 20 of 26 tests graded, 4 tests (4 points) wait for a person, "
        "3 points could not be graded (judge error); run in the sandbox bwrap."
    )


def test_one_student_test_by_test(class_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, str(class_dir), "--student", "grace")
    assert text.startswith(
        "Grace Gupta (grace), Reading a 9x9 board\n"
        "✗ SV; official: fail; points: at least 4, at most 5 of 7; final: at least 4, at most 5 of 7\n"
    )
    assert "flag forbidden (serious): socket(AF_INET) in run 01" in text
    assert ["01/3", "capture", "✗", "NO", "0", "/", "2", "1", "missing,", "1", "too", "many"] in [
        line.split() for line in text.splitlines()
    ]
    assert "alice" not in text.lower()


def test_json_has_nulls_for_what_is_not_graded(class_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    value = json.loads(said(capsys, str(class_dir), "--format", "json"))
    assert value["schema"] == "gograde/report/v1"
    frank = next(row for row in value["grades"] if row["student_id"] == "frank")
    assert (frank["board9_final"], frank["total"], frank["total_pending"]) == (None, None, 3)
    one = json.loads(said(capsys, str(class_dir), "--student", "bob", "--format", "json"))
    assert one["records"][0]["tests"][3]["cause"]["actual"] == [[1, 3], [4, 4]]
    assert [row["student_id"] for row in one["grades"]] == ["bob"]


def test_latex_is_a_table_to_put_into_a_document(class_dir: Path, tmp_path: Path, capsys) -> None:
    said(capsys, str(class_dir), "-o", str(tmp_path / "class.tex"))
    lines = (tmp_path / "class.tex").read_text().splitlines()
    assert lines[:3] == [
        r"% \usepackage{longtable,booktabs}",
        r"\begin{longtable}{llllrrrrr}",
        r"\caption{Go programming}\\",
    ]
    assert lines[4].startswith(r"student\_id & last\_name & ")
    assert r"carol & Chen & Carol & — & — & 54.29 & 68.57 & 1 & — \\" in lines
    assert lines[-2] == r"\end{longtable}"


@pytest.fixture
def named_class(make_class, make_person, make_record, all_tests) -> Callable[..., str]:
    """A class of one student with these names."""
    return lambda last, first: str(
        make_class([make_person("eve", make_record("eve", all_tests), last, first)])
    )


def test_a_table_goes_to_a_file_too(class_dir: Path, tmp_path: Path, capsys) -> None:
    assert said(capsys, str(class_dir), "-o", str(tmp_path / "out.txt")) == ""
    assert (tmp_path / "out.txt").read_text() == said(capsys, str(class_dir))


def test_what_is_not_text_needs_a_file(class_dir: Path, capsys) -> None:
    assert refused(capsys, str(class_dir), "--format", "xlsx") == (
        2,
        "--format xlsx: is not text, so it does not go to a terminal\nFix: add -o results.xlsx\n",
    )


@pytest.mark.parametrize("folder", ["file", "nowhere"])
def test_a_file_that_cannot_be_written_is_named(class_dir: Path, tmp_path: Path, folder: str, capsys) -> None:
    (tmp_path / "file").write_text("")
    target = tmp_path / folder / "x.csv"
    assert refused(capsys, str(class_dir), "-o", str(target)) == (
        2,
        f"-o {target}: cannot be written (no such folder)\nFix: name a file in a folder of yours\n",
    )
    assert not (tmp_path / "nowhere").exists()


CHANGE = {"test": "01/3", "points": 2, "before": 0, "by": "Wu", "at": "2026-11-20", "reason": "unclear"}


def test_what_a_person_corrected_is_marked(make_class, make_person, make_record, all_tests, capsys) -> None:
    bob = make_person("bob", make_record("bob", all_tests))
    made = str(make_class([make_person("eve", make_record("eve", all_tests), overrides=[CHANGE]), bob]))
    lines = said(capsys, made).splitlines()
    found = {line.split()[0]: line for line in lines if line.strip().startswith(("eve", "bob"))}
    assert " 6–7* " in found["eve"]
    assert "*" not in found["bob"]
    assert lines[-1].endswith("   * corrected by a person")
    table = {row["student_id"]: row for row in rows(said(capsys, made, "-a", "board9", "--format", "csv"))}
    assert (table["eve"]["corrections"], table["bob"]["corrections"]) == ("1", "0")
    [change] = rows(said(capsys, made, "--table", "overrides", "--format", "csv"))
    assert change == {"student_id": "eve", "assignment": "board9"} | {
        key: str(value) for key, value in CHANGE.items()
    }
    one = said(capsys, made, "--student", "eve")
    assert "corrected by a person: 01/3 is 2 points instead of 0, by Wu on 2026-11-20: unclear\n" in one
    tests = {row["test"]: row for row in rows(said(capsys, made, "--student", "eve", "--format", "csv"))}
    assert (tests["01/3"]["points"], tests["01/3"]["corrected"]) == ("2", "2")
    assert tests["01/0"]["corrected"] == ""


@pytest.mark.parametrize(
    ("backend", "words"), [("bwrap", "in the sandbox bwrap"), ("none", "without a sandbox")]
)
def test_every_text_says_what_held_the_programs(
    backend: str, words: str, *, make_class, make_person, make_record, all_tests, capsys
) -> None:
    made = str(make_class([make_person("eve", make_record("eve", all_tests, backend=backend))]))
    for form in ("table", "md", "json", "html"):
        for args in ((), ("--student", "eve")):
            assert words in said(capsys, made, "--format", form, *args), (form, args)
    [row] = rows(said(capsys, made, "-a", "board9", "--format", "csv"))
    assert row["sandbox"] == backend


EVERYBODY = "alice, bob, carol, dan, erin, frank, grace"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--student", "bbo"), '--student bbo: not in this class\nFix: did you mean "bob"?\n'),
        (("-a", "board8"), '--assignment board8: not in this class\nFix: did you mean "board9"?\n'),
        (
            ("--student", "\x1b[31mzz"),
            f"--student \\x1b[31mzz: not in this class\nFix: use one of: {EVERYBODY}\n",
        ),
        (
            ("--student", "BRAUN bob"),
            "--student BRAUN bob: a name, not an id\nFix: give the id: bob (Bob Braun)\n",
        ),
        (("--student", "alice2"), f"--student alice2: not in this class\nFix: use one of: {EVERYBODY}\n"),
    ],
)
def test_who_does_not_exist_is_named(class_dir: Path, args: tuple[str, str], message: str, capsys) -> None:
    assert refused(capsys, str(class_dir), *args) == (2, message)


def test_markup_of_the_table_is_not_read(named_class: Callable[..., str], capsys) -> None:
    assert ":smile: [bold red]x[/]" in said(capsys, named_class("[bold red]x[/]", ":smile:"))


def test_a_chinese_name_begins_with_the_family(named_class: Callable[..., str], capsys) -> None:
    assert "陈晓雨" in said(capsys, named_class("陈", "晓雨"))


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
        "alice/influence.py": program(),
        "bob/mine.py": f"# <script>alert(1)</script>\n{program('brd')}",
        "carol/influence.py": sorted(other)[0].read_text(),
        "dan/influence.docx": "PK",
    }
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


def test_the_pair_is_told_and_the_page_shows_it(told: Told, handed_in: Path) -> None:
    code, out, err = told()
    page = handed_in / "reports" / "similarity-influence.html"
    assert (code, err) == (0, "")
    assert "alice (Alice Li) │ 100 % │ bob (Bob <b>Bo</b>) │ 100 %" in out
    assert "carol            │ 100 % │ sample numpy        │ 100 %" in out
    assert f"influence: 3 programs, 3 others, 2 pairs, {page}\n" in out
    assert "influence: 2 programs are nearly the same: alice (Alice Li), bob (Bob <b>Bo</b>)\n" in out
    assert "influence: dan not compared: influence.docx: a Word document, which cannot be run" in out
    text = page.read_text()
    assert "<bdi>Alice Li</bdi> (alice) and <bdi>Bob &lt;b&gt;Bo&lt;/b&gt;</bdi> (bob): 100 %" in text
    assert "<mark>" in text
    assert "carol</bdi> and <bdi>sample numpy</bdi>: 100 %" in text
    for raw in ("<b>", "<script>alert"):
        assert raw not in text


def test_json_says_where(told: Told) -> None:
    code, out, _ = told("--format", "json", "-a", "influence")
    [found] = json.loads(out)["assignments"]
    pair, copied = sorted(found["pairs"], key=lambda pair: str(pair["programs"][0]["program"]))
    assert (code, found["assignment"], found["compared"]) == (0, "influence", 3)
    assert [(side["program"], side["share"]) for side in pair["programs"]] == [("alice", 1.0), ("bob", 1.0)]
    assert [side["program"] for side in copied["programs"]] == ["carol", "sample numpy"]
    assert found["clusters"] == [{"programs": ["alice", "bob"], "identical": False}]
    first, second = (side["passages"][0] for side in pair["programs"])
    assert (first["path"], second["path"]) == ("influence.py", "mine.py")
    assert second["first"] == first["first"] + 1
    assert [one["program"] for one in found["left_out"]] == ["dan"]


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
    assert b'<a href="similarity-influence.html">nearly the same as Bob Braun (bob)</a>' in index
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
    (handed_in / "work" / "similarity" / "influence.json").write_text("{}")
    with pytest.raises(DataError) as caught:
        write_class_reports(load_class(handed_in), reports)
    assert "Fix: run gograde similarity again" in str(caught.value)


def test_a_class_without_likeness_says_so(told: Told, handed_in: Path) -> None:
    for student in ("bob", "carol"):
        shutil.rmtree(handed_in / "submissions" / "influence" / student)
    code, out, _ = told()
    assert (code, out.splitlines()[0]) == (
        0,
        f"influence: 1 program, 3 others, 0 pairs, {handed_in}/reports/similarity-influence.html",
    )
    assert (
        "No two programs share 50 % or more." in (handed_in / "reports/similarity-influence.html").read_text()
    )


def test_wrong_calls_are_refused(told: Told, handed_in: Path) -> None:
    assert told("-a", "bord9") == (2, "", "bord9: no assignment of this class\nFix: use one of: influence\n")
    shutil.rmtree(handed_in / "submissions")
    code, out, err = told()
    assert (code, out) == (3, "")
    assert err == (
        f"{handed_in}/submissions: nobody has handed in a source\n"
        "Fix: put submissions under submissions/ASSIGNMENT/STUDENT\n"
    )


def test_submissions_of_an_earlier_year_are_compared(
    told: Told, handed_in: Path, tmp_path_factory: Any
) -> None:
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
    code, out, err = told("--with", str(old / "no"))
    assert (code, out) == (2, "")
    assert err == f"--with {old}/no: no such folder\nFix: name a class or a folder of submissions\n"


def test_a_name_that_is_read_from_the_right_turns_nothing_beside_it(told: Told, handed_in: Path) -> None:
    roster = handed_in / "roster.csv"
    roster.write_text(roster.read_text().replace("alice,Li,Alice", "alice,כהן,דוד"))
    _, out, _ = told()
    assert "alice (\u2068דוד כהן\u2069), bob" in out
    assert "<bdi>דוד כהן</bdi> (alice)" in (handed_in / "reports" / "similarity-influence.html").read_text()
