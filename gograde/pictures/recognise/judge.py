"""From a picture and a reference to a verdict: lattices are tried in turn, the first clear one decides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gograde.pictures.recognise import reasons
from gograde.pictures.recognise.classes import (
    SIGNS,
    Fit,
    Labels,
    Samples,
    Values,
    board_of,
    judged,
    labels_of,
    samples_of,
    sort,
)
from gograde.pictures.recognise.closer import order_near
from gograde.pictures.recognise.colours import Order, order_as, order_of
from gograde.pictures.recognise.grids import Grid, unshared
from gograde.pictures.recognise.model import Board, Difference, Outcome, Question, Reading
from gograde.pictures.recognise.patches import Patches, patches_of
from gograde.pictures.recognise.results import differences, lattice_of
from gograde.pictures.recognise.rivals import all_rivals, moved_name, name_of, nearest, swapped
from gograde.pictures.recognise.search import Survey, anchored, elsewhere, overlap
from gograde.pictures.recognise.starts import best_names, blind_starts
from gograde.pictures.recognise.support import SOUND, rank

_BOARDS, _MORE_STEP = 4, 0.6
"""Times that a picture is searched for boards, and the step of a further one, held against the first."""

_CLEAR = 0.15
"""The margin that every point must have."""

_SURE = 0.4
"""The margin of a point on which a picture is rejected."""

_HELD, _FIRM = 0.35, 0.6
"""The support a lattice must have before a picture is accepted; the second when all points are alike."""

_APART = 0.08
_NEAR, _TIGHT = 0.05, 0.1
_PAIR, _FAR_APART, _MARK = 2, 0.35, 0.25
_SOME, _MANY = 4, 0.25
"""Points, and share of points, from which on an unknown board is rather a misread one than a mistake."""

_SLIP, _CLOSER = 0.03, 4
"""The share of points that may differ from a known other board, and how often as many from the right one."""

_LOOSE = 0.08
"""Mean distance of the points to their classes from which on nothing is said against a picture, nor that a
board is empty."""

_CLASS, _USUAL = 0.5, 81
"""What one more class must save of the distances, in points that are wholly unlike their class; less on a
board of fewer points."""

_CLOSE, _RIVALLING, _FAR_BETTER = 0.93, 0.75, 0.6
"""Ranks of lattices nearer than this leave open which of them is right."""

_STRANGE, _STRANGER = 0.025, 2.0
"""Mean distance of a line of points from their classes that is strange, and that against another line's."""


@dataclass(frozen=True)
class Known:
    """What points of each class look like in other pictures of the same program."""

    features: Values
    labels: Labels


@dataclass(frozen=True)
class Trial:
    """A lattice, the labels that fit on it best, and how the colours stand.

    `against` is the least cost of what another lattice at the place shows, when that is another board.
    """

    grid: Grid
    fit: Fit
    order: Order
    patches: Patches
    against: float = math.inf

    @property
    def clear(self) -> bool:
        return _fits(self.fit)

    @property
    def doubted(self) -> bool:
        return self.fit.cost >= _FAR_BETTER * self.against


def read(found: Survey, question: Question, known: Known | None = None) -> tuple[Reading, Trial | None]:
    """The verdict on a surveyed picture, and the trial it rests on.

    As long as boards read clearly, more are looked for in the rest of the picture.  When none is the right
    one, what is left at the end must be little, or nothing is said against the picture.
    """
    trials: list[Trial] = []
    best: tuple[Reading, Trial | None] = (Reading(Outcome.REVIEW, reasons.NO_BOARD), None)
    rest: Survey | None = found
    for _ in range(_BOARDS):
        if rest is None or not rest.grids:
            break
        new = _trials(rest, question, known)
        trials += new
        best = _best_of([(_verdict(trial, question, found), trial) for trial in trials])
        if not any(trial.clear and trial.grid.support >= SOUND for trial in new):
            break
        rest = elsewhere(rest, [trial.grid for trial in trials], _least_step(trials))
    reading, trial = best
    if reading.outcome is Outcome.ACCEPTED:
        return replace(reading, others=_others(trials, trial, question)), trial
    if reading.outcome is Outcome.REJECTED and rest is not None and rest.grids:
        return replace(
            reading, outcome=Outcome.REVIEW, reason=reasons.MORE, differences=(), rival=None
        ), trial
    return best


def _others(trials: Sequence[Trial], taken: Trial | None, question: Question) -> tuple[Board, ...]:
    """The boards that stand clearly beside the one that was taken."""
    rows, cols = len(question.reference), len(question.reference[0])
    sure = [
        trial
        for trial in trials
        if trial is not taken
        and _sound(trial)
        and trial.order is not Order.UNKNOWN
        and trial.fit.labels.any()
    ]
    return tuple(dict.fromkeys(board_of(trial.fit.labels, rows, cols) for trial in sure))


def _sound(trial: Trial) -> bool:
    """Whether a trial is good enough to speak against a picture."""
    firm = trial.grid.support >= SOUND and float(trial.fit.own.mean()) <= _LOOSE
    return firm and trial.clear and not trial.doubted


def _least_step(trials: Sequence[Trial]) -> float:
    """The step that a further board has at least, beside the best that reads clearly."""
    main = max(
        (t for t in trials if t.clear and t.grid.support >= SOUND), key=lambda t: rank(t.grid), default=None
    )
    return _MORE_STEP * min(main.grid.dx, main.grid.dy) if main else 0.0


def _best_of(readings: Sequence[tuple[Reading, Trial]]) -> tuple[Reading, Trial]:
    """The board that is right, else one that could not be read, else one that is wrong."""
    order = {Outcome.ACCEPTED: 0, Outcome.REVIEW: 1, Outcome.REJECTED: 2}
    least = _least_step([trial for _, trial in readings])
    large = [pair for pair in readings if min(pair[1].grid.dx, pair[1].grid.dy) >= least]
    sound = [pair for pair in large if pair[1].grid.support >= SOUND] or large
    accepted = [pair for pair in readings if pair[0].outcome is Outcome.ACCEPTED]
    return min(accepted or sound, key=lambda pair: (pair[0].reason == reasons.OTHER, order[pair[0].outcome]))


def _trials(found: Survey, question: Question, known: Known | None) -> list[Trial]:
    """One trial a place in the picture: the best lattice there on which a board reads clearly, or the best.

    A trial is doubtful when a better lattice does not read clearly and this one does not agree, or when
    another lattice that is not much worse reads clearly as another board.
    """
    kept: list[Trial] = []
    for grid in found.grids:
        over = [n for n, other in enumerate(kept) if overlap(grid, other.grid)]
        clear = [n for n in over if kept[n].clear]
        if any(rank(grid) < _RIVALLING * rank(kept[n].grid) for n in clear):
            continue
        told = any(len(np.unique(kept[n].fit.labels)) > 1 for n in clear)
        trial = _trial(found, grid, question, known, deep=not told)
        if not over:
            kept.append(trial)
        elif clear:
            for n in clear:
                kept[n] = _settled(kept[n], trial, question)
        elif trial.clear:
            kept = [other for n, other in enumerate(kept) if n not in over]
            kept.append(trial if _agrees(trial, question) else replace(trial, against=0))
    return kept


def _agrees(trial: Trial, question: Question) -> bool:
    return trial.clear and np.array_equal(trial.fit.labels, labels_of(question.reference))


def _settled(first: Trial, other: Trial, question: Question) -> Trial:
    """Which of two clear lattices at one place holds: the better, the one that fits far better, or none."""
    if not _contradicts(other, first, question):
        return first
    if rank(other.grid) <= _CLOSE * rank(first.grid):
        return replace(first, against=0)
    if other.fit.cost < _FAR_BETTER * first.fit.cost or _outdoes(other, first):
        return replace(other, against=first.against)
    if _outdoes(first, other):
        return first
    return replace(first, against=min(first.against, other.fit.cost))


def _outdoes(trial: Trial, other: Trial) -> bool:
    """Whether a lattice that lies beside another by one step is the right one of the two.

    What they share speaks for both, so that the lines alone count which one of them has: those with stones
    that are as the others are speak against those that hold what is strange to the board, as labels are.
    A lattice with a strange line at any of its sides wins nothing.
    """
    mine, its = unshared(trial.grid, other.grid), unshared(other.grid, trial.grid)
    if mine is None or its is None or not np.any(trial.fit.labels[mine.ravel()]):
        return False
    far = trial.fit.own.reshape(mine.shape)
    outer = max(float(line.mean()) for line in (far[0], far[-1], far[:, 0], far[:, -1]))
    own, strange = float(far[mine].mean()), float(other.fit.own[its.ravel()].mean())
    return outer <= _STRANGE and strange > max(_STRANGE, _STRANGER * own)


def _contradicts(trial: Trial, other: Trial, question: Question) -> bool:
    """Whether a lesser lattice speaks against what another shows."""
    if not trial.clear or np.array_equal(trial.fit.labels, other.fit.labels):
        return False
    return _agrees(trial, question) or rank(trial.grid) > _CLOSE * rank(other.grid)


def _trial(found: Survey, grid: Grid, question: Question, known: Known | None, deep: bool) -> Trial:
    patches = patches_of(found.sheet, found.table, grid)
    samples = samples_of(patches.inner, *(() if known is None else (known.features, known.labels)))
    wanted = labels_of(question.reference)
    best = sort(samples, wanted)
    if not (np.array_equal(best.labels, wanted) and best.margins.min() >= _CLEAR):
        rivals = [labels_of(rival.board) for rival in all_rivals(question.reference, question.rivals)]
        best = _best(samples, best, rivals[:4]) if deep else best
        names = best_names(best.labels, [wanted, *rivals])
        best = best if np.array_equal(names, best.labels) else judged(samples, names)
    order = _order(samples, best, known)
    return _named(Trial(grid, best, _order_near(found, grid, best, order), patches))


def _order(samples: Samples, fit: Fit, known: Known | None) -> Order:
    """From the picture itself, unless the other pictures show both colours."""
    if known is not None and {1, 2} <= set(known.labels.tolist()):
        return order_as(samples.features, fit.labels, (known.features, known.labels))
    return order_of(samples.features, fit.labels)


def _order_near(found: Survey, grid: Grid, fit: Fit, order: Order) -> Order:
    """What could not be told of small signs, or of one class of them, is looked at closer."""
    lone = 1 not in fit.labels or 2 not in fit.labels
    if not _fits(fit) or not (order is Order.UNKNOWN or (lone and order is Order.RIGHT)):
        return order
    return order_near(found.table, grid, fit.labels, order)


def _best(samples: Samples, first: Fit, rivals: Sequence[Labels]) -> Fit:
    """The cheapest fit from blind readings and from the rivals' boards."""
    fits = [first, *(sort(samples, start) for start in blind_starts(samples, first))]
    if not any(_fits(fit) for fit in fits):
        fits.append(judged(samples, np.zeros_like(first.labels)))
        fits += [sort(samples, start) for start in rivals]
    price = _CLASS * min(1.0, len(first.labels) / _USUAL)
    return min(fits, key=lambda fit: (not _fits(fit), fit.cost + price * len(np.unique(fit.labels))))


def _fits(fit: Fit) -> bool:
    """Whether every point is clearly of its class, and the classes are apart; a little when all fits well."""
    least = float(fit.margins.min())
    firm = least >= _SURE and fit.apart >= _NEAR and float(fit.own.mean()) <= _TIGHT * fit.apart
    return least >= _CLEAR and (fit.apart >= _APART or firm)


def _named(trial: Trial) -> Trial:
    """With black and white exchanged when the picture says so."""
    if trial.order is not Order.SWAPPED:
        return trial
    labels = np.array([0, 2, 1], np.int8)[trial.fit.labels]
    return replace(trial, fit=replace(trial.fit, labels=labels), order=Order.RIGHT)


# ---------------------------------------------------------------- the verdict


def _verdict(trial: Trial, question: Question, found: Survey) -> Reading:
    rows, cols = len(question.reference), len(question.reference[0])
    seen = board_of(trial.fit.labels, rows, cols)
    base = Reading(
        Outcome.REVIEW,
        reasons.UNCLEAR,
        board=seen,
        lattice=lattice_of(trial.grid, found.sheet),
        scores=_scores(trial),
    )
    if trial.doubted:
        return replace(base, reason=reasons.DOUBTED)
    if not trial.fit.labels.any() and not anchored(found, trial.grid):
        return base
    wrong = differences(question.reference, seen)
    clear = trial.fit.margins.reshape(rows, cols)
    if not wrong:
        return _agreeing(base, trial)
    sure = [point for point in wrong if clear[point.row, point.col] >= _SURE]
    few = (trial.fit.margins < _CLEAR).mean() <= 0.03
    if not sure or not few or trial.fit.apart < _APART or trial.grid.support < SOUND:
        return base
    if float(trial.fit.own.mean()) > _LOOSE or _by_few(trial, wrong):
        return base
    if trial.order is Order.UNKNOWN and not differences(question.reference, swapped(seen)):
        return replace(base, reason=reasons.COLOURS)
    return _differing(base, wrong, question)


def _by_few(trial: Trial, wrong: Sequence[Difference]) -> bool:
    """Whether what speaks against a picture are one or two stones hardly different from what is expected.

    One that lies a little beside its place looks like a class of its own, but still more like its own than
    like a third.
    """
    kinds = [kind for kind in (1, 2) if 0 < int((trial.fit.labels == kind).sum()) <= _PAIR]
    pairs = [(SIGNS.index(point.seen), SIGNS.index(point.expected)) for point in wrong]
    return any(seen in kinds and trial.fit.gaps[seen, expected] < _FAR_APART for seen, expected in pairs)


def _by_a_mark(fit: Fit) -> bool:
    """Whether one or two stones of a colour differ from the others by no more than a mark may make.

    As the dot of the last move on one of three white stones, where one black stone is expected.
    """
    counts = [int((fit.labels == kind).sum()) for kind in (1, 2)]
    stones = min(fit.gaps[0, 1], fit.gaps[0, 2])
    return 0 < min(counts) <= _PAIR and bool(fit.gaps[1, 2] < _MARK * stones)


def _agreeing(base: Reading, trial: Trial) -> Reading:
    alike = len(np.unique(trial.fit.labels)) == 1
    if not np.any(trial.fit.labels == 0):
        return replace(base, reason=reasons.FULL)
    if not trial.clear or trial.grid.support < (_FIRM if alike else _HELD):
        return base
    if alike and float(trial.fit.own.mean()) > _LOOSE:
        return base
    if trial.order is Order.UNKNOWN or _by_a_mark(trial.fit):
        return replace(base, reason=reasons.COLOURS)
    return replace(base, outcome=Outcome.ACCEPTED, reason=reasons.AGREES)


def _differing(base: Reading, wrong: tuple[Difference, ...], question: Question) -> Reading:
    assert base.board
    rivals = all_rivals(question.reference, question.rivals)
    name = name_of(base.board, rivals) or moved_name(base.board, question.reference)
    total = len(base.board) * len(base.board[0])
    near = None if name else nearest(base.board, rivals)
    if name:
        reason = reasons.shows(name)
    elif near and near[1] <= max(1, _SLIP * total) and near[1] * _CLOSER <= len(wrong):
        reason = reasons.nearly(*near)
    elif len(wrong) > max(_SOME, _MANY * total):
        return replace(base, reason=reasons.OTHER)
    else:
        reason = reasons.points(wrong, total)
    return replace(base, outcome=Outcome.REJECTED, reason=reason, differences=wrong, rival=name)


def _scores(trial: Trial) -> dict[str, float]:
    return {
        "lattice": round(trial.grid.support, 4),
        "margin": round(float(trial.fit.margins.min()), 4),
        "distance": round(float(trial.fit.own.mean()), 4),
        "apart": round(trial.fit.apart, 4),
    }
