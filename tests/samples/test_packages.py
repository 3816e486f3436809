"""The packages that ship: samples of each kind get what they must, and statements say what is right."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from gograde.assignments.board_control.assignment import ASSIGNMENT as BOARD_CONTROL
from gograde.assignments.tromp_taylor.assignment import marks_of
from gograde.authoring.assignment import Batch
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.spec_author import generate_batches
from gograde.codec import replace
from gograde.grading.grade import grade_submission
from gograde.package.package import Package, find_package
from gograde.package.samples import judge, read_samples
from gograde.sandbox.select import choose_backend
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict
from tests.hidden import hidden_batches, oracles, planned_batches
from tests.needs import require_languages, sample_of

ROOT = Path(__file__).parents[2]
KEY = b"a key for the tests of the packages"


@cache
def package_of(name: str) -> Package:
    return find_package(name)


@cache
def hidden(name: str) -> tuple[Batch, ...]:
    """Some hidden batches, of little-go all; `gograde cases verify`, a campaign, grades on all."""
    if name in ("board9", "little-go"):
        return hidden_batches("board9")[:3] if name == "board9" else generate_batches(package_of(name), KEY)
    return planned_batches(name)[:: 3 if name == "influence" else 2]


def graded(name: str, submission: str, batches: tuple[Batch, ...]) -> ScoreRecord:
    package = package_of(name)
    return grade_submission(sample_of(package, submission), package, batches, choose_backend())


@pytest.mark.parametrize(
    ("path", "verdict"),
    [
        ("board9/accepted/shell", Verdict.NO),  # it draws nothing, as the next one and that in C++
        ("board9/accepted/java", Verdict.NO),
        ("board9/accepted/python_2", Verdict.AC),
        ("board9/wrong_answer/draws_transposed", Verdict.WA),
        ("board9/wrong_answer/cpp_single_stones", Verdict.NO),
        ("board9/run_time_error/c_segfault", Verdict.RTE),
        ("board9/run_time_error/javascript_off_the_edge", Verdict.RTE),
        ("board9/compile_error/python_syntax", Verdict.CE),
        ("board9/attacks/prints_a_score", Verdict.SV),
        ("tromp-taylor/accepted/shell", Verdict.AC),
        ("tromp-taylor/accepted/cpp", Verdict.AC),
        ("tromp-taylor/accepted/javascript", Verdict.AC),
        ("tromp-taylor/wrong_answer/stops_at_nul", Verdict.WA),
        ("tromp-taylor/attacks/calls_home", Verdict.SV),
        ("influence/accepted/plain", Verdict.AC),
        ("influence/wrong_answer/territory_all_positive", Verdict.WA),
        ("board-control/accepted/seed_class", Verdict.AC),
        ("board-control/wrong_answer/suicide_kept", Verdict.WA),
        ("board-control/attacks/patches_the_caller", Verdict.SV),
        ("little-go/wrong_answer/knows_no_suicide", Verdict.IM),
        ("little-go/wrong_answer/writes_nothing", Verdict.NO),
        ("little-go/run_time_error/crashes_on_ply_7", Verdict.RTE),
        ("little-go/memory_limit_exceeded/remembers_everything", Verdict.MLE),
        ("little-go/output_limit_exceeded/prints_without_end", Verdict.OLE),
        ("little-go/attacks/ends_the_opponent", Verdict.SV),
        ("little-go/attacks/reads_the_referee", Verdict.SV),
    ],
)
def test_samples_get_what_they_must(path: str, verdict: Verdict) -> None:
    name, submission = path.split("/", 1)
    package = package_of(name)
    record = graded(name, submission, (*sample_batches(package), *hidden(name)))
    assert [one.what for one in judge(submission, read_samples(package)[submission].expected, record)] == []
    assert record.verdict is verdict
    attacks = submission.startswith("attacks/")
    assert [flag.id for flag in record.flags if flag.severity == "serious"] == ["forbidden"] * attacks
    assert not (record.score and (attacks or name == "little-go"))
    assert record.official == ("pass" if verdict is Verdict.AC else "fail")
    if submission.startswith("accepted/"):
        assert record.submission.language in (submission[9:].replace("_", " "), "python")


def test_a_call_that_never_ends_is_over_in_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a tenth of the time that a call has: the sample waits through each of its calls."""
    quick = replace(BOARD_CONTROL, call_s=BOARD_CONTROL.call_s / 10)
    monkeypatch.setattr("gograde.assignments.board_control.assignment.ASSIGNMENT", quick)
    batches = sample_batches(package_of("board-control"))
    record = graded("board-control", "time_limit_exceeded/loops_for_ever", batches)
    assert (record.official, record.verdict) == ("none", Verdict.TLE)
    late = {test.message for test in record.tests if test.verdict is Verdict.TLE}
    assert late == {"used more than 0.25 s of CPU time"}


@pytest.mark.parametrize("name", ["tromp-taylor", "board-control", "influence"])
def test_the_template_answers_nothing(name: str) -> None:
    package = package_of(name)
    require_languages((package.path / "template").rglob("*"))
    record = grade_submission(package.path / "template", package, sample_batches(package), choose_backend())
    assert record.tests
    assert not any(test.verdict is Verdict.AC for test in record.tests)
    assert Verdict.JE not in {test.verdict for test in record.tests}


@pytest.mark.parametrize("name", ["tromp-taylor", "board-control", "influence"])
def test_public_cases_have_the_answers_of_both_oracles(name: str) -> None:
    package = package_of(name)
    fast, slow = oracles(package)
    for batch in sample_batches(package):
        for case in batch.cases:
            value = case.input if name == "tromp-taylor" else json.loads(case.input)
            assert fast(case.question, value) == slow(case.question, value) == case.answer


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_results_in_the_statement_of_tromp_taylor_are_right(language: str) -> None:
    """Every board of X, O and - that the statement shows with its result."""
    text = (ROOT / "cases" / "tromp-taylor" / "statement" / f"statement.{language}.md").read_text()
    blocks = re.findall(r"```input\n(.*?)```\s+```result\n(.*?)```", text, re.DOTALL)
    fast, slow = oracles(package_of("tromp-taylor"))
    assert len(blocks) >= 3
    for shown, result in blocks:
        assert fast("plain", shown.encode()) == slow("plain", shown.encode()) == result.strip()


def test_the_worst_boards_are_as_long_as_they_can_be() -> None:
    cases = [case for batch in planned_batches("tromp-taylor") for case in batch.cases]
    worst = [case for case in cases if case.question == "worst"]
    paths = {f: marks_of(case.input).count(b"-") for case in worst for f in case.features}
    assert paths["spiral"] > 32_000
    assert paths["serpentine"] > 32_000
