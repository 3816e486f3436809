"""What the boards of board9 must contain, as predicates: each proves that a board has it.

White is to move.  Source: the features on which public solutions that pass the handed-out
boards still fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from gograde.assignments.board9.careful_program import walk
from gograde.go.board import Board, Point, Stone
from gograde.go.rules import (
    Chain,
    Played,
    Reading,
    chains,
    legal_points,
    play,
    result_after_captures,
)

LONG_CHAIN = 41
NEARLY_FULL = 8


class View:
    """A board with what the predicates ask of it, each computed once."""

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
        """Captures by a stone whose own chain has no liberty before anything is taken off."""
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
    """Every chain has a liberty, and at least two of each colour have just one."""
    single = [chain.stone for chain in view.chains if len(chain.liberties) == 1]
    return obeys(view) and min(single.count(Stone.BLACK), single.count(Stone.WHITE)) >= 2


def dead_black(view: View) -> bool:
    """A black chain is dead and no white one."""
    return bool(view.dead(Stone.BLACK)) and not view.dead(Stone.WHITE)


def dead_white(view: View) -> bool:
    """A white chain is dead and no black one."""
    return bool(view.dead(Stone.WHITE)) and not view.dead(Stone.BLACK)


def dead_in_corner(view: View) -> bool:
    """The only dead chain has a stone in a corner."""
    dead = [chain for chain in view.chains if not chain.liberties]
    return len(dead) == 1 and any(map(view.in_corner, dead[0].points))


def dead_eye(view: View) -> bool:
    """The only dead stone sits in an eye of one point, surrounded by a single living chain."""
    dead = [chain for chain in view.chains if not chain.liberties]
    if len(dead) != 1 or len(dead[0].points) != 1:
        return False
    around = set(view.beside(dead[0].points[0]))
    return any(around <= set(chain.points) for chain in view.chains if chain.liberties)


def dead_chain(view: View) -> bool:
    """The only dead chain has at least four stones, none of them on the edge."""
    dead = [chain for chain in view.chains if not chain.liberties]
    return len(dead) == 1 and len(dead[0].points) >= 4 and not any(map(view.on_edge, dead[0].points))


def block(view: View) -> bool:
    """Four black stones in a square."""
    return any(_has_block(chain) for chain in view.of(Stone.BLACK))


def block_captured(view: View) -> bool:
    """Four black stones in a square can be captured."""
    return any(_has_block(chain) for move in view.captures for chain in view.taken_by(move))


def edge_stones(view: View) -> bool:
    """Stones on row 0, in column 0 and in a corner, each with an empty point below."""
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
    """A captured chain touches the move at two points."""
    return any(_touches(view, move, chain) for move in view.captures for chain in view.taken_by(move))


def touches_living_twice(view: View) -> bool:
    """A black chain that a white stone touches at two points lives on."""
    black = [set(chain.points) for chain in view.of(Stone.BLACK) if len(chain.liberties) > 1]
    return any(len(chain.intersection(view.beside(p))) >= 2 for p in view.empties for chain in black)


def shared_last_liberty(view: View) -> bool:
    """Two chains of one colour, of two stones at least, share their last liberty."""
    last = [(c.stone, c.liberties) for c in view.chains if len(c.liberties) == 1 and len(c.points) > 1]
    return len(set(last)) < len(last)


def breathless_capture(view: View) -> bool:
    """A capture by a stone that joins a chain, which has no other liberty."""
    return any(Stone.WHITE in view.around(move.point) for move in view.breathless())


def legal_by_capture(view: View) -> bool:
    """A point that is legal only since it captures."""
    return any(True for _ in view.breathless())


def stone_suicide(view: View) -> bool:
    """A point where one white stone alone would be dead."""
    return any(Stone.WHITE not in view.around(p) for p in view.suicides)


def chain_suicide(view: View) -> bool:
    """A point where a white stone would die with the chain that it joins."""
    return any(Stone.WHITE in view.around(p) for p in view.suicides)


def ko_capture(view: View) -> bool:
    """A stone captures one stone and could be captured back at once: it counts here."""
    return any(
        len(move.captured) == 1 and set(view.around(move.point)) == {Stone.BLACK} for move in view.captures
    )


def edge_snapback(view: View) -> bool:
    """A stone thrown in on the edge between black ones captures a chain on the edge."""
    return any(
        view.on_edge(move.point)
        and set(view.around(move.point)) == {Stone.BLACK}
        and any(
            len(chain.points) > 1 and any(map(view.on_edge, chain.points)) for chain in view.taken_by(move)
        )
        for move in view.captures
    )


def no_capture(view: View) -> bool:
    """Both colours are there and nothing can be captured."""
    return not view.captures and bool(view.of(Stone.BLACK)) and bool(view.of(Stone.WHITE))


def no_capture_in_contact(view: View) -> bool:
    """Nothing can be captured, though many stones touch."""
    contacts = [p for p in view.board.points(Stone.BLACK) if Stone.WHITE in view.around(p)]
    return no_capture(view) and len(contacts) >= 8


def one_capture(view: View) -> bool:
    """Exactly one point captures."""
    return len(view.captures) == 1


def many_captures(view: View) -> bool:
    """At least four points capture."""
    return len(view.captures) >= 4


def chain_captured(view: View) -> bool:
    """A chain of at least five stones can be captured."""
    return any(len(chain.points) >= 5 for move in view.captures for chain in view.taken_by(move))


def walk_leaves_row(view: View) -> bool:
    """A chain that can be captured ends its walk in another row; another, right of it, is in its row only.

    The walk of a chain is that of a recursive search from the first stone that a row meets.
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
    """A move on the edge captures."""
    return any(view.on_edge(move.point) for move in view.captures)


def empty_board(view: View) -> bool:
    """No stone at all."""
    return not view.chains


def black_only(view: View) -> bool:
    """Black stones and no white one."""
    return bool(view.chains) and not view.of(Stone.WHITE)


def white_only(view: View) -> bool:
    """White stones and no black one."""
    return bool(view.chains) and not view.of(Stone.BLACK)


def nearly_full(view: View) -> bool:
    """At most eight empty points, and at least one."""
    return 1 <= len(view.empties) <= NEARLY_FULL


def long_chain(view: View) -> bool:
    """A chain of more than forty stones."""
    return any(len(chain.points) >= LONG_CHAIN for chain in view.chains)


def few_stones(view: View) -> bool:
    """At most thirty stones, and at least ten: a board as one sees it on paper."""
    return 10 <= len(view.board.points()) - len(view.empties) <= 30


FEATURES: dict[str, Predicate] = {
    "obeys": obeys,
    "tight": tight,
    "dead-black": dead_black,
    "dead-white": dead_white,
    "dead-in-corner": dead_in_corner,
    "dead-eye": dead_eye,
    "dead-chain": dead_chain,
    "block": block,
    "block-captured": block_captured,
    "edge-stones": edge_stones,
    "captures-two": captures_two,
    "captures-three": captures_three,
    "touches-twice": touches_twice,
    "touches-living-twice": touches_living_twice,
    "shared-last-liberty": shared_last_liberty,
    "breathless-capture": breathless_capture,
    "legal-by-capture": legal_by_capture,
    "stone-suicide": stone_suicide,
    "chain-suicide": chain_suicide,
    "ko-capture": ko_capture,
    "edge-snapback": edge_snapback,
    "no-capture": no_capture,
    "no-capture-in-contact": no_capture_in_contact,
    "one-capture": one_capture,
    "many-captures": many_captures,
    "chain-captured": chain_captured,
    "walk-leaves-row": walk_leaves_row,
    "edge-capture": edge_capture,
    "empty-board": empty_board,
    "black-only": black_only,
    "white-only": white_only,
    "nearly-full": nearly_full,
    "long-chain": long_chain,
    "few-stones": few_stones,
}


def one_picture(board: Board) -> bool:
    """Whether both readings of "all captures on one board" give the same picture."""
    closure, union = (result_after_captures(board, Stone.WHITE, reading) for reading in Reading)
    return closure == union


def _has_block(chain: Chain) -> bool:
    points = set(chain.points)
    return any({(r, c + 1), (r + 1, c), (r + 1, c + 1)} <= points for r, c in points)


def _empty_below(view: View, point: Point) -> bool:
    below = Point(point.row + 1, point.column)
    return below in view.board and view.board.get(below) is Stone.EMPTY


def _touches(view: View, move: Played, chain: Chain) -> bool:
    return len(set(chain.points).intersection(view.beside(move.point))) >= 2
