"""Readings from the shapes that a picture was drawn with; only when these leave no doubt."""

from __future__ import annotations

from dataclasses import replace

from gograde.pictures.read import reasons
from gograde.pictures.read.question import Board, Lattice, PictureVerdict, Question, Reading, differences
from gograde.pictures.read.rivals import all_rivals, name_of, swapped
from gograde.pictures.shapes.boards import Boards
from gograde.pictures.shapes.points import Found

SCORES = {"shapes": 1.0}
"""Says to staff that shapes were read, and no pixels."""


def is_exact(reading: Reading) -> bool:
    """Whether a reading comes from shapes, and so knows all boards of its picture."""
    return reading.scores == SCORES


def reading_of(question: Question, boards: Boards) -> Reading | None:
    """The reading of a picture by its boards; None when pixels must be read."""
    if boards.doubt or not boards.found:
        return None
    reference = question.reference
    known = {rival.board for rival in question.rivals}
    nearest = min(
        reversed(boards.found), key=lambda one: (one.board in known, len(differences(reference, one.board)))
    )
    beside = dict.fromkeys(one.board for one in boards.found if one.board != nearest.board)
    told = Reading(
        verdict=PictureVerdict.ACCEPTED,
        reason=reasons.AGREES,
        board=nearest.board,
        lattice=_lattice(nearest),
        others=tuple(board for board in beside if set("".join(board)) != {"."}),
        scores=SCORES,
    )
    if nearest.board == reference:
        return told
    if any(one.either and one.board == swapped(reference) for one in boards.found):
        return replace(told, verdict=PictureVerdict.DOUBTFUL, reason=reasons.COLOURS, others=())
    return _rejected(question, told, nearest.board)


def _rejected(question: Question, told: Reading, seen: Board) -> Reading:
    reference = question.reference
    wrong = differences(reference, seen)
    name = name_of(seen, all_rivals(reference, question.rivals))
    return replace(
        told,
        verdict=PictureVerdict.REJECTED,
        reason=reasons.shows(name) if name else reasons.points(wrong, len(reference) * len(reference[0])),
        differences=wrong,
        rival=name,
    )


def _lattice(one: Found) -> Lattice:
    grid = one.grid
    return Lattice(grid.rows, grid.cols, (grid.x, grid.y), (grid.across, 0.0), (0.0, grid.down))
