"""What counts of a submission: computed once, here, and shown everywhere.  Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gograde.classroom.classroom import Override
from gograde.codec import replace
from gograde.core.record import ScoreRecord, TestScore, counted_verdict, counting, official_of
from gograde.core.totals import Total, decided, less, total_of
from gograde.core.verdict import Verdict
from gograde.grading.facts import FAULT_TWICE
from gograde.grading.marks.gradebook_model import Assessment, Decision, GradedTests
from gograde.grading.marks.late import LateResult


def assess(
    record: ScoreRecord, overrides: Sequence[Override], late: LateResult | None = None, *, asked: bool = True
) -> Assessment:
    """The result that counts: the automatic one, with the class's corrections in it, after a student's.

    `overrides` are those of this student, at most one for a test and one for the whole.  `late` is what
    lateness costs; it takes nothing off a mark that a person gave for the whole.  Without `asked` the class
    wants no official result.  A test that only the decision of the whole is about has no points of its own.
    """
    given = {one.test: one for one in overrides}
    whole = given.get("")
    decisions = {
        **{test.name: _of_whole(whole, record) for test in record.tests if whole and not decided(test)},
        **{test.name: _of_test(given[test.name], test) for test in record.tests if test.name in given},
    }
    said = {**_full_for_all(record), **{name: one.verdict for name, one in decisions.items()}}
    if whole is not None:
        said[""] = _of_whole(whole, record).verdict
    badge = counted_verdict(record, said)
    own = [test for test in record.tests if whole is None or decided(test) or test.name in given]
    total = _total(own, decisions) if whole is None else Total(whole.points, 0.0, record.max_score)
    return Assessment(
        verdict=record.verdict,
        badge=badge,
        official=official_of(badge) if asked and record.official != "none" else "none",
        score=total.at_least,
        max_score=total.of,
        pending=total.pending,
        groups={
            name: _total([test for test in own if test.group == name], decisions)
            for name in dict.fromkeys(test.group for test in record.tests)
        },
        mark=less(total, late.penalty if late and whole is None else 0.0),
        graded=_graded(record, decisions),
        decisions=decisions,
    )


def with_decisions(record: ScoreRecord, result: Assessment, *, staff: bool = False) -> ScoreRecord:
    """The record with what a person decided in the place of what the grader said of it.

    A decided test tells the reason of the decision and nothing else; for `staff` also who decided.
    """
    if not result.decisions and result.badge is record.verdict:
        return record
    said = {name: _reason(one, staff=staff) for name, one in result.decisions.items()}
    changed = {
        "backend": record.sandbox,
        "verdict": result.badge,
        "official": result.official,
        "message": record.message if result.badge is record.verdict else "",
        "score": result.score,
        "pending": result.pending,
        "tests": tuple(
            _decided(test, result.decisions[test.name], said[test.name]) if test.name in said else test
            for test in record.tests
        ),
    }
    return replace(record, **changed)


def _reason(one: Decision, *, staff: bool) -> str:
    return f"{one.by}: {one.reason}" if staff else one.reason


def _decided(test: TestScore, one: Decision, message: str) -> TestScore:
    """The test as a person decided it, without the grader's words, doubts and readings."""
    told = replace(test, verdict=one.verdict, points=one.points, message=message)
    if one.points is None:
        verdict = Verdict.AC if one.verdict is Verdict.AC else Verdict.SK
        told = replace(told, verdict=verdict, points=0.0, max_points=0.0)
    return replace(told, cause=None, remarks=(), readings=())


def _of_test(override: Override, test: TestScore) -> Decision:
    accepts = override.accepts(test.max_points)
    verdict = test.verdict if accepts is None else _verdict(override, right=accepts)
    return Decision(verdict=verdict, points=override.points, by=override.by, reason=override.reason)


def _of_whole(override: Override, record: ScoreRecord) -> Decision:
    """What a decision of the whole says of it, and of the tests that nobody decided: these have no points."""
    right = override.accepts(record.max_score) is not False
    nothing = record.verdict is Verdict.NS and not right and not override.decision
    verdict = Verdict.NS if nothing else _verdict(override, right=right)
    return Decision(verdict=verdict, by=override.by, reason=override.reason)


def _verdict(override: Override, *, right: bool) -> Verdict:
    partly = override.points and override.decision != "wrong"
    return Verdict.AC if right else Verdict.PAC if partly else Verdict.WA


def _full_for_all(record: ScoreRecord) -> Mapping[str, Verdict]:
    """The tests that a person gave full points for everybody who handed in."""
    full = [change for change in record.changes if change.do == "full"]
    handed_in = record.verdict is not Verdict.NS
    names = (test.name for test in record.tests if any(change.concerns(test.name) for change in full))
    return dict.fromkeys(names, Verdict.AC) if handed_in else {}


def _total(tests: Sequence[TestScore], decisions: Mapping[str, Decision]) -> Total:
    """The points of tests; those that only the decision of the whole is about have none."""
    return total_of(tests, {name: one.points for name, one in decisions.items() if one.points is not None})


def _graded(record: ScoreRecord, decisions: Mapping[str, Decision]) -> GradedTests:
    """How far it is graded: a test waits when it can still change the mark or the verdict of the whole."""
    deciding = {test.name for test in counting(record)}
    twice = any(flag.id == FAULT_TWICE for flag in record.flags)
    undone = [test for test in record.tests if not decided(test) and test.name not in decisions]
    matter = [test for test in undone if test.max_points or test.name in deciding]
    broken = [test for test in matter if test.verdict is Verdict.JE and not twice]
    waits = [test for test in matter if test not in broken]
    return GradedTests(
        tests=len(record.tests),
        done=len(record.tests) - len(matter),
        waits=tuple(test.name for test in waits),
        waiting=sum(test.max_points for test in waits),
        broken=sum(test.max_points for test in broken),
        judge_error=any(test.verdict is Verdict.JE for test in undone),
        sandbox=record.sandbox,
    )
