"""The right answers of influence, from two implementations that share only the parameters.

`fast` uses the models in `gograde.go`, `slow` the oracles in `gograde.go.oracles`.  Both return JSON
values.  Both round fractions to `DIGITS` decimal places, so that they agree; students' answers are
compared less exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from gograde.assignments.influence.parameters import Parameters
from gograde.go import joseki
from gograde.go.board import Board, Point, Stone
from gograde.go.influence import territory
from gograde.go.influence.blocks import layered_blocks, ryder_blocks, strong_links
from gograde.go.influence.models import fast_influence, force_field, ryder_influence, zobrist_influence
from gograde.go.influence.territory import TerritoryParameters, move_value, situation_value, territory_of
from gograde.go.joseki import Corner, JosekiPath
from gograde.go.moves import Illegal
from gograde.go.oracles import influence_oracle as slow_influence
from gograde.go.oracles import joseki_oracle as slow_joseki
from gograde.go.oracles import rules_oracle as slow_rules
from gograde.go.position import Move

BOARDS = ("zobrist", "ryder", "force", "fast", "territory", "situation", "move_value")
STEPS = ("to_area", "to_board", "mirror", "is_joseki", "next_steps", "replay")
GROUPS = ("links", "blocks", "layers", "situation_dead", "move_value_dead")
QUESTIONS = (*BOARDS, "board_size", *STEPS, *GROUPS)
"""The questions; each is the name of a function that students write."""

DIGITS = 7
"""The decimal places of rounded answers."""

_SIDES = (Stone.BLACK, Stone.WHITE)

Value = Mapping[str, Any]
Way = Callable[[Value, Parameters], Any]


def fast(parameters: Parameters, question: str, value: Value) -> Any:
    """The right answer; raises `DataError` for an invalid board, step or point.

    The keys of `value` depend on the question: `board`, for `move_value` also `colour`, `row` and `col`;
    for dead stones also `dead`; `x` for `board_size`; for joseki `row` and `col`, `corner` and `step`,
    `steps`, `steps` and `library`, or `moves` and `library`.
    """
    return _FAST[question](value, parameters)


def slow(parameters: Parameters, question: str, value: Value) -> Any:
    """Like `fast`, for valid inputs only, from the slow oracles."""
    return _SLOW[question](value, parameters)


# -- values ---------------------------------------------------------------------------------


def _board(value: Value) -> Board:
    return Board.from_rows(value["board"])


def _point(value: Value) -> Point:
    return Point(value["row"], value["col"])


def _dead(value: Value) -> tuple[Point, ...]:
    return tuple(Point(row, col) for row, col in value.get("dead", ()))


def _library(value: Value) -> tuple[JosekiPath, ...]:
    return tuple(
        JosekiPath(line["steps"], line["steps"], wins=line["wins"], games=line["games"])
        for line in value["library"]
    )


def _moves(value: Value) -> tuple[Move, ...]:
    return tuple(
        Move(Stone(colour), None if row is None else Point(row, col)) for colour, row, col in value["moves"]
    )


def _listed(matrix: Iterable[Iterable[int]]) -> list[list[int]]:
    return [list(row) for row in matrix]


def _rounded(number: float | Decimal) -> float:
    return round(float(number), DIGITS)


def _all_rounded(matrix: Iterable[Iterable[float | Decimal]]) -> list[list[float]]:
    return [[_rounded(number) for number in row] for row in matrix]


def _places(places: Iterable[tuple[Corner, str]]) -> list[list[str]]:
    return [[str(corner), step] for corner, step in places]


def _areas(areas: Mapping[Corner, joseki.Area]) -> dict[str, list[str]]:
    return {str(corner): [area.steps, str(area.state)] for corner, area in areas.items()}


# -- fast -----------------------------------------------------------------------------------


def _force(value: Value, parameters: Parameters) -> dict[str, Any]:
    field = force_field(_board(value), parameters.force)
    ways = {"up": field.up, "right": field.right, "down": field.down, "left": field.left}
    measures = {"F": field.modulus, "B": field.balance, "FB": field.hold}
    return {
        **{name: _listed(matrix) for name, matrix in {**ways, "A": field.total}.items()},
        **{name: _all_rounded(matrix) for name, matrix in measures.items()},
    }


def _territory(value: Value, parameters: Parameters) -> dict[str, Any]:
    found = territory_of(_board(value), parameters.territory)
    return {"held": _listed(found.owner), "solid": _listed(found.solid)}


def _situation(value: Value, parameters: Parameters) -> float:
    return _rounded(situation_value(_board(value), _dead(value), parameters.situation))


def _links(value: Value, _: Parameters) -> list[list[Any]]:
    board = _board(value)
    return [[int(s), list(a), list(b)] for s in _SIDES for a, b in strong_links(board, s)]


def _blocks(value: Value, parameters: Parameters) -> list[list[Any]]:
    return [
        [int(block.stone), _listed(block.points), block.influence, block.is_area]
        for block in ryder_blocks(_board(value), parameters.ryder)
    ]


def _layers(value: Value, parameters: Parameters) -> list[list[list[Any]]]:
    levels = layered_blocks(_board(value), parameters.layers)
    return [[[int(block.stone), _listed(block.points)] for block in level] for level in levels]


def _move_value(value: Value, parameters: Parameters) -> float:
    stone = Stone(value["colour"])
    worth = move_value(_board(value), stone, _point(value), _dead(value), parameters.situation)
    if isinstance(worth, Illegal):
        raise ValueError(str(worth))
    return _rounded(worth)


def _sizes(value: Value, _: Parameters) -> list[float]:
    x = value["x"]
    parts = (territory.third_line(x), territory.fourth_line(x), territory.difference(x))
    return [_rounded(float(part)) for part in parts]


_FAST: Mapping[str, Way] = {
    "zobrist": lambda v, p: _listed(zobrist_influence(_board(v), p.zobrist)),
    "ryder": lambda v, p: _listed(ryder_influence(_board(v), p.ryder)),
    "force": _force,
    "fast": lambda v, p: _listed(fast_influence(_board(v))),
    "territory": _territory,
    "situation": _situation,
    "situation_dead": _situation,
    "move_value": _move_value,
    "move_value_dead": _move_value,
    "links": _links,
    "blocks": _blocks,
    "layers": _layers,
    "board_size": _sizes,
    "to_area": lambda v, p: _places(joseki.to_area(v["row"], v["col"])),
    "to_board": lambda v, p: list(joseki.to_board(Corner(v["corner"]), v["step"])),
    "mirror": lambda v, p: joseki.mirror(v["steps"]),
    "is_joseki": lambda v, p: joseki.is_joseki(v["steps"], _library(v)),
    "next_steps": lambda v, p: list(joseki.next_steps(v["steps"], _library(v))),
    "replay": lambda v, p: _areas(joseki.replay(_moves(v), _library(v))),
}


# -- slow -----------------------------------------------------------------------------------


def _by_rows(board: Board, told: Mapping[Point, Any]) -> list[list[Any]]:
    return [[told[Point(row, col)] for col in range(board.cols)] for row in range(board.rows)]


def _felt(board: Board, parameters: Parameters) -> dict[Point, slow_influence.Four]:
    force = parameters.force
    return slow_influence.forces(board, force.force, force.aside, force.ahead)


def _slow_force(value: Value, parameters: Parameters) -> dict[str, Any]:
    board = _board(value)
    felt = _felt(board, parameters)
    ways = {
        name: _by_rows(board, {point: four[way] for point, four in felt.items()})
        for way, name in enumerate(("up", "right", "down", "left"))
    }
    nothing = slow_influence.measures((0, 0, 0, 0))
    told = {p: nothing if board.get(p) else slow_influence.measures(four) for p, four in felt.items()}
    parts = {
        name: _by_rows(board, {point: measured[part] for point, measured in told.items()})
        for part, name in enumerate(("A", "F", "B", "FB"))
    }
    return ways | {"A": parts.pop("A")} | {name: _all_rounded(matrix) for name, matrix in parts.items()}


def _slow_territory(value: Value, parameters: Parameters) -> dict[str, Any]:
    board = _board(value)
    grades = {
        point: (0, 0) if board.get(point) else _grades(four, parameters.territory)
        for point, four in _felt(board, parameters).items()
    }
    return {
        name: _by_rows(board, {point: grade[kind] for point, grade in grades.items()})
        for kind, name in enumerate(("held", "solid"))
    }


def _grades(four: Sequence[int], told: TerritoryParameters) -> tuple[int, int]:
    """Held and solid, each 1 when Black's forces meet the rule, -1 when White's do, else 0."""
    black, white = (_rules(sorted(side * force for force in four), told) for side in (1, -1))
    return black[0] - white[0], black[1] - white[1]


def _rules(rising: Sequence[int], told: TerritoryParameters) -> tuple[bool, bool]:
    """Whether a point with these forces, in rising order, is territory, and whether it is solid."""
    least, second = rising[0], rising[1]
    clipped = sum(rising) if sum(rising) < told.clip else told.clip
    much = clipped / Decimal(told.clip) * 3 > 2
    held = much or least > told.each or (least > told.some and clipped > told.total)
    strong = second > told.solid_three or clipped > told.solid_total
    return held, held and least > told.solid_each and strong


def _worth(board: Board, parameters: Parameters, dead: Sequence[Point]) -> Decimal:
    """The value SFB of the situation, as an unrounded Decimal."""
    clamp, total = Decimal(parameters.situation.clamp), Decimal(0)
    for point, four in _felt(board, parameters).items():
        if stone := board.get(point):
            total += 1 if (stone is Stone.BLACK) != (point in dead) else -1
        elif push := sum(four):
            share = min(slow_influence.measures(four).hold, clamp) / clamp
            total += share if push > 0 else -share
    return total


def _slow_layers(value: Value, parameters: Parameters) -> list[list[list[Any]]]:
    told = parameters.layers
    force = (told.force.force, told.force.aside, told.force.ahead)
    levels = slow_influence.layers(_board(value), told.thresholds, *force)
    return [
        [
            [int(stone), _listed(sorted(block))]
            for stone in _SIDES
            for block in sorted(level[stone], key=sorted)
        ]
        for level in levels
    ]


def _slow_situation(value: Value, parameters: Parameters) -> float:
    return _rounded(_worth(_board(value), parameters, _dead(value)))


def _slow_move_value(value: Value, parameters: Parameters) -> float:
    before, dead = _board(value), _dead(value)
    after = slow_rules.play(before, Stone(value["colour"]), _point(value))
    if after is None:
        raise ValueError("an illegal move")
    return _rounded(_worth(after, parameters, dead) - _worth(before, parameters, dead))


def _slow_links(value: Value, _: Parameters) -> list[list[Any]]:
    board = _board(value)
    return [
        [int(stone), *sorted(list(point) for point in link)]
        for stone in _SIDES
        for link in sorted(slow_influence.strong_links(board, stone), key=sorted)
    ]


def _slow_blocks(value: Value, parameters: Parameters) -> list[list[Any]]:
    board, told = _board(value), parameters.ryder
    values = slow_influence.ryder(board, told.kernel)
    rows = []
    for stone, sign in zip(_SIDES, (1, -1), strict=True):
        for block in sorted(slow_influence.ryder_blocks(board, stone), key=sorted):
            influence = sum(sign * values[point] for point in block)
            rows.append([int(stone), _listed(sorted(block)), influence, influence >= told.threshold])
    return rows


def _slow_sizes(value: Value, _: Parameters) -> list[float]:
    """PE3, PE4 and E for a board of side x: points per stone of a wall on the third and fourth line."""
    x = Decimal(value["x"])
    inside = x - 8
    third = (x * x - (x - 4) ** 2) / (4 * (x - 5))
    fourth = inside * inside / (4 * (x - 7))
    return [_rounded(part) for part in (third, fourth, fourth - third)]


_SLOW: Mapping[str, Way] = {
    "zobrist": lambda v, p: _by_rows(
        _board(v), slow_influence.zobrist(_board(v), p.zobrist.start, p.zobrist.passes)
    ),
    "ryder": lambda v, p: _by_rows(_board(v), slow_influence.ryder(_board(v), p.ryder.kernel)),
    "force": _slow_force,
    "fast": lambda v, p: _by_rows(_board(v), slow_influence.fast(_board(v))),
    "territory": _slow_territory,
    "situation": _slow_situation,
    "situation_dead": _slow_situation,
    "move_value": _slow_move_value,
    "move_value_dead": _slow_move_value,
    "links": _slow_links,
    "blocks": _slow_blocks,
    "layers": _slow_layers,
    "board_size": _slow_sizes,
    "to_area": lambda v, p: _places(slow_joseki.to_area(v["row"], v["col"])),
    "to_board": lambda v, p: list(slow_joseki.to_board(Corner(v["corner"]), v["step"])),
    "mirror": lambda v, p: slow_joseki.mirror(v["steps"]),
    "is_joseki": lambda v, p: slow_joseki.is_joseki(v["steps"], _library(v)),
    "next_steps": lambda v, p: list(slow_joseki.next_steps(v["steps"], _library(v))),
    "replay": lambda v, p: _areas(slow_joseki.replay(_moves(v), _library(v))),
}
