"""The verdict on one picture: is the board asked for far likelier than every other board there?

The network gives the likelihood of each kind at each point of a lattice, and the odds that a board lies
there. The ratio compares the board asked for with its likeliest rival, at one point. It decides at thresholds
that were set on pictures of their own (`PICTURES=thrown python -m benchmarks pictures`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read import reasons
from gograde.pictures.read.lattice.grids import lattice_of
from gograde.pictures.read.patches import patches_of
from gograde.pictures.read.question import Board, PictureVerdict, Question, Reading, differences
from gograde.pictures.read.rivals import all_rivals, name_of, nearest, shift_name, swapped
from gograde.pictures.read.sights import Sight
from gograde.pictures.read.survey import MORE, NOWHERE, Survey

ACCEPTED, REJECTED, DOUBTFUL = PictureVerdict.ACCEPTED, PictureVerdict.REJECTED, PictureVerdict.DOUBTFUL
SIGNS = ".XO"

ACCEPT = 3.0  # logarithm of the ratio from which on a picture shows the board
CLEAR = 2.0  # logarithm of the ratio from which on what is read is clear, whatever was asked for
REJECT = 5.0  # logarithm of the inverse ratio from which on it shows another board
LIES = 2.5  # log odds that a board lies at a lattice, at least, to accept stones on it
LIES_BARE = 3.0  # log odds, at least, to accept a board without stones: lines alone say little
SURELY_LIES = 2.0  # log odds, at least, to reject, and for a further board to count
DARK = 0.35  # brightness of the paper below which light discs may be meant as black
COLOURED = 0.15  # difference of red, green and blue from which on stones are coloured, not black and white
INSIDE = slice(5, 11)  # boxes of a patch that a stone covers

Labels = NDArray[np.intp]


@dataclass(frozen=True)
class Place:
    """What is read at one place of a picture, on the sight that explains it best.

    `ratio` tells how sure it is that the board asked for is there, or is not (`ratio_of`). `opposed` is
    whether another lattice at the place says otherwise.
    """

    sight: Sight
    ratio: float
    opposed: bool

    @property
    def accepts(self) -> bool:
        return self.ratio >= ACCEPT and self.sight.valid >= self.least and not self.opposed

    @property
    def least(self) -> float:
        """The log odds that a board lies there, at least, to accept it."""
        return LIES if self.sight.labels.any() else LIES_BARE

    @property
    def rejects(self) -> bool:
        clear = self.sight.valid >= SURELY_LIES and is_clear(self.sight)
        return self.ratio <= -REJECT and clear and not self.opposed

    @property
    def is_nothing(self) -> bool:
        return self.sight.valid < NOWHERE


def labels_of(board: Board) -> Labels:
    """The kind of each point: 0 empty, 1 black, 2 white."""
    return np.array([SIGNS.index(sign) for line in board for sign in line])


def board_of(sight: Sight) -> Board:
    """The likeliest board at a sight."""
    rows = np.asarray(sight.labels).reshape(sight.grid.rows, sight.grid.cols)
    return tuple("".join(SIGNS[kind] for kind in row) for row in rows)


def ratio_of(sight: Sight, wanted: Labels) -> float:
    """The logarithm of a likelihood ratio at one point of a sight.

    Where the board asked for is the likeliest one, it is that of the point which speaks least for it. Else it
    is that of the point which speaks most against it, and negative. Points are never added up: what the
    network takes wrongly at one point it takes wrongly at others too.
    """
    asked = sight.logs[np.arange(len(wanted)), wanted]
    others = sight.logs.copy()
    others[np.arange(len(wanted)), wanted] = -np.inf
    return float((asked - others.max(axis=1)).min())


def place_of(sights: Sequence[Sight], wanted: Labels) -> Place:
    """What is read at one place, on the lattices that lie there, best first."""
    best, ratio = sights[0], ratio_of(sights[0], wanted)
    rivals = [ratio_of(sight, wanted) for sight in sights[1:] if sight.valid >= LIES]
    shown = any(other >= 0 for other in rivals)
    surer = [ratio_of(sight, wanted) for sight in sights[1:] if sight.valid > best.valid]
    opposed = shown if ratio < 0 else any(other <= -REJECT for other in surer)
    return Place(best, ratio, opposed)


def decide(found: Survey, question: Question) -> tuple[Reading, Sight | None]:
    """The reading of a surveyed picture, and the sight that it rests on."""
    wanted = labels_of(question.reference)
    places = [place_of(sights, wanted) for sights in found.places]
    places = [place for place in places if not place.is_nothing]
    if not places:
        return Reading(DOUBTFUL, reasons.NO_BOARD), None
    best = max(places, key=lambda place: (place.accepts, place.ratio))
    reading = _reading(best, found, question)
    if best.accepts:
        return replace(reading, others=_others(places, best)), best.sight
    if not all(place.rejects for place in places):
        doubt = next(place for place in places if not place.rejects)
        return _doubtful(_reading(doubt, found, question), doubt, question), doubt.sight
    if found.unexplained([place.sight for place in places]) >= MORE:
        return _for_a_person(reading, reasons.MORE), best.sight
    if _may_be_swapped(reading.board, best.sight, question):
        return _for_a_person(reading, reasons.COLOURS), best.sight
    return reading, best.sight


def _reading(place: Place, found: Survey, question: Question) -> Reading:
    """The reading at a place, as if it were sure."""
    seen = question.reference if place.accepts else board_of(place.sight)
    wrong = differences(question.reference, seen)
    name, reason = _told(seen, question) if wrong else (None, reasons.AGREES)
    return Reading(
        verdict=REJECTED if wrong else ACCEPTED,
        reason=reason,
        differences=wrong,
        rival=name,
        board=seen,
        lattice=lattice_of(place.sight.grid, found.sheet),
        scores={"ratio": place.ratio, "lies": place.sight.valid},
    )


def _told(seen: Board, question: Question) -> tuple[str | None, str]:
    """The name of the known wrong board that was seen, and the reason for the student."""
    rivals, wrong = all_rivals(question.reference, question.rivals), differences(question.reference, seen)
    name = name_of(seen, rivals) or shift_name(seen, question.reference)
    if name:
        return name, reasons.shows(name)
    close = nearest(seen, rivals)
    if close and close[1] < len(wrong) and close[1] <= reasons.NEARLY:
        return None, reasons.nearly(*close)
    return None, reasons.points(wrong, len(seen) * len(seen[0]))


def _doubtful(reading: Reading, place: Place, question: Question) -> Reading:
    reason = reasons.UNCLEAR
    if place.opposed or place.sight.valid < (place.least if place.ratio > -REJECT else SURELY_LIES):
        reason = reasons.NO_LATTICE
    elif shows_stones(place.sight, labels_of(question.reference)):
        reason = reasons.COLOURS
    return _for_a_person(reading, reason)


def _for_a_person(reading: Reading, reason: str) -> Reading:
    return replace(reading, verdict=DOUBTFUL, reason=reason, differences=(), rival=None)


def shows_stones(sight: Sight, wanted: Labels) -> bool:
    """Whether there are surely stones where stones are asked for and nowhere else, whatever their colours."""
    empty = sight.logs[:, 0]
    stone = np.logaddexp(sight.logs[:, 1], sight.logs[:, 2])
    return bool(np.where(wanted > 0, stone - empty, empty - stone).min() >= CLEAR)


def _may_be_swapped(seen: Board | None, sight: Sight, question: Question) -> bool:
    """Whether the board has the colours swapped, and the program may mean it so.

    Light discs on dark paper are often meant as black, and of two colours either may be.
    """
    if seen != swapped(question.reference):
        return False
    stones = patches_of(sight.board)[sight.labels > 0][:, INSIDE, INSIDE].mean(axis=(1, 2)) / 255
    coloured = float(np.median(np.ptp(stones, axis=1))) > COLOURED
    return coloured or float(np.median(sight.board)) / 255 < DARK


def _others(places: Sequence[Place], best: Place) -> tuple[Board, ...]:
    """The boards at other places that are read surely, without empty boards."""
    sure = (one for one in places if one is not best and one.sight.valid >= SURELY_LIES)
    boards = dict.fromkeys(board_of(one.sight) for one in sure if is_clear(one.sight))
    return tuple(board for board in boards if set("".join(board)) != {"."})


def is_clear(sight: Sight) -> bool:
    """Whether what is read there is clear at every point."""
    return ratio_of(sight, sight.labels) >= CLEAR
