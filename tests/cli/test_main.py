"""Exit codes and messages of the command line, and the modules loaded at its start."""

import json
import subprocess
import sys
import tomllib
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from gograde.authoring.case_folders import read_manifest
from gograde.cli import extras
from gograde.cli import main as cli
from gograde.cli.grade import exit_code
from gograde.cli.main import COMMANDS, run_command
from gograde.core.verdict import Verdict
from gograde.errors import DataError, ExitCode, JudgeError, UsageError
from gograde.grading.marks.gradebook import Correction
from gograde.intake.languages import missing
from gograde.package.package import open_package, package_path
from gograde.report.terminal.run_summary import summary_lines
from gograde.workflow.grade_class import Summary, tally_of
from tests.classroom.importing.exports import a_class, unpacked, zipped
from tests.cli.conftest import Terminal
from tests.demo_grades import surprises
from tests.golden import commands_agree
from tests.report.conftest import entry_of, record, undone

HEAVY = ("numpy", "pandas", "numba", "matplotlib", "snakemake", "frictionless", "rich", "yaml")


@pytest.mark.parametrize("args", [["nonsense"], ["run", "--cores", "none"], ["check"]])
def test_a_wrong_call_is_2(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run_command(args) == 2
    assert "Error" in capsys.readouterr().err


def test_a_finding_is_handed_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "load", lambda target: click.Command("check", callback=lambda: 1))
    assert cli.run_command(["check"]) == 1


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from gograde.cli.main import run_command; run_command(['--help']);"
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"
    assert "Grade Go (weiqi) programming courses." in done.stdout


FULL = "output: cannot be written (No space left on device)\nFix: make room, or write somewhere else\n"
NO_FILE = "class.yaml: Permission denied\nFix: see that it is there and that you may read and write it\n"
TOO_MANY = "gograde: Too many open files\nFix: mend it, and run the command again\n"


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (UsageError("x", "y", "z"), ExitCode.USAGE, "x: y\nFix: z\n"),
        (DataError("x", "y", "z"), ExitCode.BAD_DATA, "x: y\nFix: z\n"),
        (JudgeError("x", "y", "z"), ExitCode.JUDGE_ERROR, "x: y\nFix: z\n"),
        (KeyboardInterrupt(), 130, "\nInterrupted.\n"),
        (PermissionError(13, "Permission denied", "class.yaml"), 3, NO_FILE),
        (OSError(28, "No space left on device"), 4, FULL),
        (OSError(24, "Too many open files"), 4, TOO_MANY),
    ],
)
def test_an_error_becomes_a_message_and_an_exit_code(error, code, message, *, monkeypatch, capsys) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(cli, "load", lambda target: click.Command("new", callback=fail))
    assert cli.run_command(["new"]) == code
    assert capsys.readouterr().err == message


@pytest.mark.parametrize(("output", "code", "message"), [(">&-", 0, ""), ("> /dev/full", 4, FULL)])
def test_output_that_is_closed_or_full(output: str, code: int, message: str) -> None:
    command = f'"{sys.executable}" -P -m gograde --help {output}'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, message)


def test_hidden_cases_that_cannot_be_read_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    package = open_package(package_path("board9"))
    monkeypatch.setattr(Path, "is_file", refuse)
    with pytest.raises(DataError) as error:
        read_manifest(package, Path("hidden/board9"))
    assert str(error.value) == (
        "hidden/board9/manifest.json: cannot be read (Permission denied)\n"
        "Fix: make the folder hidden/ readable: chmod -R u+rX hidden"
    )


# -- gograde started in a folder of somebody else: nothing in it is run ------------------------


STAND_INS = (
    *("json", "click", "pandas", "sitecustomize", "usercustomize", "yaml", "snakemake"),
    *("signal", "typing", "__future__", "errno", "dataclasses", "rich", "numpy", "csv", "secrets"),
)
CONSOLE = [sys.executable, "-P", "-c", "from gograde.__main__ import entry; entry()"]
"""As the console script, which does not have the current folder on the path of modules either."""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Modules that leave a trace when they are run, and a folder that cannot be read."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    trace = f"open({str(tmp_path / 'trace')!r}, 'a').write(__name__ + ' ')\n"
    for name in STAND_INS:
        (folder / f"{name}.py").write_text(trace)
    (folder / "gograde").mkdir(0)
    return folder


@pytest.mark.parametrize(
    "command",
    [[sys.executable, "-m", "gograde"], [sys.executable, "-P", "-m", "gograde"], CONSOLE],
    ids=["module", "safe module", "console"],
)
@pytest.mark.parametrize("words", [("cases", "list"), ("new", "autumn")])
def test_modules_in_the_folder_are_not_run(hostile: Path, command: list[str], words: tuple[str, ...]) -> None:
    done = subprocess.run([*command, *words], cwd=hostile, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert not (hostile.parent / "trace").exists()


@pytest.mark.parametrize("name", [".numba_config.yaml", "matplotlibrc"])
def test_settings_of_libraries_in_the_folder_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("cache_dir: /tmp/theirs\n")
    done = subprocess.run(
        [*CONSOLE, "cases", "list"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (
        2,
        f"{tmp_path / name}: changes how libraries of gograde work, and may have them run code\n"
        "Fix: start gograde in another folder\n",
    )


# -- the last lines of `gograde run`, and its exit codes ---------------------------------------


WELL = Summary(3, 5, (tally_of("board9", []), tally_of("little-go", [])), (), None)


def test_games_of_a_league_that_failed_are_told_and_the_command_ends_as_for_a_judge_error() -> None:
    failed = replace(WELL, tallies=(*WELL.tallies[:1], tally_of("little-go", [], 4)))
    assert [line for line in summary_lines(failed) if line not in summary_lines(WELL)] == [
        "little-go: 4 games of the league failed, our fault.",
        "Fix: see work/logs/play in the class, then gograde run again: it plays them.",
    ]
    assert exit_code(failed) == ExitCode.JUDGE_ERROR
    assert exit_code(WELL) == ExitCode.DONE


def test_a_fault_that_comes_again_is_put_before_a_person() -> None:
    twice = replace(WELL.tallies[0], twice=("alice",), judge_errors=("alice", "bob"))
    tallies = (replace(twice, verdicts={"JE": 2, "AC": others, "NS": 4}) for others in (0, 1))
    assert [summary_lines(replace(WELL, tallies=(one,)))[2] for one in tallies] == [
        "board9: the grader failed with all submissions: none of them causes it.",
        "board9: the same judge error twice for alice: caused by the submission?",
    ]


def test_results_that_students_do_not_see_yet_and_what_a_person_must_look_at_are_told() -> None:
    told = [
        line
        for line in summary_lines(replace(WELL, published=2, newer=1, doubts=1, standing=2))
        if line not in summary_lines(WELL)
    ]
    assert told == [
        "2 kept results stand: the grader failed with these submissions now, and not before.",
        "1 correction in doubt: gograde review names them.",
        "1 result is newer than gradebook 2, which students see.",
        "gograde publish shows students the new ones.",
    ]
    assert exit_code(replace(WELL, newer=1)) == ExitCode.DONE


def test_what_a_person_decided_waits_no_more() -> None:
    made = [record(name, undone(Verdict.RV, None)) for name in ("alice", "bob")]
    first = made[0].tests[0].name
    waits = tally_of("board9", [*map(entry_of, made)])
    assert (waits.waiting, waits.points, waits.passed) == (4, 6, 0)
    decided = [entry_of(made[0], Correction(test=first, points=1)), entry_of(made[1], Correction(points=3))]
    left = tally_of("board9", decided)
    assert (left.waiting, left.points, left.passed) == (1, 2, 1)
    assert "board9: 1 test waits for a person (2 points): gograde review asks." in summary_lines(
        replace(WELL, tallies=(left,))
    )


# -- `gograde demo`: graded, published, corrected and regraded; a second call does nothing more --


@pytest.mark.long
@pytest.mark.parametrize("tools", [True, False])
def test_the_demo_grades_publishes_and_regrades(terminal, tmp_path, monkeypatch, tools) -> None:
    """With the tools of this machine and without any: the same verdicts, and the correction tells."""
    if not tools:
        monkeypatch.setenv("PATH", str(tmp_path))
    done = terminal("demo", "--assignments", "tromp-taylor")
    assert done.returncode == 0, done.stderr
    in_python = "6 hand-ins are in Python here and would be in C: apt install gcc libc6-dev\n"
    assert (in_python in done.stdout) is bool(not tools or missing("c"))
    assert "Published: students see gradebook 1 until the next gograde publish." in done.stdout
    assert "1 of 24 results changed, and 1 total." in done.stdout
    assert "1 result is newer than gradebook 1, which students see." in done.stdout
    folder = tmp_path / "gograde-demo"
    assert not [told for told in surprises(folder / "reports") if "tromp-taylor" in told]
    book = json.loads((folder / "gradebooks" / "0001.json").read_text())
    assert (book["at"], book["note"]) == ("2026-12-07T12:00:00+00:00", "first marks")
    monkeypatch.undo()  # the tools are there again, and the class stays as it was made
    again = terminal("demo")
    assert again.returncode == 0, again.stderr
    assert "Nothing had changed." in again.stdout
    assert ("in C: a new folder has them so\n" in again.stdout) is bool(not tools and not missing("c"))
    assert [path.name for path in (folder / "gradebooks").glob("*.json")] == ["0001.json"]


def test_an_assignment_that_does_not_ship_makes_no_class(call: Terminal, tmp_path: Path) -> None:
    done = call("demo", "--assignments", "board9,tromp-tailor")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'tromp-tailor: no such assignment\nFix: did you mean "tromp-taylor"?\n'
    assert not [*tmp_path.iterdir()]


# -- `gograde import` and `gograde new --roster` as commands -----------------------------------


def test_what_import_prints_and_how_it_ends(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    a_class(tmp_path / "c")
    names = ("liddellalice_LATE_101_1_a.py", "obrienbob_7_2_b.py", "x_8_3_c.py")
    zipped(tmp_path / "all.zip", dict.fromkeys(names, b""))
    (tmp_path / "map.csv").write_text("label,student_id\nx_8,chen\n")
    text = "schema: gograde/class/v1\ntitle: T\nassignments: {board9: {}, influence: {}}\n"
    a_class(tmp_path / "two", rules=text)
    unpacked(tmp_path / "all", {"alice/a.py": b""})
    (tmp_path / "people.csv").write_text("SID,Name\n7,Alice Liddell\n")
    commands_agree("cli/import.txt", {tmp_path: "HERE"}, capsys)


# -- What works without the extras, and what a command says whose extra is not installed ----------


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
