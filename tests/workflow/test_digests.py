"""The work that each change of a digest costs, and changes that cost nothing."""

import json
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import matplotlib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.registry import assignment_of
from gograde.classroom.class_config import AssignmentRules, LatePolicy
from gograde.classroom.classroom import load_class
from gograde.code_closure import packages
from gograde.codec import replace
from gograde.core.record import Visibility
from gograde.grading.course import Course
from gograde.grading.marks.late import lateness, past_due
from gograde.intake.submission import take_in
from gograde.package.package import open_package, package_path
from gograde.workflow import digests, grade_class
from gograde.workflow.digests import RUN_CODE, RunSettings, game_digest, run_digests, score_digest
from gograde.workflow.plan import Request, slice_count, slice_of
from gograde.workflow.progress import Progress
from gograde.workflow.snakemake_run import Options, run_workflow

BWRAP = RunSettings("bwrap", False, "../reports")


@pytest.fixture(scope="module")
def course() -> Course:
    package = open_package(package_path("board9"))
    return Course(package, AssignmentRules(), assignment_of(package), sample_batches(package))


def configured(course: Course, **changes: Any) -> Course:
    config = replace(course.package.config, **changes)
    return replace(course, package=replace(course.package, config=config, sha256="another"))


def run_of(course: Course, settings: RunSettings) -> str:
    """The digest of a Python program's run."""
    return run_digests(course, settings, {"": "python"})[""]


@pytest.mark.parametrize(
    ("name", "sees_fonts"),
    [("board9", {"python", "shell", "perl"}), ("tromp-taylor", set()), ("little-go", set())],
)
def test_a_font_and_a_tool_run_again_what_can_see_them(name, sees_fonts, tmp_path, monkeypatch) -> None:
    package = open_package(package_path(name))
    course = Course(package, AssignmentRules(), assignment_of(package), ())
    students = {language: language for language in ("python", "shell", "perl", "")}

    def moved(before: dict[str, str]) -> set[str]:
        return {who for who, run in run_digests(course, BWRAP, students).items() if run != before[who]}

    monkeypatch.setattr(digests, "FONTS", (tmp_path,))
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    before = run_digests(course, BWRAP, students)
    assert len({*before.values()}) == len(students)
    shutil.copy(Path(matplotlib.get_data_path()) / "fonts/ttf/DejaVuSans.ttf", tmp_path / "a.ttf")
    assert moved(before) == sees_fonts
    (tmp_path / "a.ttf").unlink()
    (tmp_path / "gcc").symlink_to("/bin/true")
    (tmp_path / "perl").symlink_to("/bin/true")
    monkeypatch.setattr(digests, "FONTS", ())
    assert moved(before) == {"perl"}


def test_a_package_that_a_step_does_not_import_is_no_part_of_it() -> None:
    used = {name.partition("-")[0] for name in packages(RUN_CODE)}
    assert {"numpy", "msgspec", "pillow"} <= used
    assert used.isdisjoint({"rich", "snakemake", "pandas", "pytest", "gograde"})


def heavier(course: Course) -> dict[str, Any]:
    groups = course.package.config.groups
    return {"groups": tuple(replace(group, weight=group.weight + 1) for group in groups)}


def other_entry(course: Course) -> Any:
    return replace(course.package.config.contract, **{"entries": ("main.py",)})


CPU = {"cpu_s": 9.0}


@pytest.mark.parametrize(
    ("change", "runs", "scores"),
    [
        (lambda c: configured(c, **heavier(c)), False, True),
        (lambda c: configured(c, limits=replace(c.package.config.limits, **CPU)), True, True),
        (lambda c: configured(c, stop_after=5), True, True),
        (lambda c: configured(c, contract=other_entry(c)), True, True),
        (lambda c: configured(c, runtime=replace(c.package.config.runtime, packages=())), *(True, True)),
        (lambda c: configured(c, parameters={"x": 1}), False, True),
        (lambda c: replace(c, batches=()), True, True),
        (lambda c: replace(c, rules=AssignmentRules(visibility=Visibility.AFTER_PUBLISHED)), False, True),
        (lambda c: replace(c, rules=AssignmentRules(weight=3)), False, False),
    ],
)
def test_a_change_runs_and_scores_what_it_concerns(course, change, runs, scores) -> None:
    changed = change(course)
    assert (run_of(changed, BWRAP) != run_of(course, BWRAP)) is runs
    assert (score_digest(changed, "en") != score_digest(course, "en")) is scores


def test_another_sandbox_runs_again_and_another_language_scores_again(course: Course) -> None:
    assert run_of(course, replace(BWRAP, backend="landlock")) != run_of(course, BWRAP)
    assert run_of(course, replace(BWRAP, reports="/elsewhere")) == run_of(course, BWRAP)
    assert score_digest(course, "zh") != score_digest(course, "en")


@pytest.fixture(scope="module")
def game() -> Course:
    package = open_package(package_path("little-go"))
    return Course(package, AssignmentRules(), assignment_of(package), sample_batches(package))


def test_other_marks_or_series_play_again_and_other_weights_do_not(game: Course) -> None:
    before = run_of(game, BWRAP)
    parameters = {**game.package.config.parameters, "first": 12}
    assert run_of(configured(game, parameters=parameters), BWRAP) != before
    assert run_of(replace(game, batches=game.batches[:1]), BWRAP) != before
    groups = tuple(replace(group, weight=1) for group in game.package.config.groups)
    assert run_of(configured(game, groups=groups), BWRAP) == before


def test_another_standard_input_runs_again() -> None:
    package = open_package(package_path("tromp-taylor"))
    one, other, *_ = sample_batches(package)
    told = Course(package, AssignmentRules(), assignment_of(package), (one,))
    changed = replace(told, batches=(replace(one, cases=other.cases),))
    assert run_of(told, BWRAP) != run_of(changed, BWRAP)


def test_games_between_students_are_played_again_for_another_sandbox_or_limit(course: Course) -> None:
    before = game_digest(course, BWRAP)
    assert game_digest(course, replace(BWRAP, backend="landlock")) != before
    limits = replace(course.package.config.limits, cpu_s=9.0)
    assert game_digest(configured(course, limits=limits), BWRAP) != before
    budget = {**course.package.config.parameters, "budget": {"game_s": 60}}
    assert game_digest(configured(course, parameters=budget), BWRAP) != before
    for rule in ({"clock": "wall"}, {"first_pass_ends": False}):
        changed = {**course.package.config.parameters, **rule}
        assert game_digest(configured(course, parameters=changed), BWRAP) != before
    assert game_digest(configured(course, stop_after=5), BWRAP) == before
    assert game_digest(replace(course, batches=()), BWRAP) == before


@given(st.text(min_size=1), st.integers(1, 99))
def test_a_student_is_in_a_slice_of_the_class(student: str, slices: int) -> None:
    assert slice_of(student, slices) in {f"{number:02d}" for number in range(slices)}
    assert [slice_of(student, 16) for student in ("alice", "bob", "张三")] == ["09", "08", "00"]


@pytest.mark.parametrize(
    ("students", "cores", "slices"),
    [(0, 2, 1), (6, 8, 1), (7, 2, 2), (24, 2, 2), (24, 8, 4), (60, 2, 5), (300, 2, 16), (300, 16, 25)],
)
def test_slices_keep_the_cores_busy_and_are_worth_a_start(students: int, cores: int, slices: int) -> None:
    assert slice_count(students, cores) == slices


def test_a_due_date_has_passed_when_nobody_can_be_in_time() -> None:
    due = datetime(2026, 11, 15, tzinfo=UTC)
    rules = AssignmentRules(due=due, extensions={"alice": 24})
    assert not past_due(rules, due + timedelta(hours=24))
    assert past_due(rules, due + timedelta(hours=24, seconds=1))
    assert not past_due(AssignmentRules(), due)


def test_boards_are_released_when_late_work_is_taken_no_more() -> None:
    due = datetime(2026, 11, 15, tzinfo=UTC)
    late = LatePolicy(reject_after_days=3, grace_minutes=15)
    rules = AssignmentRules(due=due, extensions={"alice": 24}, late=late)
    last = due + timedelta(days=4, minutes=15)
    assert lateness(last, rules, "alice").days == 3
    assert lateness(last + timedelta(seconds=1), rules, "alice").days == 4
    assert not past_due(rules, last)
    assert past_due(rules, last + timedelta(seconds=1))


# -- the graded bytes are the planned bytes, and the record identifies them --------------------


Room = Any  # the fixtures' own class; tests cannot import their conftest

ALICE = "submissions/board9/alice"
OTHER = "print('another program')\n"


def program_of(room: Room) -> Path:
    (path,) = (path for path in (room.path / ALICE).rglob("*.py"))
    return Path(path)


def record_of(room: Room) -> dict[str, Any]:
    lines = (room.path / "work/runs/board9/alice.jsonl").read_text().splitlines()
    header: dict[str, Any] = json.loads(lines[0])
    return header


def test_scores_are_never_made_of_another_submission_than_was_planned(graded: Room) -> None:
    program_of(graded).write_text(OTHER)
    assert graded.gograde("step", "plan", str(graded.path)).code == 0
    done = graded.gograde("step", "score", str(graded.path), "board9", "00")
    assert (done.code, done.err.splitlines()[-2:]) == (
        4,
        [
            f"{graded.path}/work/runs/board9/alice.jsonl: the run of another submission than was planned",
            "Fix: run gograde run again",
        ],
    )


def test_a_submission_that_changes_after_the_plan_is_graded_as_planned(graded, monkeypatch) -> None:
    """They are run once, the change is told, and the next plan drops them."""
    calls: list[Path] = []

    def swapping(work: Path, options: Options, progress: Progress) -> int:
        shutil.rmtree(graded.path / ALICE)
        (graded.path / ALICE).symlink_to(graded.path / "hidden")
        calls.append(work)
        return run_workflow(work, options, progress)

    program_of(graded).write_text(OTHER)
    planned = take_in(graded.path / ALICE).sha256
    monkeypatch.setattr(grade_class, "run_workflow", swapping)
    summary = grade_class.grade_class(load_class(graded.path), Request(cores=2))
    assert (summary.tallies[0].judge_errors, len(calls)) == ((), 1)
    assert record_of(graded)["sha256"] == planned
    done = graded.gograde("report", str(graded.path))
    assert "board9: the work of alice changed after these marks were made" in done.err
    assert graded.gograde("step", "plan", str(graded.path)).code == 0
    assert graded.gograde("step", "run", str(graded.path), "board9", "alice").code == 0
    assert record_of(graded)["message"] == "alice: a symbolic link"
    assert not (graded.path / f"work/taken/{planned}.json").exists()
