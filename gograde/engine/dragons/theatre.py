"""Where a dragon's life is decided: three fights, one of them exact."""

from __future__ import annotations

from dataclasses import dataclass

from gograde.engine.dragons.dragon import Dragon
from gograde.engine.dragons.fight import Fight, State
from gograde.engine.dragons.grid import Grid, grid_of
from gograde.go.board import Point, Stone
from gograde.go.position import Position

SAFE = 4
"""Liberties with which a chain of the attacker counts as safe in a chase; with 3, it errs once in 3,000."""
ENOUGH = 5
"""Liberties with which the target of a chase has escaped."""


@dataclass(frozen=True, slots=True)
class _Sides:
    """A position as the defender of a chain sees it."""

    grid: Grid
    own: int
    other: int
    ko: int
    target: int
    attacks: bool

    @property
    def free(self) -> int:
        """All points without a stone of the attacker."""
        return self.grid.full & ~self.other

    @property
    def empty(self) -> int:
        return self.free & ~self.own

    def fight(self, area: int, own_rim: int, other_rim: int, enough: int = 0) -> Fight:
        """A fight on an area, around which both sides have some points for ever."""
        start = State(self.own & area | own_rim, self.other & area | other_rim, self.ko & area, self.attacks)
        return Fight(self.grid, area, own_rim | other_rim, self.target, start, enough)


def enclosed_fight(position: Position, target: Point, to_play: Stone, most: int) -> Fight | None:
    """The exact fight for the chain at a point, or None when more than `most` empty points are within.

    The theatre is the least set of points that contains the stone; with a point, all its neighbours that hold
    no stone of the opponent; and each chain of the opponent beside it whose liberties are all within.  So the
    opponent's other chains beside it have liberties outside: they are safe.  A ko of the position counts when
    its side is to play.
    """
    sides = _sides(position, target, to_play)
    area = sides.grid.flood(sides.target, sides.free)
    while True:
        if (area & sides.empty).bit_count() > most:
            return None
        caught = _caught(sides, area)
        if not caught:
            return sides.fight(area, 0, sides.grid.beside(area) & ~area)
        area |= caught | sides.grid.flood(sides.grid.beside(caught) & sides.free, sides.free)


def siege(position: Position, dragon: Dragon, to_play: Stone, most: int) -> Fight | None:
    """The fight for the base on the dragon's own points, when the attacker has all points around them.

    Who lives here lives.  The own points are the dragon's stones; its fields, or its eye space if there are
    more than `most` fields; and the opponent's chains whose liberties are all within.  Chains without a
    liberty there are given up.  None when the base is, or when the eye space is larger than `most` too.
    """
    sides = _sides(position, dragon.base.points[0], to_play)
    space = next((s for s in (dragon.fields, dragon.eye_space) if 0 < len(s) <= most), ())
    area = sides.grid.bits(dragon.points) | sides.grid.bits(space)
    area |= _caught(sides, area)
    for chain in sides.grid.parts(area & sides.own):
        if not sides.grid.beside(chain) & area & sides.empty:
            area &= ~chain
    return sides.fight(area, 0, sides.grid.beside(area) & ~area) if area & sides.target else None


def chase(position: Position, target: Point, to_play: Stone, steps: int, most: int) -> Fight | None:
    """The fight for the chain at a point, when the defender has all other points around.

    Who dies here dies, unless a chain of the opponent with four liberties can be captured.  The area is what
    some steps reach from the chain, not through stones of the opponent; all stones of own chains on it; and
    the opponent's chains beside it that have less than four liberties, with these.  The target has escaped
    when it reaches the border or has five liberties.  None when there are more than `most` empty points.
    """
    sides = _sides(position, target, to_play)
    grid = sides.grid
    area = grid.flood(sides.target, sides.own)
    for _ in range(steps):
        area |= grid.beside(area) & sides.free
        area |= grid.flood(area & sides.own, sides.own)
        if (area & sides.empty).bit_count() > most:
            return None
    for chain in grid.parts(sides.other):
        liberties = grid.beside(chain) & sides.empty
        if grid.beside(chain) & area and (liberties.bit_count() < SAFE or not liberties & ~area):
            area |= chain | liberties
    rim = grid.beside(area) & ~area
    return sides.fight(area, rim & sides.free, rim & sides.other, ENOUGH)


def _sides(position: Position, target: Point, to_play: Stone) -> _Sides:
    board = position.board
    grid = grid_of(board.rows, board.cols)
    stone = board.get(target)
    ko = position.ko_point if to_play is position.to_play else None
    return _Sides(
        grid=grid,
        own=grid.stones(board, stone),
        other=grid.stones(board, stone.opponent),
        ko=grid.bits([ko] if ko else []),
        target=grid.bits([target]),
        attacks=to_play is not stone,
    )


def _caught(sides: _Sides, area: int) -> int:
    """The attacker's stones beside an area that are not in it, of chains whose liberties all are."""
    found = 0
    for chain in sides.grid.parts(sides.other & ~area):
        around = sides.grid.beside(chain)
        if around & area and not around & sides.empty & ~area:
            found |= chain
    return found
