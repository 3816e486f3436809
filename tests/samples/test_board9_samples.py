"""The sample submissions of board9: one of each kind gets on hidden cases what it must, all have a header.

`gograde cases verify board9`, a campaign, grades all of them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from gograde.grading.grade import grade_submission
from gograde.package.package import find_package
from gograde.package.samples import read_samples
from gograde.report.words.wording import total_words
from gograde.sandbox.select import choose_backend
from tests.hidden import hidden_batches

PACKAGE = find_package("board9")
SUBMISSIONS = PACKAGE.path / "submissions"


def test_every_submission_may_have_the_verdicts_that_it_must() -> None:
    for name, sample in read_samples(PACKAGE).items():
        assert {*sample.expected.required} <= {*sample.expected.permitted}, name


def test_every_program_says_first_what_it_is() -> None:
    for name, sample in read_samples(PACKAGE).items():
        for path, data in sample.files.items():
            if path.endswith((".py", ".c", ".sh")) and "src/" not in path and "template" not in name:
                head = data.decode().removeprefix("#!/bin/sh\n").removeprefix("# -*- coding: utf-8 -*-\n")
                assert head.startswith(("# ", "/* ", "// ", '"""'))


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
