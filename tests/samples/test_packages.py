"""The shipped packages made from a spec: some samples get the right marks on hidden cases of this test.

`gograde cases verify`, a campaign, grades all of them.
"""

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
from gograde.codec import replace
from gograde.grading.grade import grade_submission
from gograde.package.package import Package, find_package
from gograde.sandbox.select import choose_backend
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict
from tests.hidden import oracles, planned_batches
from tests.needs import require_languages

ROOT = Path(__file__).parents[2]


@cache
def package_of(name: str) -> Package:
    return find_package(name)


def graded(name: str, submission: str, batches: tuple[Batch, ...]) -> ScoreRecord:
    path = ROOT / "cases" / name / "submissions" / submission
    return grade_submission(path, package_of(name), batches, choose_backend())


@pytest.mark.parametrize(
    ("name", "submission", "official", "required"),
    [
        ("tromp-taylor", "accepted/shell", "pass", Verdict.AC),
        ("tromp-taylor", "wrong_answer/stops_at_nul", "fail", Verdict.WA),
        ("tromp-taylor", "attacks/calls_home", "fail", Verdict.SV),
        ("influence", "accepted/plain", "pass", Verdict.AC),
        ("influence", "wrong_answer/territory_all_positive", "fail", Verdict.WA),
        ("board-control", "accepted/seed_class", "pass", Verdict.AC),
        ("board-control", "wrong_answer/suicide_kept", "fail", Verdict.WA),
        ("board-control", "attacks/patches_the_caller", "fail", Verdict.SV),
    ],
)
def test_samples_get_what_they_must(name: str, submission: str, official: str, required: Verdict) -> None:
    require_languages(find_package(name).path / "submissions" / submission)
    record = graded(name, submission, planned_batches(name)[:: 3 if name == "influence" else 2])
    assert (record.official, record.verdict) == (official, required)
    if submission.startswith("attacks/"):
        assert record.score == 0
        assert [flag.id for flag in record.flags if flag.severity == "serious"] == ["forbidden"]


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
    require_languages(package.path / "template")
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
