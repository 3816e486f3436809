"""`gograde check --case`: one batch, case or test; and `--show`, the pictures as they were read."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from gograde.resources import packages_dir
from tests.golden import agrees, transcript

BOARD9 = packages_dir() / "board9" / "submissions"
CONTROL = packages_dir() / "board-control" / "submissions"
MOVER = CONTROL / "wrong_answer" / "mover_ignored"
DRAWS = BOARD9 / "accepted" / "draws_own_png"


def names(text: str) -> list[str]:
    return [test["name"] for test in json.loads(text)["tests"]]


ASKED = (
    *(
        f"check MOVER -a board-control --case {case}"
        for case in ("sample-01/mover-1", "01/mover-1", "mover-1")
    ),
    "check MOVER -a board-control --case sample-01/mover-4",
    "check MOVER -a board-control --case everything",
    "check DRAWS -a board9 --show OUT/file/in",
)


def test_what_is_said_of_a_case_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One call is asked alone."""
    (tmp_path / "file").write_text("")
    named = {MOVER: "MOVER", DRAWS: "DRAWS", tmp_path: "OUT"}
    said = transcript(ASKED, named, capsys)
    agrees("cli/one-case.txt", re.sub(r"(?<=in the sandbox )\w+", "...", said))


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
    assert below.splitlines()[1] == "  0 X . X . . . X . .      0 X . X . . . X . ."
    assert sorted(path.parent.name for path in (tmp_path / "seen").rglob("*.png")) == ["sample-01"] * 4
    assert done.stdout.endswith("2 of 2 public tests passed.\n")
