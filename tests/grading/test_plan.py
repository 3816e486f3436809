"""What a change costs, digest by digest; and what only looks like a change."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gograde
from gograde.assignments import assignment_of, sample_batches
from gograde.classroom.classroom import AssignmentRules, LatePolicy
from gograde.grading.late import lateness
from gograde.grading.run_pictures import BESIDE, PROGRAM
from gograde.package.package import open_package, package_path
from gograde.scoring.record import Visibility
from gograde.workflow.plan import (
    GAME_CODE,
    LEAGUE_CODE,
    REPORT_CODE,
    RUN_CODE,
    SCORE_CODE,
    Course,
    Settings,
    code_digest,
    game_digest,
    past_due,
    run_digest,
    score_digest,
    slice_of,
)

BWRAP = Settings("bwrap", False, "../reports")


@pytest.fixture(scope="module")
def course() -> Course:
    package = open_package(package_path("board9"))
    return Course(package, AssignmentRules(), assignment_of(package), sample_batches(package))


def configured(course: Course, **changes: Any) -> Course:
    config = course.package.config.model_copy(update=changes)
    return replace(course, package=replace(course.package, config=config, sha256="another"))


def test_changed_weights_score_again_and_run_nothing(course: Course) -> None:
    groups = tuple(
        group.model_copy(update={"weight": group.weight + 1}) for group in course.package.config.groups
    )
    changed = configured(course, groups=groups)
    assert run_digest(changed, BWRAP) == run_digest(course, BWRAP)
    assert score_digest(changed) != score_digest(course)


@pytest.mark.parametrize(
    "change",
    [
        lambda c: {"limits": c.limits.model_copy(update={"cpu_s": 9.0})},
        lambda c: {"contract": c.contract.model_copy(update={"entries": ("main.py",)})},
        lambda c: {"stop_after": 5},
    ],
)
def test_a_changed_contract_or_limit_runs_again(
    course: Course, change: Callable[[Any], dict[str, Any]]
) -> None:
    changed = configured(course, **change(course.package.config))
    assert run_digest(changed, BWRAP) != run_digest(course, BWRAP)


def test_another_board_or_sandbox_runs_again(course: Course) -> None:
    assert run_digest(replace(course, batches=()), BWRAP) != run_digest(course, BWRAP)
    assert run_digest(course, replace(BWRAP, backend="landlock")) != run_digest(course, BWRAP)
    assert run_digest(course, replace(BWRAP, reports="/elsewhere")) == run_digest(course, BWRAP)


@pytest.fixture(scope="module")
def game() -> Course:
    package = open_package(package_path("little-go"))
    return Course(package, AssignmentRules(), assignment_of(package), sample_batches(package))


def test_other_bands_or_series_play_again_and_other_weights_do_not(game: Course) -> None:
    before = run_digest(game, BWRAP)
    parameters = {**game.package.config.parameters, "first": 12}
    assert run_digest(configured(game, parameters=parameters), BWRAP) != before
    assert run_digest(replace(game, batches=game.batches[:1]), BWRAP) != before
    groups = tuple(group.model_copy(update={"weight": 1}) for group in game.package.config.groups)
    assert run_digest(configured(game, groups=groups), BWRAP) == before


def test_another_parameter_runs_nothing_where_no_game_is_played(course: Course) -> None:
    assert run_digest(configured(course, parameters={"x": 1}), BWRAP) == run_digest(course, BWRAP)


def test_another_standard_input_runs_again() -> None:
    package = open_package(package_path("tromp-taylor"))
    one, other, *_ = sample_batches(package)
    told = Course(package, AssignmentRules(), assignment_of(package), (one,))
    changed = replace(told, batches=(replace(one, cases=other.cases),))
    assert run_digest(told, BWRAP) != run_digest(changed, BWRAP)


def test_what_students_may_see_is_part_of_the_score(course: Course) -> None:
    seen = replace(course, rules=AssignmentRules(visibility=Visibility.AFTER_PUBLISHED))
    assert score_digest(seen) != score_digest(course)
    assert score_digest(replace(course, rules=AssignmentRules(weight=3))) == score_digest(course)


def test_the_code_of_a_step_is_part_of_its_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "__pycache__").mkdir()
    monkeypatch.setattr("gograde.__file__", str(tmp_path / "__init__.py"))
    before = code_digest(["**/*"])
    (tmp_path / "__pycache__" / "x.pyc").write_text("x")
    assert code_digest(["**/*"]) == before
    (tmp_path / "__init__.py").write_text("1")
    assert code_digest(["**/*"]) != before


PACKAGE = Path(gograde.__file__).parent


def imported(module: str) -> set[Path]:
    """The files of gograde that a module names, at its top or later, and those that these name."""
    found: set[Path] = set()
    todo = [module]
    while todo:
        folder = PACKAGE.joinpath(*todo.pop().split(".")[1:])
        path = folder.with_suffix(".py") if folder.with_suffix(".py").is_file() else folder / "__init__.py"
        if path.is_file() and path not in found:
            found.add(path)
            todo += named_in(ast.parse(path.read_text("utf-8")))
    return found


def named_in(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gograde."):
            yield from (str(node.module), *(f"{node.module}.{name.name}" for name in node.names))


@pytest.mark.parametrize(
    ("module", "patterns", "part"),
    [
        ("gograde.grading.run", RUN_CODE, "pictures"),
        ("gograde.grading.run", RUN_CODE + GAME_CODE, "grading"),
        ("gograde.grading.series_games", GAME_CODE, "arena"),
        ("gograde.assignments.little_go.assignment", SCORE_CODE + GAME_CODE, "arena"),
        ("gograde.grading.move_job", RUN_CODE + GAME_CODE, "grading"),
        ("gograde.grading.league.league_steps", LEAGUE_CODE, "arena"),
        ("gograde.grading.league.result", LEAGUE_CODE, "arena"),
        ("gograde.assignments.little_go.league", LEAGUE_CODE + SCORE_CODE, "assignments"),
        ("gograde.assignments.little_go.league", LEAGUE_CODE, "go"),
        ("gograde.report.pages.league_page", LEAGUE_CODE, "arena"),
        ("gograde.grading.run", RUN_CODE, "sandbox"),
        ("gograde.assignments.board9.assignment", SCORE_CODE, "pictures"),
        ("gograde.assignments.influence.assignment", SCORE_CODE, "go"),
        ("gograde.report.pages.pages", REPORT_CODE, "pictures/draw"),
        ("gograde.report.pages.thrown_games", REPORT_CODE, "arena"),
        ("gograde.report.pages.thrown_games", REPORT_CODE, "assignments"),
        ("gograde.report.pages.thrown_games", REPORT_CODE, "go"),
        ("gograde.grading.league.judged", LEAGUE_CODE, "arena"),
    ],
)
def test_what_a_step_uses_is_part_of_its_digest(module: str, patterns: Sequence[str], part: str) -> None:
    digested = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    used = {path for path in imported(module) if path.is_relative_to(PACKAGE / part)}
    assert used
    assert {path for path in used if path.read_bytes()} <= digested | {PACKAGE / part / "__init__.py"}


def test_the_steps_of_a_league_are_part_of_its_digest() -> None:
    digested = {path for pattern in LEAGUE_CODE for path in PACKAGE.glob(pattern)}
    steps = {
        PACKAGE / f"grading/{name}.py"
        for name in ("league", "league_judged", "league_steps", "league_result")
    }
    assert {path for path in steps if path.is_file()} == steps <= digested


def test_games_between_students_are_played_again_for_another_sandbox_or_limit(course: Course) -> None:
    before = game_digest(course, BWRAP)
    assert game_digest(course, replace(BWRAP, backend="landlock")) != before
    limits = course.package.config.limits.model_copy(update={"cpu_s": 9.0})
    assert game_digest(configured(course, limits=limits), BWRAP) != before
    budget = {**course.package.config.parameters, "budget": {"game_s": 60}}
    assert game_digest(configured(course, parameters=budget), BWRAP) != before
    assert game_digest(configured(course, stop_after=5), BWRAP) == before
    assert game_digest(replace(course, batches=()), BWRAP) == before


def test_what_is_put_into_the_sandbox_is_part_of_the_digest_of_a_run() -> None:
    digested = {path for pattern in RUN_CODE for path in PACKAGE.glob(pattern)}
    assert {PROGRAM, *BESIDE} <= digested


@given(st.text(min_size=1))
def test_a_student_stays_in_a_slice_whoever_comes(student: str) -> None:
    assert slice_of(student) in {f"{number:02d}" for number in range(16)}


def test_slices_of_some_students() -> None:
    assert [slice_of(student) for student in ("alice", "bob", "张三")] == ["11", "01", "13"]


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
