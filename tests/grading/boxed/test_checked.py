"""What comes out of the sandbox is believed only where a scorer could have said it: forgeries, one by one."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.registry import assignment_of
from gograde.codec import of_value, to_value
from gograde.core.assignment import Facts, PictureFact
from gograde.core.record import TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.grading.boxed.box import LONGEST, Boxed, InPlace, ScorerError, checked
from gograde.grading.boxed.sheet import Code, Sheet
from gograde.package.package import find_package
from gograde.pictures import effort
from gograde.pictures.picture import Picture, png
from gograde.pictures.read.question import Reason
from tests.golden import values_agree
from tests.grading.boxed.conftest import CODE, sheet

SHEET = sheet("01")
EXPECTED = InPlace(CODE, CODE.assignment()).without_answers(SHEET, Verdict.JE, "")
RIGHT: dict[str, Any] = {**to_value(EXPECTED[0]), "verdict": "AC", "points": 3.0}
READING: dict[str, Any] = {"picture": "a.png", "outcome": "accepted", "reason": ""}


def one(changes: dict[str, Any]) -> TestScore:
    """The test that comes of the right answer with these changes."""
    found = checked({"tests": [{**RIGHT, **changes}]}, SHEET, EXPECTED)
    assert isinstance(found, tuple)
    return found[0]


def test_what_a_scorer_says_is_believed() -> None:
    said = {
        "verdict": "WA", "points": 0.0, "message": "not the word", "remarks": ["once"], "board": ["X.", "O."],
        "cause": {"message": "why", "expected": "yes", "actual": ["a\x00", 1e9, None], "help": "try\nagain"},
        "readings": [{**READING, "lattice": [1, 2.5, -3, 9], "board": ["X."],
                      "wrong": [{"row": 0, "col": 254, "expected": "X", "seen": "."}]}],
    }  # fmt: skip
    found = one(said)
    assert found == of_value(TestScore, {**RIGHT, **said})
    assert (found.cause and found.cause.actual, found.points, found.verdict) == (
        ["a\x00", 1e9, None], 0.0, Verdict.WA,
    )  # fmt: skip


def test_an_error_of_the_scorer_is_told() -> None:
    found = checked({"error": "KeyError", "trace": "a\n\x1b[31mb"}, SHEET, EXPECTED)
    assert found == ScorerError("KeyError", "a\n?[31mb")


def refused(**changes: Any) -> str:
    with pytest.raises(ValueError) as caught:
        one(changes)
    return str(caught.value)


def read(**changes: Any) -> str:
    """Why a test with a reading of these changes is refused."""
    return refused(readings=[{**READING, **changes}])


def test_a_test_that_no_scorer_gives_is_refused() -> None:
    values_agree("grading/scored.txt", refused=refused, read=read, LONGEST=LONGEST)


def test_what_is_no_answer_is_refused() -> None:
    for value in [
        None, [], {}, {"tests": []}, {"tests": [RIGHT, RIGHT]}, {"tests": {"0": RIGHT}}, {"tests": [[]]},
        {"tests": [RIGHT], "more": 1}, {"error": "KeyError"}, {"error": "<b>", "trace": ""},
        {"error": "KeyError", "trace": 1}, {"error": 1, "trace": ""},
    ]:  # fmt: skip
        with pytest.raises(ValueError, match=r"neither|another number|Expected|an error that is none"):
            checked(value, SHEET, EXPECTED)


def test_an_answer_of_too_many_levels_is_refused() -> None:
    deep: Any = "x"
    for _ in range(900):
        deep = [deep]
    with pytest.raises(ValueError, match="too deep"):
        one({"cause": {"message": "", "actual": deep}})


def test_texts_can_be_printed_and_saved() -> None:
    found = one({"message": "a\x1b[31m\udcff\u202e\nb", "cause": {"message": "\x07", "actual": "\x07\udcff"}})
    assert found.message == "a?[31m\\xff?\nb"
    assert found.cause is not None
    assert (found.cause.message, found.cause.actual) == ("?", "\x07\\xff")


def test_the_verdict_of_the_run_may_be_that_of_its_tests() -> None:
    killed = SHEET.__class__(SHEET.batch, Facts(Verdict.MLE, "", b"x", b""), Visibility.HIDDEN)
    (found,) = checked({"tests": [{**RIGHT, "verdict": "MLE", "points": 0.0}]}, killed, EXPECTED)  # type: ignore[misc]
    assert found.verdict is Verdict.MLE


# -- the grader opens nothing that a program left behind: no decoder is loaded, no answer is ---------


PROGRAM = """
import sys
from pathlib import Path
from gograde.assignments.board9.assignment import Board9
from gograde.authoring.case_folders import sample_batches
from gograde.grading.boxed.sheet import Sheet
from gograde.grading.grade import grade_submission
from gograde.package.package import find_package
from gograde.sandbox.select import choose_backend

score = Board9.score

def watched(self, batch, facts, config, visibility):
    assert Sheet(batch, facts, visibility).is_harmless, facts
    return score(self, batch, facts, config, visibility)

Board9.score = watched
package = find_package("board9")
record = grade_submission(Path(sys.argv[1]), package, sample_batches(package), choose_backend())
print(*(test.verdict for test in record.tests))
print(*sorted(sys.modules))
"""

READERS = {
    "PIL", "numpy", "gograde.pictures.in_box", "gograde.pictures.render",
    "gograde.pictures.read.explain", "gograde.pictures.read.search",
    "gograde.grading.boxed.inside",
}  # fmt: skip
"""What looks into files of a program."""


@pytest.mark.parametrize("sample", ["draws_pil_files", "draws_tk"])
def test_grading_loads_no_reader_of_what_a_program_left(sample: str) -> None:
    folder = Path("cases/board9/submissions/accepted", sample)
    command = [sys.executable, "-c", PROGRAM, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    verdicts, modules = done.stdout.splitlines()
    assert set(verdicts.split()) == {"AC"}
    assert set(modules.split()) & READERS == set()


# -- pictures that cost much to read: forty grids were minutes of the grader for one student ---------


def grid(number: int, side: int = 400) -> PictureFact:
    """Lines at a few steps over one another, in which many boards may lie."""
    pixels = np.full((side, side, 3), 255, np.uint8)
    for step in (13 + number % 7, 29 - number % 5, 41):
        pixels[number % step :: step, :] = 90
        pixels[:, number % step :: step] = 90
    return PictureFact(f"test_{number}.png", png=png(Picture(side, side, pixels.tobytes())))


def test_forty_grids_wait_for_a_person_after_a_bounded_effort(backend, monkeypatch) -> None:
    monkeypatch.setattr(effort, "SUBMISSION", 1200)
    package = find_package("board9")
    batch = sample_batches(package)[0]
    facts = Facts(Verdict.AC, "", b"", b"", pictures=tuple(map(grid, range(40))))
    sheets = [Sheet(batch, facts, Visibility.HIDDEN), Sheet(batch, facts, Visibility.HIDDEN)]
    found = Boxed(Code(package.config.marking), assignment_of(package), backend)(sheets)
    pictures = [test for tests in found for test in tests if test.answer == "picture"]
    assert {(test.verdict, test.points) for test in pictures} == {(Verdict.RV, None)}
    assert any(test.message.startswith(Reason.EFFORT) for test in pictures)
