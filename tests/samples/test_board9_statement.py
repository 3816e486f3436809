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

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "cases" / "board9"
TEMPLATE = PACKAGE / "template"
SAMPLE = PACKAGE / "data" / "sample" / "01"
PROBLEMS = ("0", "00", "1", "2", "3", "4", "5")
LANGUAGES = ("en", "zh")


def statement(language: str) -> str:
    return (PACKAGE / "statement" / f"statement.{language}.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[tuple[str, str]]:
    """The worked examples: kind and text of every marked block, in order."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", statement(language), flags=re.MULTILINE | re.DOTALL)


def board(text: str) -> Board:
    return diagram(" / ".join(text.strip().split("\n")))


def points(text: str) -> set[tuple[int, int]]:
    return {(int(row), int(column)) for row, column in re.findall(r"(\d) (\d)", text)}


def example(language: str, kind: str) -> tuple[Board, str]:
    """The block of a kind and the board that it speaks of."""
    found = blocks(language)
    at = [name for name, _ in found].index(kind)
    return board([text for name, text in found[:at] if name == "board"][-1]), found[at][1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_examples_are_true(language: str) -> None:
    before, text = example(language, "input")
    assert read_coordinates(text, 9, 9) == before
    before, text = example(language, "rule")
    assert text.strip() == str(obeys_rule_1(before)) == "False"
    before, text = example(language, "captures")
    assert points(text) == set(capture_points(before, Stone.WHITE)) == {(1, 0), (4, 4), (6, 8)}
    before, text = example(language, "after")
    assert board(text) == result_after_captures(before, Stone.WHITE)
    before, text = example(language, "illegal")
    assert points(text) == set(before.points(Stone.EMPTY)) - set(legal_points(before, Stone.WHITE))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_marks_and_limits_are_those_of_the_assignment(language: str) -> None:
    config = yaml.safe_load((PACKAGE / "assignment.yaml").read_text(encoding="utf-8"))
    text, limits = statement(language), config["limits"]
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
    path = {"PYTHONPATH": str(ROOT / "gograde" / "pictures" / "capture" / "stand_ins")}
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

def chain(board, point):
    stones, free, todo = {point}, set(), [point]
    while todo:
        r, c = todo.pop()
        for y, x in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if 0 <= y < SIZE and 0 <= x < SIZE and board[y][x] == EMPTY:
                free.add((y, x))
            elif 0 <= y < SIZE and 0 <= x < SIZE and board[y][x] == board[r][c] and (y, x) not in stones:
                stones.add((y, x))
                todo.append((y, x))
    return free


GRID = [(r, c) for r in range(SIZE) for c in range(SIZE)]


def has_liberty(board, row, col):
    return bool(chain(board, (row, col)))


def obeys_rule_1(board):
    return all(has_liberty(board, r, c) for r, c in GRID if board[r][c])


def placed(board, points):
    new = [[WHITE if (r, c) in points else board[r][c] for c in range(SIZE)] for r in range(SIZE)]
    gone = [(r, c) for r, c in GRID if new[r][c] == BLACK and not has_liberty(new, r, c)]
    return [[EMPTY if (r, c) in gone else new[r][c] for c in range(SIZE)] for r in range(SIZE)], len(gone)


def capture_points(board):
    points = [(r, c) for r, c in GRID if not board[r][c] and placed(board, [(r, c)])[1]]
    return points, placed(board, points)[0]


def legal_points(board):
    return [(r, c) for r, c in GRID if not board[r][c] and has_liberty(placed(board, [(r, c)])[0], r, c)]


if __name__"""


def test_the_template_filled_in_gives_the_answers_handed_out(tmp_path: Path) -> None:
    source = (TEMPLATE / "board9.py").read_text().replace("\n\nif __name__", FILLED_IN)
    done = run_template(tmp_path, source)
    assert (done.returncode, done.stderr) == (0, "")
    written = (tmp_path / "answer_train.txt").read_text().split()
    assert written == (TEMPLATE / "answer_for_train.txt").read_text().split()
