"""Why a result differs, said from what two gradebooks record."""

from __future__ import annotations

from typing import Any

import pytest

from gograde.codec import replace
from gograde.grading.books.compare import State, mark_reasons, result_reasons, total_reasons
from gograde.grading.marks.gradebook_model import (
    GRADEBOOK_SCHEMA,
    AssignmentInfo,
    ClassInfo,
    Correction,
    Entry,
    Gradebook,
    Late,
)
from gograde.scoring.record import ClassChange
from gograde.scoring.verdict import Verdict

MADE = {"cases": "c", "scorer": "s", "runs": "r"}
WORK = AssignmentInfo(id="board9", version="1.0.0", package_sha256="a", made_from=MADE)
ENTRY = Entry(
    assignment="board9", student="alice", verdict=Verdict.WA, badge=Verdict.WA, score=5, max_score=7,
    pending=0, sha256="one", submitted_at="2026-11-15T20:00:00+00:00",
)  # fmt: skip
LATE = Late(days=1, penalty=1, reason="1 day late")


VOID = ClassChange(name="01/3", do="void", by="Ada", reason="two answers")


def state(work: dict[str, Any] | None = None, late_days: int = 0, **entry: Any) -> State:
    return State(late_days, replace(WORK, **work or {}), replace(ENTRY, **entry))


def correction(points: float) -> Correction:
    return Correction(test="01/3", points=points, by="Ms Rivera", reason="the handout was unclear")


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (state({"version": "1.1.0", "package_sha256": "b"}), ["package 1.0.0 → 1.1.0"]),
        (state({"package_sha256": "b"}), ["package 1.0.0 with other content"]),
        (state({"made_from": {**MADE, "cases": "d", "runs": "q"}}), ["other hidden cases"]),
        (state({"made_from": {**MADE, "scorer": "t"}}), ["scored by other code"]),
        (
            state({"made_from": {**MADE, "runs": "q"}}),
            ["run in another way (sandbox, runtime, machine or code)"],
        ),
        (
            state({"changes": (VOID,)}),
            ["correction for the class: 01/3 does not count for anybody: two answers (by Ada)"],
        ),
        (state(sha256="two"), ["other work handed in"]),
        (state(sha256=None), ["the work went away"]),
        (state({"package_sha256": "b", "made_from": {**MADE, "scorer": "t", "runs": "q"}}, sha256="two"),
         ["other work handed in", "package 1.0.0 with other content", "scored by other code"]),
        (state(), ["the program, run again, did something else"]),
        (state({"made_from": {**MADE, "league": "l"}}), ["other games of the league"]),
        (state({"made_from": {}}), ["not recorded"]),
    ],
)  # fmt: skip
def test_why_tests_gave_something_else(now: State, said: list[str]) -> None:
    assert [one.text for one in result_reasons(state(), now, ["01/3"])] == said


def test_a_correction_of_another_test_is_no_reason() -> None:
    [reason] = result_reasons(state(), state({"changes": (VOID,)}), ["01/4"])
    assert reason.text == "the program, run again, did something else"


def test_a_correction_for_the_class_is_taken_back() -> None:
    assert [one.text for one in result_reasons(state({"changes": (VOID,)}), state(), ["01/3"])] == [
        "correction for the class taken back: 01/3 does not count for anybody: two answers"
    ]


def test_work_that_came_is_handed_in() -> None:
    assert [one.text for one in result_reasons(state(sha256=None), state(), [])] == ["handed in"]


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        (
            state(),
            state(overrides=(correction(2),)),
            ["correction: 01/3 2 points, by Ms Rivera: the handout was unclear"],
        ),
        (state(overrides=(correction(2),)), state(), ["correction of 01/3 taken back"]),
        (state(overrides=(correction(2),)), state(overrides=(correction(2),)), []),
        (
            state(),
            state({"late": {"policy": "percentage-penalty", "penalty": 10}}, late=LATE),
            ["late policy: policy nothing → percentage-penalty, penalty nothing → 10"],
        ),
        (state({"extensions": {"alice": 24.0}}), state(late=LATE), ["extension 24 h → 0 h"]),
        (state({"extensions": {"bob": 24.0}}), state(late=LATE, submitted_at=None),
         ["time of submission 2026-11-15T20:00:00+00:00 → nothing"]),
        (state({"due": "2026-11-16"}), state({"due": None}, late=LATE), ["due 2026-11-16 → nothing"]),
        (state(late_days=2), state(late=LATE), ["late_days 2 → 0"]),
        (state(), state(late=LATE), ["free late days are used elsewhere, or points differ"]),
        (state({"extensions": {"alice": 24.0}}), state(), []),
    ],
)  # fmt: skip
def test_why_the_same_tests_give_another_mark(was: State, now: State, said: list[str]) -> None:
    assert [one.text for one in mark_reasons(was, now)] == said


def test_corrections_that_are_taken_back_are_told_in_their_order() -> None:
    names = [f"01/{number}" for number in range(9)]
    was = state(overrides=tuple(replace(correction(2), test=name) for name in names))
    said = [one.text for one in mark_reasons(was, state())]
    assert said == [f"correction of {name} taken back" for name in names]


def test_why_a_total_changed() -> None:
    def book(*weights: float) -> Gradebook:
        names = zip(("board9", "influence"), weights, strict=False)
        works = tuple(replace(WORK, id=name, weight=weight) for name, weight in names)
        return Gradebook(schema=GRADEBOOK_SCHEMA, info=ClassInfo(title="T"), assignments=works)

    said = total_reasons(book(100, 100), book(50, 100), ["board9"])
    assert [one.text for one in said] == ["result of board9", "weight of board9 100 → 50"]
    assert [one.text for one in total_reasons(book(100), book(100, 20), [])] == [
        "weight of influence nothing → 20"
    ]
    assert not list(total_reasons(book(100, 100), book(50, 50), []))
    assert not list(total_reasons(book(100), book(50), []))
