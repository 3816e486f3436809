"""What counts of a submission: facts that were worked out by hand, and laws of the one function."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gograde.classroom.class_config import AssignmentRules, LatePolicy
from gograde.classroom.classroom import Override
from gograde.codec import replace
from gograde.core.record import Cause, ClassChange, ScoreRecord, counting
from gograde.core.record import TestScore as Score
from gograde.core.totals import decided
from gograde.core.verdict import Verdict
from gograde.grading.marks.gradebook import assess, with_decisions
from gograde.grading.marks.late import Lateness, late_result, lateness
from tests.golden import agrees, values_agree
from tests.report.conftest import group, record, rule

V = Verdict
WORTH = {"count": 2.0, "free": 0.0, "extra": 1.0, "sample": 0.0}
"""The points of a test by its group; `extra` and `sample` decide nothing."""


def score(name: str, of: str, verdict: V, batch: str = "01") -> Score:
    points = {V.RV: None, V.JE: None, V.AC: WORTH[of]}.get(verdict, 0.0)
    told = {"name": name, "group": of, "batch": batch, "verdict": verdict, "points": points}
    return replace(rule(batch), **told, max_points=WORTH[of], message="the grader's words")


def made(*tests: Score, ends: V = V.AC, **changes: Any) -> ScoreRecord:
    """A record whose hidden run ended so; the first two groups decide."""
    one = record("amy", tests)
    groups = [group(name, tests) for name in dict.fromkeys(test.group for test in tests)]
    groups = [replace(each, decides=each.name in ("count", "free")) for each in groups]
    runs = tuple(replace(run, verdict=ends if run.batch == "01" else V.RTE) for run in one.runs)
    return record("amy", tests, groups=groups, runs=runs, **changes)


def said(test: str, points: float, decision: str = "") -> Override:
    return Override("board9", "amy", test, points, "Ada", "", "seen in the lab", decision=decision)


HALF = (score("01/a", "count", V.AC), score("01/b", "count", V.RTE), score("01/c", "count", V.RV))
SAMPLES = (score("s/a", "sample", V.WA, "s"), score("s/b", "sample", V.RV, "s"))
ALL = [said("01/a", 2, "right"), said("01/b", 2, "right"), said("01/c", 2, "right")]


def counted(tests: Sequence[Score], ends: V, overrides: Sequence[Override]) -> str:
    """The official result, the badge, what waits, and the mark."""
    found = assess(made(*tests, ends=ends), overrides)
    assert found.graded.waiting == (2 if found.graded.waits == ("01/c",) else 0)
    return f"{found.official} {found.badge}, waits: {found.graded.waits}, mark: {found.mark}"


def test_what_counts() -> None:
    values_agree(
        "grading/counts.txt",
        counted=counted,
        HALF=HALF,
        V=V,
        ALL=ALL,
        said=said,
        SAMPLES=SAMPLES,
        score=score,
    )


def test_what_the_sandbox_forbids_fails_until_a_person_has_decided_everything() -> None:
    flag = {"id": "forbidden", "severity": "serious", "evidence": "a socket"}
    record = made(*HALF[:1], flags=[flag], verdict=V.SV)
    assert (assess(record, []).official, assess(record, []).badge) == ("fail", V.SV)
    assert assess(record, ALL[:1]).official == "pass"


def test_full_points_for_everybody_are_a_persons_word_and_void_tests_decide_nothing() -> None:
    full = [ClassChange(name="01 *", do="full", by="Ada", reason="unclear")]
    given = [replace(HALF[0], name="01 a"), score("01 b", "count", V.AC)]
    assert assess(made(*given, ends=V.RTE, changes=full), []).official == "pass"
    assert assess(made(*given, ends=V.RTE), []).official == "fail"
    left = made(score("02/a", "count", V.AC, "02"), ends=V.AC)
    run = replace(left.runs[0], verdict=V.AC)
    crashed = replace(run, batch="01", verdict=V.RTE)
    assert assess(replace(left, runs=(run, crashed)), []).official == "pass"


def test_a_class_that_wants_no_official_result_has_none() -> None:
    found = assess(made(*HALF), [], asked=False)
    assert (found.official, found.badge, found.failed) == ("none", V.RTE, True)
    assert assess(made(*HALF, official="none"), ALL).official == "none"


def test_a_decided_test_says_who_decided_and_nothing_else() -> None:
    waits = replace(HALF[2], cause=Cause(message="unclear"), remarks=("dark",))
    record = made(*HALF[:2], waits, ends=V.RTE)
    found = assess(record, ALL[2:])
    before, (a, b, c) = record.tests, with_decisions(record, found).tests
    assert (a, b) == before[:2]
    assert (c.verdict, c.points, c.message, c.cause, c.remarks, c.readings) == (
        V.AC, 2, "seen in the lab", None, (), ()
    )  # fmt: skip
    assert with_decisions(record, found, staff=True).tests[2].message == "Ada: seen in the lab"
    whole = with_decisions(replace(record, message="killed"), assess(record, [said("", 6)]))
    assert (whole.verdict, whole.message, whole.tests[:2]) == (V.AC, "", before[:2])
    assert (whole.tests[2].verdict, whole.tests[2].points, whole.tests[2].max_points) == (V.AC, 0, 0)


# -- laws -----------------------------------------------------------------------------------

TESTS = st.lists(
    st.tuples(st.sampled_from([*WORTH]), st.sampled_from([V.AC, V.WA, V.RTE, V.RV, V.JE])),
    min_size=1,
    max_size=5,
).map(lambda all_of: [score(f"01/{n}", *one) for n, one in enumerate(all_of)])
WORDS = st.sampled_from(["right", "wrong"])


@given(TESTS, st.sampled_from([V.AC, V.RTE, V.SV]), st.data())
def test_laws(tests: Sequence[Score], ends: V, data: st.DataObject) -> None:
    record = made(*tests, ends=ends)
    names = data.draw(st.lists(st.sampled_from([one.name for one in tests]), unique=True))
    worth = {one.name: one.max_points for one in tests}
    words = {name: data.draw(WORDS) for name in names}
    given = [said(name, worth[name] if word == "right" else 0, word) for name, word in words.items()]
    found = assess(record, given)
    counts = {one.name for one in counting(record)}
    if counts <= {*words}:
        right = all(words[name] == "right" for name in counts)
        asked = any(one.decides for one in record.groups)
        assert found.badge is (V.AC if right else V.WA)
        assert (found.official == "pass") == right or not asked
    shown = {one.name: one for one in with_decisions(record, found).tests}
    assert all(shown[one.name] == one for one in tests if one.name not in words)
    open_tests = [one for one in tests if not decided(one) and one.name not in words]
    matter = [one for one in open_tests if one.max_points or one.name in counts]
    assert bool(matter) == (found.graded.done < found.graded.tests)
    assert found.mark.pending == found.graded.waiting + found.graded.broken
    assert bool(matter) or found.badge not in (V.RV, V.JE)
    assert not (found.graded.waits or found.graded.broken) or matter
    whole = assess(record, [*given, said("", 0, "wrong")])
    assert (whole.official, whole.graded.waits, whole.mark.pending) == ("fail", (), 0)


# -- late policies in words, and moments; `tests/thirty` has what they cost --------------------


DUE = datetime(2026, 11, 15, 23, 59, tzinfo=UTC)


def rules(**late: object) -> AssignmentRules:
    return AssignmentRules(due=DUE, late=LatePolicy(**late), extensions={"alice": 24})  # type: ignore[arg-type]


def test_another_time_zone_is_the_same_moment() -> None:
    there = datetime.fromisoformat("2026-11-16T07:58:00+08:00")
    assert lateness(there, rules(), "bob").days == 0


def test_without_a_due_date_nothing_is_late() -> None:
    assert lateness(DUE, AssignmentRules(), "bob") == Lateness(0, timedelta(0))


THREE = Lateness(3, timedelta(hours=50))
DECAY, DAYS = {"policy": "penalty-decay", "penalty": 10}, {"policy": "late-days", "penalty": 10}
POLICIES: tuple[tuple[dict[str, object], int], ...] = (
    ({}, 5), ({"policy": "constant-penalty", "penalty": 2}, 5),
    ({"policy": "percentage-penalty", "penalty": 10}, 5), (DECAY, 5),
    ({"policy": "penalty-decay", "penalty": 1, "interval_hours": 1}, 5), ({**DECAY, "interval_hours": 20}, 5),
    ({**DAYS, "max_late_days": 2}, 5), (DAYS, 5), (DAYS, 4), (DAYS, 2), (DAYS, 1), (DAYS, 0),
    ({**DAYS, "max_late_days": 0}, 5), ({"policy": "percentage-penalty", "penalty": 50}, 5),
    ({"reject_after_days": 2}, 5), ({"reject_after_days": 3}, 5),
)  # fmt: skip
"""Policies, and the free days that are left."""


def test_what_three_days_cost_of_twenty_points() -> None:
    said = []
    for policy, left in POLICIES:
        found = late_result(THREE, LatePolicy(**policy), 20, days_left=left)  # type: ignore[arg-type]
        assert found is not None and found.days == 3
        words = " ".join(map(str, (part for pair in policy.items() for part in pair)))
        used = f"{found.late_days_used} of {left} free days"
        said.append(f"{words or 'no policy'}: {found.penalty:g} points, {used}, {found.reason}\n")
    agrees("grading/late.txt", "".join(said))


def test_one_day_is_a_day() -> None:
    found = late_result(Lateness(1, timedelta(hours=1)), LatePolicy(**DAYS), 20, days_left=2)  # type: ignore[arg-type]
    assert found is not None and found.reason == "1 day late: free; 1 free day left"
