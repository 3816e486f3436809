"""The sample submissions of board9: one of each kind gets on hidden cases what it must, all have a header.

`gograde cases verify board9`, a campaign, grades all of them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from gograde.authoring.case_folders import sample_batches
from gograde.grading.grade import grade_submission
from gograde.grading.package_verify import tool_missing
from gograde.package.expected_verdicts import judge, read_expected
from gograde.package.package import find_package
from gograde.report.words.wording import total_words
from gograde.sandbox.select import choose_backend
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict
from tests.hidden import hidden_batches
from tests.needs import lacks, require

PACKAGE = find_package("board9")
SUBMISSIONS = PACKAGE.path / "submissions"


def names(kind: str) -> list[str]:
    return sorted(f"{kind}/{path.name}" for path in (SUBMISSIONS / kind).iterdir() if path.is_dir())


def graded(name: str) -> ScoreRecord:
    require()
    if why := tool_missing(PACKAGE, name):
        lacks("a language's tool", why)
    batches = (*sample_batches(PACKAGE), *hidden_batches("board9")[:3])
    return grade_submission(SUBMISSIONS / name, PACKAGE, batches, choose_backend())


@pytest.mark.parametrize(
    "name",
    [
        "accepted/shell",
        "wrong_answer/draws_transposed",
        "run_time_error/c_segfault",
        "compile_error/python_syntax",
        "attacks/prints_a_score",
    ],
)
def test_samples_get_what_they_must(name: str) -> None:
    assert [finding.what for finding in judge(name, read_expected(PACKAGE)[name], graded(name))] == []


def test_the_python_2_one_is_right_when_it_is_translated() -> None:
    record = graded("accepted/python_2")
    assert {test.verdict for test in record.tests if test.answer == "text"} == {Verdict.AC}
    assert record.submission.language == "python 2"


def test_every_submission_has_its_expected_verdicts() -> None:
    expected = yaml.safe_load((SUBMISSIONS / "submissions.yaml").read_text())
    kinds = [path.name for path in SUBMISSIONS.iterdir() if path.is_dir()]
    assert sorted(expected) == sorted(name for kind in kinds for name in names(kind))
    for name, keys in expected.items():
        assert set(keys) <= {"permitted", "required", "score", "message", "pictures"}, name
        assert set(keys.get("required", [])) <= set(keys["permitted"]), name
        assert set(keys["permitted"]) <= {verdict.value for verdict in Verdict}, name


def test_every_program_says_first_what_it_is() -> None:
    for path in sorted(SUBMISSIONS.rglob("*.*")):
        if (
            path.suffix in (".py", ".c", ".sh")
            and "src" not in path.parts
            and "template" not in path.parent.name
        ):
            head = (
                path.read_text(encoding="utf-8")
                .removeprefix("#!/bin/sh\n")
                .removeprefix("# -*- coding: utf-8 -*-\n")
            )
            assert head.startswith(("# ", "/* ", "// ", '"""'))


def test_the_empty_template_is_what_students_are_handed() -> None:
    copy = SUBMISSIONS / "wrong_answer" / "empty_template" / "board9.py"
    assert copy.read_bytes() == (PACKAGE.path / "template" / "board9.py").read_bytes()


def test_the_answers_known_by_heart_are_those_of_the_sample(tmp_path: Path) -> None:
    shutil.copytree(SUBMISSIONS / "wrong_answer" / "hard_codes_samples", tmp_path / "box")
    subprocess.run([sys.executable, "board9.py"], cwd=tmp_path / "box", check=True)
    sample = PACKAGE.path / "data" / "sample" / "01" / "answer.txt"
    assert (tmp_path / "box" / "answer.txt").read_bytes() == sample.read_bytes()


# -- Pictures that are none: a program with right answers that replaces its own pictures by other bytes


JUNK = """
import glob
for name in glob.glob("*.png"):
    with open(name, "wb") as picture:
        picture.write(b"junk" * 9)
"""


def test_junk_in_the_place_of_pictures_is_no_way_to_all_points(tmp_path: Path) -> None:
    """They wait for a person, and their points once left the whole: 36 of 36."""
    handed_in = tmp_path / "submission"
    shutil.copytree(PACKAGE.path / "submissions/accepted/draws_own_png", handed_in)
    [program] = handed_in.glob("*.py")
    program.write_text(program.read_text() + JUNK)
    record = grade_submission(handed_in, PACKAGE, hidden_batches("board9")[:3], choose_backend())
    assert total_words(record.total) == "at least 36, at most 48 of 48"
    assert record.official == "pending"
    waiting = [test for test in record.tests if test.points is None]
    assert {test.group for test in waiting} == {"picture"}
    assert {test.message for test in waiting if test.batch == "01"} == {
        "1-result.png was not read: its name says PNG, but it is none"
    }
