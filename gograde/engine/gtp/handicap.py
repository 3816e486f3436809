"""Commands that place handicap stones."""

from __future__ import annotations

from collections.abc import Sequence

from gograde.engine.gtp.session import Refused, Session, Told, asked, whole
from gograde.engine.gtp.vertices import read_vertex, write_vertices
from gograde.go.board import Point, Stone
from gograde.go.live.game import LiveGame
from gograde.go.position import Position

SMALLEST = 7
"""Lines of the smallest board with fixed places, by the protocol."""

THIRD_LINE_BELOW = 13
"""On smaller boards the places are on the third line, from here on they are on the fourth."""


def fixed(session: Session, words: tuple[str, ...]) -> Told:
    """`fixed_handicap 4`: stones on the places that the protocol names."""
    [count] = asked(words, 1)
    return _placed(session, _places(session, whole(count)))


def free(session: Session, words: tuple[str, ...]) -> Told:
    """`place_free_handicap 4`: stones on the fixed places, as far as there are."""
    [count] = asked(words, 1)
    wished = whole(count)
    if wished > session.game.side**2 - 1:
        raise Refused("invalid number of stones")
    return _placed(session, _places(session, min(wished, most(session.game.side))))


def given(session: Session, words: tuple[str, ...]) -> Told:
    """`set_free_handicap D4 Q16`: stones on these points."""
    points = [read_vertex(word, session.game.side) for word in words]
    stones = [point for point in points if point is not None]
    if len(set(stones)) < len(words) or not 2 <= len(stones) < session.game.side**2:
        raise Refused("bad vertex list")
    return _placed(session, stones)[0], ""


def most(side: int) -> int:
    """How many fixed places a board has."""
    if side < SMALLEST:
        return 0
    return 9 if side % 2 and side > SMALLEST else 4


def places(side: int, count: int) -> tuple[Point, ...]:
    """The fixed places of 2 to `most(side)` stones: corners, then sides, and the centre for an odd number."""
    low = 2 if side < THIRD_LINE_BELOW else 3
    high, middle = side - 1 - low, side // 2
    corners = [(high, low), (low, high), (low, low), (high, high)]
    sides = [(middle, low), (middle, high), (high, middle), (low, middle)]
    centre = [(middle, middle)] if count % 2 and count > 4 else []
    return tuple(Point(*place) for place in ([*corners, *sides][: count - len(centre)] + centre))


def _places(session: Session, count: int) -> tuple[Point, ...]:
    if not 2 <= count <= most(session.game.side):
        raise Refused("invalid number of stones")
    return places(session.game.side, count)


def _placed(session: Session, points: Sequence[Point]) -> Told:
    """Black's stones on an empty board, white to play."""
    board = session.game.position.board
    if any(board.cells) or session.game.steps:
        raise Refused("board not empty")
    start = Position(board.with_stones(Stone.BLACK, points), Stone.WHITE)
    begun = session.begun(LiveGame(start))
    return begun, write_vertices(points, session.game.side)
