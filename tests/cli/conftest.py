"""A terminal that runs the real program in a folder of its own."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gograde.cli.main import run_command

Terminal = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """Runs `gograde …` in a temporary folder; gives exit code and streams."""

    def run(*args: str, cwd: Path = tmp_path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "gograde", *args]
        return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)

    return run


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    """Runs `gograde …` in this process, which has its libraries loaded; like `terminal` else."""
    monkeypatch.chdir(tmp_path)

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        code = run_command(list(args))
        told = capsys.readouterr()
        return subprocess.CompletedProcess(args, code, told.out, told.err)

    return run
