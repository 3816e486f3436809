"""Features of board9 boards, as predicates on a `View`; White is to move.

The features come from public solutions that pass the handed-out boards and still have errors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cached_property

from gograde.go.board import Board, Point, Stone
from gograde.go.moves import Played, play
from gograde.go.rules import CaptureReading, Chain, chains, legal_points, result_after_captures

LONG_CHAIN = 41
"""The fewest stones of a long chain."""
NEARLY_FULL = 8
"""The most empty points of a nearly full board."""


class View:
    """A board, and facts about it that are computed at most once."""

    def __init__(self, board: Board) -> None:
        self.board = board

    @cached_property
    def chains(self) -> tuple[Chain, ...]:
        return chains(self.board)

    @cached_property
    def empties(self) -> tuple[Point, ...]:
        return self.board.points(Stone.EMPTY)

    @cached_property
    def captures(self) -> tuple[Played, ...]:
        last = {c.liberties[0] for c in self.of(Stone.BLACK) if len(c.liberties) == 1}
        moves = (play(self.board, Stone.WHITE, point) for point in sorted(last))
        return tuple(move for move in moves if isinstance(move, Played))

    @cached_property
    def suicides(self) -> tuple[Point, ...]:
        legal = set(legal_points(self.board, Stone.WHITE))
        return tuple(p for p in self.empties if p not in legal)

    def of(self, stone: Stone) -> tuple[Chain, ...]:
        return tuple(chain for chain in self.chains if chain.stone is stone)

    def dead(self, stone: Stone) -> tuple[Chain, ...]:
        return tuple(chain for chain in self.of(stone) if not chain.liberties)

    def taken_by(self, move: Played) -> tuple[Chain, ...]:
        return tuple(c for c in self.of(Stone.BLACK) if c.liberties == (move.point,))

    def beside(self, point: Point) -> tuple[Point, ...]:
        return point.neighbours(self.board.rows, self.board.cols)

    def around(self, point: Point) -> list[Stone]:
        return [self.board.get(q) for q in self.beside(point)]

    def on_edge(self, point: Point) -> bool:
        return point.row in (0, self.board.rows - 1) or point.column in (0, self.board.cols - 1)

    def in_corner(self, point: Point) -> bool:
        return point.row in (0, self.board.rows - 1) and point.column in (0, self.board.cols - 1)

    def breathless(self) -> Iterator[Played]:
        """Captures where White's own chain has no liberty until the captured stones are removed."""
        for move in self.captures:
            if Stone.EMPTY not in self.around(move.point) and not self._joins_liberty(move.point):
                yield move

    def _joins_liberty(self, point: Point) -> bool:
        joined = (c for c in self.of(Stone.WHITE) if point in c.liberties)
        return any(len(chain.liberties) > 1 for chain in joined)


Predicate = Callable[[View], bool]


def obeys(view: View) -> bool:
    """Every chain has a liberty."""
    return all(chain.liberties for chain in view.chains)


def tight(view: View) -> bool:
    """Every chain has a liberty, and each colour has at least two chains with exactly one liberty."""
    single = [chain.stone for chain in view.chains if len(chain.liberties) == 1]
    return obeys(view) and min(single.count(Stone.BLACK), single.count(Stone.WHITE)) >= 2


def dead_black(view: View) -> bool:
    """At least one black chain has no liberty, and every white chain has one."""
    return bool(view.dead(Stone.BLACK)) and not view.dead(Stone.WHITE)


def dead_white(view: View) -> bool:
    """At least one white chain has no liberty, and every black chain has one."""
    return bool(view.dead(Stone.WHITE)) and not view.dead(Stone.BLACK)


def dead_in_corner(view: View) -> bool:
    """Exactly one chain is dead, and it has a stone in a corner."""
    dead = [chain for chain in view.chains if not chain.liberties]
    return len(dead) == 1 and any(map(view.in_corner, dead[0].points))


def dead_eye(view: View) -> bool:
    """Exactly one stone is dead, and all its neighbours belong to one living chain."""
    dead = [chain for chain in view.chains if not chain.liberties]
    if len(dead) != 1 or len(dead[0].points) != 1:
        return False
    around = set(view.beside(dead[0].points[0]))
    return any(around <= set(chain.points) for chain in view.chains if chain.liberties)


def dead_chain(view: View) -> bool:
    """Exactly one chain is dead, and it has at least four stones, none of them on the edge."""
    dead = [chain for chain in view.chains if not chain.liberties]
    return len(dead) == 1 and len(dead[0].points) >= 4 and not any(map(view.on_edge, dead[0].points))


def block(view: View) -> bool:
    """Four black stones form a 2x2 square."""
    return any(_has_block(chain) for chain in view.of(Stone.BLACK))


def block_captured(view: View) -> bool:
    """White can capture a chain that contains a 2x2 square."""
    return any(_has_block(chain) for move in view.captures for chain in view.taken_by(move))


def edge_stones(view: View) -> bool:
    """A stone on row 0, one in column 0 and one in a corner each have an empty point below."""
    below = [p for p in view.board.points() if view.board.get(p) and _empty_below(view, p)]
    return (
        any(p.row == 0 and not view.in_corner(p) for p in below)
        and any(p.column == 0 and not view.in_corner(p) for p in below)
        and any(view.in_corner(p) for p in below)
    )


def captures_two(view: View) -> bool:
    """One move captures exactly two chains."""
    return any(len(view.taken_by(move)) == 2 for move in view.captures)


def captures_three(view: View) -> bool:
    """One move captures at least three chains."""
    return any(len(view.taken_by(move)) >= 3 for move in view.captures)


def touches_twice(view: View) -> bool:
    """At least two stones of a captured chain are beside the capturing stone."""
    return any(_touches(view, move, chain) for move in view.captures for chain in view.taken_by(move))


def touches_living_twice(view: View) -> bool:
    """An empty point has at least two neighbours in one black chain with several liberties."""
    black = [set(chain.points) for chain in view.of(Stone.BLACK) if len(chain.liberties) > 1]
    return any(len(chain.intersection(view.beside(p))) >= 2 for p in view.empties for chain in black)


def shared_last_liberty(view: View) -> bool:
    """Two chains of one colour, each of at least two stones, share their last liberty."""
    last = [(c.stone, c.liberties) for c in view.chains if len(c.liberties) == 1 and len(c.points) > 1]
    return len(set(last)) < len(last)


def breathless_capture(view: View) -> bool:
    """A capturing stone joins a white chain that has no other liberty."""
    return any(Stone.WHITE in view.around(move.point) for move in view.breathless())


def legal_by_capture(view: View) -> bool:
    """A point is legal only because White captures there."""
    return any(True for _ in view.breathless())


def stone_suicide(view: View) -> bool:
    """A point is illegal, and no white stone is beside it."""
    return any(Stone.WHITE not in view.around(p) for p in view.suicides)


def chain_suicide(view: View) -> bool:
    """A point is illegal, and a white stone is beside it."""
    return any(Stone.WHITE in view.around(p) for p in view.suicides)


def ko_capture(view: View) -> bool:
    """A white stone with only black neighbours captures exactly one stone, as in a ko.

    The homework counts the point as a capture.
    """
    return any(
        len(move.captured) == 1 and set(view.around(move.point)) == {Stone.BLACK} for move in view.captures
    )


def edge_snapback(view: View) -> bool:
    """A white edge stone with only black neighbours captures a chain of several stones on the edge."""
    return any(
        view.on_edge(move.point)
        and set(view.around(move.point)) == {Stone.BLACK}
        and any(
            len(chain.points) > 1 and any(map(view.on_edge, chain.points)) for chain in view.taken_by(move)
        )
        for move in view.captures
    )


def no_capture(view: View) -> bool:
    """The board has stones of both colours, and White can capture nothing."""
    return not view.captures and bool(view.of(Stone.BLACK)) and bool(view.of(Stone.WHITE))


def no_capture_in_contact(view: View) -> bool:
    """White can capture nothing, and at least eight black stones have a white neighbour."""
    contacts = [p for p in view.board.points(Stone.BLACK) if Stone.WHITE in view.around(p)]
    return no_capture(view) and len(contacts) >= 8


def one_capture(view: View) -> bool:
    """White can capture at exactly one point."""
    return len(view.captures) == 1


def many_captures(view: View) -> bool:
    """White can capture at four or more points."""
    return len(view.captures) >= 4


def chain_captured(view: View) -> bool:
    """White can capture a chain of at least five stones."""
    return any(len(chain.points) >= 5 for move in view.captures for chain in view.taken_by(move))


def walk(chain: Collection[Point], start: Point) -> list[Point]:
    """The stones of a chain in the order of a recursive search from `start`: up, down, left, right."""
    met, todo = dict[Point, None](), [start]
    while todo:
        row, col = stone = todo.pop()
        if stone in chain and stone not in met:
            met[stone] = None
            todo += (Point(row, col + 1), Point(row, col - 1), Point(row + 1, col), Point(row - 1, col))
    return list(met)


def walk_leaves_row(view: View) -> bool:
    """The recursive search of a black chain in atari ends in another row than it starts in.

    The search starts at the chain's first stone in reading order.  Another black chain in atari lies
    in that row only, to the right of the first stone.
    """
    last = {c for c in view.of(Stone.BLACK) if len(c.liberties) == 1}
    flat = [c for c in last if len({p.row for p in c.points}) == 1]
    return any(
        start.row == other.points[0].row and start < other.points[0]
        for chain in last
        for other in flat
        if (start := min(chain.points)).row != walk(chain.points, start)[-1].row
    )


def edge_capture(view: View) -> bool:
    """White can capture with a stone on the edge."""
    return any(view.on_edge(move.point) for move in view.captures)


def empty_board(view: View) -> bool:
    """The board has no stone."""
    return not view.chains


def black_only(view: View) -> bool:
    """The board has stones, and all are black."""
    return bool(view.chains) and not view.of(Stone.WHITE)


def white_only(view: View) -> bool:
    """The board has stones, and all are white."""
    return bool(view.chains) and not view.of(Stone.BLACK)


def nearly_full(view: View) -> bool:
    """The board has one to eight empty points."""
    return 1 <= len(view.empties) <= NEARLY_FULL


def long_chain(view: View) -> bool:
    """A chain has more than forty stones."""
    return any(len(chain.points) >= LONG_CHAIN for chain in view.chains)


def few_stones(view: View) -> bool:
    """The board has ten to thirty stones, as diagrams on paper have."""
    return 10 <= len(view.board.points()) - len(view.empties) <= 30


_ALL = (
    obeys, tight, dead_black, dead_white, dead_in_corner, dead_eye, dead_chain, block, block_captured,
    edge_stones, captures_two, captures_three, touches_twice, touches_living_twice, shared_last_liberty,
    breathless_capture, legal_by_capture, stone_suicide, chain_suicide, ko_capture, edge_snapback,
    no_capture, no_capture_in_contact, one_capture, many_captures, chain_captured, walk_leaves_row,
    edge_capture, empty_board, black_only, white_only, nearly_full, long_chain, few_stones,
)  # fmt: skip
FEATURES: dict[str, Predicate] = {feature.__name__.replace("_", "-"): feature for feature in _ALL}


def one_picture(board: Board) -> bool:
    """Whether both readings of "all captures on one board" give the same board."""
    closure, union = (result_after_captures(board, Stone.WHITE, reading) for reading in CaptureReading)
    return closure == union


def _has_block(chain: Chain) -> bool:
    points = set(chain.points)
    return any({(r, c + 1), (r + 1, c), (r + 1, c + 1)} <= points for r, c in points)


def _empty_below(view: View, point: Point) -> bool:
    below = Point(point.row + 1, point.column)
    return below in view.board and view.board.get(below) is Stone.EMPTY


def _touches(view: View, move: Played, chain: Chain) -> bool:
    return len(set(chain.points).intersection(view.beside(move.point))) >= 2
