"""What the statements say in passing is so: small examples, standard input, what may be handed in."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gograde.arena.game.protocol_files import handed_out, read_input
from gograde.assignments.board9.answer_text import read_answers
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.registry import assignment_of
from gograde.go import diagram
from gograde.go.board import Stone
from gograde.go.position import Position
from gograde.intake.bag import MIB, Caps
from gograde.package.package import find_package, package_ids
from gograde.resources import packages_dir
from tests.hidden import oracles
from tests.sandboxes import ROOT

LANGUAGES = ("en", "zh")
EACH = [(name, language) for name in package_ids() for language in LANGUAGES]

ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "legal_chessboard": ("board", "mover"),
    "to_area": ("row", "col"),
    "mirror": ("steps",),
    "is_joseki": ("steps", "library"),
    "next_steps": ("steps", "library"),
    "replay": ("moves", "library"),
}
"""The names of arguments, by function; of all others `board`."""


def statement(name: str, language: str) -> str:
    return (packages_dir() / name / "statement" / f"statement.{language}.md").read_text("utf-8")


def block(name: str, language: str, kind: str) -> str:
    [found] = re.findall(rf"^```{kind}\n(.*?)^```$", statement(name, language), re.MULTILINE | re.DOTALL)
    return str(found)


def checked(name: str, question: str, value: Mapping[str, Any]) -> Any:
    """The answer on which both oracles agree."""
    fast, slow = oracles(find_package(name))
    answer = fast(question, value)
    assert slow(question, value) == answer
    return answer


def asked(call: str) -> tuple[str, dict[str, Any]]:
    """The question and the value of a call that a statement shows."""
    node = ast.parse(call, mode="eval").body
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    names = ARGUMENTS.get(node.func.id, ("board",))
    value = dict(zip(names, map(ast.literal_eval, node.args), strict=False))
    if node.func.id == "legal_chessboard":
        return ("mover" if "mover" in value else "legal"), {"mover": None, **value}
    return node.func.id, value


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "number"), [("board-control", 8), ("influence", 13)])
def test_the_small_cases_are_right(name: str, number: int, language: str) -> None:
    rows = re.findall(r"^\| `(\w+\(.*\))` \| `(.*)` \|$", statement(name, language), re.MULTILINE)
    assert len(rows) == number
    for call, told in rows:
        assert (call, checked(name, *asked(call))) == (call, ast.literal_eval(told))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_is_as_good_as_its_best_path(language: str) -> None:
    library = ast.literal_eval(block("influence", language, "best-library"))
    told = ast.literal_eval(block("influence", language, "best"))
    assert checked("influence", "next_steps", {"steps": "DD", "library": library}) == told
    assert told != checked("influence", "next_steps", {"steps": "DD", "library": library[2:]})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_without_stones_is_answered_as_told(language: str) -> None:
    shown = re.findall(r"```board\n(.*?)```", statement("board9", language), re.DOTALL)[-1]
    board = diagram("/".join(shown.split("\n")[:9]))
    assert board.points(Stone.BLACK) == board.points(Stone.WHITE) == ()
    right = {"00": checked("board9", "00", board), "2": frozenset()}
    assert checked("board9", "2", board)["points"] == []
    assert len(checked("board9", "5", board)["points"]) == 81
    for kind in ("file", "printed"):
        answers = read_answers(block("board9", language, kind).encode(), printed=kind == "printed")
        assert {answer.problem: answer.value for answer in answers} == right
        assert not any(answer.remarks for answer in answers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_black_may_play_everywhere_but_where_the_statement_says(language: str, tmp_path: Path) -> None:
    position = read_input(block("little-go", language, "ko-input").encode())
    assert isinstance(position, Position)
    told = {
        (int(row), int(col)) for row, col in re.findall("(.),(.)", block("little-go", language, "forbidden"))
    }
    empty = set(position.board.points(Stone.EMPTY))
    assert empty - set(position.legal_points()) == told
    for name, data in {
        **handed_out(),
        "input.txt": block("little-go", language, "ko-input").encode(),
    }.items():
        (tmp_path / name).write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-c", HOST], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert set(ast.literal_eval(done.stdout)) == empty - told


HOST = """
from host import GO
from read import readInput
colour, before, now = readInput(5)
go = GO(5)
go.set_board(colour, before, now)
print([(r, c) for r in range(5) for c in range(5) if go.valid_place_check(r, c, colour, test_check=True)])
"""
"""The module that students are handed says where they may play."""


@pytest.mark.parametrize(("name", "language"), EACH)
def test_the_oldest_python_and_the_largest_hand_in_are_told(name: str, language: str) -> None:
    text = statement(name, language)
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    assert set(re.findall(r"Python (3\.\d+)", text)) == {oldest.removeprefix(">=")}
    caps = Caps()
    assert re.search(rf"\b{caps.files} (?:files|个文件)(?: and |、){caps.total_bytes // MIB} MiB", text)
    assert text.rstrip().endswith(
        f"    pip install gograde-check\n    gograde check {FOLDER[language]} -a {name}"
    )


FOLDER = {"en": "FOLDER", "zh": "文件夹"}


def test_nobody_types_in_any_of_them() -> None:
    stdin = {}
    for name in package_ids():
        package = find_package(name)
        batch = sample_batches(package)[0]
        stdin[name] = assignment_of(package).stdin(batch)
        if name == "tromp-taylor":
            assert stdin.pop(name) == batch.cases[0].input
    assert stdin == {"board9": b"\n" * 100, "board-control": b"", "influence": b"", "little-go": b""}
    assert all("100" in statement("board9", language) for language in LANGUAGES)
