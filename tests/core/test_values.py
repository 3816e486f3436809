"""Values are compared part by part; a message names the first difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.score import score_points, score_truth
from gograde.core.text import score_text
from gograde.core.totals import Total, in_percent, less, total_of
from gograde.core.values import score_value
from gograde.core.verdict import RIGHT, Outcome, Verdict

BOARD = [[0, 1, 2], [2, 1, 0]]


@pytest.mark.parametrize(
    ("reference", "answer"),
    [
        (BOARD, [[0, 1, 2], [2, 1, 0]]),
        (BOARD, ((0, 1, 2), (2, 1, 0))),
        (BOARD, [[0.0, 1.0, 2.0], [2, 1, 0]]),
        ({"a": 1, "b": [True]}, {"b": [True], "a": 1}),
        ([], []),
        (None, None),
        ("B+3", "B+3"),
    ],
)
def test_what_is_equal_is_right(reference, answer):
    assert score_value(reference, answer).verdict is Verdict.AC


def test_what_differs_is_named():
    for reference, answer, message in [
        (BOARD, [[0, 1, 2], [2, 1, 1]], "at [1][2]: 1, not 0"),
        (BOARD, [[0, 1, 2], [0, 0, 0]], "at [1][0]: 0, not 2, and 1 more differ"),
        (BOARD, [[0, 1, 2]], "1 part, not 2"),
        (BOARD, None, "None, not [[0, 1, 2], [2, 1, 0]]"),
        ([1], [True], "at [0]: True, not 1"),
        ([0], [False], "at [0]: False, not 0"),
        ([1], ["1"], "at [0]: '1', not 1"),
        ({"a": 1}, {"b": 1}, None),
        ({"a": 1}, {}, "no 'a'"),
        ({}, {"b": 1}, "nobody asked for 'b'"),
        ({"a": [1]}, {"a": [2]}, "at a[0]: 2, not 1"),
        (1, 10**400, None),
        (0.5, 10**400, None),
    ]:
        outcome = score_value(reference, answer)
        assert outcome.verdict is Verdict.WA
        assert message is None or outcome.message == message


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


def test_numbers_may_differ_by_the_tolerance_and_no_more():
    assert score_value([45.607], [45.6074], 0.0005).right
    assert not score_value([45.607], [45.6076], 0.0005).right
    assert not score_value(45.607, 45.607 + 1e-9).right
    assert not score_value(0.0, float("nan"), 1.0).right
    assert not score_value(0.0, float("inf"), 1.0).right


@given(st.recursive(st.integers() | st.text() | st.booleans() | st.none(), lambda v: st.lists(v, max_size=4)))
def test_a_value_equals_itself_and_no_list_around_it(value):
    assert score_value(value, value).right
    assert not score_value(value, [value]).right


@pytest.mark.parametrize(
    ("printed", "message"),
    [
        ("W+6", None),
        (" W+6\r\n\n", None),
        ("w+6", "printed 'w+6', but it is 'W+6'"),
        ("W+6 W+6", "printed 'W+6 W+6', but it is 'W+6'"),
        ("W+6\0", "printed 'W+6\\x00', but it is 'W+6'"),
        ("\xa0W+6", "printed '\\xa0W+6', but it is 'W+6'"),
        ("x" * 99, f"printed '{'x' * 29} … {'x' * 26}', but it is 'W+6'"),
        ("", "nothing was printed"),
        (" \n", "nothing was printed"),
    ],
)
def test_nothing_but_the_reference_may_be_printed(printed, message):
    outcome = score_text("W+6", printed)
    assert (outcome.verdict, outcome.message) == ((Verdict.WA, message) if message else (Verdict.AC, ""))


@pytest.mark.parametrize(
    ("printed", "message"),
    [
        (". X\nO .", None),
        ("\n. X  \r\nO .\t\r\n\n", None),
        (". X\nO X\n", "line 2: printed 'O X', but it is 'O .'"),
        ("O .\n. X\n", "line 1: printed 'O .', but it is '. X'"),
        (". X", "line 2: nothing was printed, but it is 'O .'"),
        (". X\nO .\nO .", "line 3: printed 'O .', but the answer ends before"),
        (". X\n\nO .", "line 2: printed '', but it is 'O .'"),
        (". X O .", "line 1: printed '. X O .', but it is '. X'"),
        ("", "nothing was printed"),
    ],
)
def test_of_several_lines_the_first_that_differs_is_told(printed, message):
    outcome = score_text(". X\nO .", printed)
    assert (outcome.verdict, outcome.message) == ((Verdict.WA, message) if message else (Verdict.AC, ""))


def test_the_white_space_of_a_right_answer_is_nothing_either() -> None:
    for reference in (" X \nO\n", "\n X\nO ", "W+6 "):
        assert score_text(reference, f"{reference}\n").verdict is Verdict.AC
    assert score_text(" X \nO\n", "X\n O").message == "line 2: printed ' O', but it is 'O'"


POINTS = st.frozensets(st.tuples(st.integers(-1, 9), st.integers(-1, 9)), max_size=12)


def test_the_same_set_of_points_is_right():
    assert score_points({(2, 3), (4, 6)}, {(4, 6), (2, 3)}) == RIGHT


def test_no_point_is_right_where_there_is_none():
    assert score_points(frozenset(), frozenset()) == RIGHT


def test_missing_and_extra_points_are_counted():
    outcome = score_points({(0, 0), (1, 1)}, {(5, 5)})
    assert outcome == Outcome(Verdict.WA, "2 missing, 1 too many")


def test_only_what_is_wrong_is_named():
    assert score_points({(0, 0)}, {(0, 0), (1, 1)}).message == "1 too many"
    assert score_points({(0, 0), (1, 1)}, {(0, 0)}).message == "1 missing"


@given(POINTS, POINTS)
def test_points_are_right_exactly_when_the_sets_are_equal(reference, answer):
    assert score_points(reference, answer).right == (reference == answer)


def test_truth_says_what_it_is():
    assert score_truth(True, True) == RIGHT
    assert score_truth(False, True) == Outcome(Verdict.WA, "True, but it is False")


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
