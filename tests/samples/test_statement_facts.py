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
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from gograde.arena.game.protocol_files import handed_out, read_input
from gograde.assignments.board9.answer_text import read_answers
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.new_package import CONTRACTS
from gograde.authoring.registry import assignment_of
from gograde.core.record import HandedIn
from gograde.core.verdict import Verdict
from gograde.go import diagram
from gograde.go.board import Stone
from gograde.go.position import Position
from gograde.grading.contracts.kind import Task
from gograde.grading.run import run_submission
from gograde.intake.bag import MIB, Caps
from gograde.intake.languages import LANGUAGES as LANGUAGES_TAKEN
from gograde.intake.runtime import recipe_of, runtime_of
from gograde.intake.submission import Submission
from gograde.package.package import find_package, open_package, package_ids, package_path
from gograde.pictures.capture import stand_in_bytes
from gograde.resources import starters_dir
from tests.hidden import oracles
from tests.samples.test_statements_agree import blocks, statement
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


def block(name: str, kind: str) -> str:
    [found] = [text for each, text in blocks(name) if each == kind]
    return found


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


def test_a_step_is_as_good_as_its_best_path() -> None:
    library = ast.literal_eval(block("influence", "best-library"))
    told = ast.literal_eval(block("influence", "best"))
    assert checked("influence", "next_steps", {"steps": "DD", "library": library}) == told
    assert told != checked("influence", "next_steps", {"steps": "DD", "library": library[2:]})


def test_the_board_without_stones_is_answered_as_told() -> None:
    shown = [text for kind, text in blocks("board9") if kind == "board"][-1]
    board = diagram("/".join(shown.split("\n")[:9]))
    assert board.points(Stone.BLACK) == board.points(Stone.WHITE) == ()
    right = {"00": checked("board9", "00", board), "2": frozenset()}
    assert checked("board9", "2", board)["points"] == []
    assert len(checked("board9", "5", board)["points"]) == 81
    for kind in ("file", "printed"):
        answers = read_answers(block("board9", kind).encode(), printed=kind == "printed")
        assert {answer.problem: answer.value for answer in answers} == right
        assert not any(answer.remarks for answer in answers)


def test_black_may_play_everywhere_but_where_the_statement_says(tmp_path: Path) -> None:
    position = read_input(block("little-go", "ko-input").encode())
    assert isinstance(position, Position)
    told = {(int(row), int(col)) for row, col in re.findall("(.),(.)", block("little-go", "forbidden"))}
    empty = set(position.board.points(Stone.EMPTY))
    assert empty - set(position.legal_points()) == told
    for name, data in {
        **handed_out(),
        "input.txt": block("little-go", "ko-input").encode(),
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


# -- what a statement says may be imported is what its package's runtime has -------------------


SENTENCES = {
    "en": r"may import the standard library(?: and ([^.;]*?))?, and no other packages[.;]",
    "zh": "可以导入标准库(?:和 ([^。；]*?))?，不能导入别的库[。；]",
}


CALLED = {"opencv": "opencv-python-headless", "pygame": "pygame-ce"}
"""Packages that statements call by a shorter name."""


def imports_in(text: str, language: str) -> dict[str, str]:
    """The packages that the only sentence about them names, each with the version it names."""
    [names] = re.findall(SENTENCES[language], text.replace("\n", " "))
    outside = re.sub(r"[（(].*?[）)]", lambda found: re.sub(r"[,，、]", "", found[0]), names)
    found = {}
    for part in filter(None, re.split(r", | and |、|和 ?", outside)):
        version = re.search(r"(?:version|第) (\d+)", part)
        name = re.split(r"[ （(]", part.strip())[0].lower()
        found[CALLED.get(name, name)] = version[1] if version else ""
    return found


def test_the_packages_that_are_named_may_be_imported_and_no_others() -> None:
    for name in package_ids():
        for language in SENTENCES:
            package = open_package(package_path(name))
            told = imports_in(statement(name, language), language)
            assert list(told) == list(package.config.runtime.packages)
            pins = [pin.split("==") for pin in recipe_of(package).pins()]
            for each, version in told.items():
                assert version in ("", *{full.partition(".")[0] for pinned, full in pins if pinned == each})


def test_a_new_package_has_the_standard_library_alone() -> None:
    for name in CONTRACTS:
        for language in SENTENCES:
            text = (starters_dir() / name / "statement" / f"statement.{language}.md").read_text("utf-8")
            assert imports_in(text, language) == {}
            assert "runtime:" not in (starters_dir() / name / "assignment.yaml").read_text("utf-8")


@pytest.mark.parametrize("backend", ["bwrap", "landlock"])
def test_a_program_imports_what_is_told_and_nothing_that_gograde_has_for_itself(backend: str) -> None:
    """Marks do not depend on what gograde needs: pandas, Snakemake and the like are not there."""
    package = open_package(package_path("board9"))
    ours = {**packages_distributions(), "gograde": ["gograde"]}
    assert {"pandas", "click"} <= ours.keys()
    source = f"""
from importlib.util import find_spec
import numpy
print(*(name for name in {sorted(ours)} if find_spec(name)))
try: import pandas
except ImportError: print("no pandas")
"""
    handed = Submission({"board9.py": source.encode()}, "0" * 64)
    batches = sample_batches(package)[:1]
    task = Task(
        package.config, assignment_of(package), batches, runtime_of(package), backend_or_skip(backend)
    )
    run = run_submission(handed, HandedIn("alice", handed.sha256), task).batches[0]
    assert (run.verdict, run.message) == (Verdict.AC, "")
    found, pandas = (line.split() for line in run.facts().stdout.decode().splitlines())
    assert pandas == ["no", "pandas"]
    assert {"numpy", "matplotlib", "PIL"} <= set(found)
    pinned = {pin.partition("==")[0].lower() for pin in recipe_of(package).pins()}
    stand_ins = {path.split(".")[0].split("/")[0] for path in stand_in_bytes()}
    foreign = {name for name in found if not pinned & {dist.lower() for dist in ours[name]}}
    assert foreign - {"pygame"} <= stand_ins  # that of pygame-ce, and here of pygame
