"""`gograde check --case`: one batch, case or test; and `--show`, the pictures as they were read."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from gograde.resources import packages_dir
from gograde.sandbox.protocol import Job
from gograde.sandbox.select import choose_backend
from gograde.workflow import check_submission as checking
from tests.golden import commands_agree
from tests.sandboxes import Weakened

BOARD9 = packages_dir() / "board9" / "submissions"
CONTROL = packages_dir() / "board-control" / "submissions"
MOVER = CONTROL / "wrong_answer" / "mover_ignored"
DRAWS = BOARD9 / "accepted" / "draws_own_png"


def names(text: str) -> list[str]:
    return [test["name"] for test in json.loads(text)["tests"]]


def test_what_is_said_of_a_case_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One call is asked alone."""
    (tmp_path / "file").write_text("")
    (tmp_path / "score.py").write_text("print('Jigo' if len(input()) == 9 else 1 / 0)")
    named = {MOVER: "MOVER", DRAWS: "DRAWS", tmp_path: "OUT"}
    commands_agree("cli/one-case.txt", named, capsys, r"(?<=in the sandbox )\w+")


def test_the_sums_are_those_of_the_case(call: Callable) -> None:
    done = call("check", str(MOVER), "-a", "board-control", "--case", "sample-01/legal-2", "--format", "json")
    record = json.loads(done.stdout)
    assert (done.returncode, record["verdict"]) == (0, "AC")
    assert (names(done.stdout), [group["name"] for group in record["groups"]]) == (
        ["sample-01/legal-2"],
        ["sample"],
    )


def test_pictures_are_written_as_they_were_read_and_shown_as_boards(call: Callable, tmp_path: Path) -> None:
    """Cases of one run are asked together, since a program reads all files of a run."""
    done = call("check", str(DRAWS), "-a", "board9", "--case", "01/3", "--show", "seen")
    assert (done.returncode, done.stderr) == (0, "")
    first, _, below = done.stdout.partition("\n  Expected                 Read\n")
    assert first.splitlines()[0] == "sample-01/3 picture:"
    file, _, reason = first.splitlines()[1].strip().partition(": ")
    assert reason == "the picture shows the expected board"
    with Image.open(tmp_path / file) as picture:
        assert min(picture.size) > 100
    assert below.splitlines()[1] == "  0 X . X . . . . . O      0 X . X . . . . . O"
    assert sorted(path.parent.name for path in (tmp_path / "seen").rglob("*.png")) == ["sample-01"] * 4
    assert done.stdout.endswith("2 of 2 public tests passed.\n")


# -- what a check costs is counted, not timed: runs in the sandbox -----------------------------


@pytest.mark.parametrize(
    ("assignment", "sample", "runs"),
    [
        ("board9", "accepted/draws_own_png", 4),  # read, run, decode the pictures, score
        ("tromp-taylor", "accepted/python_flood", 20),  # read, 18 cases, score
    ],
)
def test_the_runs_of_a_check(assignment, sample, runs, monkeypatch) -> None:
    jobs, real = list[Job](), choose_backend()
    box = Weakened(real, lambda job: jobs.append(job) or job, name=real.name)
    monkeypatch.setattr(checking, "choose_backend", lambda **_: box)
    path = packages_dir() / assignment / "submissions" / sample
    record = checking.check_submission(path, assignment, trust=False)
    assert [(one.name, one.verdict, one.message) for one in record.tests if one.verdict != "AC"] == []
    assert (record.verdict.value, len(jobs)) == ("AC", runs)
