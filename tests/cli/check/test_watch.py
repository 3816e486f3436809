"""`gograde check --watch`: tried again at every change, until Ctrl-C."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gograde.resources import packages_dir
from gograde.workflow.check_submission import state_of, wait_for_change
from tests.golden import commands_agree

TEMPLATE = packages_dir() / "tromp-taylor" / "submissions"
RIGHT = next((TEMPLATE / "accepted" / "python_short").glob("*.py")).read_text()
BROKEN = "def (:\n"


@contextmanager
def watched(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A check that watches a folder; it is ended in the end."""
    command = [sys.executable, "-m", "gograde", "check", str(folder), "-a", "tromp-taylor"]
    process = subprocess.Popen(
        [*command, "--watch", "--case", "sample-01"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PATH": "/usr/bin:/bin", "HOME": str(folder.parent)},
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def told(process: subprocess.Popen[str]) -> str:
    """What is said until it waits again."""
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith("Waiting for a change in "):
            return "".join(lines)
    raise AssertionError("it ended: " + "".join(lines))


def replaced(path: Path, text: str) -> None:
    """Save as editors do: a new file, with the name of the old one."""
    new = path.with_name(f".{path.name}.new")
    new.write_text(text)
    new.replace(path)


def test_a_change_is_tried_until_ctrl_c(tmp_path: Path) -> None:
    program = tmp_path / "mine" / "score.py"
    program.parent.mkdir()
    program.write_text(RIGHT)
    with watched(program.parent) as process:
        assert "1 of 1 public test passed." in told(process)
        replaced(program, BROKEN)
        assert "0 of 1 public test passed" in told(process)
        away = program.parent.rename(tmp_path / "away")
        gone = f"{program.parent}: no such file or folder\nFix: give the path of a submission\n"
        assert gone in told(process)
        away.rename(program.parent)
        assert "0 of 1 public test passed" in told(process)
        program.write_text(RIGHT)
        assert "1 of 1 public test passed." in told(process)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stdout is not None
        assert process.stdout.read().endswith("Interrupted.\n")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["mine", "score.py"]


def test_what_is_not_watched(tmp_path: Path, monkeypatch, capsys) -> None:
    """Pictures would change the submission at each try, which would be followed by another."""
    monkeypatch.chdir(tmp_path)
    commands_agree("cli/unwatched.txt", {tmp_path: "HERE"}, capsys)
    assert [*tmp_path.iterdir()] == []


def test_a_file_that_an_editor_still_saves_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("1")
    before = state_of(tmp_path)
    steps = iter([file.unlink, lambda: file.write_text("22"), lambda: file.write_text("333"), int])

    def step() -> None:
        next(steps)()

    after = wait_for_change(tmp_path, before, step)
    assert after == state_of(tmp_path) != before
    assert next(steps, None) is None, "it waits until two looks are alike"


def test_swap_files_of_editors_and_caches_are_no_change(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("1")
    before = state_of(tmp_path)
    (tmp_path / ".a.py.swp").write_text("")
    for name in ("__pycache__", ".git"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x").write_text("")
    assert state_of(tmp_path) == before


def test_the_only_file_of_a_submission_is_watched(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("1")
    before = state_of(file)
    file.write_text("22")
    assert state_of(file) != before
    file.unlink()
    assert state_of(file) == frozenset()
