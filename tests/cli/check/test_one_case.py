"""`gograde check --case`: one batch, case or test; and `--show`, the pictures as they were read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from gograde.resources import packages_dir

BOARD9 = packages_dir() / "board9" / "submissions"
CONTROL = packages_dir() / "board-control" / "submissions"
MOVER = CONTROL / "wrong_answer" / "mover_ignored"
DRAWS = BOARD9 / "accepted" / "draws_own_png"


def names(text: str) -> list[str]:
    return [test["name"] for test in json.loads(text)["tests"]]


@pytest.mark.parametrize("name", ["sample-01/mover-1", "01/mover-1", "mover-1"])
def test_one_call_is_asked_alone(call: Callable, name: str) -> None:
    done = call("check", str(MOVER), "-a", "board-control", "--case", name)
    assert (done.returncode, done.stderr) == (1, "")
    assert "\n✗ sample-01/mover-1: at [0][3]: 0, not 1\n" in done.stdout
    assert done.stdout.endswith("\n0 of 1 public test passed.\n")


def test_the_sums_are_those_of_the_case(call: Callable) -> None:
    done = call("check", str(MOVER), "-a", "board-control", "--case", "sample-01/legal-2", "--format", "json")
    record = json.loads(done.stdout)
    assert (done.returncode, record["verdict"]) == (0, "AC")
    assert (names(done.stdout), [group["name"] for group in record["groups"]]) == (
        ["sample-01/legal-2"],
        ["sample"],
    )


CASES = ["1/legal-1", "1/legal-2", "1/mover-1", "1/chains-1", "2/legal-1", "3/legal-1", "4/legal-1"]
EVERY = "use one of: " + ", ".join(f"sample-0{case}" for case in CASES)


@pytest.mark.parametrize(
    ("name", "fix"),
    [("sample-01/mover-2", f'did you mean "sample-01/mover-1"? Else {EVERY}'), ("everything", EVERY)],
)
def test_an_unknown_case_is_refused_with_those_that_there_are(call: Callable, name: str, fix: str) -> None:
    done = call("check", str(MOVER), "-a", "board-control", "--case", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"--case {name}: no such public case\nFix: {fix}\n"


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
    assert below.splitlines()[1] == "  0 X . X . . . X . .      0 X . X . . . X . ."
    assert sorted(path.parent.name for path in (tmp_path / "seen").rglob("*.png")) == ["sample-01"] * 4
    assert done.stdout.endswith("2 of 2 public tests passed.\n")


def test_a_folder_that_cannot_be_written_is_told(call: Callable, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = call("check", str(DRAWS), "-a", "board9", "--show", "file/in")
    assert done.returncode == 2
    assert done.stderr == "--show file/in: cannot be written (Not a directory)\nFix: name a folder of yours\n"
