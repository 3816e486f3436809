"""What is read on one lattice: which points are alike, and which stones are the black ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gograde.pictures.read.lattice.grids import Grid, steps_to
from gograde.pictures.read.pixels import Floats
from gograde.pictures.read.question import Question
from gograde.pictures.read.stones.border import without_border
from gograde.pictures.read.stones.classes import (
    Samples,
    judged,
    sort,
)
from gograde.pictures.read.stones.colours import Order, order_as, order_of
from gograde.pictures.read.stones.fit import CLEAR_MARGIN, Fit, Labels, board_of, exact, is_clear, labels_of
from gograde.pictures.read.stones.looks import Known
from gograde.pictures.read.stones.small_signs import order_of_small_signs
from gograde.pictures.read.stones.starts import best_names, blind_starts
from gograde.pictures.read.survey import Survey, points_of
from gograde.pictures.read.typed.typed_boards import Typed
from gograde.pictures.read.verdict.rivals import all_rivals, shifted
from gograde.pictures.read.verdict.trial import Trial

_CLASS, _USUAL = 0.5, 81
"""What one more class must save of the distances, in points that are wholly unlike their class; less on a
board of fewer points."""

_UNLIKE = 0.1
"""What it is worth that classes are wholly unlike, in points that are."""

_RIVALS = 5
"""So many boards are tried where nothing is clear, the expected one among them."""

_QUITE, _ABOUT = 0.05, 4
"""The share of points from which on a board is another than a known one; and how many differ at most
on one that is about it."""


def attempt(
    found: Survey, grid: Grid, question: Question, known: Known | None, there: Sequence[Trial]
) -> Trial:
    """What fits on a lattice best, from the expected board.

    Unless stones are read clearly on another one `there`, from blind readings too; if they are, and one step
    beside this one, from what is read there.
    """
    deep = not any(len(np.unique(other.fit.labels)) > 1 for other in there)
    patches, samples = points_of(found, grid, known)
    typed = next((one for one in found.typed if one.grid == grid), None)
    if typed:
        return _typed_trial(typed, patches, labels_of(question.reference), known)
    wanted = labels_of(question.reference)
    first = best = sort(samples, wanted)
    if not (np.array_equal(best.labels, wanted) and best.margins.min() >= CLEAR_MARGIN):
        rivals = [labels_of(rival.board) for rival in all_rivals(question.reference, question.rivals)]
        boards = [wanted, *rivals]
        best = _best(samples, best, boards) if deep else _called(samples, best, boards)
        plain = without_border(samples, best, grid.rows, grid.cols)
        best = _clearest(best, plain)
        best = _known_instead(samples, (first, best), boards) if deep else best
        best = min((best, *_moved(samples, grid, there)), key=lambda fit: (not is_clear(fit), fit.cost))
    order = _order(samples, best, known)
    return _named(Trial(grid, best, _order_of_small(found, grid, best, order), patches))


def _moved(samples: Samples, grid: Grid, there: Sequence[Trial]) -> list[Fit]:
    """What fits when the points are named as on lattices one step beside, where both colours are seen."""
    boards = [shifted_onto(grid, other) for other in there if {1, 2} <= set(other.fit.labels.tolist())]
    return [sort(samples, board) for board in boards if board is not None]


def shifted_onto(grid: Grid, trial: Trial) -> Labels | None:
    """What was read on a lattice one step beside another, on that one; None if it is not one step."""
    by = steps_to(grid, trial.grid)
    if by is None:
        return None
    return labels_of(shifted(board_of(trial.fit.labels, trial.grid.rows, trial.grid.cols), *by))


def _clearest(first: Fit, other: Fit) -> Fit:
    return other if is_clear(other) else first


def _typed_trial(typed: Typed, patches: Floats, wanted: Labels, known: Known | None) -> Trial:
    """A board in type, whose points are read from identical pixels.

    Where other meanings of the same signs give the expected board, as swapped letters, a person must look.
    """
    fit, order = exact(typed.labels), Order.RIGHT if typed.told else Order.UNKNOWN
    if not typed.told and known is not None and {1, 2} <= set(known.labels.tolist()):
        features = patches.reshape(len(typed.labels), -1)
        order = order_as(features, typed.labels, (known.features, known.labels))
    if np.array_equal(exchanged(typed.labels), wanted) and not np.array_equal(typed.labels, wanted):
        order = Order.UNKNOWN
    elif _is_renamed(typed.labels, wanted):
        fit = replace(fit, margins=np.zeros(len(wanted)))
    return _named(Trial(typed.grid, fit, order, patches))


def _is_renamed(labels: Labels, wanted: Labels) -> bool:
    """Whether a board is another one with each sign taken for a different thing."""
    pairs = set(zip(labels.tolist(), wanted.tolist(), strict=True))
    alone = len({seen for seen, _ in pairs}) == len(pairs) == len({expected for _, expected in pairs})
    return alone and any(seen != expected for seen, expected in pairs)


def _order(samples: Samples, fit: Fit, known: Known | None) -> Order:
    """From the picture itself, unless the other pictures show both colours."""
    if known is not None and {1, 2} <= set(known.labels.tolist()):
        return order_as(samples.features, fit.labels, (known.features, known.labels))
    return order_of(samples.features, fit.labels)


def _order_of_small(found: Survey, grid: Grid, fit: Fit, order: Order) -> Order:
    """What could not be told of small signs, or of one class of them, is looked at closer."""
    lone = 1 not in fit.labels or 2 not in fit.labels
    if not is_clear(fit) or not (order is Order.UNKNOWN or (lone and order is Order.RIGHT)):
        return order
    return order_of_small_signs(found.table, grid, fit.labels, order)


def _called(samples: Samples, fit: Fit, boards: Sequence[Labels]) -> Fit:
    """The same classes, under the names with which they are likest to one of some boards."""
    names = best_names(fit.labels, boards)
    return fit if np.array_equal(names, fit.labels) else judged(samples, names)


def _best(samples: Samples, first: Fit, boards: Sequence[Labels]) -> Fit:
    """The cheapest fit from blind readings and from the expected board and its rivals.

    One without empty points, of which nothing is ever said, only when no other is clear; of two that cost the
    same the one whose classes are less alike.  What is empty decides whether a point is odd there, so that
    each is named first.
    """
    found = [first, *(sort(samples, start) for start in blind_starts(samples, first))]
    if not any(is_clear(fit) for fit in found):
        found.append(judged(samples, np.zeros_like(first.labels)))
        found += [sort(samples, start) for start in boards[1:_RIVALS]]
    found = [_called(samples, fit, boards) for fit in found]
    price = _CLASS * min(1.0, len(first.labels) / _USUAL)

    def dear(fit: Fit) -> tuple[bool, bool, float]:
        cost = fit.cost + price * len(np.unique(fit.labels)) - _UNLIKE * fit.apart
        return not is_clear(fit), not np.any(fit.labels == 0), cost

    return min(found, key=dear)


def _known_instead(samples: Samples, found: tuple[Fit, Fit], boards: Sequence[Labels]) -> Fit:
    """The best reading; where it is quite another board than those known, a clear one that is about one.

    Where the legal moves are dots a blind reading takes them for stones, and where white stones are faint
    for empty points, and either costs less than what the expected board explains.  That is also tried
    without a colour, of which it may have a stone where such a dot is.
    """
    first, best = found
    if _off(best, boards) <= _QUITE * len(best.labels):
        return best
    fewer = (
        np.where(boards[0] == kind, to, boards[0]).astype(np.int8) for kind in (1, 2) for to in (0, 3 - kind)
    )
    others = (first, *(sort(samples, board) for board in (*fewer, *boards[1:])))
    clear = [fit for fit in others if is_clear(fit) and fit.labels.any() and _off(fit, boards) <= _ABOUT]
    return min(clear, key=lambda fit: fit.cost, default=best)


def _off(fit: Fit, boards: Sequence[Labels]) -> int:
    """The points that differ from the nearest of some boards."""
    return min(int((fit.labels != board).sum()) for board in boards)


def _named(trial: Trial) -> Trial:
    """With black and white exchanged when the picture says so."""
    if trial.order is not Order.SWAPPED:
        return trial
    return replace(trial, fit=replace(trial.fit, labels=exchanged(trial.fit.labels)), order=Order.RIGHT)


def exchanged(labels: Labels) -> Labels:
    """Black for white."""
    return np.array([0, 2, 1], np.int8)[labels]
