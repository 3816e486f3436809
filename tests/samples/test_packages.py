"""The packages that ship: samples of each kind get what they must, and statements say what is right."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from gograde.assignments.board_control.assignment import ASSIGNMENT as BOARD_CONTROL
from gograde.assignments.tromp_taylor.assignment import marks_of
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.spec_author import generate_batches
from gograde.codec import replace
from gograde.core.assignment import Batch
from gograde.core.record import ScoreRecord
from gograde.core.verdict import Verdict
from gograde.grading.contracts.files import captured_of, note_of
from gograde.grading.grade import grade_submission
from gograde.intake.submission import submission_of
from gograde.package.package import Package, find_package
from gograde.package.samples import judge, read_samples
from gograde.pictures.read.question import Reason
from gograde.report.words.wording import total_words
from gograde.sandbox.select import choose_backend
from tests.hidden import hidden_batches, oracles, planned_batches
from tests.needs import require_languages, sample_of
from tests.pictures.capture.run_program import files_kept
from tests.samples.test_statements_agree import blocks

ROOT = Path(__file__).parents[2]
KEY = b"a key for the tests of the packages"


@cache
def package_of(name: str) -> Package:
    return find_package(name)


@cache
def hidden(name: str) -> tuple[Batch, ...]:
    """A few hidden batches, of little-go all; `gograde cases verify`, a campaign, grades on all."""
    if name in ("board9", "little-go"):
        return hidden_batches("board9")[:3] if name == "board9" else generate_batches(package_of(name), KEY)
    return planned_batches(name)[:: 3 if name == "influence" else 4]


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


def test_the_results_in_the_statement_of_tromp_taylor_are_right() -> None:
    """Every board of X, O and - that the statement shows with its result."""
    pairs = [(one[1], other[1]) for one, other in pairwise(blocks("tromp-taylor")) if other[0] == "result"]
    fast, slow = oracles(package_of("tromp-taylor"))
    assert len(pairs) >= 3
    for shown, result in pairs:
        assert fast("plain", shown.encode()) == slow("plain", shown.encode()) == result.strip()


def test_the_worst_boards_are_as_long_as_they_can_be() -> None:
    cases = [case for batch in planned_batches("tromp-taylor") for case in batch.cases]
    worst = [case for case in cases if case.question == "worst"]
    paths = {f: marks_of(case.input).count(b"-") for case in worst for f in case.features}
    assert paths["spiral"] > 32_000
    assert paths["serpentine"] > 32_000


# -- whole small programs of students, from their source to what their pictures get ------------


PROGRAMS = Path(__file__).parent / "programs"
SHARED = sorted(PROGRAMS.glob("*9.py"))
PATHS = {path.stem: path for path in sorted(set(PROGRAMS.rglob("*.py")) - set(SHARED))}
BATCH = find_package("board9").path / "data" / "sample" / "01"

RIGHT = {("AC", "")}
MORE_BOARDS = "a picture without a name shows the right board, but there are more other boards than problems"
NOT_KNOWN = f"no picture has the name of this problem, and one was not read: {Reason.NOT_KNOWN}"
GETS: Mapping[str, set[tuple[str, str]]] = {
    "four_wrong_boards": {("RV", f"{NOT_KNOWN} (figure 1)")},
    "before_beside_after": {
        *(("RV", f"{Reason.UNCLEAR} (test_{number}.png)") for number in "13"),
        *(("RV", f"{Reason.BESIDE} (test_{number}.png)") for number in "24"),
    },
    "draws_its_own_svg": {
        ("RV", "problem1.svg was not read: lines and shapes are not read, only pixels, as in a .png")
    },
    "one_wrong_canvas": {("RV", f"{MORE_BOARDS} (window 1: All four boards is the right one)")},
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


# -- The sample submissions of board9: one of each kind gets on hidden cases what it must, all have a header


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
