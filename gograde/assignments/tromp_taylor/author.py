"""How the cases of tromp-taylor are made and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.assignments.tromp_taylor import careful_program
from gograde.assignments.tromp_taylor.assignment import ASSIGNMENT, rubric_of
from gograde.assignments.tromp_taylor.boards import FEATURES, fast, make, slow
from gograde.assignments.tromp_taylor.mistakes import mistakes_of
from gograde.authoring.mistake_table import equivalent_beside
from gograde.authoring.spec import Reference, Spec
from gograde.authoring.spec_author import SpecAuthor
from gograde.authoring.statement import Examples, Figure, drawn, empty_points
from gograde.go.area import area_score
from gograde.go.board import Board, Point, Stone
from gograde.go.notation import Malformed, read_marks
from gograde.package.config import AssignmentConfig
from gograde.pictures.draw import Holding

QUESTIONS = ("plain", "noise", "shape", "worst")
"""Boards row by row; boards with other characters; unusual shapes; boards on which sweeps are slow."""


def spec_of(config: AssignmentConfig) -> Spec:
    """The spec of the assignment, which has no parameters."""
    return Spec(
        **vars(rubric_of(config.parameters)),
        mistakes=mistakes_of(config.parameters),
        questions=QUESTIONS,
        fast=fast,
        slow=slow,
        make=make,
        may_ask=lambda *_: True,  # chains without liberties too
        features=FEATURES,
        reference=Reference(dict.fromkeys(QUESTIONS, careful_program.__name__), equivalent_beside(__name__)),
    )


AUTHOR = SpecAuthor(ASSIGNMENT, spec_of)

# -- figures of the statement -----------------------------------------------------------------------


_OWNERS = {frozenset({Stone.BLACK}): Holding.BLACK_FIRM, frozenset({Stone.WHITE}): Holding.WHITE_FIRM}


def figures(examples: Examples, _parameters: Mapping[str, Any]) -> dict[str, Figure]:
    """The pictures by name; raises `DataError` when the statement lacks an example."""
    board = read_marks(examples.block("input"))
    if isinstance(board, Malformed):
        raise board.error("the first example")
    owned = {tuple(point): _OWNERS.get(_reached(board, point)) for point in empty_points(board)}
    territory = {point: owner for point, owner in owned.items() if owner}
    return {"area": Figure((drawn(board, area_score(board).result, territory=territory),))}


def _reached(board: Board, start: Point) -> frozenset[Stone]:
    """The colours that an empty point reaches."""
    waiting, seen, reached = [start], {start}, set()
    for point in waiting:  # grows during the loop
        for other in point.neighbours(board.rows, board.cols):
            stone = board.get(other)
            if stone:
                reached.add(stone)
            elif other not in seen:
                seen.add(other)
                waiting.append(other)
    return frozenset(reached)
