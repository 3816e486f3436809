"""A second implementation of every model of influence, straight from its definition.

Values are looked up by point instead of by row, forces are followed one by one, measures have fifty digits,
blocks are sets that are merged.  The module is slow, and shares only the board with the modules it checks.
The parameters of a model are arguments whose defaults are the published values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from gograde.go.board import Board, Point, Stone

Region = frozenset[Point]
Four = tuple[int, int, int, int]

_ROW = 1j
_COLUMN = 1
_HEADINGS = (-_ROW, _COLUMN, _ROW, -_COLUMN)
_PLUS = ((0, 13, 0), (13, 60, 13), (0, 13, 0))
_INFLUENCE = {1.0: 6, 1.5: 5, 2.0: 3, 2.5: 2}
_LEVELS = {(0, 1): 1.0, (1, 1): 1.5, (0, 2): 2.0, (1, 2): 2.5}


class Measures(NamedTuple):
    """A, F, B and FB of a point."""

    total: int
    modulus: Decimal
    balance: Decimal
    hold: Decimal


def zobrist(board: Board, start: int = 50, passes: int = 4) -> dict[Point, int]:
    """Each point's value after a pass, from the values of itself and its neighbours before."""

    @cache
    def value(point: Point, done: int) -> int:
        if not done:
            return start * _side(board, point)
        near = point.neighbours(board.rows, board.cols)
        return value(point, done - 1) + sum(_sign(value(other, done - 1)) for other in near)

    return {point: value(point, passes) for point in board.points()}


def ryder(board: Board, kernel: Sequence[Sequence[int]] = _PLUS) -> dict[Point, int]:
    """For each point, the sum of the influences of all stones."""
    middle = Point(len(kernel) // 2, len(kernel[0]) // 2)

    def given(stone: Point, point: Point) -> int:
        row, column = point.row - stone.row + middle.row, point.column - stone.column + middle.column
        inside = 0 <= row < len(kernel) and 0 <= column < len(kernel[0])
        return kernel[row][column] * _side(board, stone) if inside else 0

    return {point: sum(given(stone, point) for stone in _stones(board)) for point in board.points()}


def forces(board: Board, force: int = 32, aside: int = 4, ahead: int = 2) -> dict[Point, Four]:
    """F0 to F3 of every point, stones included, by following every single force to its end."""
    free = {complex(*reversed(point)): not board.get(point) for point in board.points()}

    def follow(place: complex, heading: complex, size: int) -> Iterator[tuple[complex, complex, int]]:
        if size:
            on = place + heading in free
            place, heading = (place + heading, heading) if on else (place, -heading)
            yield place, heading, size
            yield from follow(place, heading * 1j, size // aside)
            yield from follow(place, heading * -1j, size // aside)
            if free[place]:
                yield from follow(place, heading, size // ahead)

    felt = {place: dict.fromkeys(_HEADINGS, 0) for place in free}
    for stone in _stones(board):
        for first in _HEADINGS:
            for place, heading, size in follow(complex(*reversed(stone)), first, force):
                felt[place][heading] += _side(board, stone) * size
    return {point: _four(felt[complex(*reversed(point))]) for point in board.points()}


def measures(four: Four) -> Measures:
    """A, F, B and FB of an empty point with these forces."""
    up, right, down, left = map(Decimal, four)
    with localcontext(prec=50):
        modulus = sum((part**2 for part in (up, right, down, left)), Decimal()).sqrt()
        if not modulus:
            return Measures(0, modulus, modulus, modulus)
        leaning = ((up - down) ** 2 + (right - left) ** 2).sqrt() / (2 * modulus)
        uneven = abs((right + left) - (up + down)) / (2 * sum(map(abs, four)))
        balance = 1 - leaning - uneven
        return Measures(sum(four), modulus, balance, modulus * balance)


def situation(board: Board, dead: Iterable[Point] = (), clamp: int = 32) -> Decimal:
    """SFB: the sum of the clamped FB of empty points, with the sign of A, and of the stones."""
    against = set(dead)
    felt = forces(board)

    def worth(point: Point) -> Decimal:
        if board.get(point):
            return Decimal(_side(board, point) * (-1 if point in against else 1))
        measured = measures(felt[point])
        signed = _sign(measured.total) * measured.hold / clamp
        return max(Decimal(-1), min(Decimal(1), signed))

    with localcontext(prec=50):
        return sum(map(worth, board.points()), Decimal())


def point_efficiency(board: Board, block: Region, dead: Region = frozenset()) -> Fraction:
    """The points that a block encloses by its stones: every way out of them ends at one of these."""
    living = {point for point in _stones(board) if point not in dead}

    def met(point: Point) -> Region:
        """The living stones at the ends of all ways from a point."""
        seen: set[Point] = {point}
        while more := {n for p in seen - living for n in p.neighbours(board.rows, board.cols)} - seen:
            seen |= more
        return frozenset(seen & living)

    enclosed = [point for point in board.points() if point not in living and met(point) <= block]
    return Fraction(len(enclosed), len(block))


def territory(board: Board) -> dict[Point, tuple[int, int]]:
    """The owner of each point, and its owner if solid: 1, 0 or -1; 0 for stones."""

    def owner(four: Four, rule: Callable[[Four], bool]) -> int:
        return rule(four) - rule((-four[0], -four[1], -four[2], -four[3]))

    return {
        point: (0, 0) if board.get(point) else (owner(four, _holds), owner(four, _holds_for_certain))
        for point, four in forces(board).items()
    }


def fast(board: Board) -> dict[Point, int]:
    """The influence of both colours by smallest level, then zeroed, then capped; 0 for stones."""
    empty = board.points(Stone.EMPTY)
    sums = {point: _influence(board, point, 1) - _influence(board, point, 2) for point in empty}
    calm = {point: value if abs(value) > 1 else 0 for point, value in sums.items()}
    values = {point: _smooth(board, calm, point) for point in empty}
    return {point: values.get(point, 0) for point in board.points()}


def layers(
    board: Board, thresholds: Sequence[float], force: int = 32, aside: int = 4, ahead: int = 2
) -> list[dict[Stone, frozenset[Region]]]:
    """The blocks of both colours, level by level; each level merges blocks of the previous level."""
    felt = forces(board, force, aside, ahead)
    measured = {p: measures(four) for p, four in felt.items() if not board.get(p)}
    single = {s: frozenset(frozenset([p]) for p in board.points(s)) for s in (Stone.BLACK, Stone.WHITE)}
    levels = [single, {stone: _merged(board, blocks, frozenset()) for stone, blocks in single.items()}]
    for threshold in map(Decimal, thresholds):
        if all(len(blocks) <= 1 for blocks in levels[-1].values()):
            break
        high = {p: _sign(m.total) for p, m in measured.items() if m.hold - threshold > Decimal("1e-30")}
        ways = {s: frozenset(p for p, side in high.items() if side == 3 - 2 * s) for s in levels[-1]}
        levels.append({s: _merged(board, blocks, ways[s]) for s, blocks in levels[-1].items()})
    return levels


def strong_links(board: Board, stone: Stone) -> frozenset[Region]:
    """The pairs of a side's stones that are neighbours or have an empty neighbour in common."""
    return frozenset(
        frozenset(pair) for pair in combinations(board.points(stone), 2) if _are_linked(board, *pair)
    )


def ryder_blocks(board: Board, stone: Stone) -> frozenset[Region]:
    """A side's blocks: linked stones with their connected and semi-connected points."""
    own = frozenset(board.points(stone))
    members = own | {p for p in board.points(Stone.EMPTY) if _belongs(board, p, stone)}
    blocks = frozenset(frozenset([point]) for point in members)

    def linked(one: Region, other: Region) -> bool:
        return bool(_beside(board, one & own) & other or _beside(board, other & own) & one)

    return _joined(blocks, linked)


def _are_linked(board: Board, one: Point, other: Point) -> bool:
    near, far = (_beside(board, frozenset([point])) for point in (one, other))
    return other in near or any(board.get(point) is Stone.EMPTY for point in near & far)


def _belongs(board: Board, point: Point, stone: Stone) -> bool:
    near = [board.get(other) for other in point.neighbours(board.rows, board.cols)]
    return stone in near and (stone.opponent not in near or near.count(stone) > 1)


def _merged(board: Board, blocks: frozenset[Region], way: Region) -> frozenset[Region]:
    """The blocks after merging blocks that touch or that a path inside `way` connects."""

    def linked(one: Region, other: Region) -> bool:
        reached = one
        while new := (_beside(board, reached) & way) - reached:
            reached |= new
        return bool(_beside(board, reached) & other)

    return _joined(blocks, linked)


def _joined(blocks: frozenset[Region], linked: Callable[[Region, Region], bool]) -> frozenset[Region]:
    """Join linked blocks until no two blocks are linked."""
    for one, other in combinations(sorted(blocks, key=sorted), 2):
        if linked(one, other):
            return _joined(blocks - {one, other} | {one | other}, linked)
    return blocks


def _beside(board: Board, region: Region) -> Region:
    return frozenset(other for point in region for other in point.neighbours(board.rows, board.cols))


def _influence(board: Board, point: Point, colour: int) -> int:
    """The influence of the nearest stone of a colour on a point."""
    levels = [_level(board, point, stone) for stone in board.points(Stone(colour))]
    return _INFLUENCE.get(min(levels, default=0.0), 0)


def _level(board: Board, point: Point, stone: Point) -> float:
    """A point's level towards a stone; 9 for a stone that is too far away."""
    away = sorted((abs(point.row - stone.row), abs(point.column - stone.column)))
    level = _LEVELS.get((away[0], away[1]), 9.0)
    shared = (Point(point.row, stone.column), Point(stone.row, point.column))
    hane = any(board.get(other) is board.get(stone).opponent for other in shared)
    return 2.0 if level == 1.5 and hane else level


def _smooth(board: Board, calm: Mapping[Point, int], point: Point) -> int:
    side = _sign(calm[point])
    near = [side * calm[other] for other in point.neighbours(board.rows, board.cols) if other in calm]
    caps = [3 if value <= 0 else 5 for value in near if value <= 2]
    return side * min([abs(calm[point]), *caps])


def _holds(four: Four) -> bool:
    least, total = min(four), sum(four)
    return least >= 2 or (least >= 1 and total >= 11) or total >= 43


def _holds_for_certain(four: Four) -> bool:
    least, second, _, _ = sorted(four)
    return _holds(four) and least >= 2 and (second >= 3 or sum(four) >= 35)


def _four(felt: Mapping[complex, int]) -> Four:
    up, right, down, left = (felt[heading] for heading in _HEADINGS)
    return up, right, down, left


def _stones(board: Board) -> tuple[Point, ...]:
    return tuple(point for point in board.points() if board.get(point))


def _side(board: Board, point: Point) -> int:
    return {Stone.EMPTY: 0, Stone.BLACK: 1, Stone.WHITE: -1}[board.get(point)]


def _sign(value: Decimal | int) -> int:
    return 1 if value > 0 else -1 if value < 0 else 0
