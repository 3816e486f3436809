"""Whether a board that looks shifted may be the right one, misread by one line or on half its steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.lattice.grids import Kind, unshared
from gograde.pictures.read.lattice.support import SUPPORTED
from gograde.pictures.read.question import Board
from gograde.pictures.read.stones.fit import Values, board_of
from gograde.pictures.read.stones.looks import like_empty, like_stones
from gograde.pictures.read.stones.patches import patches_of
from gograde.pictures.read.survey import Survey
from gograde.pictures.read.verdict.rivals import shifts_to
from gograde.pictures.read.verdict.trial import FAR_SIDE, Trial, farthest_side

_OTHERS = 2  # stones of a colour elsewhere on the board, at least
_LITTLE = 0.01  # distance from its class that any stone may have
_BEYOND = 2  # stones on the next line, from which on the board continues there


def may_have_half_steps(trial: Trial) -> bool:
    """Whether all stones lie on every second row or column of a lattice of signs; never on a typed board."""
    if trial.grid.kind is not Kind.SIGNS or trial.typed:
        return False
    places = np.nonzero(trial.fit.labels.reshape(trial.grid.rows, trial.grid.cols))
    return any(len(set((place % 2).tolist())) == 1 for place in places)


def leaves_out_a_line(trial: Trial, found: Survey) -> bool:
    """Whether stones lie one line beyond a side, and none on the opposite side; never on a typed board.

    The board may then be read one line aside, with its surroundings as empty points. A page around the board
    may look like stones and does not count.
    """
    grid, looks = trial.grid, trial.looks
    signs = grid.kind is Kind.SIGNS
    if len(looks) == 1 or 0 not in looks or trial.typed or not (signs or grid.support < SUPPORTED):
        return False
    least = 1 if signs else _BEYOND
    board = trial.fit.labels.reshape(grid.rows, grid.cols)
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        axis = 0 if down else 1
        first, last = (0, -1) if down + right < 0 else (-1, 0)
        if np.take(board, last, axis).any():
            continue
        beside = replace(grid, x=grid.x + right * grid.dx, y=grid.y + down * grid.dy)
        line = np.take(patches_of(found.sheet, found.table, beside), first, axis)
        if np.count_nonzero(like_stones(line, looks)) >= least and not _is_beside(line, looks):
            return True
    return False


def _is_beside(line: Values, looks: Mapping[int, Values]) -> bool:
    """Whether a line beyond the board is the page: it looks like one colour, and no point looks empty."""
    kinds = [kind for kind in looks if kind and like_stones(line, {0: looks[0], kind: looks[kind]}).any()]
    return len(kinds) == 1 and not like_empty(line, looks).any()


def may_be_shifted(trial: Trial, reference: Board) -> bool:
    """Whether the reference, shifted, fits on a lattice of signs with one side far from its classes.

    That side may be coordinates, in place of a line of the board, unless it bears stones like the others.
    """
    grid = trial.grid
    if grid.kind is not Kind.SIGNS or farthest_side(trial) <= FAR_SIDE:
        return False
    for down, right in shifts_to(board_of(trial.fit.labels, grid.rows, grid.cols), reference):
        mine = unshared(grid, replace(grid, x=grid.x + right * grid.dx, y=grid.y + down * grid.dy))
        if mine is None or not _bear_stones(trial, mine.ravel()):
            return True
    return False


def _bear_stones(trial: Trial, line: NDArray[np.bool_]) -> bool:
    """Whether a point of the line bears a stone as close to its class as the stones elsewhere."""
    fit = trial.fit
    for kind in (1, 2):
        mine = fit.labels == kind
        if (mine & ~line).sum() >= _OTHERS:
            usual = max(_LITTLE, float(np.median(fit.distances[mine & ~line])))
            if np.any(fit.distances[mine & line] <= usual):
                return True
    return False
