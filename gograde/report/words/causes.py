"""Tests that are not right, or wait, by what made them so: one entry for each cause, the dearest first."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from gograde.report.redact import HiddenTest
from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict

_NUMBER = re.compile(r"\d+(\.\d+)?")
_LAST_NUMBER = re.compile(r"-\d+$")
_CRASHES = (Verdict.RTE, Verdict.CE)
_WHOLE_RUN = frozenset(set(Verdict) - {Verdict.WA, Verdict.PAC})
"""Verdicts whose message says it all: the same words are the same cause, whatever was asked."""


@dataclass(frozen=True)
class Failure:
    """A cause and its tests, in the order of the record.

    `hidden_lost` are the points that hidden tests of the same kinds lost.
    """

    tests: tuple[TestScore, ...]
    hidden_lost: float = 0

    @property
    def first(self) -> TestScore:
        """The test that stands for all."""
        return self.tests[0]

    @property
    def lost(self) -> float:
        """The points that the tests could still give; those that are not decided count whole."""
        return sum(map(_lost, self.tests))

    @property
    def crash(self) -> bool:
        """Whether the program ended by an error, or did not start for one."""
        return self.first.verdict in _CRASHES

    @property
    def is_whole_run(self) -> bool:
        """Whether the message says all about the other tests too: they have no answer to look at."""
        return self.first.verdict in _WHOLE_RUN and not self.first.games and not self.first.readings


def failures_by_cause(
    tests: Iterable[TestScore], asks: Mapping[str, str] = {}, hidden: Sequence[HiddenTest] = ()
) -> tuple[Failure, ...]:
    """The tests by cause: first those that cost the most points, then those of the most tests.

    `asks` are the questions in words: those with the same words ask the same.  What `hidden` tests of the
    same kind lost counts for a cause.  Skipped tests come last: something else caused that they are.
    """
    found: dict[Hashable, list[TestScore]] = {}
    for test in tests:
        found.setdefault(_cause(test, asks), []).append(test)
    lost: dict[Hashable, float] = defaultdict(float)
    for one in hidden:
        lost[_kind(one.name)] += _lost(one)
    every = [
        Failure(tuple(alike), sum(lost[kind] for kind in dict.fromkeys(_kind(test.name) for test in alike)))
        for alike in found.values()
    ]
    return tuple(sorted(every, key=_rank))


def speaker(cause: Failure) -> TestScore:
    """The test that is shown for a cause: the first that a known mistake explains, else the first."""
    helped = (test for test in cause.tests if test.cause and test.cause.help)
    return next(helped, cause.first)


def _rank(failure: Failure) -> tuple[bool, float, int]:
    cost = failure.lost + failure.hidden_lost
    return failure.first.verdict is Verdict.SK, -cost, -len(failure.tests)


def _lost(test: TestScore | HiddenTest) -> float:
    return test.max_points - (test.points or 0)


def _kind(name: str) -> str:
    """What the name of a test has in common with those of other batches that ask for the same."""
    return _LAST_NUMBER.sub("", name.partition("/")[2])


def _cause(test: TestScore, asks: Mapping[str, str]) -> Hashable:
    """What tests with the same cause share: the words of the message without its numbers."""
    if test.games and test.verdict in _CRASHES:
        return test.verdict, frozenset(game.reason for game in test.games if game.forfeit)
    if test.games or not test.message:
        return test.name
    if test.verdict in _WHOLE_RUN:
        return test.verdict, _message(test)
    if _unanswered(test):
        return test.verdict, "no answer"
    faults = frozenset(_NUMBER.sub("#", part.strip()) for part in _message(test).split(";"))
    return test.verdict, asks.get(test.question_name) or (test.answer, test.question or test.group), faults


def _message(test: TestScore) -> str:
    """The message without the names of pictures, which differ from problem to problem."""
    said = test.message
    for reading in test.readings:
        said = said.replace(reading.picture, "")
    return said


def _unanswered(test: TestScore) -> bool:
    """Whether an answer was asked for and nothing came, whatever the question was."""
    cause = test.cause if test.answer == "text" else None
    return cause is not None and cause.actual is None and cause.expected is not None
