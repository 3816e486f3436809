"""Whole small programs of students, from their source to what their pictures get."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from gograde.authoring.case_folders import sample_batches
from gograde.grading.contracts.files import captured_of, note_of
from gograde.grading.grade import grade_submission
from gograde.intake.submission import submission_of
from gograde.package.package import find_package
from gograde.pictures.read.question import Reason
from gograde.sandbox.select import choose_backend
from tests.pictures.capture.run_program import files_kept

PROGRAMS = Path(__file__).parent / "programs"
SHARED = sorted(PROGRAMS.glob("*9.py"))
PATHS = {path.stem: path for path in sorted(set(PROGRAMS.rglob("*.py")) - set(SHARED))}
BATCH = find_package("board9").path / "data" / "sample" / "01"

RIGHT = {("AC", "")}
NOT_KNOWN = f"no picture has the name of this problem, and one was not read: {Reason.NOT_KNOWN}"
GETS: Mapping[str, set[tuple[str, str]]] = {
    "four_wrong_boards": {("RV", f"{NOT_KNOWN} (figure 1)")},
    "before_beside_after": {
        *(("RV", f"{Reason.UNCLEAR} (test_{number}.png)") for number in "14"),
        *(("RV", f"{Reason.BESIDE} (test_{number}.png)") for number in "23"),
    },
    "draws_its_own_svg": {
        ("RV", "problem1.svg was not read: lines and shapes are not read, only pixels, as in a .png")
    },
    "one_wrong_canvas": {*RIGHT, ("RV", f"{NOT_KNOWN} (window 1: All four boards)")},
    "crashes_before_drawing": {("RTE", "exit code 1: KeyError: '9'")},
}
"""What the pictures of problems 1 to 4 get, for programs that are not right."""

GRADED = ("next_button", "named_after_the_lab")
"""The programs that `make test` grades; `make campaign NAMES=long` grades all."""

NAMED = [f"Problem {number}" for number in "1234"]
SHOWN = {
    "click_to_continue": NAMED,
    "updates_uncaught": NAMED,
    "four_canvases": ["All four boards"],
    "next_button_of_a_figure": NAMED,
    "four_boards": ["Problem 1, Problem 2, Problem 3, Problem 4"],
    "pauses_and_clears_axes": NAMED,
    "titled_by_the_homework": ["围棋作业1"] * 4,
    "vector_files": ["problem1", "problem2", "problem3", "problem4"],
    "next_button": NAMED,
    "next_key": NAMED,
    "updates_a_second": NAMED,
    "updates_for_ever": NAMED,
    "updates_one_window": NAMED,
}
"""The titles of what is kept of programs that show windows or figures."""

ALIKE = ("four_boards", "pauses_and_clears_axes", "vector_files")
"""Programs whose library takes long, and is that of another program too."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in GRADED else pytest.mark.long) for name in PATHS]
)
def test_a_program_gets_what_it_deserves(name: str) -> None:
    package = find_package("board9")
    paths = {"board9.py": PATHS[name], **{path.name: path for path in SHARED}}
    files = submission_of({name: path.read_bytes() for name, path in paths.items()}, "", {})
    tests = grade_submission(files, package, sample_batches(package), choose_backend()).tests
    given = {
        answer: {(t.verdict.value, t.message) for t in tests if t.answer == answer} for answer in ANSWERS
    }
    assert given == {"text": RIGHT, "picture": GETS.get(name, RIGHT)}


ANSWERS = ("text", "picture")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name in ALIKE else ()) for name in SHOWN]
)
def test_all_boards_that_a_program_shows_are_kept(name: str, tmp_path: Path) -> None:
    for path in (PATHS[name], *SHARED, *BATCH.glob("test_*.txt")):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    kept = files_kept(tmp_path / f"{name}.py", tmp_path)
    assert [one.title for one in map(captured_of, kept) if one] == SHOWN[name]
    assert [note for note in map(note_of, kept) if note] == []
