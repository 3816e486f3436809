"""Picks one public case by its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gograde.authoring.assignment import Batch
from gograde.errors import UsageError
from gograde.grading.facts import HandedIn, RunRecord
from gograde.grading.score import Scorer
from gograde.package.faults import did_you_mean
from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict

PUBLIC = "sample-"
"""What the names of public batches begin with; it may be left out."""


def tests_named(name: str, scorer: Scorer) -> frozenset[str]:
    """The names of the tests of a batch, a case or a test; the batch of a case may be left out.

    Raises `UsageError` for an unknown name.
    """
    nothing = RunRecord(scorer.config.id, HandedIn(""), verdict=Verdict.NS)
    tests = scorer.score(nothing).tests
    found = [test.name for test in tests if _is_meant(test, name)]
    if not found:
        raise UsageError(f"--case {name}", "no such public case", _known(name, tests))
    return frozenset(found)


def _is_meant(test: TestScore, name: str) -> bool:
    whole = (name, f"{PUBLIC}{name}", f"{test.batch}/{name}")
    return test.batch in whole or any(f"{test.name} ".startswith(f"{one} ") for one in whole)


def _known(name: str, tests: Sequence[TestScore]) -> str:
    cases = dict.fromkeys(test.name.partition(" ")[0] for test in tests)
    every = f"use one of: {', '.join(cases)}"
    close = did_you_mean(name if name.startswith(PUBLIC) else f"{PUBLIC}{name}", cases)
    return f"{close} Else {every}" if close.startswith("did you") else every


def with_case(batches: Sequence[Batch], names: frozenset[str], *, apart: bool) -> tuple[Batch, ...]:
    """The batches with these tests; with `apart`, only their cases, where each case is a run of its own."""
    cases = {name.partition(" ")[0] for name in names}
    found = []
    for batch in batches:
        meant = tuple(case for case in batch.cases if f"{batch.name}/{case.id}" in cases)
        if meant:
            found.append(replace(batch, cases=meant) if apart else batch)
    return tuple(found)
