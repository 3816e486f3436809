"""Commands about the end of a game: area score, and which chains are dead.

The dead are those of the engine's estimate of fields: they die even when their side moves first.
"""

from __future__ import annotations

from gograde.engine.gtp.finished import dead_stones
from gograde.engine.gtp.session import SYNTAX, Refused, Session, Told, asked
from gograde.engine.gtp.vertices import write_vertices
from gograde.go.area import area_score
from gograde.go.board import Stone
from gograde.go.position import Position
from gograde.go.rules import chains

STATES = ("alive", "dead", "seki")


def score(session: Session, words: tuple[str, ...]) -> Told:
    """`final_score`: `B+3.5`, `W+12` or `0`, by area, without the dead stones."""
    asked(words, 0)
    return session, final_score(session.game.position, session.komi)


def status(session: Session, words: tuple[str, ...]) -> Told:
    """`final_status_list dead`: the chains in that state, a line each; no chain is held for seki."""
    [state] = asked(words, 1)
    if state not in STATES:
        raise Refused(SYNTAX)
    dead = dead_stones(session.game.position)
    found = chains(session.game.position.board)
    wanted = [chain for chain in found if state == ("dead" if chain.points[0] in dead else "alive")]
    return session, "\n".join(write_vertices(chain.points, session.game.side) for chain in wanted)


def final_score(position: Position, komi: float) -> str:
    """The result by area without the dead stones, as the protocol and SGF write it."""
    left = position.board.with_stones(Stone.EMPTY, dead_stones(position))
    margin = area_score(left).margin - komi
    return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}" if margin else "0"
