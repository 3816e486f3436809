"""Makes random boards for influence, and tests their features."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from gograde.authoring.stream import Stream
from gograde.go.board import Board, Point, Stone
from gograde.go.influence.blocks import ryder_blocks
from gograde.go.influence.force import force_field
from gograde.go.influence.layers import DEFAULT as LAYERS
from gograde.go.influence.layers import Block, layered_blocks
from gograde.go.influence.territory import DEFAULT as TERRITORY
from gograde.go.influence.territory import Territory, territory_of
from gograde.go.joseki.paths import SIDE
from gograde.go.moves import Illegal, play
from gograde.go.rules import capture_points, chains, dead_chains, legal_points

EMPTY = 0
BLACK = 1
WHITE = 2
SMALL = 4
"""The longest side of a small board, in points."""

_LARGE = 15
"""The least number of rows and of columns of a large board."""
_CAPTURES = frozenset(("capture", "breathless-capture"))

Rows = list[list[int]]
Place = tuple[int, int]
Kept = dict[Place, int]
Value = Mapping[str, Any]


def make_board(stream: Stream, features: tuple[str, ...]) -> dict[str, Any]:
    """A board that may have the features; every chain has a liberty."""
    rows, cols = _size(stream, features)
    if "empty" in features:
        return {"board": [[EMPTY] * cols for _ in range(rows)]}
    kept = _kept(stream, (rows, cols), features)
    percent = 0 if "one-stone" in features else 60 if "dense" in features else stream.choice((6, 14, 28))
    board = [
        [kept[row, col] if (row, col) in kept else _cell(stream, percent) for col in range(cols)]
        for row in range(rows)
    ]
    return {"board": _without_dead(board)}


def make_move(stream: Stream, features: tuple[str, ...]) -> dict[str, Any]:
    """A board and a legal move on it; a capture where a feature wants one and the board has one."""
    value = make_board(stream, features)
    board, colour = Board.from_rows(value["board"]), stream.choice((BLACK, WHITE))
    points = capture_points(board, Stone(colour)) if _CAPTURES.intersection(features) else ()
    points = points or legal_points(board, Stone(colour))
    if not points:
        board, points = Board.empty(board.rows, board.cols), (Point(0, 0),)
    row, col = stream.choice(points)
    return {"board": board.to_rows(), "colour": colour, "row": row, "col": col}


def make_dead(stream: Stream, rows: Rows) -> list[list[int]]:
    """The points of some chains, in order; of at least one where there is one."""
    found = chains(Board.from_rows(rows))
    dead = [chain for chain in found if stream.chance(40)] or found[:1]
    return sorted(list(point) for chain in dead for point in chain.points)


def _size(stream: Stream, features: tuple[str, ...]) -> tuple[int, int]:
    if "large" in features:
        return SIDE, SIDE
    if "one-row" in features:
        return 1, 4 + stream.below(6)
    if "small" in features:
        return 2 + stream.below(SMALL - 1), 2 + stream.below(SMALL - 1)
    rows, cols = 5 + stream.below(5), 5 + stream.below(5)
    return rows, cols + (rows == cols and "not-square" in features)


def _cell(stream: Stream, percent: int) -> int:
    return stream.choice((BLACK, WHITE)) if stream.chance(percent) else EMPTY


def _kept(stream: Stream, size: Place, features: tuple[str, ...]) -> Kept:
    """The points whose content the features fix."""
    kept: Kept = {}
    for name in features:
        if name in _SHAPES:
            kept |= _SHAPES[name](stream, size, stream.choice((BLACK, WHITE)))
    if "one-stone" in features and not kept:
        kept[stream.below(size[0]), stream.below(size[1])] = stream.choice((BLACK, WHITE))
    return kept


def _corner(stream: Stream, size: Place, colour: int) -> Kept:
    return {(stream.choice((0, size[0] - 1)), stream.choice((0, size[1] - 1))): colour}


def _edge(stream: Stream, size: Place, colour: int) -> Kept:
    return {(stream.choice((0, size[0] - 1)), 1 + stream.below(max(1, size[1] - 2))): colour}


def _wall(stream: Stream, size: Place, colour: int) -> Kept:
    row = stream.below(size[0])
    return {(row, col): colour for col in range(size[1])}


def _jump(stream: Stream, size: Place, colour: int) -> Kept:
    row, col = stream.below(size[0]), stream.below(max(1, size[1] - 2))
    return {(row, col): colour, (row, col + 1): EMPTY, (row, col + 2): colour}


def _hane(stream: Stream, size: Place, colour: int) -> Kept:
    row, col = stream.below(max(1, size[0] - 1)), stream.below(max(1, size[1] - 1))
    return {(row, col): colour, (row, col + 1): 3 - colour, (row + 1, col + 1): EMPTY}


_SHAPES = {"corner-stone": _corner, "edge-stone": _edge, "wall": _wall, "jump": _jump, "hane": _hane}


def _without_dead(rows: Rows) -> Rows:
    board = Board.from_rows(rows)
    dead = [point for chain in dead_chains(board) for point in chain.points]
    return board.with_stones(Stone.EMPTY, dead).to_rows()


# -- features -------------------------------------------------------------------------------


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
    return {side for row in _territory(board).held for side in row if side}


def _solid_in_part(board: Rows) -> bool:
    """Whether the board has both solid territory and territory that is not solid."""
    found = _territory(board)
    return found.solid != found.held and any(map(any, found.solid))


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


def _solid_total_reached(board: Rows) -> bool:
    """Whether A equals its threshold for solid territory at a point, and no other rule makes it solid."""
    told = TERRITORY
    return any(
        sum(seen) == told.solid_total
        and min(seen) > told.solid_each
        and sum(force > told.solid_three for force in seen) < 3
        for _, seen in _seen(board)
    )


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
    "not-square": _of(lambda board: len(board) != len(board[0])),
    "small": _of(lambda board: max(len(board), len(board[0])) <= SMALL),
    "large": _of(lambda board: min(len(board), len(board[0])) >= _LARGE),
    "held-by-both": _of(lambda board: len(_held_by(board)) == 2),
    "solid-in-part": _of(_solid_in_part),
    "by-total": _of(lambda board: len(_held_by_total(board)) == 2),
    "total-reached": _of(lambda board: _has_total(board, TERRITORY.total)),
    "total-passed": _of(lambda board: _has_total(board, TERRITORY.total + 1)),
    "solid-total-reached": _of(_solid_total_reached),
    "capture": lambda question, value: _captures(value),
    "breathless-capture": lambda question, value: _captures_breathless(value),
    "dead-capture": lambda question, value: _captures_dead(value),
    "cut": _of(_has_cut),
    "joins-late": _of(_joins_late),
    "stops-early": _of(_stops_early),
    "contested": _of(_has_contested),
    "area-and-not": _of(_has_area_and_not),
}
