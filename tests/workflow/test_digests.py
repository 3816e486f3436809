"""The work that each change of a digest costs, and changes that cost nothing."""

import ast
import json
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import matplotlib
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gograde
from gograde import code_closure
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.registry import assignment_of, code_of, shipped_ids
from gograde.classroom.class_config import AssignmentRules, LatePolicy
from gograde.classroom.classroom import load_class
from gograde.code_closure import closure, imports, packages
from gograde.codec import replace
from gograde.core.record import Visibility
from gograde.grading.contracts.kind import code_of_kind
from gograde.grading.course import Course
from gograde.grading.marks.late import lateness, past_due
from gograde.intake.submission import take_in
from gograde.package.package import open_package, package_path
from gograde.workflow import digests, grade_class
from gograde.workflow.digests import (
    GRADEBOOK_CODE,
    PLAY_CODE,
    RATE_CODE,
    REPORT_CODE,
    ROUND_CODE,
    RUN_CODE,
    SCORE_CODE,
    RunSettings,
    game_digest,
    run_digests,
    score_digest,
)
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


# -- the code of a step, found from its imports, contains all that a real step loads and opens -----


ROOT = Path(gograde.__file__).parent

TELL = """
import json, sys
opened = set()
def hear(event, args):
    if event == "open" and isinstance(args[0], (str, bytes)):
        opened.add(args[0] if isinstance(args[0], str) else args[0].decode("utf-8", "replace"))
sys.addaudithook(hear)
sys.argv = ["gograde", *sys.argv[1:]]
from gograde.__main__ import entry
try:
    entry()
finally:
    loaded = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
    print(json.dumps([sorted(opened), sorted(loaded)]), file=sys.stderr)
"""


HEAVY = {"snakemake", "pandas", "numba", "numpy", "matplotlib", "rich", "jinja2", "frictionless"}
"""No step but that of the report loads them."""


def code_of_assignment(name: str) -> frozenset[str]:
    return closure(*code_of(open_package(package_path(name))))


def used_by_step(room: Room, *args: str) -> set[str]:
    """The files of gograde that a step loaded or opened, as paths below `gograde/`.

    What the step `report` opened does not count: its manifest has a hash over all files.
    """
    command = [sys.executable, "-P", "-c", TELL, "step", *args]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    opened, loaded = json.loads(done.stderr.splitlines()[-1])
    assert args[0] == "report" or not HEAVY & {part for name in loaded for part in Path(name).parts}
    paths = (Path(name) for name in (loaded if args[0] == "report" else [*opened, *loaded]))
    return {
        path.relative_to(ROOT).as_posix()
        for path in paths
        if path.is_relative_to(ROOT) and path.is_file() and "__pycache__" not in path.parts
    }


@pytest.mark.parametrize(
    ("step", "args", "modules"),
    [
        (
            "run",
            ("board9", "alice"),
            (RUN_CODE, "gograde.grading.contracts.files", "gograde.assignments.board9.assignment"),
        ),
        (
            "score",
            ("board9", "00"),
            (SCORE_CODE, "gograde.assignments.board9.assignment", "gograde.assignments.board9.mistakes"),
        ),
        ("gradebook", (), (GRADEBOOK_CODE,)),
        ("report", (), (REPORT_CODE,)),
    ],
)
def test_all_that_a_real_step_loads_and_opens_is_in_its_closure(graded, step, args, modules) -> None:
    used = used_by_step(graded, step, str(graded.path), *args)
    folder = {"workflow/report_folder.py", "grading/plan_file.py", "grading/work_paths.py"}
    around = {"__main__.py", "workflow/__init__.py", "workflow/lock.py", *folder}
    command_line = around | {path for path in used if path.startswith("cli/")}
    assert "errors.py" in used
    assert used - command_line <= closure(*modules)


def test_every_module_that_python_loads_for_a_module_is_in_its_closure() -> None:
    for name in (ROUND_CODE, PLAY_CODE, RATE_CODE):  # the others are those of a real step
        ours = "[m for m in sys.modules if m.split('.')[0] == 'gograde']"
        code = f"import json, sys, {name}; print(json.dumps({ours}))"
        loaded = json.loads(subprocess.check_output([sys.executable, "-P", "-c", code], text=True))
        assert "gograde.errors" in loaded
        files = {file for file in map(own_file, loaded) if (ROOT / file).is_file()}
        assert files <= closure(name)


def own_file(module: str) -> str:
    place = ROOT.joinpath(*module.split(".")[1:])
    path = package if (package := place / "__init__.py").exists() else place.with_suffix(".py")
    return path.relative_to(ROOT).as_posix()


def test_what_an_upgrade_may_change_scores_again() -> None:
    scored = closure(SCORE_CODE)
    assert {"package/config.py", "workflow/steps/score.py", "grading/score.py", "resources.py"} <= scored
    assert {"core/record.py", "grading/records.py"} <= scored


def test_a_change_in_the_reader_of_pictures_scores_board9_alone() -> None:
    reader = {path for path in code_of_assignment("board9") if path.startswith("pictures/read/")}
    assert len(reader) > 5
    others = [name for name in shipped_ids() if name != "board9"]
    for name in others:
        assert not reader & (closure(SCORE_CODE) | code_of_assignment(name)), name


def test_no_scorer_is_part_of_a_run() -> None:
    assert not [path for path in closure(RUN_CODE) if path.startswith("pictures/read/")]
    assert "grading/score.py" not in closure(RUN_CODE)


def test_a_change_in_the_arena_runs_programs_that_play_no_games_not_again() -> None:
    board9, little_go = (open_package(package_path(name)).config.contract for name in ("board9", "little-go"))
    assert not [path for path in closure(RUN_CODE, code_of_kind(board9)) if path.startswith("arena/")]
    assert "arena/players/sandboxed.py" in closure(RUN_CODE, code_of_kind(little_go))


def test_a_check_of_one_submission_needs_nothing_of_a_class() -> None:
    used = closure("gograde.cli.check")
    staffs = ("classroom/", "report/frames/", "app/", "grading/league/", "grading/marks/", "arena/rating/")
    assert not [path for path in used if path.startswith(staffs)]
    workflow = {path.removeprefix("workflow/") for path in used if path.startswith("workflow/")}
    assert workflow == {"__init__.py", "check_submission.py", "machine.py"}
    assert 2 * len(used) < sum(1 for path in ROOT.rglob("*.py"))


def test_data_beside_a_module_is_part_of_it() -> None:
    assert "arena/players/book.txt" in closure("gograde.arena.players.book")
    assert "sandbox/run/inside/fork_server.py" in closure("gograde.sandbox.run.server")
    assert "report/pages/templates/style.css" in closure(REPORT_CODE)


def test_imports_of_one_module() -> None:
    assert imports("gograde.go.moves") == {"gograde", "gograde.go", "gograde.go.board"}
    with pytest.raises(KeyError):
        closure("gograde.nothing")


class Statements(ast.NodeVisitor):
    """The slow way to imports: every node of the parsed file but those for type checkers."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) != "TYPE_CHECKING":
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self.found |= {alias.name for alias in node.names}

    def visit_Constant(self, node: ast.Constant) -> None:
        name, colon, _ = node.value.partition(":") if isinstance(node.value, str) else ("", "", "")
        self.found |= {name} if colon else set()

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.found |= {f"{node.module}.{alias.name}" for alias in node.names if not node.level}


def test_imports_are_those_of_the_statements_of_the_whole_file() -> None:
    files = [path for path in ROOT.rglob("*.py") if (path.parent / "__init__.py").exists()]
    assert len(files) > 300
    for path in files:
        place, slow = path.relative_to(ROOT.parent).with_suffix("").parts, Statements()
        slow.visit(ast.parse(path.read_bytes()))
        names = {tuple(name.split(".")) for name in slow.found if name.split(".")[0] == "gograde"}
        expected = {".".join(name[:length]) for name in names for length in range(1, len(name) + 1)}
        expected = {name for name in expected if (ROOT / own_file(name)).exists()}
        found = imports(".".join(place[:-1] if place[-1] == "__init__" else place))
        assert expected == found, path


def test_marks_follow_when_the_code_that_weighs_them_changes(course: Course, monkeypatch) -> None:
    def digest() -> str:
        for kept in (code_closure.code_digest, code_closure._sha256):
            kept.cache_clear()
        return score_digest(course, "en")

    before, content = digest(), code_closure._content
    with monkeypatch.context() as patch:
        patch.setattr(
            code_closure, "_content", lambda path: content(path) + b"#" * (path == "core/marking.py")
        )
        assert digest() != before
    assert digest() == before
