"""What the statements say in passing is so: small examples, standard input, what may be handed in."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import replace
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
from gograde.grading.contracts.kind import Task
from gograde.grading.run import run_submission
from gograde.intake.bag import MIB, Caps
from gograde.intake.languages.table import LANGUAGES as LANGUAGES_TAKEN
from gograde.intake.submission import Submission
from gograde.package.package import find_package, package_ids
from gograde.resources import packages_dir
from gograde.runtimes.runtime import runtime_of
from gograde.scoring.record import HandedIn
from gograde.scoring.verdict import Verdict
from tests.hidden import oracles
from tests.sandboxes import ROOT, backend_or_skip

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


def test_the_oldest_python_and_the_largest_hand_in_are_told() -> None:
    for name, language in EACH:
        text = statement(name, language)
        oldest = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
        assert set(re.findall(r"Python (3\.\d+)", text)) == {oldest.removeprefix(">=")}
        caps = Caps()
        assert re.search(rf"\b{caps.files} (?:files|个文件)(?: and |、){caps.total_bytes // MIB} MiB", text)
        lines = ["    pip install gograde-check", f"    gograde check {FOLDER[language]} -a {name}"]
        assert text.rstrip().splitlines()[-2:] == lines


TITLES = {"Python 3": "Python", "POSIX shell, with awk": "shell", "POSIX shell，带 awk": "shell"}


def test_the_languages_and_the_names_are_those_that_are_taken() -> None:
    """The names are the entries in their order; what compiles is in the row of the language."""
    for name in ["board9", "tromp-taylor", "little-go"]:
        for language in LANGUAGES:
            contract = find_package(name).config.contract
            text = statement(name, language).partition("|---|---|---|\n| Python 3 |")
            rows = [
                line.strip("|").split("|") for line in f"{text[1]}{text[2]}".split("\n\n")[0].splitlines()[1:]
            ]
            rows_of = [LANGUAGES_TAKEN[one] for one in contract.languages]
            assert [TITLES.get(title.strip(), title.strip()) for title, _, _ in rows] == [
                row.title for row in rows_of
            ]
            assert re.findall("`([^`]+)`", "".join(names for _, names, _ in rows)) == list(contract.entries)
            for row, (_, _, command) in zip(rows_of, rows, strict=True):
                words = command.strip(" `").split()
                assert bool(words) == (row.build is not None and row.build.makes)
                known = {word.strip("{}") for word in row.build.command} if row.build else set()
                assert {*words} <= known


@pytest.mark.parametrize(
    ("name", "module", "line"),
    [
        ("board-control", "chessboard", "def chains(board): return []"),
        ("influence", "influence", "def mirror(steps): return 'cells'"),
    ],
)
def test_a_notebook_will_do(name: str, module: str, line: str) -> None:
    """Its cells are the module: a function of the second is called."""
    cells = [{"cell_type": "code", "source": ["x = 1"]}, {"cell_type": "code", "source": [line]}]
    book = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    package = find_package(name)
    batch = sample_batches(package)[0 if name == "board-control" else 1]
    asked_for = [case for case in batch.cases if case.question in line]
    files = {f"{module}.ipynb": book.encode()}
    task = Task(
        package.config,
        assignment_of(package),
        [replace(batch, cases=tuple(asked_for[:1]))],
        runtime_of(package),
        backend_or_skip("landlock"),
    )
    run = run_submission(Submission(files, "0" * 64), HandedIn("alice", "0" * 64), task).batches[0]
    assert (run.verdict, run.message) == (Verdict.AC, "")
    for language in LANGUAGES:
        assert f"`{module}.ipynb`" in statement(name, language)


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
