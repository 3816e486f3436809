"""Tests the features of boards, moves and dead stones for influence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from gograde.assignments.influence.boards import BLACK, EMPTY, SMALL, WHITE, Rows, Value
from gograde.go.board import Board, Point, Stone
from gograde.go.influence.blocks import LAYERS, Block, layered_blocks, ryder_blocks
from gograde.go.influence.models import RYDER, force_field
from gograde.go.influence.territory import TERRITORY, Territory, territory_of
from gograde.go.moves import Illegal, Played, play
from gograde.go.rules import capture_points, chains

_LARGE = 15
"""The least number of rows and of columns of a large board."""

_NEAR = 9
"""The influence of a block may differ by so much from that of the smallest area to be near it."""


def _cells(board: Rows) -> Iterator[tuple[int, int, int]]:
    return ((row, col, cell) for row, cells in enumerate(board) for col, cell in enumerate(cells))


def _stones(board: Rows) -> list[tuple[int, int, int]]:
    return [found for found in _cells(board) if found[2] != EMPTY]


def _on_edges(board: Rows) -> list[int]:
    """The number of board edges that each stone is on."""
    rows, cols = len(board), len(board[0])
    return [(row in (0, rows - 1)) + (col in (0, cols - 1)) for row, col, _ in _stones(board)]


def _lines(board: Rows) -> list[list[int]]:
    return [*board, *(list(column) for column in zip(*board, strict=True))]


def _has_wall(board: Rows) -> bool:
    return any(len(line) > 2 and set(line) in ({BLACK}, {WHITE}) for line in _lines(board))


def _has_jump(board: Rows) -> bool:
    triples = (line[i : i + 3] for line in _lines(board) for i in range(len(line) - 2))
    return any(a == c != EMPTY and b == EMPTY for a, b, c in triples)


def _has_hane(board: Rows) -> bool:
    """Whether a stone has an empty diagonal point, and an opponent's stone is beside both."""
    cells = {(row, col): cell for row, col, cell in _cells(board)}
    turns = [(y, x) for y in (-1, 1) for x in (-1, 1)]
    return any(
        cells.get((row + y, col + x)) == EMPTY
        and 3 - cell in (cells.get((row + y, col)), cells.get((row, col + x)))
        for row, col, cell in _stones(board)
        for y, x in turns
    )


def _captures(value: Value) -> bool:
    if "colour" not in value:
        return False
    points = capture_points(Board.from_rows(value["board"]), Stone(value["colour"]))
    return (value["row"], value["col"]) in points


def _captures_breathless(value: Value) -> bool:
    """Whether a capturing stone joins a chain that has no liberty until the captured stones are removed."""
    if not _captures(value):
        return False
    point = Point(value["row"], value["col"])
    put = Board.from_rows(value["board"]).with_stones(Stone(value["colour"]), [point])
    return any(point in c.points and len(c.points) > 1 and not c.liberties for c in chains(put))


def _captures_dead(value: Value) -> bool:
    """Whether the move captures dead stones."""
    if "dead" not in value or not _captures(value):
        return False
    played = play(Board.from_rows(value["board"]), Stone(value["colour"]), (value["row"], value["col"]))
    return not isinstance(played, Illegal) and any(list(p) in value["dead"] for p in played.captured)


def _has_cut(board: Rows) -> bool:
    """Whether two stones of a colour are diagonal and both points beside them are taken."""
    return any(
        (a == d != EMPTY and EMPTY not in (b, c)) or (b == c != EMPTY and EMPTY not in (a, d))
        for one, other in pairwise(board)
        for (a, b), (c, d) in zip(pairwise(one), pairwise(other), strict=True)
    )


def _has_contested(board: Rows) -> bool:
    """Whether an empty point is beside one stone of a colour and at least one of the other."""
    return any(
        cell == EMPTY and 1 in (near.count(BLACK), near.count(WHITE)) and {BLACK, WHITE} <= set(near)
        for row, col, cell in _cells(board)
        for near in [_beside(board, row, col)]
    )


def _beside(board: Rows, row: int, col: int) -> list[int]:
    points = Point(row, col).neighbours(len(board), len(board[0]))
    return [board[point.row][point.column] for point in points]


def _has_area_and_not(board: Rows) -> bool:
    """Whether some of the blocks are areas and some are not, by the published figures."""
    return len({block.is_area for block in ryder_blocks(Board.from_rows(board))}) == 2


def _levels(board: Rows) -> tuple[tuple[Block, ...], ...]:
    return layered_blocks(Board.from_rows(board))


def _joins_late(board: Rows) -> bool:
    """Whether the last threshold that is tried joins blocks, and is not the first."""
    levels = _levels(board)
    return len(levels) > 3 and len(levels[-1]) < len(levels[-2])


def _stops_early(board: Rows) -> bool:
    """Whether thresholds are tried, but not all of them, by the published figures."""
    return 2 < len(_levels(board)) < 2 + len(LAYERS.thresholds)


def _territory(board: Rows) -> Territory:
    return territory_of(Board.from_rows(board))


def _held_by(board: Rows) -> set[int]:
    """The sides (1 black, -1 white) that hold territory by the published figures."""
    return {side for row in _territory(board).owner for side in row if side}


def _solid_in_part(board: Rows) -> bool:
    """Whether the board has both solid territory and territory that is not solid."""
    found = _territory(board)
    return found.solid != found.owner and any(map(any, found.solid))


def _seen(board: Rows) -> Iterator[tuple[int, list[int]]]:
    """For each empty point and side: the side, and the four forces, positive where they favour it."""
    field = force_field(Board.from_rows(board), TERRITORY.force)
    for row, col, cell in _cells(board):
        four = [part[row][col] for part in (field.up, field.right, field.down, field.left)]
        for side in () if cell else (1, -1):
            yield side, [side * force for force in four]


def _totals(board: Rows) -> Iterator[tuple[int, int]]:
    """Pairs of side and A for the points where only the threshold on A decides on territory."""
    told = TERRITORY
    for side, seen in _seen(board):
        if told.some < min(seen) <= told.each and 3 * min(sum(seen), told.clip) <= 2 * told.clip:
            yield side, sum(seen)


def _held_by_total(board: Rows) -> set[int]:
    """The sides that hold a point only because A is above its threshold."""
    return {side for side, total in _totals(board) if total > TERRITORY.total}


def _has_total(board: Rows, total: int) -> bool:
    return any(total == found for _, found in _totals(board))


# -- what is just enough, or just not ------------------------------------------------------


def _just(board: Rows, total: int) -> bool:
    """Whether A has a value at a point that is territory by two thirds of the largest A, or not at all."""
    told = TERRITORY
    return any(sum(seen) == total and min(seen) <= told.some for _, seen in _seen(board))


def _held_by_each(board: Rows) -> bool:
    """Whether a point is territory only because each force is above its threshold, by 1."""
    told = TERRITORY
    return any(min(seen) == told.each + 1 and sum(seen) <= told.total for _, seen in _seen(board))


def _has_solid_total(board: Rows, total: int) -> bool:
    """Whether A has a value at a point that is solid by A or not at all."""
    told = TERRITORY
    return any(
        sum(seen) == total
        and min(seen) > told.solid_each
        and sum(force > told.solid_three for force in seen) < 3
        for _, seen in _seen(board)
    )


def _is_level(board: Rows) -> bool:
    """Whether the forces on an empty point, with an FB of more than 0, have the sum 0."""
    field = force_field(Board.from_rows(board), TERRITORY.force)
    return any(
        cell == EMPTY and field.total[row][col] == 0 and field.hold[row][col] > 0
        for row, col, cell in _cells(board)
    )


def _has_blocked(board: Rows) -> bool:
    """Whether a stone is beside a stone of the opponent's, with an empty point behind that."""
    triples = (line[i : i + 3] for line in _lines(board) for i in range(len(line) - 2))
    return any({a, c} != {EMPTY} and EMPTY in (a, c) and b == 3 - (a or c) for a, b, c in triples)


def _near_area(board: Rows, *, reached: bool) -> bool:
    """Whether the influence of a block is just enough for an area, or just not."""
    away = (block.influence - RYDER.threshold for block in ryder_blocks(Board.from_rows(board)))
    return any((far >= 0 if reached else far < 0) and abs(far) <= _NEAR for far in away)


def _captured(value: Value) -> list[int]:
    """The number of stones of each chain that the move captures."""
    if not _captures(value):
        return []
    board, stone, at = Board.from_rows(value["board"]), Stone(value["colour"]), (value["row"], value["col"])
    played = play(board, stone, at)
    gone = set(played.captured) if isinstance(played, Played) else set()
    return [len(chain.points) for chain in chains(board) if gone.issuperset(chain.points)]


def _dead_colours(value: Value) -> set[int]:
    return {value["board"][row][col] for row, col in value.get("dead", ())}


def _of(test: Callable[[Rows], Any]) -> Callable[[str, Value], bool]:
    return lambda question, value: "board" in value and bool(test(value["board"]))


def _share(board: Rows) -> float:
    return len(_stones(board)) / sum(map(len, board))


def _colours(stones: Iterable[tuple[int, int, int]]) -> set[int]:
    return {cell for _, _, cell in stones}


BOARD_FEATURES: Mapping[str, Callable[[str, Value], bool]] = {
    "empty": _of(lambda board: not _stones(board)),
    "one-stone": _of(lambda board: len(_stones(board)) == 1),
    "corner-stone": _of(lambda board: 2 in _on_edges(board)),
    "edge-stone": _of(lambda board: 1 in _on_edges(board)),
    "wall": _of(_has_wall),
    "jump": _of(_has_jump),
    "hane": _of(_has_hane),
    "both-colours": _of(lambda board: len(_colours(_stones(board))) == 2),
    "dense": _of(lambda board: _share(board) >= 0.4),
    "one-row": _of(lambda board: len(board) == 1),
    "one-column": _of(lambda board: len(board) > 1 and len(board[0]) == 1),
    "one-point": _of(lambda board: len(board) == len(board[0]) == 1),
    "one-colour": _of(lambda board: len(_colours(_stones(board))) == 1 and len(_stones(board)) > 1),
    "not-square": _of(lambda board: len(board) != len(board[0])),
    "small": _of(lambda board: max(len(board), len(board[0])) <= SMALL),
    "large": _of(lambda board: min(len(board), len(board[0])) >= _LARGE),
    "held-by-both": _of(lambda board: len(_held_by(board)) == 2),
    "solid-in-part": _of(_solid_in_part),
    "by-total": _of(lambda board: len(_held_by_total(board)) == 2),
    "total-reached": _of(lambda board: _has_total(board, TERRITORY.total)),
    "total-passed": _of(lambda board: _has_total(board, TERRITORY.total + 1)),
    "solid-total-reached": _of(lambda board: _has_solid_total(board, TERRITORY.solid_total)),
    "solid-total-passed": _of(lambda board: _has_solid_total(board, TERRITORY.solid_total + 1)),
    "two-thirds-missed": _of(lambda board: _just(board, 2 * TERRITORY.clip // 3)),
    "two-thirds-passed": _of(lambda board: _just(board, 2 * TERRITORY.clip // 3 + 1)),
    "held-by-each": _of(_held_by_each),
    "level": _of(_is_level),
    "blocked": _of(_has_blocked),
    "area-reached": _of(lambda board: _near_area(board, reached=True)),
    "area-missed": _of(lambda board: _near_area(board, reached=False)),
    "captures-two": lambda question, value: len(_captured(value)) > 1,
    "long-capture": lambda question, value: max(_captured(value), default=0) > 2,
    "none-dead": lambda question, value: value.get("dead") == [] and bool(_stones(value["board"])),
    "both-dead": lambda question, value: len(_dead_colours(value)) == 2,
    "capture": lambda question, value: _captures(value),
    "breathless-capture": lambda question, value: _captures_breathless(value),
    "dead-capture": lambda question, value: _captures_dead(value),
    "cut": _of(_has_cut),
    "joins-late": _of(_joins_late),
    "stops-early": _of(_stops_early),
    "contested": _of(_has_contested),
    "area-and-not": _of(_has_area_and_not),
}
