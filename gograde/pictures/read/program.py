"""The pictures of one program, read from pixels together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gograde.pictures.effort import TooMuchEffortError
from gograde.pictures.picture import Picture
from gograde.pictures.read import reasons
from gograde.pictures.read.decide import (
    ACCEPTED,
    DOUBTFUL,
    LIES,
    REJECTED,
    SURELY_LIES,
    decide,
    labels_of,
    shows_stones,
)
from gograde.pictures.read.examples import agree
from gograde.pictures.read.question import Lattice, Question, Reading
from gograde.pictures.read.sights import Sight, Style, style_of
from gograde.pictures.read.survey import MORE, Survey, survey

PLACES = 4  # places of earlier boards that a picture is tried at
ANCHORS = 2  # boards that a doubtful one is read beside: the network learned from groups of three
Size = tuple[int, int]
"""Rows and columns of a board, or width and height of a picture."""


@dataclass(frozen=True)
class _Read:
    """A question with its reading; `sight` is where the board was read."""

    question: Question
    reading: Reading
    found: Survey | None = None
    sight: Sight | None = None

    @property
    def is_open(self) -> bool:
        return self.reading.verdict is DOUBTFUL and self.found is not None


class Program:
    """Reads the pictures of one program.

    A picture is first tried at the lattices of the statement and of earlier pictures of its size, and
    searched when they do not show what is asked. What is not accepted is read once more beside the boards
    that were read surely.
    """

    def __init__(self, published: Mapping[Size, Lattice]) -> None:
        self._surveys: dict[tuple[Picture, Size], Survey] = {}
        self._styles: dict[tuple[int, ...], Style] = {}
        self._places = {size: [lattice] for size, lattice in published.items()}

    def read(self, questions: Sequence[Question]) -> tuple[Reading, ...]:
        """The reading of each picture, in order.

        Pictures for which there is no effort left (`gograde.pictures.effort`) are doubtful.
        """
        first = [self._first(question) for question in questions]
        again = [self._beside(one, first) if one.reading.verdict is not ACCEPTED else one for one in first]
        return tuple(one.reading for one in _by_example(again))

    def _first(self, question: Question) -> _Read:
        try:
            found = self._survey(question)
            reading, sight = self._decided(found, question)
        except TooMuchEffortError:
            return _Read(question, Reading(DOUBTFUL, reasons.EFFORT))
        if reading.verdict is ACCEPTED and reading.lattice and found.is_searched:
            self._places_of(question.picture).append(reading.lattice)
        return _Read(question, reading, found, sight)

    def _places_of(self, picture: Picture) -> list[Lattice]:
        """Where boards were found in pictures as large as this one."""
        return self._places.setdefault((picture.width, picture.height), [])

    def _survey(self, question: Question) -> Survey:
        picture, size = question.picture, (len(question.reference), len(question.reference[0]))
        if (picture, size) not in self._surveys:
            self._surveys[picture, size] = survey(picture, size, self._places_of(picture)[:PLACES])
        return self._surveys[picture, size]

    def _decided(self, found: Survey, question: Question) -> tuple[Reading, Sight | None]:
        """The decision, after as many searches as it needs."""
        while True:
            reading, sight = decide(found, question)
            boards = [place[0] for place in found.places if place[0].valid >= SURELY_LIES]
            enough = reading.verdict is ACCEPTED and (found.is_searched or found.unexplained(boards) < MORE)
            if enough or not found.search(boards):
                return reading, sight

    def _beside(self, one: _Read, others: Sequence[_Read]) -> _Read:
        """A picture read again beside the surest boards of the program; a rejection needs both readings."""
        anchors = _anchors([other for other in others if other.question.picture != one.question.picture])
        if not anchors or one.found is None:
            return one
        try:
            one.found.expect(self._places_of(one.question.picture)[:PLACES])
            found = one.found.read_beside(self._style(anchors))
            reading, sight = self._decided(found, one.question)
        except TooMuchEffortError:
            return one
        if one.reading.verdict is REJECTED:
            return one if reading.verdict is REJECTED else _open(one)
        return _Read(one.question, reading, found, sight)

    def _style(self, anchors: Sequence[Sight]) -> Style:
        names = tuple(id(sight) for sight in anchors)
        if names not in self._styles:
            self._styles[names] = style_of(anchors)
        return self._styles[names]


def _open(one: _Read) -> _Read:
    told = replace(one.reading, verdict=DOUBTFUL, reason=reasons.UNCLEAR, differences=(), rival=None)
    return replace(one, reading=told)


def _anchors(others: Sequence[_Read]) -> list[Sight]:
    """The boards that show the program's style: read surely, with many stones of either colour."""
    accepted = [one.sight for one in others if one.sight and one.reading.verdict is ACCEPTED]
    likely = [one.sight for one in others if one.sight and one.sight.valid >= SURELY_LIES]
    return sorted(accepted or likely, key=lambda sight: -_variety(sight))[:ANCHORS]


def _variety(sight: Sight) -> int:
    """The number of points of the rarest kind."""
    return int(np.bincount(sight.labels, minlength=3).min())


def _by_example(every: Sequence[_Read]) -> list[_Read]:
    """The readings, with doubtful ones accepted that are as other pictures of the program would have them."""
    some = [one for one in every if one.is_open and one.sight and one.sight.valid >= LIES]
    some = [one for one in some if shows_stones(_sight(one), labels_of(one.question.reference))]
    sights, labels = [_sight(one) for one in some], [labels_of(one.question.reference) for one in some]
    if not some:
        return list(every)
    right = {id(one) for one, fits in zip(some, agree(sights, labels), strict=True) if fits}
    return [_accepted(one) if id(one) in right else one for one in every]


def _sight(one: _Read) -> Sight:
    assert one.sight is not None
    return one.sight


def _accepted(one: _Read) -> _Read:
    reading = replace(one.reading, verdict=ACCEPTED, reason=reasons.AGREES, board=one.question.reference)
    return replace(one, reading=reading)
