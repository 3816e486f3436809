"""The verdict on a picture from the trials of all its lattices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gograde.pictures.effort import TooMuchEffortError
from gograde.pictures.picture import Picture
from gograde.pictures.read.lattice.grids import Grid, Kind, aside, overlap, unshared
from gograde.pictures.read.lattice.search import is_unexplained
from gograde.pictures.read.lattice.support import SUPPORTED, rank
from gograde.pictures.read.pixels import Floats
from gograde.pictures.read.question import Board, PictureVerdict, Question, Reading, check
from gograde.pictures.read.stones.classes import sort
from gograde.pictures.read.stones.colours import Order
from gograde.pictures.read.stones.fit import APART, board_of, is_clear, is_close, labels_of
from gograde.pictures.read.stones.looks import Known, like_stones
from gograde.pictures.read.stones.patches import patches_of
from gograde.pictures.read.survey import Survey, points_of, rest_of, survey
from gograde.pictures.read.verdict import reasons
from gograde.pictures.read.verdict.attempt import attempt, exchanged, shifted_onto
from gograde.pictures.read.verdict.one_lattice import is_far, is_supported, verdict_of
from gograde.pictures.read.verdict.trial import (
    FAR_BETTER,
    FAR_MEAN,
    FAR_SIDE,
    Trial,
    farthest_side,
    known_of,
)

ACCEPTED = PictureVerdict.ACCEPTED
REJECTED = PictureVerdict.REJECTED
DOUBTFUL = PictureVerdict.DOUBTFUL

Surveys = dict[tuple[Picture, int, int], Survey]
"""The survey of each picture, for boards of a number of rows and columns."""

_BOARDS = 4  # times that a picture is searched for further boards
_MORE_STEP = 0.6  # step of a further board, against the first board's, at least
_CLOSE = 0.93  # ratio of the ranks of two lattices, either of which may be right
_RIVALLING = 0.75  # ratio of the ranks of two lattices at one place, both of which are tried
_WHOLE = 0.9  # support of a lattice with nearly every line seen
_SHARE = 4  # one in this many expected stones, at least, is seen on a further board
_HALF = 0.5  # steps between two lattices that still have the same points as nearest
_FARTHER = 2.0  # median distance of a line outside of the board, against a line of the board
_SOME = 2  # stones on a line, at least, that are no accident


def read_together(questions: Sequence[Question], surveys: Surveys) -> tuple[Reading, ...]:
    """The reading of each picture alone, then of the doubtful ones beside the accepted ones.

    Pictures for which there is no effort left (`gograde.pictures.effort`) are doubtful.

    `surveys` is a cache, to which new surveys are added.
    """
    for question in questions:
        check(question.reference)
    first = [_read(question, surveys, None) for question in questions]
    known = known_of([trial for reading, trial in first if trial and reading.verdict is ACCEPTED])
    return tuple(
        _read(question, surveys, known)[0] if known and reading.verdict is DOUBTFUL else reading
        for (reading, _), question in zip(first, questions, strict=True)
    )


def _read(question: Question, surveys: Surveys, known: Known | None) -> tuple[Reading, Trial | None]:
    """The reading of a picture and its trial; doubtful when the steps for it are used up."""
    try:
        return read(_surveyed(question, surveys), question, known)
    except TooMuchEffortError:
        return Reading(DOUBTFUL, reasons.EFFORT), None


def _surveyed(question: Question, surveys: Surveys) -> Survey:
    asked = question.picture, len(question.reference), len(question.reference[0])
    if asked not in surveys:
        surveys[asked] = survey(*asked)
    return surveys[asked]


def read(found: Survey, question: Question, known: Known | None = None) -> tuple[Reading, Trial | None]:
    """The reading of a surveyed picture, and the trial on which it rests.

    The search for further boards goes on while the boards found are read clearly. A picture without the
    right board is rejected only when no lattice is left in it, and one that shows quite another board only
    when little is left of its lines and edges beside the boards that are read clearly.
    """
    trials: list[Trial] = []
    best: tuple[Reading, Trial | None] = (Reading(DOUBTFUL, reasons.NO_BOARD), None)
    rest: Survey | None = found
    for _ in range(_BOARDS):
        if rest is None or not rest.grids:
            break
        new = _trials(rest, question, known)
        trials += new
        best = _best_of([(verdict_of(trial, question, found), trial) for trial in trials], question)
        taken = [trial for trial in trials if trial.clear and is_supported(trial, question)]
        if not any(one is trial for trial in taken for one in new):
            break
        rest = rest_of(rest, [trial.grid for trial in taken], _least_step(trials, question))
    reading, trial = best
    if reading.verdict is ACCEPTED:
        return replace(reading, others=_others(trials, trial, question)), trial
    far = reading.rival is None and is_far(len(reading.differences), question.reference)
    clear = [one.grid for one in trials if one.clear and is_supported(one, question)]
    more = (far and is_unexplained(found.view, clear)) or _may_hold_more(rest, trials, question)
    more = more or not all(one.lone for one in found.typed)
    if reading.verdict is REJECTED and more:
        return _for_a_person(reading, reasons.MORE), trial
    if trial and reading.verdict is REJECTED and _agrees_elsewhere(trial, found, question, known):
        return _for_a_person(reading, reasons.NO_LATTICE), trial
    return best


def _for_a_person(reading: Reading, reason: str) -> Reading:
    return replace(reading, verdict=DOUBTFUL, reason=reason, differences=(), rival=None)


def _agrees_elsewhere(trial: Trial, found: Survey, question: Question, known: Known | None) -> bool:
    """Whether the reference fits clearly, and far better, on a lattice of lower rank.

    On the trial's own lattice a better fit is enough. False for an empty reference, which fits anywhere, and
    for typed boards, which are certain.
    """
    wanted = labels_of(question.reference)
    if found.typed or not wanted.any():
        return False
    here = sort(points_of(found, trial.grid, known)[1], wanted)
    if here.cost < trial.fit.cost and np.array_equal(here.labels, wanted):
        return True
    fits_there = (sort(points_of(found, grid, known)[1], wanted) for grid in found.grids)
    better = (fit for fit in fits_there if is_clear(fit) and fit.cost < FAR_BETTER * trial.fit.cost)
    return any(np.array_equal(fit.labels, wanted) for fit in better)


def _may_hold_more(rest: Survey | None, trials: Sequence[Trial], question: Question) -> bool:
    """Whether a further board may lie in the rest of the picture.

    A lattice of signs counts only if it bears stones like those already read.
    """
    known = known_of([trial for trial in trials if trial.clear and is_supported(trial, question)])
    wanted = sum(sign != "." for line in question.reference for sign in line)
    least = -(-wanted // _SHARE)
    for grid in rest.grids if rest else ():
        if grid.kind is not Kind.SIGNS or known is None or not {0} < set(known.labels.tolist()):
            return True
        if rest and _stones_on(patches_of(rest.sheet, rest.table, grid), known) >= least:
            return True
    return False


def _stones_on(patches: Floats, known: Known) -> int:
    """The number of points that look about like known stones."""
    points = patches.reshape(-1, known.features.shape[1])
    looks = {kind: known.features[known.labels == kind][0] for kind in set(known.labels.tolist())}
    return int(np.count_nonzero(like_stones(points, looks)))


def _others(trials: Sequence[Trial], taken: Trial | None, question: Question) -> tuple[Board, ...]:
    """The clearly read boards beside the accepted one, without empty boards."""
    rows, cols = len(question.reference), len(question.reference[0])
    certain = [
        trial
        for trial in trials
        if trial is not taken
        and _may_reject(trial)
        and trial.order is not Order.UNKNOWN
        and trial.fit.labels.any()
    ]
    return tuple(dict.fromkeys(board_of(trial.fit.labels, rows, cols) for trial in certain))


def _may_reject(trial: Trial) -> bool:
    """Whether a trial alone may cause a rejection."""
    supported = trial.grid.support >= SUPPORTED and float(trial.fit.distances.mean()) <= FAR_MEAN
    return supported and trial.clear and not trial.contradicted


def _least_step(trials: Sequence[Trial], question: Question) -> float:
    """The smallest step of a further board, from the best clear board; in pixels."""
    supported = (trial for trial in trials if trial.clear and is_supported(trial, question))
    main = max(supported, key=lambda trial: rank(trial.grid), default=None)
    return _MORE_STEP * min(main.grid.dx, main.grid.dy) if main else 0.0


def _best_of(readings: Sequence[tuple[Reading, Trial]], question: Question) -> tuple[Reading, Trial]:
    """The reading that accepts, else a doubtful one, else the rejection with the fewest differences."""
    order = {ACCEPTED: 0, DOUBTFUL: 1, REJECTED: 2}
    least = _least_step([trial for _, trial in readings], question)
    large = [pair for pair in readings if min(pair[1].grid.dx, pair[1].grid.dy) >= least]
    supported = [pair for pair in large if is_supported(pair[1], question)] or large
    accepted = [pair for pair in readings if pair[0].verdict is ACCEPTED]

    def last(pair: tuple[Reading, Trial]) -> tuple[bool, int, int]:
        return pair[0].reason == reasons.OTHER, order[pair[0].verdict], len(pair[0].differences)

    return min(accepted or supported, key=last)


def _trials(found: Survey, question: Question, known: Known | None) -> list[Trial]:
    """One trial per place in the picture: on the best lattice that is read clearly, else on the best.

    A trial is contradicted in two cases. Either a better lattice is not read clearly, and this one neither
    shows the reference nor fits far better. Or another lattice that is hardly worse shows another board.
    """
    kept: list[Trial] = []
    for grid in found.grids:
        over = [n for n, other in enumerate(kept) if overlap(grid, other.grid)]
        clear = [n for n in over if kept[n].clear]
        if any(_outranks(kept[n], grid, question) for n in clear):
            continue
        trial = attempt(found, grid, question, known, [kept[n] for n in clear])
        if not over:
            kept.append(trial)
        elif clear:
            for n in clear:
                kept[n] = _better_of_two(kept[n], trial, question)
        elif trial.clear:
            certain = all(
                _agrees_beside(trial, kept[n], question) or _overrules(trial, kept[n]) for n in over
            )
            certain = certain and not any(_shows_it_shifted(found, kept[n], trial, known) for n in over)
            kept = [other for n, other in enumerate(kept) if n not in over]
            kept.append(trial if certain else replace(trial, rival_cost=0))
    return kept


def _outranks(trial: Trial, grid: Grid, question: Question) -> bool:
    """Whether a trial's lattice is so much better that another at its place need not be tried."""
    return rank(grid) < _RIVALLING * rank(trial.grid) and not _misses_all(trial, question)


def _misses_all(trial: Trial, question: Question) -> bool:
    """Whether all cells are empty in spite of expected stones: stones on points hardly extend into cells."""
    cells = trial.grid.kind in (Kind.CELLS, Kind.EDGES)
    return cells and not np.any(trial.fit.labels) and bool(np.any(labels_of(question.reference)))


def _agrees(trial: Trial, question: Question) -> bool:
    return trial.clear and np.array_equal(trial.fit.labels, labels_of(question.reference))


def _better_of_two(first: Trial, other: Trial, question: Question) -> Trial:
    """The better of two lattices at one place, contradicted if neither is clearly better.

    `first` must be clear.
    """
    seen = other.clear and np.count_nonzero(other.fit.labels) >= _SOME
    if _misses_all(first, question) and seen and other.fit.cost < first.fit.cost:
        better = other.fit.cost < FAR_BETTER * first.fit.cost
        return replace(other, rival_cost=first.rival_cost) if better else replace(first, rival_cost=0)
    if other.clear and _agrees(first, question) and _leaves_out(first, other):
        return replace(first, rival_cost=0)
    if not _contradicts(other, first, question):
        return first
    if rank(other.grid) <= _CLOSE * rank(first.grid):
        return first if _outdoes(first, other) or _centred(first, other) else replace(first, rival_cost=0)
    if other.fit.cost < FAR_BETTER * first.fit.cost or _outdoes(other, first):
        return replace(other, rival_cost=first.rival_cost)
    if _outdoes(first, other):
        return first
    return replace(first, rival_cost=min(first.rival_cost, other.fit.cost))


def _centred(trial: Trial, other: Trial) -> bool:
    """Whether the trial's lattice lies on the middles of points that another misses by about a step."""
    off = aside(trial.grid, other.grid)
    near = off < _HALF or (off < _HALF + 1 and farthest_side(trial) <= FAR_SIDE)
    return near and trial.fit.cost < FAR_BETTER * other.fit.cost


def _shows_it_shifted(found: Survey, other: Trial, trial: Trial, known: Known | None) -> bool:
    """Whether a better supported lattice one step aside fits better with the stones of this trial."""
    labels = shifted_onto(other.grid, trial)
    if labels is None:
        return False
    fit = sort(points_of(found, other.grid, known)[1], labels)
    return float(fit.margins.min()) > 0 and fit.apart >= APART and fit.cost < trial.fit.cost


def _agrees_beside(trial: Trial, other: Trial, question: Question) -> bool:
    """Whether a lattice shows the reference, and no far better lattice there is certain."""
    certainly = other.grid.support >= _WHOLE and rank(trial.grid) < _RIVALLING * rank(other.grid)
    return _agrees(trial, question) and not certainly


def _overrules(trial: Trial, other: Trial) -> bool:
    """Whether a lattice is right although another one, on which nothing can be read, is better supported."""
    if rank(trial.grid) <= _RIVALLING * rank(other.grid) or not np.any(trial.fit.labels):
        return False
    return (
        is_close(trial.fit)
        and farthest_side(trial) <= FAR_SIDE
        and trial.fit.cost < FAR_BETTER * other.fit.cost
    )


def _outdoes(trial: Trial, other: Trial) -> bool:
    """Whether a lattice is the right one of two lattices one step apart.

    The decision uses only the line that one lattice has and the other lacks. A line with stones like the
    others is preferred to a line far from its classes, as of coordinates.
    """
    mine, its = unshared(trial.grid, other.grid), unshared(other.grid, trial.grid)
    if mine is None or its is None or not np.any(trial.fit.labels[mine.ravel()]):
        return False
    far = trial.fit.distances.reshape(mine.shape)
    own, far_line = float(np.median(far[mine])), float(np.median(other.fit.distances[its.ravel()]))
    return farthest_side(trial) <= FAR_SIDE and far_line > max(FAR_SIDE, _FARTHER * own)


def _leaves_out(trial: Trial, other: Trial) -> bool:
    """Whether a lattice has a bare line instead of a line on which another, one step aside, has stones."""
    mine, its = unshared(trial.grid, other.grid), unshared(other.grid, trial.grid)
    if mine is None or its is None or np.any(trial.fit.labels[mine.ravel()]):
        return False
    bare, own = (float(np.median(one.fit.distances[at.ravel()])) for one, at in ((trial, mine), (other, its)))
    stones = np.count_nonzero(other.fit.labels[its.ravel()])
    return bool(farthest_side(other) <= FAR_SIDE and stones >= _SOME and bare > _FARTHER * own)


def _contradicts(trial: Trial, other: Trial, question: Question) -> bool:
    """Whether a lattice of lower rank contradicts the board that another shows.

    A lattice with unknown colours does not contradict the colours of another. A lattice with known colours
    does, if the other's stones are both coloured.
    """
    if not trial.clear or np.array_equal(trial.fit.labels, other.fit.labels):
        return False
    if np.array_equal(exchanged(trial.fit.labels), other.fit.labels):
        if trial.order is Order.UNKNOWN:
            return False
        if other.order is Order.FREE and trial.order is Order.RIGHT:
            return True
    return _agrees(trial, question) or rank(trial.grid) > _CLOSE * rank(other.grid)
