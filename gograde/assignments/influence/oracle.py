"""The right answers of influence, from two implementations that share only the parameters.

`fast` uses the models in `gograde.go`, `slow` the programs that a careful student would write, which known
mistakes are changes of.  Both return JSON values.  Both round fractions to `DIGITS` decimal places, so that
they agree; students' answers are compared less exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import ModuleType
from typing import Any

from gograde.assignments.influence import board_program, group_program, joseki_program
from gograde.assignments.influence.parameters import Parameters
from gograde.go import joseki
from gograde.go.board import Board, Point, Stone
from gograde.go.influence import territory
from gograde.go.influence.blocks import layered_blocks, ryder_blocks, strong_links
from gograde.go.influence.models import fast_influence, force_field, ryder_influence, zobrist_influence
from gograde.go.influence.territory import move_value, situation_value, territory_of
from gograde.go.joseki import Corner, JosekiPath
from gograde.go.moves import Illegal
from gograde.go.position import Move

BOARDS = ("zobrist", "ryder", "force", "fast", "territory", "situation", "move_value")
STEPS = ("to_area", "to_board", "mirror", "is_joseki", "next_steps", "replay")
GROUPS = ("links", "blocks", "layers", "situation_dead", "move_value_dead")
QUESTIONS = (*BOARDS, "board_size", *STEPS, *GROUPS)
"""The questions; each is the name of a function that students write."""

PROGRAMS: Mapping[str, ModuleType] = {
    **dict.fromkeys((*BOARDS, "board_size"), board_program),
    **dict.fromkeys(STEPS, joseki_program),
    **dict.fromkeys(GROUPS, group_program),
}
"""The program that answers each question without a mistake."""

DIGITS = 7
"""The decimal places of rounded answers."""

Value = Mapping[str, Any]
Way = Callable[[Value, Parameters], Any]


def fast(parameters: Parameters, question: str, value: Value) -> Any:
    """The right answer; raises `DataError` for an invalid board, step or point.

    The keys of `value` depend on the question: `board`, for `move_value` also `colour`, `row` and `col`;
    for dead stones also `dead`; `x` for `board_size`; for joseki `row` and `col`, `corner` and `step`,
    `steps`, `steps` and `library`, or `moves` and `library`.
    """
    return _plain(_FAST[question](value, parameters))


def slow(parameters: Parameters, question: str, value: Value) -> Any:
    """Like `fast`, for valid inputs only, from `PROGRAMS`, which follow every single force."""
    return _plain(PROGRAMS[question].solve(question, value, parameters))


# -- values ---------------------------------------------------------------------------------


def _plain(value: Any) -> Any:
    """An answer as JSON has it, with rounded fractions."""
    if isinstance(value, Mapping):
        return {_plain(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Enum):
        return value.value
    return round(value, DIGITS) if isinstance(value, float) else value


def _board(value: Value) -> Board:
    return Board.from_rows(value["board"])


def _dead(value: Value) -> tuple[Point, ...]:
    return tuple(Point(row, col) for row, col in value.get("dead", ()))


def _library(value: Value) -> tuple[JosekiPath, ...]:
    return tuple(JosekiPath(line["steps"], line["wins"], line["games"]) for line in value["library"])


def _moves(value: Value) -> tuple[Move, ...]:
    return tuple(
        Move(Stone(colour), None if row is None else Point(row, col)) for colour, row, col in value["moves"]
    )


# -- fast -----------------------------------------------------------------------------------


def _force(value: Value, parameters: Parameters) -> dict[str, Any]:
    field = force_field(_board(value), parameters.force)
    ways = {"up": field.up, "right": field.right, "down": field.down, "left": field.left}
    return {**ways, "A": field.total, "F": field.modulus, "B": field.balance, "FB": field.hold}


def _territory(value: Value, parameters: Parameters) -> dict[str, Any]:
    found = territory_of(_board(value), parameters.territory)
    return {"held": found.owner, "solid": found.solid}


def _situation(value: Value, parameters: Parameters) -> float:
    return situation_value(_board(value), _dead(value), parameters.situation)


def _links(value: Value, _: Parameters) -> list[Any]:
    board = _board(value)
    return [(s, a, b) for s in (Stone.BLACK, Stone.WHITE) for a, b in strong_links(board, s)]


def _blocks(value: Value, parameters: Parameters) -> list[Any]:
    found = ryder_blocks(_board(value), parameters.ryder)
    return [(block.stone, block.points, block.influence, block.is_area) for block in found]


def _layers(value: Value, parameters: Parameters) -> list[Any]:
    levels = layered_blocks(_board(value), parameters.layers)
    return [[(block.stone, block.points) for block in level] for level in levels]


def _move_value(value: Value, parameters: Parameters) -> float:
    stone, point = Stone(value["colour"]), (value["row"], value["col"])
    worth = move_value(_board(value), stone, point, _dead(value), parameters.situation)
    if isinstance(worth, Illegal):
        raise ValueError(str(worth))
    return worth


def _sizes(value: Value, _: Parameters) -> list[float]:
    parts = (territory.third_line, territory.fourth_line, territory.difference)
    return [float(part(value["x"])) for part in parts]


def _replay(value: Value, _: Parameters) -> dict[str, Any]:
    areas = joseki.replay(_moves(value), _library(value))
    return {corner: (area.steps, area.state) for corner, area in areas.items()}


_FAST: Mapping[str, Way] = {
    "zobrist": lambda v, p: zobrist_influence(_board(v), p.zobrist),
    "ryder": lambda v, p: ryder_influence(_board(v), p.ryder),
    "force": _force,
    "fast": lambda v, p: fast_influence(_board(v)),
    "territory": _territory,
    "situation": _situation,
    "situation_dead": _situation,
    "move_value": _move_value,
    "move_value_dead": _move_value,
    "links": _links,
    "blocks": _blocks,
    "layers": _layers,
    "board_size": _sizes,
    "to_area": lambda v, p: joseki.to_area(v["row"], v["col"]),
    "to_board": lambda v, p: joseki.to_board(Corner(v["corner"]), v["step"]),
    "mirror": lambda v, p: joseki.mirror(v["steps"]),
    "is_joseki": lambda v, p: joseki.is_joseki(v["steps"], _library(v)),
    "next_steps": lambda v, p: joseki.next_steps(v["steps"], _library(v)),
    "replay": _replay,
}
