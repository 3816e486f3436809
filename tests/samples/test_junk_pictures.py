"""Pictures that are none: a program with right answers that replaces its own pictures by other bytes."""

from __future__ import annotations

import shutil
from pathlib import Path

from gograde.grading.grade import grade_submission
from gograde.package.package import find_package
from gograde.report.words.wording import total_words
from gograde.sandbox.select import choose_backend
from tests.hidden import hidden_batches

PACKAGE = find_package("board9")
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
