"""Sample programs in Java, C++ and JavaScript, graded; without their tools they are passed over."""

from __future__ import annotations

import pytest

from gograde.authoring.author import TRIAL_KEY, generate_batches
from gograde.authoring.case_folders import sample_batches
from gograde.grading.grade import grade_submission
from gograde.package.expected_verdicts import judge, read_expected
from gograde.package.package import find_package
from gograde.sandbox.select import choose_backend
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict
from tests.needs import require_languages


def graded(package_id: str, name: str, *, hidden: bool = False) -> ScoreRecord:
    package = find_package(package_id)
    require_languages(package.path / "submissions" / name)
    batches = (*sample_batches(package), *(generate_batches(package, TRIAL_KEY) if hidden else ()))
    return grade_submission(package.path / "submissions" / name, package, batches, choose_backend())


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
        ("compile_error/java_does_not_compile", Verdict.CE),
        ("run_time_error/javascript_off_the_edge", Verdict.RTE),
    ],
)
def test_a_wrong_one_fails_as_it_must(name: str, verdict: Verdict) -> None:
    failed = [test for test in graded("board9", name).tests if test.answer == "text" and test.verdict.failed]
    assert {test.verdict for test in failed} == {verdict}


def test_a_player_that_breaks_the_rules_is_stopped() -> None:
    name = "wrong_answer/javascript_first_empty_point"
    record = graded("little-go", name, hidden=True)
    assert list(judge(name, read_expected(find_package("little-go"))[name], record)) == []
    assert record.flags == ()
