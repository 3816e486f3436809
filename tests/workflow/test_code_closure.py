"""The code of a step, found from its imports, contains all that a real step loads and opens."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gograde
from gograde.authoring.registry import code_of, shipped_ids
from gograde.code_closure import closure, imports
from gograde.grading.contracts.kind import code_of_kind
from gograde.package.package import open_package, package_path
from gograde.workflow.digests import (
    GRADEBOOK_CODE,
    PLAY_CODE,
    RATE_CODE,
    REPORT_CODE,
    ROUND_CODE,
    RUN_CODE,
    SCORE_CODE,
)

Room = Any  # the fixtures' own class; tests cannot import their conftest

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
    path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
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
    workflow = [path for path in used if path.startswith("workflow/")]
    others = [path for path in workflow if not path.startswith("workflow/checking/")]
    assert others == ["workflow/__init__.py"]
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


def copied(folder: Path) -> Path:
    """A copy of gograde, compiled, with all that it needs beside it; Python finds it by PYTHONPATH."""
    shutil.copytree(ROOT, folder / "gograde")
    for name in ("cases", "starters", "Snakefile"):
        (folder / name).symlink_to(ROOT.parent / name)
    return folder / "gograde"


def test_marks_follow_when_the_code_that_weighs_them_changes(graded: Room, tmp_path: Path) -> None:
    code = copied(tmp_path / "site")
    before = points_of(graded)
    marking = code / "core" / "marking.py"
    marking.write_text(marking.read_text() + DOUBLE)
    done = graded.started_anew("run", str(graded.path), "--cores", "2", PYTHONPATH=str(code.parent))
    assert done.code == 0, done.err
    assert points_of(graded) == {name: 2 * points for name, points in before.items()}
    assert max(points_of(graded).values()) > 0


DOUBLE = """

from gograde.codec import replace

_before = Marking.group_of


def _doubled(self: Marking, *args: object, **names: object) -> object:
    group = _before(self, *args, **names)
    return group and replace(group, weight=2 * group.weight)


Marking.group_of = _doubled
"""


def points_of(room: Room) -> dict[str, float]:
    records = (json.loads(path.read_text()) for path in (room.path / "work/scores/board9").glob("*.json"))
    return {record["submission"]["student"]: record["max_score"] for record in records}
