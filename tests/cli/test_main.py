"""Exit codes and messages of the command line, and the modules loaded at its start."""

import subprocess
import sys
from pathlib import Path

import click
import pytest

from gograde.authoring.case_folders import read_manifest
from gograde.cli import main as cli
from gograde.errors import DataError, ExitCode, JudgeError, UsageError
from gograde.package.package import open_package, package_path

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
