"""Laws of marks: no decision gives more than the maximum or less than nothing, or moves another's mark."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gograde.classroom.class_config import ClassConfig
from gograde.classroom.classroom import Classroom, Override
from gograde.classroom.corrections import ClassCorrection
from gograde.classroom.roster import Student
from gograde.codec import of_value, replace
from gograde.grading.corrections import corrected_tests
from gograde.grading.marks.gradebook import gradebook
from gograde.grading.marks.gradebook_model import Gradebook
from gograde.scoring.record import ScoreRecord, TestScore
from gograde.scoring.verdict import Verdict
from tests.grading.conftest import score_record, scored_test

DUE = datetime(2026, 11, 15, 23, 59, tzinfo=UTC)
WORKS, PEOPLE = ("first", "second"), ("alice", "bob")
WORTH = (3.0, 0.0, 0.1)
POLICIES = ["baseline", "constant-penalty", "percentage-penalty", "penalty-decay", "late-days"]

SHARES = st.sampled_from([None, 0.0, 0.5, 1.0])
HANDED_IN = st.none() | st.integers(-5, 100)
GOT = st.fixed_dictionaries(
    {(work, who): st.tuples(HANDED_IN, st.tuples(SHARES, SHARES, SHARES)) for work in WORKS for who in PEOPLE}
)
LATE = st.fixed_dictionaries(
    {
        "policy": st.sampled_from(POLICIES),
        "penalty": st.floats(0, 150),
        "grace_minutes": st.sampled_from([0, 15]),
        "interval_hours": st.sampled_from([1.0, 24.0]),
        "max_late_days": st.none() | st.integers(0, 3),
        "reject_after_days": st.none() | st.integers(0, 3),
    }
)
OVERRIDES = st.lists(
    st.builds(
        lambda work, test, share: Override(
            work,
            "alice",
            test,
            share * (WORTH[int(test)] if test else sum(WORTH)),
            "Ada",
            "",
            "a slip",
            decision="wrong" if test == "1" else "",
        ),
        st.sampled_from(WORKS),
        st.sampled_from(["", "0", "1", "2"]),
        st.floats(0, 1),
    ),
    unique_by=lambda one: (one.assignment, one.test),
    max_size=3,
)
CHANGES = st.lists(
    st.builds(
        lambda work, test, do: ClassCorrection(assignment=work, test=test, do=do, by="Ada", reason="a slip"),
        st.sampled_from(WORKS),
        st.sampled_from(["0", "1", "2"]),
        st.sampled_from(["void", "full"]),
    ),
    unique_by=lambda one: (one.assignment, one.test),
    max_size=3,
)


def one_test(name: str, worth: float, share: float | None) -> TestScore:
    verdict = Verdict.RV if share is None else Verdict.AC if share == 1 else Verdict.PAC
    return scored_test(name, verdict, None if share is None else share * worth, worth)


def record(work: str, who: str, got: Any, changes: Sequence[ClassCorrection]) -> ScoreRecord:
    hours, shares = got
    tests = [one_test(str(n), *pair) for n, pair in enumerate(zip(WORTH, shares, strict=True))]
    own = [one.change for one in changes if one.assignment == work]
    left = corrected_tests(tests, own, handed_in=hours is not None)
    at = None if hours is None else (DUE + timedelta(hours=hours)).isoformat()
    return score_record(work, who, left, at, changes=tuple(own))


def book(
    got: Any, late: Any, overrides: Sequence[Override], changes: Sequence[ClassCorrection], **of_alice: float
) -> Gradebook:
    """The marks of the class; `of_alice` are hours of extension by assignment."""
    rules = {
        work: {
            "due": (DUE + timedelta(days=n)).isoformat(),
            "late": late,
            "extensions": {"alice": of_alice[work]} if work in of_alice else {},
        }
        for n, work in enumerate(WORKS)
    }
    said = {"schema": "gograde/class/v1", "title": "T", "late_days": 2, "assignments": rules}
    void = {one.assignment for one in changes if one.do == "void"}
    room = Classroom(
        Path("/c"),
        of_value(ClassConfig, said),
        tuple(map(Student, PEOPLE)),
        tuple(one for one in overrides if one.test or one.assignment not in void),
    )
    records = {(work, who): record(work, who, got[work, who], changes) for work in WORKS for who in PEOPLE}
    return gradebook(room, records, dict.fromkeys(WORKS, True), [])


def of(made: Gradebook, who: str) -> tuple[Any, ...]:
    entries = (entry for entry in made.entries if entry.student == who)
    return (*entries, *(total for total in made.totals if total.student == who))


@given(GOT, LATE, OVERRIDES, CHANGES)
def test_no_mark_is_above_the_maximum_or_below_nothing(
    got: Any, late: Any, overrides: list[Override], changes: list[ClassCorrection]
) -> None:
    made = book(got, late, overrides, changes)
    for total in (*(e.mark for e in made.entries), *(t.percent for t in made.totals)):
        assert -1e-9 <= total.at_least <= total.at_most <= total.of + 1e-9


@given(GOT, LATE, OVERRIDES, st.floats(0, 99))
def test_what_is_decided_for_one_moves_no_other(
    got: Any, late: Any, overrides: list[Override], hours: float
) -> None:
    before, after = book(got, late, [], []), book(got, late, overrides, [], first=hours)
    assert of(before, "bob") == of(after, "bob")


@given(GOT, LATE, CHANGES)
def test_only_what_is_void_changes_a_maximum_and_then_for_all(
    got: Any, late: Any, changes: list[ClassCorrection]
) -> None:
    made = book(got, late, [], changes)
    for work in WORKS:
        void = [int(one.test or 0) for one in changes if (one.assignment, one.do) == (work, "void")]
        left = sum(WORTH) - sum(WORTH[test] for test in void)
        of_all = {round(entry.max_score, 9) for entry in made.entries if entry.assignment == work}
        assert of_all == {round(left, 9)}


@given(GOT, LATE, CHANGES)
def test_full_points_never_cost_anybody(got: Any, late: Any, changes: list[ClassCorrection]) -> None:
    full = [replace(one, do="full") for one in changes]
    before, after = book(got, late, [], []), book(got, late, [], full)
    for one, other in zip(before.entries, after.entries, strict=True):
        assert one.mark.at_least <= other.mark.at_least + 1e-9


def test_a_void_test_of_three_points_moves_both_students() -> None:
    late = {"policy": "percentage-penalty", "penalty": 10}
    got = {(work, who): (-1, (1.0 if who == "alice" else 0.0, 0.0, 1.0)) for work in WORKS for who in PEOPLE}
    void = ClassCorrection(assignment="first", test="0", do="void", by="Ada", reason="a slip")
    before, after = book(got, late, [], []), book(got, late, [], [void])
    assert [(entry.final, entry.max_score) for entry in before.entries[:2]] == [(3.1, 3.1), (0.1, 3.1)]
    assert [(entry.final, entry.max_score) for entry in after.entries[:2]] == [(0.1, 0.1), (0.1, 0.1)]


def test_an_override_of_a_void_test_counts_for_nothing() -> None:
    got = {(work, who): (-1, (0.0, 0.0, 1.0)) for work in WORKS for who in PEOPLE}
    void = ClassCorrection(assignment="first", test="0", do="void", by="Ada", reason="a slip")
    given = Override("first", "alice", "0", 3, "Ada", "", "a slip")
    made = book(got, {}, [given], [void])
    assert (made.entries[0].mark.at_least, made.entries[0].overrides) == (0.1, ())
    assert book(got, {}, [given], []).entries[0].mark.at_least == 3.1
