"""What works without the extras, and what a command says whose extra is not installed."""

import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from gograde.cli import extras
from gograde.cli.main import COMMANDS, run_command
from gograde.package.package import package_path

OURS = Path(__file__).parents[2]
ALL = sorted(extras.read_extras()["all"])
FUNCTION = str(package_path("board-control") / "submissions/accepted/function")
PLAYER = str(package_path("little-go") / "submissions/accepted/python_alphabeta")

WITHOUT = (
    "import sys; sys.modules.update(dict.fromkeys(sys.argv[1].split()))\n"
    "from gograde.cli.main import run_command; sys.exit(run_command(sys.argv[2:]))"
)
"""A command line for which libraries are not installed."""


def without(libraries: list[str], *command: str) -> tuple[int, str, str]:
    words = [sys.executable, "-P", "-c", WITHOUT, " ".join(libraries), *command]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def lacks(command: str, extra: str) -> str:
    return f"{command}: needs the packages of gograde[{extra}]\nFix: pip install 'gograde[{extra}]'\n"


def test_a_submission_is_checked_without_any_extra_and_loads_nothing_heavy() -> None:
    code, out, err = without([*ALL, "jinja2", "scipy"], "check", FUNCTION, "-a", "board-control")
    assert (code, err) == (0, "")
    assert out.endswith("13 of 13 public tests passed.\n")


@pytest.mark.parametrize("name", [name for name, entry in COMMANDS.items() if entry.needs])
def test_a_command_asks_for_its_extras_before_anything_else(name, monkeypatch, capsys) -> None:
    for library in ALL:
        monkeypatch.setitem(sys.modules, library, None)
    assert run_command([name]) == 2
    assert capsys.readouterr() == ("", lacks(f"gograde {name}", ",".join(COMMANDS[name].needs)))
    assert run_command([name, "--help"]) == 0


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (("check", PLAYER, "-a", "little-go", "--full"), "games"),
        (("play", "alphabeta-1", "random"), "games"),
        (("cases", "verify", "board-control"), "class"),
        (("cases", "export", "little-go", "--to", "gradescope", "-o", "nowhere/a.zip"), "games"),
        (("play", "random", "greedy"), ""),
    ],
)
def test_a_library_that_is_missing_is_named_by_its_extra(command: tuple[str, ...], extra: str) -> None:
    code, _, err = without(ALL, *command)
    assert (code, err) == ((2, lacks(f"gograde {command[0]}", extra)) if extra else (0, ""))


def test_a_library_of_no_extra_is_a_fault_of_ours() -> None:
    assert extras.explain("gograde run", ModuleNotFoundError("x", name="no_such_library")) is None
    assert extras.explain("gograde run", ModuleNotFoundError("x")) is None
    assert extras.explain("gograde run", ValueError("numba")) is None
    told = extras.explain("gograde x", ModuleNotFoundError("x", name="openpyxl.styles"))
    assert f"{told}\n" == lacks("gograde x", "export")


def test_each_library_of_the_extras_is_imported_by_the_name_it_is_read_by() -> None:
    declared = tomllib.loads((OURS / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(extras.read_extras()) == set(declared)
    assert {"numba"} == extras.read_extras()["games"] < extras.read_extras()["class"] < set(ALL)
    assert [library for library in ALL if find_spec(library) is None] == []


def test_gograde_that_is_not_installed_knows_no_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    assert extras.read_extras() == {}
    extras.need("gograde run", ["class"])
