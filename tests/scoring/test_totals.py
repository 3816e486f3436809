"""A total is an interval, and a fault or a doubt never raises either end of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.scoring.totals import Total, in_percent, less, total_of
from gograde.scoring.verdict import Verdict

OPEN = (Verdict.JE, Verdict.RV)
"""The verdicts of tests that are not decided; so is a test of any verdict without points."""


@dataclass(frozen=True)
class Test:
    __test__ = False

    name: str
    verdict: Verdict
    points: float | None
    max_points: float


def right(name: str, most: float) -> Test:
    return Test(name, Verdict.AC, most, most)


def test_pictures_that_nobody_has_looked_at_do_not_leave_the_whole() -> None:
    """As when files that are no pictures replace those of 24 points: 72 of 96, and not 72 of 72."""
    tests = [right(f"text {n}", 6) for n in range(12)]
    tests += [Test(f"picture {n}", Verdict.RV, None, 2) for n in range(12)]
    assert total_of(tests) == Total(at_least=72, pending=24, of=96)
    assert total_of(tests).at_most == 96
    assert total_of(tests).exact is None


@pytest.mark.parametrize("verdict", [Verdict.JE, Verdict.RV])
def test_points_that_come_with_a_fault_or_a_doubt_are_not_certain(verdict: Verdict) -> None:
    assert total_of([Test("a", verdict, 5, 5), right("b", 1)]) == Total(1, 5, 6)


def test_a_person_decides_for_every_verdict() -> None:
    tests = [Test("a", Verdict.JE, None, 5), Test("b", Verdict.WA, 0, 5), right("c", 5)]
    assert total_of(tests, {"a": 2, "b": 5, "c": 0}) == Total(7, 0, 15)


def test_what_is_complete() -> None:
    assert Total(3, 0, 4).exact == 3
    assert Total(0, 0, 4).exact == 0
    assert Total(3, 1, 4).exact is None
    assert Total(0, 0, 0).exact is None  # there is nothing to get, which is no zero


def test_a_penalty_takes_the_same_from_both_ends_and_neither_falls_below_nothing() -> None:
    assert less(Total(72, 24, 96), 10) == Total(62, 24, 96)
    assert less(Total(5, 24, 96), 10) == Total(0, 19, 96)
    assert less(Total(5, 4, 96), 96) == Total(0, 0, 96)


def test_work_that_is_not_decided_keeps_its_weight() -> None:
    assert in_percent([(1, Total(5, 0, 10)), (3, Total(0, 8, 8))]) == Total(12.5, 75, 100)
    assert in_percent([(1, Total(5, 0, 10)), (3, Total(0, 0, 0))]) == Total(50, 0, 100)
    assert in_percent([]) == in_percent([(0, Total(1, 0, 1))]) == Total(0, 0, 0)


# -- laws -----------------------------------------------------------------------------------

QUARTERS = st.integers(0, 40).map(lambda n: n / 4)


@st.composite
def one_test(draw: st.DrawFn, number: int) -> Test:
    most, verdict = draw(QUARTERS), draw(st.sampled_from(list(Verdict)))
    if verdict is Verdict.AC:
        return right(str(number), most)
    points = draw(st.none() | st.just(0.0) | st.just(most / 2))
    return Test(str(number), verdict, points, most)


MIXTURES = st.integers(0, 7).flatmap(lambda count: st.tuples(*map(one_test, range(count))))


def slow_interval(tests: Sequence[Test]) -> tuple[float, float]:
    """The least and the greatest total over every way in which the open tests may end."""
    ends = [
        (0.0, test.max_points) if test.verdict in OPEN or test.points is None else (test.points,)
        for test in tests
    ]
    totals = [sum(way) for way in product(*ends)]
    return min(totals), max(totals)


@given(MIXTURES)
def test_the_interval_is_that_of_all_ways_in_which_it_may_end(tests: tuple[Test, ...]) -> None:
    total = total_of(tests)
    assert (total.at_least, total.at_most) == slow_interval(tests)
    assert total.of == sum(test.max_points for test in tests)


@given(MIXTURES, st.sampled_from([*OPEN, Verdict.SK]), st.lists(QUARTERS, min_size=2, max_size=2))
def test_no_fault_raises_a_total(tests: tuple[Test, ...], verdict: Verdict, given: list[float]) -> None:
    penalty, weight = given
    other = (1.0, Total(3, 2, 8))
    before = total_of(tests)
    for number, test in enumerate(tests):
        if test.verdict is not Verdict.AC:
            continue
        faulty = Test(test.name, verdict, None, test.max_points)
        after = total_of([*tests[:number], faulty, *tests[number + 1 :]])
        assert after.of == before.of
        assert not after.complete or not test.max_points
        for old, new in (
            (before, after),
            (less(before, penalty), less(after, penalty)),
            (in_percent([(weight, before), other]), in_percent([(weight, after), other])),
        ):
            assert new.at_least <= old.at_least
            assert new.at_most <= old.at_most + 1e-9
