"""The stage of a game: opening, middle game or endgame, by a rule that everybody can recompute.

Source: the constants PROLOG, MIDRUN and FINALE of the course's paper, which names the stages and leaves the
rule open.  The rule is ours.
"""

from __future__ import annotations

from enum import StrEnum

from gograde.go.area import empty_regions
from gograde.go.board import Board, Point, Stone
from gograde.go.influence.matrices import in_order
from gograde.go.influence.territory import territory_of

CORNER_STONES = 4
"""Stones in a corner from which its opening is played; the usual corner sequences have more."""

POINTS_A_STONE = 6
"""Points of the board for one stone on it, from which the opening is over; 60 stones on 19x19."""

POINTS_A_SWING = 30
"""Points of the board for one that still swings, up to which the endgame goes on; 12 points on 19x19."""

REACH = 2
"""Lines from a stone to a point that it contests; a move beyond starts something new."""


class Stage(StrEnum):
    """The three stages of a game, in order."""

    PROLOG = "prolog"
    MIDRUN = "midrun"
    FINALE = "finale"


def stage_of(board: Board) -> Stage:
    """The stage of a board, whoever is to play.

    PROLOG: some corner has fewer than `CORNER_STONES` stones, and the board has fewer than one stone for
    `POINTS_A_STONE` points.  A corner is the square of half the side, rounded up; the lines in the middle of
    an odd side belong to two corners.  Else FINALE: at most one point in `POINTS_A_SWING` swings
    (`swinging_points`).  Else MIDRUN.  A capture can lead back from FINALE to MIDRUN.
    """
    points, stones = len(board.cells), len(board.cells) - board.cells.count(Stone.EMPTY)
    if stones * POINTS_A_STONE < points and min(_corners(board)) < CORNER_STONES:
        return Stage.PROLOG
    few = len(swinging_points(board)) * POINTS_A_SWING <= points
    return Stage.FINALE if few else Stage.MIDRUN


def swinging_points(board: Board) -> tuple[Point, ...]:
    """The empty points that still may become either side's, row by row.

    A point does not swing when it is territory by the force model (`gograde.go.influence.territory`), when
    the empty region around it touches stones of one colour alone, or when both colours have a stone within
    `REACH` rows and `REACH` columns of it: there is a border, where only a few points are left to win.
    """
    held = in_order(territory_of(board).held)
    near = [_near(board, stone) for stone in (Stone.BLACK, Stone.WHITE)]
    closed = {place for region in empty_regions(board) if len(region.reached) == 1 for place in region.places}
    return tuple(
        board.point(i)
        for i, cell in enumerate(board.cells)
        if not (cell or held[i] or i in closed or all(board.point(i) in side for side in near))
    )


def _corners(board: Board) -> list[int]:
    """The stones in each of the four corners."""
    tall, wide = (board.rows + 1) // 2, (board.cols + 1) // 2
    taken = [board.point(i) for i, cell in enumerate(board.cells) if cell]
    return [
        sum(top <= row < top + tall and left <= column < left + wide for row, column in taken)
        for top in (0, board.rows - tall)
        for left in (0, board.cols - wide)
    ]


def _near(board: Board, stone: Stone) -> set[tuple[int, int]]:
    """The points within `REACH` lines of a stone of a colour."""
    around = range(-REACH, REACH + 1)
    return {
        (row + down, column + right)
        for row, column in board.points(stone)
        for down in around
        for right in around
    }
