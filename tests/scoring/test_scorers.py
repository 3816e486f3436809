from hypothesis import given
from hypothesis import strategies as st

from gograde.scoring.outcome import RIGHT, Outcome
from gograde.scoring.points import score_points, score_truth
from gograde.scoring.verdict import Verdict

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
