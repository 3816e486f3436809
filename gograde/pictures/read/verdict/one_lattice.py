"""The verdict from one lattice and the fit of its points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from gograde.go.stars import star_points
from gograde.pictures.read.lattice.grids import Kind, lattice_of
from gograde.pictures.read.lattice.search import ALIKE_SUPPORT
from gograde.pictures.read.lattice.support import SUPPORTED, WELL_SUPPORTED
from gograde.pictures.read.question import Board, Difference, PictureVerdict, Question, Reading, differences
from gograde.pictures.read.stones.border import is_border
from gograde.pictures.read.stones.colours import Order
from gograde.pictures.read.stones.fit import (
    APART,
    CLEAR_MARGIN,
    REJECTING_MARGIN,
    SIGNS,
    Labels,
    board_of,
    labels_of,
)
from gograde.pictures.read.survey import Survey, is_whole
from gograde.pictures.read.verdict import mismatch, reasons, rivals, shifted_board
from gograde.pictures.read.verdict.trial import FAR_MEAN, Trial

_LEAST_SUPPORT = 0.35  # support of a lattice for an acceptance, at least, unless all points look alike
_PAIR = 2  # stones of a colour that count as few
_FAR_APART = 0.35  # distance of two classes that are certainly two
_MARK = 0.25  # difference that a mark makes, against the difference of stones from empty points
_HARDLY_APART = 0.2  # distance of dark stones from dark paper, where a stone with a number may seem empty
_TWINS = 0.02  # distance of two equal stones, at most
_ENOUGH = 4  # empty points, and half the number of stones, from which on a known board is recognised
_SOME = 4  # points that count as few on a board of any size
_MANY = 0.25  # share of points that differ, and more than `_SOME`, from which on a board is probably misread
_LINED = 0.9  # support of a lattice that is surely a board's; 0.98 and more on drawn boards
_SURE_MARGIN = 0.4  # margin of points surely told apart; the open sets have no such board misread
_FAR = 0.12  # distance of an empty point that may bear a stone
_FARTHER = 8.0  # distance of an empty point that may bear a stone, against the median distance
_DOT = 0.2  # distance up to which an empty point may have the dot of a star point
_UNUSUAL = 0.03  # distance of a stone that may be an empty point, when hardly any empty points are seen
_PARTS = 0.06  # distance of a cell of an empty board; a cell with parts of stones is farther
_NEAR_OWN = 0.35  # mean distance of points from their classes, against `apart`; below 0.27 on right boards
_NEARER_OWN = 0.25  # the limit that replaces `_NEAR_OWN` on a weakly supported lattice
_OUTLIER = 0.3  # distance of a stone beside a lone empty point, against `apart`
_SLIP = 0.03  # share of the points that may differ from a known wrong board
_CLOSER = 4  # factor by which more points must differ from the reference


def verdict_of(trial: Trial, question: Question, found: Survey) -> Reading:
    """The reading of a trial, as if there were no other trial."""
    rows, cols = len(question.reference), len(question.reference[0])
    seen = board_of(trial.fit.labels, rows, cols)
    base = Reading(
        PictureVerdict.DOUBTFUL,
        reasons.UNCLEAR,
        board=seen,
        lattice=lattice_of(trial.grid, found.sheet),
        scores=_scores(trial),
    )
    if trial.contradicted:
        return replace(base, reason=reasons.NO_LATTICE)
    if trial.between or not (trial.fit.labels.any() or is_whole(found, trial.grid)):
        return base
    wrong = differences(question.reference, seen)
    clear = trial.fit.margins.reshape(rows, cols)
    if not wrong:
        return _agreeing(base, trial, found)
    if not np.any(trial.fit.labels == 0):
        return replace(base, reason=reasons.FULL)
    wrong_points = [point for point in wrong if clear[point.row, point.col] >= REJECTING_MARGIN]
    few = (trial.fit.margins < CLEAR_MARGIN).mean() <= 0.03
    told = trial.clear or trial.fit.apart >= APART
    if not (wrong_points and few and told) or not is_supported(trial, question):
        return base
    if (
        is_border(trial.fit, rows, cols)
        or (float(trial.fit.distances.mean()) > FAR_MEAN and not shows_known(trial.fit.labels, question))
        or _by_few(trial, wrong_points, question.reference)
        or _is_on_every_board(trial, wrong)
        or mismatch.may_be_marks(trial, wrong)
        or shifted_board.may_be_shifted(trial, question.reference)
        or shifted_board.may_have_half_steps(trial)
        or _hides_parts(trial)
    ):
        return base
    if trial.order is Order.UNKNOWN and not differences(question.reference, rivals.swapped(seen)):
        return replace(base, reason=reasons.COLOURS)
    return _differing(base, wrong, question, trial)


def is_supported(trial: Trial, question: Question) -> bool:
    """Whether a lattice suffices for a rejection, by its support or because it shows a known board."""
    return trial.grid.support >= SUPPORTED or (
        trial.grid.support >= _LEAST_SUPPORT and shows_known(trial.fit.labels, question)
    )


def shows_known(labels: Labels, question: Question) -> bool:
    """Whether the labels are a known board but for two points at most, which proves the lattice right."""
    seen = board_of(labels, len(question.reference), len(question.reference[0]))
    empty, *stones = np.bincount(labels, minlength=3)
    if empty < _ENOUGH or sum(stones) < 2 * _ENOUGH or rivals.least_shift(question.reference) <= 2 * _PAIR:
        return False
    known = (
        question.reference,
        *(rival.board for rival in (*rivals.turned_boards(question.reference), *question.rivals)),
    )
    return any(
        len(differences(board, seen)) <= _PAIR for one in known for board in (one, rivals.swapped(one))
    )


def _is_on_every_board(trial: Trial, wrong: Sequence[Difference]) -> bool:
    """Whether the superfluous stones may be star points, or a frame along the sides."""
    if {point.expected for point in wrong} != {"."} or len({point.seen for point in wrong}) > 1:
        return False
    rows, cols = trial.grid.rows, trial.grid.cols
    board = trial.fit.labels.reshape(rows, cols)
    there = {(int(row), int(col)) for row, col in np.argwhere(board == SIGNS.index(wrong[0].seen))}
    inner = any(0 < point.row < rows - 1 and 0 < point.col < cols - 1 for point in wrong)
    stars, corners = set(star_points(rows, cols)), _corners(rows, cols)
    bare = {(row, col) for row, col in corners if board[row, col] == 0}
    return (there <= stars and not (bare and there & corners)) or (len(wrong) > _SOME and not inner)


def _corners(rows: int, cols: int) -> set[tuple[int, int]]:
    """The star points in the corners."""
    return {(row, col) for row, col in star_points(rows, cols) if 2 * row != rows - 1 and 2 * col != cols - 1}


def _by_few(trial: Trial, wrong: Sequence[Difference], reference: Board) -> bool:
    """Whether the differences are too slight for a rejection.

    On a well supported lattice all must be slight, otherwise one is enough.
    """
    wanted = labels_of(reference)
    differing = Counter(point.expected for point in wrong)
    slight = [
        _is_slight(trial, point, wanted, differing[point.expected])
        and not mismatch.is_clearly_other(trial, point)
        for point in wrong
    ]
    return all(slight) if trial.grid.support >= WELL_SUPPORTED else any(slight)


def _is_slight(trial: Trial, point: Difference, wanted: Labels, differing: int) -> bool:
    """Whether a point hardly differs from what is expected.

    `differing` is the number of differences with the same expectation.
    """
    counts = np.bincount(trial.fit.labels, minlength=3)
    seen, expected = SIGNS.index(point.seen), SIGNS.index(point.expected)
    if seen and counts[seen] <= _PAIR and trial.fit.gaps[seen, expected] < _FAR_APART:
        expected_so = bool(np.any((trial.fit.labels == seen) & (wanted == seen)))
        return not (_are_twins(trial, seen) if expected else expected_so)
    if not seen and differing <= _PAIR and trial.fit.gaps[0, expected] < _HARDLY_APART:
        return True
    hardly_any = counts[expected] <= max(_SOME, differing)
    far = (
        FAR_MEAN
        if expected
        else min(FAR_MEAN, max(_UNUSUAL, _FARTHER * float(np.median(trial.fit.distances))))
    )
    return bool(trial.fit.distances[point.row * trial.grid.cols + point.col] > far and hardly_any)


def _are_twins(trial: Trial, kind: int) -> bool:
    """Whether the only stones are two equal ones of one colour, and the colour is known."""
    mine = trial.fit.labels == kind
    lone = not np.any(trial.fit.labels == 3 - kind)
    same = float(trial.fit.distances[mine].max()) <= _TWINS
    return bool(mine.sum() == _PAIR and same and lone and trial.order is Order.RIGHT)


def _by_a_mark(trial: Trial) -> bool:
    """Whether one or two stones of a colour differ from the others by no more than a mark does."""
    fit = trial.fit
    counts = [int((fit.labels == kind).sum()) for kind in (1, 2)]
    stones = min(fit.gaps[0, 1], fit.gaps[0, 2])
    few = 0 < min(counts) <= _PAIR
    return few and (bool(fit.gaps[1, 2] < _MARK * stones) or mismatch.differ_by_a_part(trial))


def _hides_a_colour(trial: Trial) -> bool:
    """Whether an empty point may bear a stone of an absent colour."""
    fit = trial.fit
    empty = fit.labels == 0
    if (1 in fit.labels and 2 in fit.labels) or 2 * empty.sum() <= len(fit.labels):
        return False
    far = empty & (fit.distances > max(_FAR, _FARTHER * float(np.median(fit.distances[empty]))))
    return bool(far.any()) and not _are_dots(trial, far)


def _hides_an_empty_point(trial: Trial) -> bool:
    """Whether a stone may be an empty point in other light, when there is only one empty point."""
    empty = trial.fit.labels == 0
    far = float(trial.fit.distances[~empty].max(initial=0))
    return int(empty.sum()) == 1 and far > _OUTLIER * trial.fit.apart


def _hides_parts(trial: Trial) -> bool:
    """Whether cells that are all empty may contain parts of stones on their corners or walls."""
    if trial.grid.kind not in (Kind.CELLS, Kind.EDGES) or trial.fit.labels.any():
        return False
    far = trial.fit.distances > _PARTS
    return bool(far.any()) and not _are_dots(trial, far)


def _are_dots(trial: Trial, far: NDArray[np.bool_]) -> bool:
    """Whether the points are star points, with all free ones in the corners, and differ by a dot at most."""
    rows, cols = trial.grid.rows, trial.grid.cols
    stars = {row * cols + col for row, col in star_points(rows, cols)}
    corners = {
        row * cols + col for row, col in _corners(rows, cols) if trial.fit.labels[row * cols + col] == 0
    }
    there = set(np.flatnonzero(far).tolist())
    return bool(corners) and corners <= there <= stars and float(trial.fit.distances[far].max()) <= _DOT


def _agreeing(base: Reading, trial: Trial, found: Survey) -> Reading:
    alike = len(np.unique(trial.fit.labels)) == 1
    if not np.any(trial.fit.labels == 0):
        return replace(base, reason=reasons.FULL)
    cells = trial.grid.kind in (Kind.CELLS, Kind.EDGES)
    if not trial.clear or trial.grid.support < (ALIKE_SUPPORT if alike and cells else _LEAST_SUPPORT):
        return base
    near = _NEAR_OWN if trial.grid.support >= SUPPORTED else _NEARER_OWN
    if float(trial.fit.distances.mean()) > (FAR_MEAN if alike else near * trial.fit.apart):
        return base
    if (
        _hides_a_colour(trial)
        or _hides_parts(trial)
        or mismatch.bears_something(trial)
        or _hides_an_empty_point(trial)
    ):
        return base
    if shifted_board.leaves_out_a_line(trial, found):
        return replace(base, reason=reasons.NO_LATTICE)
    if trial.order is Order.UNKNOWN or _by_a_mark(trial) or mismatch.has_a_stone_unlike_others(trial):
        return replace(base, reason=reasons.COLOURS)
    return replace(base, verdict=PictureVerdict.ACCEPTED, reason=reasons.AGREES)


def _is_surely_another(trial: Trial, reference: Board) -> bool:
    """Whether lines and stones of both colours show a board far from the reference, in any colours."""
    counts = np.bincount(trial.fit.labels, minlength=3)
    if trial.grid.kind is not Kind.POINTS or trial.grid.support < _LINED or counts.min() < _PAIR:
        return False
    wanted = labels_of(reference)
    names = (np.array(kinds)[trial.fit.labels] for kinds in permutations(range(3)))
    off = min(int(np.count_nonzero(named != wanted)) for named in names)
    return float(trial.fit.margins.min()) >= _SURE_MARGIN and is_far(off, reference)


def is_far(wrong: int, reference: Board) -> bool:
    """Whether a board with so many wrong points has nothing to do with the reference, or is misread."""
    return wrong > max(_SOME, _MANY * len(reference) * len(reference[0]))


def _differing(base: Reading, wrong: tuple[Difference, ...], question: Question, trial: Trial) -> Reading:
    assert base.board
    others = rivals.all_rivals(question.reference, question.rivals)
    name = rivals.name_of(base.board, others) or rivals.shift_name(base.board, question.reference)
    total = len(base.board) * len(base.board[0])
    near = None if name else rivals.nearest(base.board, others)
    if name:
        reason = reasons.shows(name)
    elif near and near[1] <= max(1, _SLIP * total) and near[1] * _CLOSER <= len(wrong):
        reason = reasons.nearly(*near)
    elif is_far(len(wrong), question.reference) and not _is_surely_another(trial, question.reference):
        return replace(base, reason=reasons.OTHER)
    else:
        reason = reasons.points(wrong, total)
    return replace(base, verdict=PictureVerdict.REJECTED, reason=reason, differences=wrong, rival=name)


def _scores(trial: Trial) -> dict[str, float]:
    return {
        "lattice": round(trial.grid.support, 4),
        "margin": round(float(trial.fit.margins.min()), 4),
        "distance": round(float(trial.fit.distances.mean()), 4),
        "apart": round(trial.fit.apart, 4),
    }
