"""The marks of thirty students by hand, by an oracle, and by gograde; and those of classes at random."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.codec import of_json
from gograde.core.totals import Total
from gograde.grading.marks.gradebook import Gradebook
from tests.thirty import oracle, table
from tests.thirty.course import WHOLE, Course, Hand, Work, grade


def totals(book: Gradebook) -> dict[tuple[str, str], Total]:
    """The marks by student and work, and the totals of the class."""
    found = {(entry.student, entry.assignment): entry.mark for entry in book.entries}
    return found | {(one.student, "total"): one.percent for one in book.totals}


def assert_equal(made: Total, ends: tuple[Fraction, Fraction], where: object) -> None:
    for number, exact in zip((made.at_least, made.at_most), ends, strict=True):
        assert number == pytest.approx(float(exact), abs=1e-9), where
    assert made.complete == (ends[0] == ends[1]), where


def test_each_sum_comes_to_the_mark_beside_it() -> None:
    found = table.expected()
    assert len({who for who, _ in found}) == 30
    for where, one in found.items():
        assert tuple(map(table.two_places, (one.least, one.most))) == one.shown, where


def test_the_marks_of_thirty_students_by_hand(thirty: Path) -> None:
    made = totals(of_json(Gradebook, (thirty / "work" / "gradebook.json").read_bytes()))
    by_hand = table.expected()
    assert made.keys() == by_hand.keys()
    for where, one in by_hand.items():
        assert_equal(made[where], (one.least, one.most), where)


def test_the_oracle_agrees_with_the_sums_by_hand() -> None:
    by_hand, found = table.expected(), oracle.marks(table.course())
    assert {where: (one.least, one.most) for where, one in found.items()} == {
        where: (one.least, one.most) for where, one in by_hand.items()
    }


# -- classes at random --------------------------------------------------------------------------

POLICIES = ["baseline", "constant-penalty", "percentage-penalty", "penalty-decay", "late-days"]
NAMES = ("first", "second", "third")
PEOPLE = ("ada", "bo")
LATE = st.fixed_dictionaries(
    {"policy": st.sampled_from(POLICIES), "penalty": st.integers(0, 60)},
    optional={
        "grace_minutes": st.integers(0, 90),
        "interval_hours": st.sampled_from([1, 12, 36]),
        "max_late_days": st.integers(0, 3),
        "reject_after_days": st.integers(0, 4),
    },
)
MOMENTS = st.sampled_from([-60, 0, 1, 15, 16, 90, 1440, 1441, 1455, 2880, 4000, 9000])


@st.composite
def courses(draw: st.DrawFn) -> Course:
    works = {
        name: Work(
            draw(st.integers(0, 4)),
            {"a": (2, draw(st.integers(0, 3))), "b": (draw(st.integers(1, 2)), 3)},
            draw(LATE),
        )
        for name in NAMES
    }
    pairs = list(itertools.product(PEOPLE, NAMES))
    hands = {(who, name): draw(_hands(len(works[name].tests))) for who, name in pairs}
    extensions = draw(st.dictionaries(st.sampled_from(pairs), st.integers(0, 60), max_size=2))
    changes = draw(st.dictionaries(st.tuples(st.sampled_from(NAMES), st.sampled_from(["a1", "b1"])), DO))
    return Course(
        works, PEOPLE, hands, draw(st.integers(0, 4)), extensions, draw(_overrides(works, changes)), changes
    )


DO = st.sampled_from([("void", ""), ("full", ""), ("replace", "2"), ("accept", "2")])


@st.composite
def _hands(draw: st.DrawFn, tests: int) -> list[Hand]:
    """One attempt or two, in the order of their times."""
    if draw(st.integers(0, 4)) == 0:
        return [Hand(draw(st.sampled_from(WHOLE)), draw(MOMENTS))]
    answers = st.text("11ht02?!", min_size=tests, max_size=tests)
    times = draw(st.lists(MOMENTS, unique=True, min_size=1, max_size=2))
    return [Hand(draw(answers), minutes) for minutes in sorted(times)]


@st.composite
def _overrides(
    draw: st.DrawFn, works: Mapping[str, Work], changes: Mapping[tuple[str, str], Any]
) -> dict[tuple[str, str, str], float]:
    """Points of a quarter, a half or all of a test, or of the whole."""
    found: dict[tuple[str, str, str], float] = {}
    for who, name in draw(st.sets(st.tuples(st.sampled_from(PEOPLE), st.sampled_from(NAMES)), max_size=2)):
        worth = {test: points for test, _, points in works[name].tests}
        left = [points for test, points in worth.items() if changes.get((name, test), ("",))[0] != "void"]
        test = draw(st.sampled_from(["", "a1", "b1"]))
        most = worth[test] if test else sum(left)
        found[who, name, test] = most * draw(st.sampled_from([0, 0.25, 0.5, 1]))
    return found


@given(course=courses())
def test_the_oracle_agrees_with_the_marks_of_any_class(
    course: Course, tmp_path_factory: pytest.TempPathFactory
) -> None:
    book = grade(course, tmp_path_factory.mktemp("class"))
    made, found = totals(book), oracle.marks(course)
    for total in book.totals:
        own = [found[total.student, name] for name in course.works]
        assert total.pending == pytest.approx(float(sum(one.most - one.least for one in own)))
    assert made.keys() == found.keys()
    for where, one in found.items():
        assert_equal(made[where], (one.least, one.most), where)
        assert made[where].of == pytest.approx(float(one.of)), where
