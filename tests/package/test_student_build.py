"""The distribution gograde-check: what it has and has not, and that it checks submissions."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.metadata import distribution
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import gograde
import gograde.go
from gograde.authoring.new_package import new_package
from gograde.authoring.registry import shipped_ids
from gograde.authoring.scoring_part import scoring_part
from gograde.authoring.spec_author import SpecAuthor, author_of
from gograde.package.package import find_package, load_package, open_package, package_ids
from gograde.package.samples import read_samples
from gograde.resources import packages_dir
from gograde.student_build import LEFT_OUT, student_files
from gograde.workflow.handout import write_part
from tests.needs import require_languages

ROOT = Path(__file__).parents[2]
CHECK = ROOT / "distributions" / "check"
Wheel = dict[str, bytes]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    room = tmp_path_factory.mktemp("dist")
    argv = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", str(room), str(CHECK)]
    subprocess.run(argv, check=True, capture_output=True)
    (wheel,) = room.glob("gograde_check-*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(built: Path) -> Wheel:
    with zipfile.ZipFile(built) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_two_builds_say_one_version() -> None:
    told = tomllib.loads((CHECK / "pyproject.toml").read_text())["project"]
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert told["version"] == ours["version"] == gograde.__version__
    assert set(told["dependencies"]) <= {*ours["dependencies"], "markupsafe>=2.1"}
    extras = ours["optional-dependencies"]
    assert told["optional-dependencies"] == {name: extras[name] for name in ("pdf",)}


# -- what is not in it ------------------------------------------------------------------------


def test_no_file_of_it_makes_cases_or_grades_a_class(wheel: Wheel) -> None:
    secret = r"/assignments/.*(mistakes|oracle|features|generate|boards|author|checks|_program)\.py$"
    parts = r"|^gograde/(app|classroom|engine|frames|report/pages|go/(solver|joseki|influence))."
    parts += r"|/(thinking|search_kernels)\.py$"
    data = r"|/submissions/|/generator\.yaml$|/book\.txt$|\.npz$"
    found = [name for name in wheel if re.search(secret + parts + data, name)]
    assert not found
    assert {name.split("/")[2] for name in wheel if name.startswith("gograde/workflow/")} == {
        "__init__.py",
        "check_submission.py",
        "machine.py",
    }


def test_the_packages_in_it_are_whole_without_programs(built: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(built) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / "gograde" / "_data" / "cases"
    assert sorted(path.name for path in folder.iterdir()) == list(shipped_ids())
    for path in folder.iterdir():
        listed = load_package(path).hashes
        assert {name.split("/")[0] for name in listed} == {
            "assignment.yaml", "data", "runtime.lock", "statement", "template",
        }  # fmt: skip


GIVEN = 3
"""Lines after one another; fewer are alike by chance."""


def told(text: str) -> list[str]:
    """The lines that say something, without what is alike in all programs."""
    lines = (re.sub(r"\s+", " ", line).strip() for line in text.splitlines())
    return [line for line in lines if len(line) > 11 and not line.startswith(("#", "//", "import ", "from "))]


def runs_of(text: str) -> set[tuple[str, ...]]:
    lines = told(text)
    return set(zip(*(lines[start:] for start in range(GIVEN)), strict=False))


def texts(wheel: Wheel) -> dict[str, str]:
    return {name: data.decode("utf-8", "replace") for name, data in wheel.items()}


def test_no_part_of_an_accepted_sample_is_in_it(wheel: Wheel) -> None:
    there: dict[tuple[str, ...], str] = {}
    for name, text in texts(wheel).items():
        there |= dict.fromkeys(runs_of(text), name)
    samples = [one for name in package_ids() for one in read_samples(find_package(name)).items()]
    sources = {
        (name, path): data for name, one in samples if "accepted" in name for path, data in one.files.items()
    }
    assert len(sources) > 40
    found = {}
    for place, data in sources.items():
        for run in runs_of(data.decode("utf-8", "replace")) & there.keys():
            if not there[run].startswith("gograde/_data/"):  # a template that everybody is handed
                found[place] = (there[run], run)
    assert found == {}


def bodies(source: str) -> Iterator[tuple[str, str]]:
    """Name and body of each function that does more than call another, without its docstring."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            text = "\n".join(map(ast.unparse, body))
            if len(body) > 1 or len(text) > 90:
                yield node.name, text


@cache
def secret_modules() -> frozenset[str]:
    """The modules that the right answers and the mistakes of the assignments come from."""
    found: set[str] = set()
    for name in shipped_ids():
        author, config = author_of(find_package(name)), find_package(name).config
        found |= {_module(one) for one in author.oracles(config)}
        if isinstance(author, SpecAuthor):
            spec = author.spec_of(config)
            found |= {_module(one) for one in (spec.make, *(m.answer for m in spec.mistakes))}
            found |= set(spec.reference.names if spec.reference else ())
    return frozenset(found)


def _module(function: Callable[..., Any]) -> str:
    while isinstance(function, partial):
        function = function.func
    return function.__module__


def test_no_reference_function_is_in_it(wheel: Wheel) -> None:
    """Neither those of the authors nor what these call in `gograde.go`, but for a move."""
    assert {"board9.author", "influence.board_program", "tromp_taylor.careful_program"} < {
        module.removeprefix("gograde.assignments.") for module in secret_modules()
    }
    code = {name: text for name, text in texts(wheel).items() if name.endswith(".py")}
    there = {body: name for name, text in code.items() for _, body in bodies(text)}
    found = set()
    for module in secret_modules() | {_name(path) for path in (ROOT / "gograde" / "go").rglob("*.py")}:
        file = f"{module.replace('.', '/')}.py"
        if file not in wheel and (ROOT / file).is_file():
            found |= {(file, name) for name, body in bodies((ROOT / file).read_text()) if body in there}
    assert found == set()


def test_no_function_of_the_library_that_an_assignment_asks_for_is_in_it(wheel: Wheel) -> None:
    ours = (name for name in wheel if name.endswith(".py") and "/_data/" not in name)
    code = "\n".join(wheel[name].decode() for name in ours)
    names = [name for name in gograde.go.__all__ if isinstance(getattr(gograde.go, name), FunctionType)]
    assert {name for name in names if re.search(rf"^def {name}\(", code, re.MULTILINE)} == {
        "diagram", "play", "read_coordinates", "read_marks", "read_sgf",
        "write_coordinates", "write_digits", "write_sgf",
        "difference", "replay",  # of two marks; of a 5x5 game
    }  # fmt: skip


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_what_is_left_of_the_rules_is_a_move_and_how_boards_are_written(wheel: Wheel) -> None:
    """Two referees of the 5x5 game are in it: its rules are handed out with the kit, and a move captures."""
    there = {"__init__", "board", "moves", "notation", "player", "position", "sgf"}
    assert {Path(name).stem for name in wheel if name.startswith("gograde/go/")} == there
    referees = {"gograde.arena.game.second_referee", "gograde.assignments.little_go.checks"}
    assert {m for m in secret_modules() if f"{m.replace('.', '/')}.py" in wheel} == {min(referees)}


def test_no_module_imports_what_is_left_out_when_it_is_loaded(wheel: Wheel) -> None:
    there = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in wheel}
    for name, text in texts(wheel).items():
        if name.endswith(".py") and "/_data/" not in name:
            nodes = (node for node in ast.parse(text).body if isinstance(node, ast.ImportFrom))
            pairs = ((node.module, f"{node.module}.{alias.name}") for node in nodes for alias in node.names)
            assert all(there & {*pair} for pair in pairs if pair[1].startswith("gograde.")), name


def test_names_of_the_library_that_it_has_are_found_without_the_others() -> None:
    """In a process in which nothing of `gograde.go` that is left out can be imported."""
    there = student_files(tuple(name.replace("-", "_") for name in shipped_ids()))
    paths = (path for path in (ROOT / "gograde" / "go").rglob("*.py") if path.name != "__init__.py")
    missing = [_name(path) for path in paths if str(path.relative_to(ROOT / "gograde")) not in there]
    objects = {name: getattr(gograde.go, name) for name in gograde.go.__all__}
    kept = [name for name, one in objects.items() if getattr(one, "__module__", "") not in missing]
    code = (
        f"import sys\nsys.modules.update(dict.fromkeys({missing}))\n"
        f"import gograde.go\nfor name in {kept}: getattr(gograde.go, name)"
    )
    assert {"Board", "Position", "play", "read_marks", "write_sgf"} <= {*kept}
    subprocess.run([sys.executable, "-c", code], check=True)


# -- what it does -----------------------------------------------------------------------------


def needed(name: str) -> set[str]:
    """The distributions that one needs, itself among them, without extras."""
    wanted = [one for one in distribution(name).requires or [] if "extra ==" not in one]
    names = (re.match(r"[\w.-]+", one) for one in wanted if "python_version <" not in one)
    return {name}.union(*(needed(found[0]) for found in names if found))


@pytest.fixture(scope="module")
def command(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command in an environment that has what the distribution needs, and nothing else."""
    room = tmp_path_factory.mktemp("student") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(room)], check=True)
    (libraries,) = room.glob("lib/python3*/site-packages")
    project = tomllib.loads((CHECK / "pyproject.toml").read_text())["project"]
    names = set().union(*(needed(re.split("[>=<]", one)[0]) for one in project["dependencies"]))
    for file in (file for name in names for file in distribution(name).files or ()):
        target = libraries / str(file)
        if ".." not in file.parts and "__pycache__" not in file.parts:
            target.parent.mkdir(parents=True, exist_ok=True)
            _link(Path(str(file.locate())), target)
    pip = [sys.executable, "-m", "pip", "--python", str(room / "bin" / "python")]
    install = ["install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", str(built)]
    subprocess.run([*pip, *install], check=True)
    return room / "bin" / "gograde"


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy(source, target)


def run(command: Path, *args: object) -> tuple[int, str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL"))}
    done = subprocess.run(
        [command, *map(str, args)], cwd=command.parent, env=clean, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_it_has_the_commands_of_students(command: Path) -> None:
    code, said = run(command, "--help")
    assert code == 0
    assert re.findall(r"^  ([a-z]+) {2,}", said.split("Commands:")[1], re.MULTILINE) == [
        "check", "cases", "doctor",
    ]  # fmt: skip
    assert run(command, "run", "class")[0] == 2


LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("sample", "code"),
    [
        pytest.param("board9/accepted/draws_own_png", 0, marks=LONG),
        ("tromp-taylor/wrong_answer/one_sweep", 1),
        pytest.param("board-control/accepted/function", 0, marks=LONG),
        pytest.param("influence/wrong_answer/corners_swapped", 1, marks=LONG),
        pytest.param("board9/wrong_answer/capture_forgotten", 1, marks=LONG),
        pytest.param("board-control/wrong_answer/only_black_removed", 1, marks=LONG),
        pytest.param("tromp-taylor/accepted/python_flood", 0, marks=LONG),
        pytest.param("influence/accepted/plain", 0, marks=LONG),
        pytest.param("little-go/accepted/python_alphabeta", 0, marks=LONG),
        pytest.param("little-go/wrong_answer/knows_no_suicide", 1, marks=LONG),
    ],
)
def test_it_checks_right_and_wrong_programs(command: Path, sample: str, code: int) -> None:
    name, _, program = sample.partition("/")
    handed_in = packages_dir() / name / "submissions" / program
    require_languages(handed_in.rglob("*"))
    ended, said = run(command, "check", handed_in, "-a", name)
    assert ended == code, said
    hint = "This is the answer of a program that sweeps over the board only once."
    assert (hint in said) == program.endswith("one_sweep")


def test_it_checks_by_a_file_that_a_course_hands_out(command: Path, tmp_path: Path) -> None:
    package = new_package("liberties", "module", tmp_path)
    (tmp_path / "part").mkdir()
    write_part(package, tmp_path / "part", scoring_part(open_package(package)))
    file = shutil.make_archive(str(tmp_path / "liberties"), "zip", tmp_path / "part")
    ended, said = run(command, "check", package / "submissions" / "accepted" / "flood", "-a", file)
    assert (ended, said.splitlines()[-1]) == (0, "2 of 2 public tests passed."), said


def test_what_it_leaves_out_is_told(command: Path, tmp_path: Path) -> None:
    assert run(command, "doctor", tmp_path) == (
        2,
        "gograde doctor: needs what gograde-check leaves out\nFix: pip install gograde\n",
    )


def test_what_is_left_out_is_there() -> None:
    places = (ROOT.joinpath(*module.split(".")) for module in LEFT_OUT)
    assert all(place.is_dir() or place.with_suffix(".py").is_file() for place in places)
