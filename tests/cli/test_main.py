"""Exit codes and messages of the command line, and what starting it loads."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from gograde.cli import main as cli
from gograde.errors import DataError, ExitCode, GogradeError, JudgeError, UsageError

HEAVY = ("numpy", "pandas", "numba", "matplotlib", "snakemake", "frictionless", "pydantic", "rich", "yaml")


def test_an_error_says_where_what_and_how_to_mend_it() -> None:
    error = DataError("class.yaml", "assignments.bord9: no such package", 'did you mean "board9"?')
    assert str(error) == 'class.yaml: assignments.bord9: no such package\nFix: did you mean "board9"?'


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("x", "y", "z"), ExitCode.USAGE),
        (DataError("x", "y", "z"), ExitCode.BAD_DATA),
        (JudgeError("x", "y", "z"), ExitCode.JUDGE_ERROR),
    ],
)
def test_an_error_becomes_a_message_and_an_exit_code(
    error: GogradeError, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(cli, "load", lambda target: click.Command("new", callback=fail))
    assert cli.run_command(["new"]) == code
    assert capsys.readouterr().err == "x: y\nFix: z\n"


def test_an_interrupt_is_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "load", lambda target: click.Command("new", callback=interrupt))
    assert cli.run_command(["new"]) == 130
    assert capsys.readouterr().err.strip() == "Interrupted."


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
