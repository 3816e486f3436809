"""Where a dragon's life is decided: the points that the opponent encloses."""

from __future__ import annotations

from gograde.engine.dragons.fight import Fight, State
from gograde.engine.dragons.grid import grid_of
from gograde.go.board import Point, Stone
from gograde.go.position import Position


def enclosed_fight(position: Position, target: Point, to_play: Stone, most: int) -> Fight | None:
    """The fight for the chain at a point, or None when more than `most` empty points are within.

    The theatre is the least set of points that contains the stone; with a point, all its neighbours that hold
    no stone of the opponent; and each chain of the opponent beside it whose liberties are all within.  So the
    opponent's other chains beside it have liberties outside: they are safe.  A ko of the position counts when
    its side is to play.
    """
    board = position.board
    grid = grid_of(board.rows, board.cols)
    stone = board.get(target)
    own, other = grid.stones(board, stone), grid.stones(board, stone.opponent)
    empty = grid.full & ~own & ~other
    theatre = grid.flood(grid.bits([target]), own | empty)
    outer = [(chain, grid.beside(chain)) for chain in grid.parts(other)]
    grown = True
    while grown:
        if (theatre & empty).bit_count() > most:
            return None
        grown = False
        for chain, around in outer:
            if around & theatre and not chain & theatre and not around & empty & ~theatre:
                theatre |= chain | grid.flood(around & (own | empty), own | empty)
                grown = True
    ko = grid.bits([position.ko_point]) if to_play is position.to_play and position.ko_point else 0
    rim = grid.beside(theatre) & other & ~theatre
    start = State(own & theatre, other & theatre | rim, ko & theatre, to_play is not stone)
    return Fight(grid, theatre, rim, grid.bits([target]), start)
