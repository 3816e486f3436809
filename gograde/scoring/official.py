"""What a submission comes to: the verdict that counts, and the all-or-nothing result.  Pure functions."""

from __future__ import annotations

from collections.abc import Mapping

from gograde.scoring.record import Official, ScoreRecord, TestScore
from gograde.scoring.totals import decided
from gograde.scoring.verdict import Verdict, gravest

FORBIDDEN = "forbidden"
"""The flag of a submission that tried what the sandbox forbids."""

_UNDECIDED: Mapping[Verdict, Official] = {
    Verdict.AC: "pass",
    Verdict.RV: "pending",
    Verdict.JE: "error",
    Verdict.NS: "not-submitted",
}


def counting(record: ScoreRecord) -> tuple[TestScore, ...]:
    """The tests that decide: those of groups that do, or all tests where none of these is there."""
    deciding = {group.name for group in record.groups if group.decides}
    return tuple(test for test in record.tests if test.group in deciding) or record.tests


def counted_verdict(record: ScoreRecord, said: Mapping[str, Verdict] = {}) -> Verdict:
    """The verdict of all that counts: the gravest fault, else what is not decided, else AC.

    `said` maps tests, or an empty name for the whole, to the verdicts that a person gave.  What a run did or
    tried of what is forbidden counts until a person has decided all tests of it that count, and what a build
    tried until that is done for all runs.  Where all that counts was skipped, the verdict is what caused it.
    """
    if "" in said:
        return said[""]
    tests = counting(record)
    open_runs = {test.batch for test in tests if test.name not in said}
    if record.verdict is Verdict.NS and (open_runs or not tests):
        return Verdict.NS
    known = [said.get(test.name) or _automatic(test) for test in tests]
    known += [run.verdict for run in record.runs if run.batch in open_runs]
    tried = {usage.batch for usage in record.usage if usage.violations} or open_runs
    if tried & open_runs and any(flag.id == FORBIDDEN for flag in record.flags):
        known.append(Verdict.SV)
    verdict = gravest([one for one in known if one.failed] or known or [record.verdict])
    return record.verdict if verdict is Verdict.SK else verdict


def official_of(verdict: Verdict) -> Official:
    """The all-or-nothing result that goes with a verdict of all that counts."""
    return "fail" if verdict in _FAILED else _UNDECIDED[verdict]


_FAILED = frozenset(one for one in Verdict if one.failed) - {Verdict.NS}


def _automatic(test: TestScore) -> Verdict:
    """The verdict of a test without a person; one that has no points yet is not decided, whatever it says."""
    undecided = Verdict.JE if test.verdict is Verdict.JE else Verdict.RV
    return test.verdict if decided(test) else undecided
