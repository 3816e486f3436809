"""The checks of sample submissions, each tested with a submission in the wrong place."""

import json
import shutil
from functools import partial

import pytest

from gograde.assignments.board9.author import AUTHOR, Board9Author
from gograde.authoring.new_package import describe_package, new_package
from gograde.cli.main import run_command
from gograde.codec import replace
from gograde.core.record import (
    AssignmentRef,
    Flag,
    RunScore,
    RunUsage,
    ScoreRecord,
    SubmissionRef,
    TestScore,
    Visibility,
)
from gograde.core.verdict import Verdict, gravest
from gograde.errors import DataError, ExitCode
from gograde.grading.package_verify import slow_samples, submission_checks, verify
from gograde.package.package import Finding, find_package, load_package, open_package
from gograde.package.samples import Expected, judge, read_samples
from gograde.resources import packages_dir
from gograde.sandbox.select import choose_backend
from tests.golden import agrees, errors_agree, inputs

from .conftest import write_descriptor

HONEST = packages_dir() / "board9" / "submissions"


def record(*verdicts, group="all", message="", **changes):
    """A record whose hidden tests have these verdicts."""
    tests = tuple(
        TestScore(
            name=f"01/{number}", group=group, batch="01", verdict=verdict, points=0, max_points=2,
            call="legal(board)", visibility=Visibility.HIDDEN, message=message,
        )
        for number, verdict in enumerate(verdicts)
    )  # fmt: skip
    made = ScoreRecord(
        assignment=AssignmentRef(id="tiny", version="1.0.0", package_sha256="0"),
        submission=SubmissionRef(student="s"), verdict=gravest(verdicts), score=0.0, max_score=9, pending=0,
        tests=tests, flags=(Flag(id="x", severity="info", evidence=""),),
    )  # fmt: skip
    return replace(made, **changes)


def found(tiny, graded):
    """The findings on these records, by check."""
    for name in graded:
        folder = tiny / "submissions" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "main.py").write_text("")
    write_descriptor(tiny)
    usual = {"accepted/good": record(Verdict.AC), "wrong_answer/bad": record(Verdict.WA, Verdict.WA)}
    every = {**usual, **graded}
    return {
        check.name: [f"{finding.where}: {finding.what}" for finding in check.findings]
        for check in submission_checks(open_package(tiny), every)
        if check.findings
    }


def without_call(of):
    return replace(of, tests=tuple(replace(test, call="") for test in of.tests))


SYNTAX = {"compile_error/syntax": record(Verdict.CE, Verdict.CE)}


WRONG = {
    "as it should be": {},
    "fails once": {"wrong_answer/bad": record(Verdict.AC, Verdict.WA)},
    "fails in another group": {"wrong_answer/bad": record(Verdict.WA, Verdict.WA, group="other")},
    "an attack that earns": {"attacks/x": record(Verdict.AC, Verdict.WA, Verdict.WA, score=2)},
    "asked without a call": {"wrong_answer/bad": without_call(record(Verdict.WA, Verdict.WA))},
    "accused": {"wrong_answer/bad": replace(record(Verdict.WA, Verdict.WA), verdict=Verdict.SV)},
}


def test_what_is_wrong_with_sample_submissions_is_found(tiny):
    said = []
    for name, graded in WRONG.items():
        if "attacks/x" not in graded:
            shutil.rmtree(tiny / "submissions/attacks", ignore_errors=True)
        told = found(tiny, {**SYNTAX, **graded})
        said.append(f"== {name}\n" + "".join(f"{key}: {one}\n" for key, all in told.items() for one in all))
    agrees("package/samples.txt", "\n".join(said))


def took(**seconds):
    """A record whose batches used so much CPU time."""
    usage = tuple(
        RunUsage(
            batch=batch, cpu_s=used, wall_s=used, max_rss_kib=1, output_bytes=0, exit_code=0, signal=None,
            killed_for=None,
        )
        for batch, used in seconds.items()
    )  # fmt: skip
    return replace(record(Verdict.AC), usage=usage)


def test_an_accepted_sample_near_the_limit_of_time_is_noted():
    graded = {
        "accepted/quick": took(a=0.1, b=6.0),
        "accepted/slow": took(a=0.1, b=6.3, c=6.1),
        "accepted/without_runs": record(Verdict.AC),
        "wrong_answer/slow": took(a=11.0),
    }
    config = find_package("board9").config
    assert config.limits.cpu_s == 12
    assert [f"{note.where}: {note.what}" for note in slow_samples(config, graded)] == [
        "accepted/slow: b took 6.3 s of CPU time, and cpu_s is 12: give it twice what the slowest takes"
    ]
    assert list(slow_samples(find_package("little-go").config, graded)) == []


@pytest.fixture
def mixed_up(small_board9):
    """A package of one batch, whose sample submissions lie in each other's folders."""
    for source, target in (
        ("accepted/python_file", "wrong_answer/right"),
        ("wrong_answer/capture_forgotten", "accepted/wrong"),
        ("compile_error/python_syntax", "compile_error/syntax"),
    ):
        shutil.copytree(HONEST / source, small_board9 / "submissions" / target)
    assert run_command(["cases", "describe", str(small_board9)]) == ExitCode.DONE
    return open_package(small_board9)


class OnlySubmissions(Board9Author):
    """Looks at sample submissions and at nothing else."""

    def checks(self, cases):
        return {}

    def kill_matrix(self, cases):
        return {}

    def mutants(self, cases):
        return None


def test_sample_submissions_are_run_and_judged(mixed_up, monkeypatch):
    only = OnlySubmissions(**vars(AUTHOR))
    monkeypatch.setattr("gograde.grading.package_verify.author_of", lambda package: only)
    report = verify(mixed_up, b"a key for tests, known to all", choose_backend(), lambda step: None)
    checks = {check.name: [f"{f.where}: {f.what}" for f in check.findings] for check in report.checks}
    assert checks["sample submissions"] == [
        "accepted/wrong: got WA, permitted is AC; sample-01/5: 2 missing",
        "wrong_answer/right: got AC, required is WA",
    ]
    assert checks["wrong submissions fail"] == ["wrong_answer/right: fails 0 hidden tests, not 2"]
    assert [name for name in report.submissions["wrong_answer/right"] if "picture" not in name] == []
    assert "01/5" in report.submissions["accepted/wrong"]
    assert json.loads(json.dumps(report.to_json()))["ok"] is False


WARNS = """
## Easily overlooked

- **Chains share liberties.** A stone alone says little. Count on,
  whatever stands at `a.b`.
- The board has edges. It may be of any size.

## More
"""

TABLE = """
overlooked:
  Chains share: [stone-alone, wrong_answer/stone_alone]
  Count on: boards of 19 rows
  The board has: [accepted/flood, nothing]
  Rows are: [stone-alone]
"""


def test_a_sentence_that_warns_has_a_public_case_or_says_that_nothing_is_tried(tmp_path, capsys):
    folder = new_package("liberties", "module", tmp_path)
    for name, text in (("statement/statement.en.md", WARNS), ("assignment.yaml", TABLE)):
        with (folder / name).open("a") as file:
            file.write(text)
    describe_package(folder, sample=True)
    assert run_command(["cases", "verify", str(folder)]) == ExitCode.FINDINGS
    out = capsys.readouterr().out
    wrong = out.partition("  FAIL  easily overlooked\n")[2].partition("\n\n")[0].partition("\n  note")[0]
    agrees("package/overlooked.txt", wrong + "\n\n" + out.partition("try it:\n")[2].partition("\n\n")[0])
    run_command(["check", str(folder / "submissions/accepted/flood"), "-a", str(folder)])
    said = capsys.readouterr().out.split("\n")
    assert said[-4:] == ["Not tried here: boards of 19 rows.", "", "2 of 2 public tests passed.", ""]


# -- test_samples ----------------------------------------------------------------------------------


def expected(tiny, text):
    (tiny / "submissions" / "submissions.yaml").write_text(text)
    write_descriptor(tiny)
    samples = read_samples(load_package(tiny))
    return {name: sample.expected for name, sample in samples.items() if sample.files}


def findings(want, got):
    return list(judge("x", want, got))


def test_a_folder_says_what_is_expected(tiny):
    assert expected(tiny, "{}") == {
        "accepted/good": Expected(permitted=("AC",), required=("AC",)),
        "wrong_answer/bad": Expected(permitted=("AC", "WA"), required=("WA",)),
    }


def test_what_is_written_replaces_the_default_key_by_key(tiny):
    read = expected(tiny, "wrong_answer/bad: {permitted: [NO], score: 0}")
    assert read["wrong_answer/bad"] == Expected(permitted=("NO",), required=("WA",), score=0)


def test_a_sample_can_be_another_program_with_a_change(tiny):
    (tiny / "template").mkdir()
    (tiny / "template/main.py").write_text("print(0)\n")
    text = "wrong_answer/{}: {{of: {}, change: {}}}\n"
    (tiny / "submissions" / "submissions.yaml").write_text(
        text.format("two", "accepted/good", r'"-print(1)\n+print(2)\n@@\n print(2)\n+print(3)\n"')
        + text.format("none", "../template", '""')
        + text.format("four", "wrong_answer/bad/main.py", '"-print(1)\\n+print(4)"')
    )
    write_descriptor(tiny)
    samples = read_samples(load_package(tiny))
    assert [name.partition("/")[2] for name in samples] == ["good", "bad", "four", "none", "two"]
    assert samples["wrong_answer/two"].files == {"main.py": b"print(2)\nprint(3)\n"}
    assert samples["wrong_answer/none"].files == {"main.py": b"print(0)\n"}
    assert samples["wrong_answer/four"].files == {"main.py": b"print(4)\n"}
    assert samples["wrong_answer/bad"].files == {"main.py": b"print(1)\n", "围棋 作业.txt": b"x"}
    assert samples["wrong_answer/two"].expected.required == (Verdict.WA,)


def test_what_no_sample_can_be_is_refused(tiny):
    lines = inputs("package/sample-lines.txt", "== ")
    tried = ((line, partial(expected, tiny, f"# a comment\n{line}")) for line in lines)
    errors_agree("package/sample-lines.txt", tried, tiny)


def test_a_strange_folder_is_told(tiny):
    (tiny / "submissions" / "wrong_anwser" / "x").mkdir(parents=True)
    (tiny / "submissions" / "wrong_anwser" / "x" / "main.py").write_text("")
    with pytest.raises(DataError, match="wrong_anwser/x: wrong_anwser: not a folder"):
        expected(tiny, "{}")


def test_what_is_as_expected_gives_no_finding():
    want = Expected(permitted=("AC", "WA"), required=("WA",), score=(0, 3), message="missing")
    assert findings(want, record(Verdict.AC, Verdict.WA, Verdict.RV, score=2, message="1 missing")) == []


def test_what_is_not_as_expected_is_found():
    for want, got, what in [
        (Expected(permitted=("AC",)), record(Verdict.AC, Verdict.TLE), "got TLE, permitted is AC"),
        (Expected(required=("WA",)), record(Verdict.AC), "got AC, required is WA"),
        (Expected(score=0), record(Verdict.AC, score=1), "1 points, not from 0 to 0"),
        (Expected(message="Recursion"), record(Verdict.AC), "no message says 'Recursion'"),
        (Expected(), record(Verdict.JE), "a judge error: "),
    ]:
        assert findings(want, got) == [Finding("x", what)]


def test_what_the_run_said_is_told_with_a_verdict_that_is_not_permitted():
    said = {"01": (Verdict.AC, "nothing"), "02": (Verdict.TLE, "used more than 5 s"), "03": (Verdict.TLE, "")}
    runs = tuple(
        RunScore(batch=batch, visibility=Visibility.HIDDEN, verdict=verdict, message=message)
        for batch, (verdict, message) in said.items()
    )
    late = replace(record(Verdict.AC, Verdict.TLE), runs=runs)
    assert findings(Expected(permitted=("AC",)), late) == [
        Finding("x", "got TLE, permitted is AC; 02: used more than 5 s")
    ]


def test_where_nothing_but_pictures_is_asked_they_have_the_verdicts():
    got = record(Verdict.WA, Verdict.RV)
    tests = tuple(replace(test, answer="picture") for test in got.tests)
    pictures = replace(got, tests=tests)
    assert findings(Expected(permitted=("WA",), required=("WA",)), pictures) == []
    assert findings(Expected(permitted=("AC",)), pictures) == [Finding("x", "got WA, permitted is AC")]
