"""Sample programs in Java, C++ and JavaScript, graded; without their tools they are passed over."""

from __future__ import annotations

import pytest

from gograde.authoring.case_folders import sample_batches
from gograde.grading.grade import grade_submission
from gograde.package.package import find_package
from gograde.sandbox.select import choose_backend
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict
from tests.needs import require_languages


def graded(package_id: str, name: str) -> ScoreRecord:
    package = find_package(package_id)
    require_languages(package.path / "submissions" / name)
    path = package.path / "submissions" / name
    return grade_submission(path, package, sample_batches(package), choose_backend())


@pytest.mark.parametrize(
    ("package", "language"), [("board9", "java"), ("tromp-taylor", "cpp"), ("tromp-taylor", "javascript")]
)
def test_a_right_one_answers_the_public_cases(package: str, language: str) -> None:
    record = graded(package, f"accepted/{language}")
    assert record.submission.language == language
    assert {test.verdict for test in record.tests if test.answer == "text"} == {Verdict.AC}
    assert record.flags == ()


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("wrong_answer/cpp_single_stones", Verdict.WA),
        ("run_time_error/javascript_off_the_edge", Verdict.RTE),
    ],
)
def test_a_wrong_one_fails_as_it_must(name: str, verdict: Verdict) -> None:
    failed = [test for test in graded("board9", name).tests if test.answer == "text" and test.verdict.failed]
    assert {test.verdict for test in failed} == {verdict}
