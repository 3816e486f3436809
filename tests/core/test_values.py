"""Values are compared part by part; a message names the first difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.score import score_points, score_truth
from gograde.core.totals import Total, in_percent, less, total_of
from gograde.core.values import score_text, score_value
from gograde.core.verdict import RIGHT, Outcome, Verdict
from tests.golden import values_agree

BOARD = [[0, 1, 2], [2, 1, 0]]


def test_values_and_texts_are_compared() -> None:
    values_agree(
        "scoring/values.txt",
        score_value=score_value,
        BOARD=BOARD,
        score_text=score_text,
        RIGHT=RIGHT,
        score_points=score_points,
        score_truth=score_truth,
        Outcome=Outcome,
        Verdict=Verdict,
        Total=Total,
        less=less,
        in_percent=in_percent,
    )


LEAVES = st.none() | st.booleans() | st.integers(0, 1) | st.sampled_from([0.0, 1.0, "", "0"])
VALUES = st.recursive(
    LEAVES, lambda parts: st.lists(parts, max_size=2) | st.dictionaries(st.sampled_from("ab"), parts)
)


def spelled(value):
    """A value as text in which what is equal is spelled alike: an independent way to the same verdict."""
    if isinstance(value, list):
        return f"[{';'.join(map(spelled, value))}]"
    if isinstance(value, dict):
        return f"{{{';'.join(f'{key}={spelled(value[key])}' for key in sorted(value))}}}"
    return repr(value if value is None or isinstance(value, bool | str) else float(value))


@given(VALUES, VALUES)
def test_right_is_what_is_spelled_alike(reference, answer):
    """What is not must have a first difference to tell."""
    outcome = score_value(reference, answer)
    assert outcome.right == (spelled(reference) == spelled(answer))
    assert outcome.right == (not outcome.message)


@given(st.recursive(st.integers() | st.text() | st.booleans() | st.none(), lambda v: st.lists(v, max_size=4)))
def test_a_value_equals_itself_and_no_list_around_it(value):
    assert score_value(value, value).right
    assert not score_value(value, [value]).right


def test_the_white_space_of_a_right_answer_is_nothing_either() -> None:
    for reference in (" X \nO\n", "\n X\nO ", "W+6 "):
        assert score_text(reference, f"{reference}\n").verdict is Verdict.AC
    assert score_text(" X \nO\n", "X\n O").message == "line 2: printed ' O', but it is 'O'"


POINTS = st.frozensets(st.tuples(st.integers(-1, 9), st.integers(-1, 9)), max_size=12)


def test_missing_and_extra_points_are_counted():
    outcome = score_points({(0, 0), (1, 1)}, {(5, 5)})
    assert outcome == Outcome(Verdict.WA, "2 missing, 1 too many")


@given(POINTS, POINTS)
def test_points_are_right_exactly_when_the_sets_are_equal(reference, answer):
    assert score_points(reference, answer).right == (reference == answer)


# -- a total is an interval, and a fault or a doubt never raises either end of it --------------


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
