"""The statement for students: its examples are true, and its template works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from gograde.go import (
    Board,
    Stone,
    capture_points,
    diagram,
    legal_points,
    obeys_rule_1,
    read_coordinates,
    result_after_captures,
)
from tests.samples.test_statements_agree import blocks, statement

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "cases" / "board9"
TEMPLATE = PACKAGE / "template"
SAMPLE = PACKAGE / "data" / "sample" / "01"
PROBLEMS = ("0", "00", "1", "2", "3", "4", "5")


def board(text: str) -> Board:
    return diagram(" / ".join(text.strip().split("\n")))


def points(text: str) -> set[tuple[int, int]]:
    return {(int(row), int(column)) for row, column in re.findall(r"(\d) (\d)", text)}


def example(kind: str) -> tuple[Board, str]:
    """The block of a kind and the board that it speaks of."""
    found = blocks("board9")
    at = [name for name, _ in found].index(kind)
    return board([text for name, text in found[:at] if name == "board"][-1]), found[at][1]


def test_the_worked_examples_are_true() -> None:
    before, text = example("input")
    assert read_coordinates(text, 9, 9) == before
    before, text = example("rule")
    assert text.strip() == str(obeys_rule_1(before)) == "False"
    before, text = example("captures")
    assert points(text) == set(capture_points(before, Stone.WHITE)) == {(1, 0), (4, 4), (6, 8)}
    before, text = example("after")
    assert board(text) == result_after_captures(before, Stone.WHITE)
    before, text = example("illegal")
    assert points(text) == set(before.points(Stone.EMPTY)) - set(legal_points(before, Stone.WHITE))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_marks_and_limits_are_those_of_the_assignment(language: str) -> None:
    config = yaml.safe_load((PACKAGE / "assignment.yaml").read_text(encoding="utf-8"))
    text, limits = statement("board9", language), config["limits"]
    hidden = [group for group in config["groups"] if group.get("cases", "hidden") == "hidden"]
    total = sum(group["weight"] * len(group["questions"]) for group in hidden)
    assert re.search(rf"\b{total} (?:points|分)", text)
    told = re.findall(r"^\| [^|]+ \| (\d+)(?: \S+)? \|$", text, flags=re.MULTILINE)
    keys = ("cpu_s", "wall_s", "memory_mib", "processes", "work_mib")
    assert [int(number) for number in told] == [*(limits[key] for key in keys), limits["stdout_kib"] // 1024]


# -- the template ---------------------------------------------------------------------------


def test_the_boards_handed_out_are_those_of_the_public_sample() -> None:
    for problem in PROBLEMS:
        handed_out, sample = TEMPLATE / f"train_{problem}.txt", SAMPLE / f"test_{problem}.txt"
        assert handed_out.read_bytes() == sample.read_bytes()


def test_the_answers_handed_out_are_those_of_the_public_sample() -> None:
    handed_out = (TEMPLATE / "answer_for_train.txt").read_text()
    assert handed_out == (SAMPLE / "answer.txt").read_text().replace("test_", "train_")
    assert handed_out.startswith("train_0\n")


def run_template(folder: Path, source: str) -> subprocess.CompletedProcess[str]:
    for problem in PROBLEMS:
        (folder / f"train_{problem}.txt").write_bytes((TEMPLATE / f"train_{problem}.txt").read_bytes())
    (folder / "board9.py").write_text(source)
    path = {"PYTHONPATH": f"{ROOT / 'gograde' / 'pictures' / 'capture' / 'stand_ins'}:{ROOT}"}
    return subprocess.run(
        [sys.executable, "board9.py"], cwd=folder, env={"PATH": os.environ["PATH"], **path},
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip


def test_the_empty_template_runs_and_answers_nothing(tmp_path: Path) -> None:
    done = run_template(tmp_path, (TEMPLATE / "board9.py").read_text())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [f"nothing yet for problem {problem}" for problem in PROBLEMS]
    assert (tmp_path / "answer_train.txt").read_text() == ""


FILLED_IN = """
from gograde.assignments.board9.author import slow_answer
from gograde.go import Board

FROM = {".": EMPTY, "X": BLACK, "O": WHITE}


def solved(question, board):
    rows = [[(EMPTY, BLACK, WHITE).index(cell) for cell in row] for row in board]
    return slow_answer(question, Board.from_rows(rows))


def obeys_rule_1(board):
    return solved("0", board)


def capture_points(board):
    found = solved("1", board)
    return map(tuple, found["points"]), [[FROM[letter] for letter in row] for row in found["board"]]


def legal_points(board):
    return map(tuple, solved("5", board)["points"])


if __name__"""


def test_the_template_filled_in_gives_the_answers_handed_out(tmp_path: Path) -> None:
    source = (TEMPLATE / "board9.py").read_text().replace("\n\nif __name__", FILLED_IN)
    done = run_template(tmp_path, source)
    assert (done.returncode, done.stderr) == (0, "")
    written = (tmp_path / "answer_train.txt").read_text().split()
    assert written == (TEMPLATE / "answer_for_train.txt").read_text().split()
