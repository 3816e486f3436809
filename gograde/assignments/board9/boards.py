"""Random boards for board9 from a keyed stream; the generator keeps those with the wanted features."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gograde.authoring.stream import Stream
from gograde.go.board import Board, Point, Stone
from gograde.go.rules import dead_chains

Maker = Callable[[Stream, int, int], Board]

DENSITIES: tuple[tuple[int, int], ...] = (
    (20, 20), (30, 30), (40, 40), (45, 45), (30, 55), (25, 60), (55, 30), (60, 35),
)  # fmt: skip
"""Pairs of percentages: the points that get a black stone, and those that get a white one."""


def maker_for(features: Sequence[str], *, obeys: bool) -> Maker:
    """A function that makes boards likely to have these features.

    Without a maker for the features, `obeys` selects boards on which every chain has a liberty.
    """
    for feature in features:
        if feature in _MAKERS:
            return _MAKERS[feature]
    return living if obeys else with_one_dead


def empty(stream: Stream, rows: int, cols: int) -> Board:
    """A board without stones."""
    return Board.empty(rows, cols)


def scattered(stream: Stream, rows: int, cols: int) -> Board:
    """Stones at random points, in one of `DENSITIES`."""
    black, white = stream.choice(DENSITIES)
    return _sprinkled(stream, Board.empty(rows, cols), black, white)


def living(stream: Stream, rows: int, cols: int) -> Board:
    """A scattered board without its dead chains."""
    return without_dead(scattered(stream, rows, cols))


def sparse(stream: Stream, rows: int, cols: int) -> Board:
    """A living board with stones on a fifth to a third of its points."""
    share = 10 + stream.below(8)
    return without_dead(_sprinkled(stream, Board.empty(rows, cols), share, share))


def black(stream: Stream, rows: int, cols: int) -> Board:
    """A living board with black stones only."""
    return without_dead(_sprinkled(stream, Board.empty(rows, cols), 20 + stream.below(60), 0))


def white(stream: Stream, rows: int, cols: int) -> Board:
    """A living board with white stones only."""
    return without_dead(_sprinkled(stream, Board.empty(rows, cols), 0, 20 + stream.below(60)))


def crowded(stream: Stream, rows: int, cols: int) -> Board:
    """A board filled with regions of stones except for two to eight points; dead chains stay."""
    board = Board.empty(rows, cols)
    colours = (Stone.BLACK, Stone.WHITE)
    seeds = [(stream.choice(board.points()), stream.choice(colours)) for _ in range(4 + stream.below(8))]
    cells = [min(seeds, key=lambda seed: _distance(seed[0], point))[1] for point in board.points()]
    full = Board(rows, cols, bytes(cells))
    noisy = _sprinkled(stream, full, 5, 5)
    return noisy.with_stones(Stone.EMPTY, stream.shuffled(board.points())[: 2 + stream.below(7)])


def with_one_dead(stream: Stream, rows: int, cols: int) -> Board:
    """A scattered board that keeps at most one of its dead chains."""
    board = scattered(stream, rows, cols)
    dead = dead_chains(board)
    if not dead:
        return board
    kept = stream.choice(dead)
    return board.with_stones(Stone.EMPTY, [p for chain in dead if chain is not kept for p in chain.points])


def surrounded(stream: Stream, rows: int, cols: int) -> Board:
    """A living board with a dead chain of one to six stones, surrounded by the other colour."""
    board = living(stream, rows, cols)
    colour = stream.choice((Stone.BLACK, Stone.WHITE))
    region = _region(stream, board, 1 + stream.below(6))
    around = {q for p in region for q in p.neighbours(rows, cols)}.difference(region)
    walled = board.with_stones(colour.opponent, around).with_stones(colour, region)
    others = [c for c in dead_chains(walled) if not set(region) & set(c.points)]
    return walled.with_stones(Stone.EMPTY, [p for chain in others for p in chain.points])


def without_dead(board: Board) -> Board:
    """The board without its dead chains; it obeys rule 1."""
    return board.with_stones(Stone.EMPTY, [p for chain in dead_chains(board) for p in chain.points])


_MAKERS: dict[str, Maker] = {
    "empty-board": empty,
    "black-only": black,
    "white-only": white,
    "nearly-full": crowded,
    "few-stones": sparse,
    "dead-eye": surrounded,
    "dead-chain": surrounded,
    "dead-in-corner": surrounded,
}


def _sprinkled(stream: Stream, board: Board, black_share: int, white_share: int) -> Board:
    """The board after given percentages of its points got a black or a white stone, occupied or not."""
    cells = bytearray(board.cells)
    for index, number in enumerate(stream.numbers(100, len(cells))):
        if number < black_share + white_share:
            cells[index] = Stone.BLACK if number < black_share else Stone.WHITE
    return Board(board.rows, board.cols, bytes(cells))


def _region(stream: Stream, board: Board, size: int) -> list[Point]:
    """`size` connected points that grow from a random point."""
    region = [stream.choice(board.points())]
    while len(region) < size:
        beside = stream.choice(region).neighbours(board.rows, board.cols)
        region += {stream.choice(beside)}.difference(region)
    return region


def _distance(one: Point, other: Point) -> int:
    return (one.row - other.row) ** 2 + (one.column - other.column) ** 2
