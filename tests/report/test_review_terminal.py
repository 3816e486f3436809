"""`gograde review` at a real terminal: what was decided before an end of any kind stays decided."""

from __future__ import annotations

import csv
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.terminal import Terminal
from benchmarks.waiting_class import make_waiting_class

FIRST, SECOND = "[program 1 of 2]", "[program 2 of 2]"
ASKED = "[u]ndo  [q]uit\n"


@pytest.fixture
def class_of_two(tmp_path: Path) -> Path:
    return make_waiting_class(tmp_path / "autumn", {"alice": ("agrees", "differs"), "bob": ("unread",)})


@pytest.fixture
def desk(class_of_two: Path) -> Callable[[], Terminal]:
    env = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}

    def start() -> Terminal:
        argv = (sys.executable, "-m", "gograde", "review", str(class_of_two), "--by", "Ms Rivera")
        return Terminal(argv, env)

    return start


def decided(class_dir: Path) -> list[tuple[str, str, str]]:
    rows = csv.DictReader((class_dir / "overrides.csv").read_text().splitlines())
    return [(row["student_id"], row["decision"] or row["points"], row["reason"]) for row in rows]


RIGHT = ("alice", "right", "a person looked at the picture: right")
WRONG = ("alice", "wrong", "a person looked at the picture: wrong")


def test_a_session(class_of_two: Path, desk: Callable[[], Terminal]) -> None:
    at = desk()
    at.until(f"The pictures: {(class_of_two / 'work/review.html').as_uri()} (open it once, it follows)\n")
    at.until(FIRST)
    at.until(ASKED)
    at.press("a")
    at.until("1 test: right.")
    at.until(ASKED)
    at.press("r")
    at.until(SECOND)
    at.until(ASKED)
    at.press("\x1b[A")
    at.until("'\\x1b[A' means nothing here.")
    at.until(ASKED)
    at.press("l")
    at.until("(empty: it cannot be read): ")
    at.press("\n")
    at.until("Nothing was shown: accept or reject it.")
    at.until(ASKED)
    at.press("R")
    at.until("Nothing is left: u takes the last key back, any other key ends.\n")
    assert decided(class_of_two) == [RIGHT, WRONG, ("bob", *WRONG[1:])]
    at.press("u")
    at.until("Taken back: 1 row.")
    at.until(ASKED)
    at.press("\x04")
    assert at.ended() == 0
    assert at.text.endswith(f"\n2 decided, 1 left.\ngograde run {class_of_two} puts them into the reports.\n")
    assert decided(class_of_two) == [RIGHT, WRONG]
    assert not (class_of_two / "work/review.html").exists()


def test_what_was_decided_before_a_kill_and_before_ctrl_c_stays(
    class_of_two: Path, desk: Callable[[], Terminal]
) -> None:
    at = desk()
    at.until(ASKED)
    at.press("R")
    at.until(SECOND)
    at.kill(signal.SIGKILL)
    assert at.ended() == -signal.SIGKILL
    assert decided(class_of_two) == [WRONG, WRONG]
    again = desk()
    again.until("[program 1 of 1]\nboard9  bob (bob)  to decide: 1 of 1 test, worth 1 point\n")
    again.until(ASKED)
    again.press("\x03")
    assert again.ended() == 130
    assert again.text.endswith("\n0 decided, 1 left.\n\nInterrupted.\n")
    assert not (class_of_two / "work/review.html").exists()
