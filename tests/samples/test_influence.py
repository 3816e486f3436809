"""The package influence as it ships: its samples get what they must, on hidden cases of this test."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from gograde.assignments import assignment_of, sample_batches
from gograde.assignments.base import Batch
from gograde.assignments.hidden import generate_batches
from gograde.grading.single import grade_submission
from gograde.package.read import Package, find_package
from gograde.sandbox.select import choose_backend
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict

SUBMISSIONS = Path(__file__).parents[2] / "cases" / "influence" / "submissions"
KEY = b"a key for the tests of the packages"


@cache
def package() -> Package:
    return find_package("influence")


@cache
def hidden() -> tuple[Batch, ...]:
    return generate_batches(package(), KEY)


def graded(submission: str) -> ScoreRecord:
    return grade_submission(SUBMISSIONS / submission, package(), hidden(), choose_backend())


@pytest.mark.parametrize(
    ("submission", "official", "required"),
    [
        ("accepted/plain", "pass", Verdict.AC),
        ("accepted/without_joseki", "fail", Verdict.RTE),
        ("wrong_answer/force_sum_divided", "fail", Verdict.WA),
        ("wrong_answer/joseki_eager_tenuki", "fail", Verdict.WA),
        ("run_time_error/recursion", "fail", Verdict.RTE),
        ("attacks/patches_the_caller", "fail", Verdict.SV),
    ],
)
def test_samples_get_what_they_must(submission: str, official: str, required: Verdict) -> None:
    record = graded(submission)
    assert (record.official, record.verdict) == (official, required)


def test_a_mistake_is_told_where_it_shows_and_costs_no_points_elsewhere() -> None:
    record = graded("wrong_answer/additive_zobrist")
    wrong = [test for test in record.tests if test.verdict is not Verdict.AC]
    assert {test.group for test in wrong} == {"zobrist"}
    assert any(test.cause.help.startswith("This is the sum of what each stone gives") for test in wrong)


def test_the_template_answers_nothing() -> None:
    record = grade_submission(
        package().path / "template", package(), sample_batches(package()), choose_backend()
    )
    assert not any(test.verdict is Verdict.AC for test in record.tests)
    assert Verdict.JE not in {test.verdict for test in record.tests}


def test_public_cases_have_the_answers_of_both_oracles() -> None:
    fast, slow = assignment_of(package()).oracles()
    for batch in sample_batches(package()):
        for case in batch.cases:
            value = json.loads(case.input)
            assert fast(case.question, value) == slow(case.question, value) == case.answer
