"""The board that was passed in is no answer, whether it was changed or not."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from gograde.assignments.board_control.assignment import ASSIGNMENT
from gograde.assignments.board_control.oracle import fast
from gograde.authoring.assignment import Batch, Case, Facts
from gograde.authoring.inside import call as caller
from gograde.authoring.module import CALL, CallEnd, files_of
from gograde.package.package import find_package
from gograde.scoring.record import Visibility
from gograde.scoring.verdict import Verdict

Board = list[list[int]]
SAME = "what was passed in came back itself; return a new one"
CHANGED = "what was passed in was changed; copy it, and each list in it"

BOARDS: list[Board] = [[list(cells[:2]), list(cells[2:])] for cells in product((0, 1, 2), repeat=4)]


def legal(board: Board) -> Board:
    return fast("legal", {"board": board, "mover": None})  # type: ignore[no-any-return]


def itself(board: Board) -> Board:
    return board if legal(board) == board else legal(board)


def in_place(board: Board) -> Board:
    board[:] = legal(board)
    return board


def told(function: Callable[[Board], Any], board: Board) -> str:
    """The verdict of a call and its message."""
    value = {"board": board, "mover": None}
    batch = Batch("01", (Case("legal-1", "legal", ASSIGNMENT.bytes_of(value), legal(board)),), public=False)
    call = json.loads(next(file.data for file in ASSIGNMENT.stage(batch) if file.path == CALL))
    module: Any = SimpleNamespace(legal_chessboard=function)
    said = json.dumps(caller.outcome(module, call)).encode()
    facts = Facts(Verdict.AC, "", b"", b"", files_of([CallEnd("legal-1", Verdict.AC, output=said)]))
    (test,) = ASSIGNMENT.score(batch, facts, find_package("board-control").config.marking, Visibility.HIDDEN)
    return f"{test.verdict.value} {test.message}".strip()


@pytest.mark.parametrize(
    ("function", "when_legal", "else_"),
    [
        (legal, "AC", "AC"),
        (lambda board: [list(row) for row in legal(board)], "AC", "AC"),
        (lambda board: tuple(map(tuple, legal(board))), "AC", "AC"),
        (itself, f"WA {SAME}", "AC"),
        (in_place, f"WA {SAME}", f"WA {CHANGED}"),
    ],
)
def test_every_board_of_four_points(function: Callable[[Board], Any], when_legal: str, else_: str) -> None:
    for board in BOARDS:
        assert told(function, deepcopy(board)) == (when_legal if legal(board) == board else else_)


def test_a_wrong_board_is_wrong_whether_it_is_new_or_not() -> None:
    assert told(lambda board: board, [[1, 2], [0, 0]]) == f"WA {SAME}"
    assert told(lambda board: [[0, 2], [0, 0]], [[1, 2], [0, 0]]) == "WA at [0][0]: 0, not 1"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_statement_says_it(language: str) -> None:
    path = find_package("board-control").path / "statement" / f"statement.{language}.md"
    assert "`return board`" in path.read_text("utf-8")
