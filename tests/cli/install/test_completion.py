"""What shells propose: asked of bash, zsh and fish themselves."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.terminal import Terminal
from gograde.cli.install import extras
from gograde.cli.main import COMMANDS, run_command
from gograde.package.package import package_ids, package_path

BASH = """eval "$(gograde completion bash)"
compopt() { printf '%s ' "$@"; }
while read -r line; do
  COMP_WORDS=($line)
  [[ $line != *_ ]] || COMP_WORDS[-1]=
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _gograde_completion gograde
  echo "${COMPREPLY[*]}"
done"""
"""Asks as readline does; `_` as the last word is none yet."""

HEAVY = ("numpy", "pandas", "numba", "matplotlib", "snakemake", "rich", "yaml")


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a class in it."""
    room = tmp_path_factory.mktemp("shell")
    (room / "autumn").mkdir()
    (room / "autumn/class.yaml").write_text(
        "assignments: {liberties: {}, board9: {}, 'a b': {}, $(exit): {}}\n"
    )
    roster = "student_id,last_name,first_name,email\nalice,L,A,\nálvaro,P,A,\nbob jr,J,B,\n"
    (room / "autumn/roster.csv").write_text(roster)
    return room


def shell() -> Mapping[str, str]:
    words = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
    }
    return {**os.environ, **words}


def bash(room: Path, *lines: str) -> list[str]:
    words = ["bash", "--norc", "-c", BASH]
    done = subprocess.run(
        words, cwd=room, env=shell(), input="\n".join(lines) + "\n", capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_bash_is_told_commands_assignments_and_students(room: Path) -> None:
    asked = {
        "gograde re": "report review regrade", "gograde run --tru": "--trust-submissions",
        "gograde check x -a board": "board-control board9", "gograde report autumn -a _": "board9 liberties",
        "gograde report autumn --student al": "alice", "gograde run autumn --student _": "alice álvaro",
        "gograde import x.zip --into autumn -a l": "liberties", "gograde report nowhere --student _": "",
        "gograde demo --assignments board9,t": "board9,tromp-taylor",
        "gograde cases handout _": " ".join(package_ids()), "gograde check x -a ./aut": "-o dirnames ",
    }  # fmt: skip
    assert bash(room, *asked) == [*asked.values()]


@pytest.mark.parametrize("file", ["roster.csv", "class.yaml"])
def test_a_class_that_cannot_be_read_proposes_nothing_of_its_own(file: str, tmp_path: Path) -> None:
    (tmp_path / file).write_bytes(b"\xff{: -")
    assert bash(tmp_path, "gograde report . --student _", "gograde report . -a little") == ["", "little-go"]


def test_a_proposal_loads_nothing_heavy() -> None:
    code = (
        "import sys; from gograde.cli.main import run_command\n"
        "try: run_command([])\n"
        f"finally: print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    words = "gograde cases handout inf"
    asked = {"_GOGRADE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": "3"}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**shell(), **asked}, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("plain,influence\n", "[]\n")


@pytest.mark.needs("fish")
def test_fish_is_told_the_same(room: Path) -> None:
    ask = "gograde completion fish | source; complete -C 'gograde cases verify board'"
    done = subprocess.run(
        ["fish", "--no-config", "-c", ask], cwd=room, env=shell(), capture_output=True, text=True, check=True
    )
    assert sorted(done.stdout.split()) == ["board-control", "board9"]


@pytest.mark.needs("zsh")
def test_zsh_is_told_the_same(room: Path) -> None:
    terminal = Terminal(["zsh", "-f", "-i"], {**shell(), "HOME": str(room)})
    terminal.press(f"cd {room}; autoload -Uz compinit; compinit -D -u\n")
    terminal.press('eval "$(gograde completion zsh)"; print $((41+1))x\n')
    terminal.until("42x")
    terminal.press("gograde report autumn --student al\t")
    terminal.until("--student alice ")
    terminal.press("\x15exit\n")
    assert terminal.ended() == 0


# -- what works without the extras, and what a command says whose extra is not installed -------


OURS = Path(__file__).parents[3]
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
    assert out.endswith("10 of 10 public tests passed.\n")


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
