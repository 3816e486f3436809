"""Commands about the end of a game: area score, and which chains are dead.

The dead are those of the engine's estimate of fields: they die even when their side moves first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gograde.engine.dragons.dragon import Dragon, dragon_at, dragons_of
from gograde.engine.dragons.exam import SHARE, Status, status_of, statuses
from gograde.engine.gtp.session import SYNTAX, Refused, Response, Session, arguments
from gograde.engine.gtp.vertices import write_vertices
from gograde.go.area import area_score, empty_regions
from gograde.go.board import Board, Point, Stone
from gograde.go.notation import lead_text
from gograde.go.position import Position
from gograde.go.rules import chains

# -- which stones are dead at the end of a game, when nobody plays any more --------------------------------
# An exam shows that some dragons die.  When these are off the board, those of unknown status are lost that
# look good for less than one eye, since nobody comes to help them.

ONE_EYE = 1.0
"""The viability below which a dragon of unknown status is lost."""

Test = Callable[[Dragon, Status], bool]
"""Whether a dragon with this status is lost."""


def dead_stones(position: Position) -> frozenset[Point]:
    """The dead stones of both sides.

    Dragons that are lost are taken off the board, the shown ones first, until none is left that is lost.
    What is taken is dead where it leaves the opponent territory: its region then touches him alone.
    """
    board, taken = position.board, list[Dragon]()
    while found := _lost(Position(board, position.to_play)):
        board = board.with_stones(Stone.EMPTY, _stones(found))
        taken += found
    while True:
        kept = _leaving_territory(position.board, taken)
        if len(kept) == len(taken):
            return frozenset(_stones(taken))
        taken = kept


def _lost(position: Position) -> list[Dragon]:
    """The dragons that an exam shows to die; when there are none, those that look lost."""
    known = statuses(position)
    for is_lost in (_is_shown, _looks_lost):
        lost = [dragon for dragon, status in known if is_lost(dragon, status)]
        sure = [dragon for dragon in lost if _is_lost_alone(position, dragon, lost, is_lost)]
        if sure:
            return sure
    return []


def _is_shown(dragon: Dragon, status: Status) -> bool:
    return status is Status.DEAD


def _looks_lost(dragon: Dragon, status: Status) -> bool:
    return status is Status.UNKNOWN and dragon.viability < ONE_EYE


def _is_lost_alone(position: Position, dragon: Dragon, lost: Sequence[Dragon], is_lost: Test) -> bool:
    """Would a dragon be lost too if it had captured all lost dragons of the opponent?

    The opponent is next then, and kills what is unsettled.
    """
    rivals = [each for each in lost if each.stone is not dragon.stone]
    if not rivals:
        return True
    board = position.board.with_stones(Stone.EMPTY, _stones(rivals))
    alone = dragon_at(dragons_of(board), dragon.base.points[0])
    if alone is None:
        return False
    status = status_of(Position(board, dragon.stone.opponent), alone, SHARE)
    return status in {Status.DEAD, Status.UNSETTLED} or is_lost(alone, status)


def _leaving_territory(board: Board, dead: Sequence[Dragon]) -> list[Dragon]:
    """The dragons whose points are territory of the opponent once all of these are off the board."""
    left = board.with_stones(Stone.EMPTY, _stones(dead))
    reached = {board.point(place): colours for places, colours in empty_regions(left) for place in places}
    return [
        dragon for dragon in dead if all(reached[point] == {dragon.stone.opponent} for point in dragon.points)
    ]


def _stones(dragons: Iterable[Dragon]) -> list[Point]:
    return [point for dragon in dragons for point in dragon.points]


STATES = ("alive", "dead", "seki")


def score(session: Session, words: tuple[str, ...]) -> Response:
    """`final_score`: `B+3.5`, `W+12` or `0`, by area, without the dead stones."""
    arguments(words, 0)
    return session, lead_text(final_lead(session.game.position, session.komi))


def status(session: Session, words: tuple[str, ...]) -> Response:
    """`final_status_list dead`: the chains in that state, a line each; no chain is held for seki."""
    [state] = arguments(words, 1)
    if state not in STATES:
        raise Refused(SYNTAX)
    dead = dead_stones(session.game.position)
    found = chains(session.game.position.board)
    wanted = [chain for chain in found if state == ("dead" if chain.points[0] in dead else "alive")]
    return session, "\n".join(write_vertices(chain.points, session.game.side) for chain in wanted)


def final_lead(position: Position, komi: float) -> float:
    """Black's lead in points by area without the dead stones, komi counted."""
    left = position.board.with_stones(Stone.EMPTY, dead_stones(position))
    return area_score(left).margin - komi
