"""The members of the class as it was published: attributes, objects, and a method without a mover."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from gograde.assignments.board_control.assignment import ASSIGNMENT, WITHOUT, call_of
from gograde.assignments.board_control.boards import fast
from gograde.authoring.inside import call as caller
from gograde.authoring.module import CALL, CallEnd, files_of
from gograde.core.assignment import Batch, Case, Facts
from gograde.core.record import TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.package.package import find_package

BOARD = [[1, 1, 2, 0], [2, 1, 2, 0], [2, 2, 1, 0], [1, 1, 1, 0]]
PACKAGE = find_package("board-control")
CONFIG = PACKAGE.config


class Stone:
    def __init__(self, y: int, x: int) -> None:
        self.y, self.x = y, x


class Chain:
    def __init__(self, chain: Mapping[str, Any]) -> None:
        self.pieceColor, self.liberty = chain["color"], chain["liberties"]
        self.pieces = [Stone(row, column) for row, column in chain["stones"]]


class Chessboard:
    def __init__(self, board: list[list[int]]) -> None:
        self.board = board
        self.chunkedChessboard = [Chain(chain) for chain in fast("chains", {"board": board, "mover": None})]

    def legalChessboard(self) -> Any:
        return fast("legal", {"board": self.board, "mover": None})


class WithMover(Chessboard):
    def legalChessboard(self, mover: int | None = None) -> Any:  # type: ignore[override]
        question = "legal" if mover is None else "mover"
        return fast(question, {"board": self.board, "mover": mover})


class Anything(Chessboard):
    def legalChessboard(self, *given: int) -> Any:
        return [list(given)]


class Module:
    """A module with one class."""

    def __init__(self, made: type) -> None:
        self.Chessboard = made


def asked(question: str, mover: int | None = None) -> Batch:
    value = {"board": BOARD, "mover": mover}
    right = fast(question, value)
    return Batch("01", (Case(f"{question}-1", question, ASSIGNMENT.bytes_of(value), right),), public=False)


def scored(made: type, batch: Batch) -> TestScore:
    """The test of a call as it goes in and as it comes out."""
    told = json.loads(next(file.data for file in ASSIGNMENT.stage(batch) if file.path == CALL))
    said = json.dumps(caller.outcome(Module(made), told)).encode()  # type: ignore[arg-type]
    files = files_of([CallEnd(batch.cases[0].id, Verdict.AC, output=said)])
    facts = Facts(Verdict.AC, "", b"", b"", files)
    (test,) = ASSIGNMENT.score(batch, facts, CONFIG.marking, Visibility.HIDDEN)
    return test


@pytest.mark.parametrize("made", [Chessboard, WithMover])
def test_chains_may_be_an_attribute_and_objects(made: type) -> None:
    assert scored(made, asked("chains")).verdict is Verdict.AC
    assert scored(made, asked("legal")).verdict is Verdict.AC


def test_a_method_without_a_mover_is_asked_without_and_told_what_is_lost() -> None:
    assert scored(WithMover, asked("mover", 1)).verdict is Verdict.AC
    test = scored(Chessboard, asked("mover", 1))
    assert (test.verdict, test.points) == (Verdict.WA, 0)
    assert test.message.endswith(f"; {WITHOUT}")
    assert "takes no mover" in WITHOUT
    assert WITHOUT not in scored(Anything, asked("mover", 2)).message


def test_a_mover_is_given_where_the_method_takes_any_number_of_arguments() -> None:
    call = call_of("mover", {"board": BOARD, "mover": 2})
    assert caller.result_of(Module(Anything), list(call.names), list(call.arguments)) == ([[2]], False)  # type: ignore[arg-type]


def test_other_objects_are_an_error() -> None:
    with pytest.raises(TypeError, match="a Stone came back"):
        caller.json_value([Stone(1, 2)], [["y", "z"]], 0)
    assert caller.json_value([Stone(1, 2)], [["y", "x"]], 0) == [[1, 2]]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_statement_and_the_package_agree_on_what_is_official(language: str) -> None:
    """`chains` earns extra points, and the official result is that of the others."""
    extra = {question for group in CONFIG.groups if group.extra for question in group.questions}
    official = {question for group in CONFIG.groups if not group.extra for question in group.questions}
    assert (extra, official) == ({"chains"}, {"legal", "mover"})
    path = PACKAGE.path / "statement" / f"statement.{language}.md"
    mark = {"en": "- **official**", "zh": "- **正式结果**"}[language]
    (line,) = [line for line in path.read_text("utf-8").splitlines() if line.startswith(mark)]
    first, _, second = line.partition({"en": ";", "zh": "；"}[language])
    assert all(f"`{question}`" in first for question in official) and "`chains`" not in first
    assert "`chains`" in second


# -- the board that was passed in is no answer, whether it was changed or not ------------------


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
