"""How the cases of influence are made and checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from gograde.assignments.influence.assignment import ASSIGNMENT, rubric_of
from gograde.assignments.influence.board_features import BOARD_FEATURES
from gograde.assignments.influence.boards import make_board, make_dead, make_move
from gograde.assignments.influence.joseki_inputs import GAME_FEATURES, make_question
from gograde.assignments.influence.mistakes import mistakes_of
from gograde.assignments.influence.oracle import BOARDS, GROUPS, PROGRAMS, QUESTIONS, fast, slow
from gograde.assignments.influence.parameters import read_parameters
from gograde.authoring.mistake_table import equivalent_beside
from gograde.authoring.spec import Reference, Spec
from gograde.authoring.spec_author import SpecAuthor
from gograde.authoring.statement import Examples, Figure, drawn, holdings, valued
from gograde.authoring.stream import Stream
from gograde.go.board import Board, Point, Stone
from gograde.go.joseki import SIDE, TENUKI, Corner, mirror, split_steps, to_board
from gograde.go.moves import Played, play
from gograde.package.config import AssignmentConfig
from gograde.pictures.draw import Coordinates, Diagram, MarkShape, Window

MODULES = {question: program.__name__ for question, program in PROGRAMS.items()}
FEATURES: Mapping[str, Callable[[str, Any], bool]] = {**BOARD_FEATURES, **GAME_FEATURES}


def make(stream: Stream, question: str, features: tuple[str, ...]) -> dict[str, Any]:
    """An input that may have the wanted features."""
    if question in ("situation_dead", "move_value_dead"):
        value = make(stream, question.removesuffix("_dead"), features)
        return value | {"dead": make_dead(stream, value["board"], features)}
    if question == "move_value":
        return make_move(stream, features)
    on_board = question in (*BOARDS, *GROUPS)
    return make_board(stream, features) if on_board else make_question(stream, question, features)


def spec_of(config: AssignmentConfig) -> Spec:
    """The spec for a package's parameters; raises `DataError` for invalid parameters."""
    parameters = read_parameters(config.parameters)
    return Spec(
        **vars(rubric_of(config.parameters)),
        mistakes=mistakes_of(config.parameters),
        questions=QUESTIONS,
        fast=partial(fast, parameters),
        slow=partial(slow, parameters),
        make=make,
        features=FEATURES,
        reference=Reference(MODULES, equivalent_beside(__name__), (parameters,)),
    )


AUTHOR = SpecAuthor(ASSIGNMENT, spec_of)

# -- figures of the statement -----------------------------------------------------------------------


_AREA = Window(0, 0, 10, 10)
_WAYS = ("up", "right", "down", "left")
_MEASURES = ("A", "F", "B", "FB")


class _RightAnswers:
    """Gives the right answers for the parameters of the package."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self._fast = partial(fast, read_parameters(parameters))

    def __call__(self, question: str, board: Board) -> Any:
        return self._fast(question, {"board": board.to_rows()})


def figures(examples: Examples, parameters: Mapping[str, Any]) -> dict[str, Figure]:
    """The pictures by name; raises `DataError` when the statement lacks an example."""
    asked = _RightAnswers(parameters)
    return {
        "zobrist-lone": _lone(asked),
        "zobrist-ryder": _both(asked, examples.board_before("zobrist")),
        "force": _force(asked, examples.board_before("up")),
        "move-value": _move(asked, examples),
        "fast": _fast_influence(asked, examples.board_before("fast")),
        "territory": _territory(asked, examples.board_before("held")),
        "areas": _areas(),
        "joseki": _joseki(examples.first(r"^    ((?:[A-J]{2}|XX){8,})$")),
        "replay": _game(json.loads(examples.block("moves"))),
    }


def _lone(asked: _RightAnswers) -> Figure:
    boards = [
        Board.empty(9).with_stones(Stone.BLACK, [(4, 4)]),
        Board.empty(5).with_stones(Stone.BLACK, [(0, 0)]),
    ]
    return Figure(tuple(valued(board, asked("zobrist", board), "zobrist(board)") for board in boards))


def _both(asked: _RightAnswers, board: Board) -> Figure:
    several = [valued(board, asked(name, board), f"{name}(board)") for name in ("zobrist", "ryder")]
    return Figure((drawn(board, "board"), *several))


def _force(asked: _RightAnswers, board: Board) -> Figure:
    found = asked("force", board)
    sums = [valued(board, found[name], name) for name in _WAYS]
    measures = [valued(board, found[name], name, stones=False) for name in _MEASURES]
    return Figure((*sums, *measures), columns=4)


def _move(asked: _RightAnswers, examples: Examples) -> Figure:
    colour, row, col = map(int, examples.first(r"move_value\(board, (\d, \d+, \d+)\)").split(", "))
    board = examples.board_before("after")
    played = play(board, Stone(colour), Point(row, col))
    after = played.board if isinstance(played, Played) else board
    values = (f"situation(board) = {asked('situation', one):.6f}".replace("-", "−") for one in (board, after))
    return Figure((drawn(board, next(values)), drawn(after, next(values), last=(row, col))))


def _fast_influence(asked: _RightAnswers, board: Board) -> Figure:
    return Figure((drawn(board, "board"), valued(board, asked("fast", board), "fast(board)", stones=False)))


def _territory(asked: _RightAnswers, board: Board) -> Figure:
    found = asked("territory", board)
    return Figure((drawn(board, "territory(board)", territory=holdings(found["held"], found["solid"])),))


# -- joseki ---------------------------------------------------------------------------------


def _areas() -> Figure:
    """The step CF and its mirror in all four corners."""
    marks = {}
    for corner in Corner:
        marks[tuple(to_board(corner, "CF"))] = MarkShape.TRIANGLE
        marks[tuple(to_board(corner, mirror("CF")))] = MarkShape.SQUARE
    return Figure((drawn(Board.empty(SIDE), marks=marks),))


def _joseki(steps: str) -> Figure:
    return Figure((_corner(steps, "steps"), _corner(mirror(steps), "mirror(steps)")))


def _corner(steps: str, caption: str) -> Diagram:
    """The upper left area with numbered steps, Black first; a tenuki counts as a number."""
    moves = [
        (number, to_board(Corner.TL, step))
        for number, step in enumerate(split_steps(steps), start=1)
        if step != TENUKI
    ]
    board = _with_moves([(Stone.BLACK if number % 2 else Stone.WHITE, point) for number, point in moves])
    numbers = {(point.row, point.column): number for number, point in moves}
    look = {"coordinates": Coordinates.STEPS, "window": _AREA}
    return drawn(board, caption, numbers=numbers, **look)


def _game(moves: list[list[int]]) -> Figure:
    board = _with_moves([(Stone(colour), Point(row, col)) for colour, row, col in moves])
    numbers = {(row, col): number for number, (_, row, col) in enumerate(moves, start=1)}
    return Figure((drawn(board, numbers=numbers),))


def _with_moves(moves: list[tuple[Stone, Point]]) -> Board:
    board = Board.empty(SIDE)
    for stone, point in moves:
        board = board.with_stones(stone, [point])
    return board
