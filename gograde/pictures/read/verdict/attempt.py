"""The trial of one lattice: which points are alike, and which stones are black."""

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

_CLASS = 0.5  # cost that one more class must save, in points unlike their class
_USUAL = 81  # points of the board for which this price holds; on a smaller board it is lower
_UNLIKE = 0.1  # bonus for classes that are fully apart, in points unlike their class
_RIVALS = 5  # boards tried when no fit is clear, with the reference
_QUITE = 0.05  # share of points that must differ from every known board for a board to be unknown
_ABOUT = 4  # points that may differ from a known board in a similar one


def attempt(
    found: Survey, grid: Grid, question: Question, known: Known | None, there: Sequence[Trial]
) -> Trial:
    """The trial of a lattice, by the reference and by blind readings.

    `there` are the clear trials at the same place.
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
        bare = without_border(samples, best, grid.rows, grid.cols)
        best = bare if is_clear(bare) else best
        best = _known_instead(samples, (first, best), boards) if deep else best
        best = min((best, *_beside(samples, grid, there)), key=lambda fit: (not is_clear(fit), fit.cost))
    order = _order(samples, best, known)
    return _named(Trial(grid, best, _order_of_small(found, grid, best, order), patches))


def _beside(samples: Samples, grid: Grid, there: Sequence[Trial]) -> list[Fit]:
    """The fits with the stones of lattices one step aside that show both colours."""
    boards = [shifted_onto(grid, other) for other in there if {1, 2} <= set(other.fit.labels.tolist())]
    return [sort(samples, board) for board in boards if board is not None]


def shifted_onto(grid: Grid, trial: Trial) -> Labels | None:
    """The labels of a trial on a lattice one step aside; None unless it is one step aside."""
    by = steps_to(grid, trial.grid)
    if by is None:
        return None
    return labels_of(shifted(board_of(trial.fit.labels, trial.grid.rows, trial.grid.cols), *by))


def _typed_trial(typed: Typed, patches: Floats, wanted: Labels, known: Known | None) -> Trial:
    """The trial of a typed board, whose points are known from identical pixels.

    It is doubtful if other meanings of its signs, such as swapped letters, give the reference.
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
    """Whether a board becomes another by renaming its signs one to one."""
    pairs = set(zip(labels.tolist(), wanted.tolist(), strict=True))
    alone = len({seen for seen, _ in pairs}) == len(pairs) == len({expected for _, expected in pairs})
    return alone and any(seen != expected for seen, expected in pairs)


def _order(samples: Samples, fit: Fit, known: Known | None) -> Order:
    """The order by other pictures if they show both colours, else by this picture."""
    if known is not None and {1, 2} <= set(known.labels.tolist()):
        return order_as(samples.features, fit.labels, (known.features, known.labels))
    return order_of(samples.features, fit.labels)


def _order_of_small(found: Survey, grid: Grid, fit: Fit, order: Order) -> Order:
    """The order of small signs, if it is unknown or only one class has stones."""
    lone = 1 not in fit.labels or 2 not in fit.labels
    if not is_clear(fit) or not (order is Order.UNKNOWN or (lone and order is Order.RIGHT)):
        return order
    return order_of_small_signs(found.table, grid, fit.labels, order)


def _called(samples: Samples, fit: Fit, boards: Sequence[Labels]) -> Fit:
    """The fit with its classes renamed to agree best with one of the boards."""
    names = best_names(fit.labels, boards)
    return fit if np.array_equal(names, fit.labels) else judged(samples, names)


def _best(samples: Samples, first: Fit, boards: Sequence[Labels]) -> Fit:
    """The cheapest fit from blind readings, the reference and its rivals.

    A fit without empty points counts only when no other fit is clear. Classes are named before they are
    judged, since the name of the empty class decides which points are unlike theirs.
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
    """The best fit; if it shows no known board, a clear fit that shows nearly a known board.

    A blind reading takes dots on legal moves for stones, and faint white stones for empty points. The
    reference is also tried without one colour, since a stone of it may stand at a dot.
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
    """The number of points that differ from the nearest of the boards."""
    return min(int((fit.labels != board).sum()) for board in boards)


def _named(trial: Trial) -> Trial:
    """The trial with black and white exchanged if its order is `Order.SWAPPED`."""
    if trial.order is not Order.SWAPPED:
        return trial
    return replace(trial, fit=replace(trial.fit, labels=exchanged(trial.fit.labels)), order=Order.RIGHT)


def exchanged(labels: Labels) -> Labels:
    """The labels with black and white exchanged."""
    return np.array([0, 2, 1], np.int8)[labels]
