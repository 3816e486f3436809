"""`docs/ci.md`: the commands of the staff's workflow, run as they stand there."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gograde.cli.main import run_command
from gograde.resources import packages_dir

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
SAMPLES = packages_dir() / "board-control" / "submissions"
STUDENTS = {"alice": "accepted/function", "bob": "wrong_answer/black_first"}
GIT = ("git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")


def repository(folder: Path, sample: str) -> Path:
    """A student's repository, with a workflow of its own that must not be run."""
    shutil.copytree(SAMPLES / sample, folder)
    (folder / ".github/workflows").mkdir(parents=True)
    (folder / ".github/workflows/mine.yml").write_text("on: push\n")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "homework")):
        subprocess.run([*GIT, *words], cwd=folder, check=True)
    return folder


@pytest.mark.long
@pytest.mark.needs("git")
def test_staff_pull_grade_and_publish(tmp_path: Path) -> None:
    assert run_command(["new", str(tmp_path / "autumn"), "--assignments", "board-control"]) == 0
    names = ["student_id,last_name,first_name,email", *(f"{name},{name},A,\n" for name in STUDENTS)]
    (tmp_path / "autumn/roster.csv").write_text("\n".join(names))
    heads = re.search("^student_id,url.*$", TEXT, re.MULTILINE)
    assert heads
    rows = [
        f"{name},{repository(tmp_path / name, sample)},,2026-11-14T20:15:09+08:00"
        for name, sample in STUDENTS.items()
    ]
    (tmp_path / "repositories.csv").write_text("\n".join([heads[0], *rows, ""]))
    [script] = re.findall("```sh\n(.*?)```", TEXT, re.DOTALL)
    script = script.replace("--from git", "--from git --local")  # no server lends its repositories here
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/gograde").write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m gograde "$@"\n')
    (tmp_path / "bin/gograde").chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "HIDDEN_KEY": "k" * 32}
    command = ["bash", "-euc", script]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    marks = {row["student_id"]: row for row in csv.DictReader((tmp_path / "marks.csv").open(newline=""))}
    assert marks.keys() == STUDENTS.keys()
    right, wrong = (float(marks[name]["score"]) / float(marks[name]["max_score"]) for name in STUDENTS)
    assert (right, 0 < wrong < 1) == (1, True)
    assert (tmp_path / "feedback.zip").is_file()


def test_the_page_prints_workflows_as_the_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    for line in re.findall(r"^gograde (cases export [\w-]+ --to \w+)", TEXT, re.MULTILINE):
        assert run_command(line.split()) == 0
        assert capsys.readouterr().out.startswith("# Written by gograde ")
