"""Whether a board that looks moved by a line is the right one, read on a lattice that lies a line aside."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.recognise.classes import board_of
from gograde.pictures.recognise.grids import Kind, unshared
from gograde.pictures.recognise.model import Board
from gograde.pictures.recognise.rivals import moves_to
from gograde.pictures.recognise.trial import STRANGE, Trial, outermost

_OTHERS, _LITTLE = 2, 0.01
"""Stones of a colour elsewhere on the board that one on the strange side must be like, at least, and how far
any stone may be from its class."""


def may_lie_aside(trial: Trial, reference: Board) -> bool:
    """Whether what only signs hold, with a strange side, is about the expected board moved by a line.

    That side may then be names of rows, and a line of the board left out; unless it bears stones that are
    as the others, which no names are.
    """
    grid = trial.grid
    if grid.kind is not Kind.SIGNS or outermost(trial) <= STRANGE:
        return False
    for down, right in moves_to(board_of(trial.fit.labels, grid.rows, grid.cols), reference):
        mine = unshared(grid, replace(grid, x=grid.x + right * grid.dx, y=grid.y + down * grid.dy))
        if mine is None or not _bear_stones(trial, mine.ravel()):
            return True
    return False


def _bear_stones(trial: Trial, line: NDArray[np.bool_]) -> bool:
    """Whether any of some points bears a stone as close to its class as those are that lie elsewhere."""
    fit = trial.fit
    for kind in (1, 2):
        mine = fit.labels == kind
        if (mine & ~line).sum() >= _OTHERS:
            usual = max(_LITTLE, float(np.median(fit.own[mine & ~line])))
            if np.any(fit.own[mine & line] <= usual):
                return True
    return False
