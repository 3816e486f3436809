"""Tests that are not right, by what made them so: one entry for each cause, the dearest first."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict

_NUMBER = re.compile(r"\d+(\.\d+)?")
_CRASHES = (Verdict.RTE, Verdict.CE)
_WHOLE_RUN = frozenset(set(Verdict) - {Verdict.WA, Verdict.PAC})
"""Verdicts whose message says it all: the same words are the same cause, whatever was asked."""


@dataclass(frozen=True)
class Failure:
    """A cause and its tests, in the order of the record."""

    tests: tuple[TestScore, ...]

    @property
    def first(self) -> TestScore:
        """The test that stands for all."""
        return self.tests[0]

    @property
    def lost(self) -> float:
        """The points that the tests could still give; those that are not decided count whole."""
        return sum(test.max_points - (test.points or 0) for test in self.tests)

    @property
    def crash(self) -> bool:
        """Whether the program ended by an error, or did not start for one."""
        return self.first.verdict in _CRASHES

    @property
    def told(self) -> bool:
        """Whether the message says all about the other tests too: they have no answer to look at."""
        return self.first.verdict in _WHOLE_RUN and not self.first.games


def failures_by_cause(tests: Iterable[TestScore], asks: Mapping[str, str] = {}) -> tuple[Failure, ...]:
    """The tests by cause: first those that cost the most points, then those of the most tests.

    `asks` are the questions in words: those with the same words ask the same.
    """
    found: dict[Hashable, list[TestScore]] = {}
    for test in tests:
        found.setdefault(_cause(test, asks), []).append(test)
    every = [Failure(tuple(alike)) for alike in found.values()]
    return tuple(sorted(every, key=lambda failure: (-failure.lost, -len(failure.tests))))


def _cause(test: TestScore, asks: Mapping[str, str]) -> Hashable:
    """What tests with the same cause share: the words of the message without its numbers."""
    if test.games or not test.message:
        return test.name
    if test.verdict in _WHOLE_RUN:
        return test.verdict, test.message
    faults = frozenset(_NUMBER.sub("#", part.strip()) for part in test.message.split(";"))
    return test.verdict, asks.get(test.asked) or (test.answer, test.question or test.group), faults
