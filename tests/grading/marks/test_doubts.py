"""Corrections in doubt: the automatic result under them is another than when they were made."""

from gograde.core.verdict import Verdict
from gograde.grading.marks.doubts import decisions, doubts, with_decisions
from gograde.grading.marks.gradebook import (
    GRADEBOOK_SCHEMA,
    Automatic,
    BookEntry,
    ClassInfo,
    Correction,
    Gradebook,
)

WRONG = Automatic(verdict=Verdict.WA, points=0)
RIGHT = Automatic(verdict=Verdict.AC, points=2)
FAULT = Automatic(verdict=Verdict.JE, points=None)


def book(automatic: Automatic, at: str = "2026-11-20") -> Gradebook:
    """One correction over this automatic result."""
    one = Correction(test="01/3", points=1, by="Ms Rivera", at=at, reason="half right", automatic=automatic)
    entry = BookEntry(assignment="board9", student="alice", verdict=automatic.verdict, badge=Verdict.WA,
                  score=1, max_score=2, pending=0, overrides=(one,))  # fmt: skip
    return Gradebook(schema=GRADEBOOK_SCHEMA, info=ClassInfo(title="T"), entries=(entry,))


def after(now: Gradebook, before: Gradebook) -> Gradebook:
    return with_decisions(now, decisions(with_decisions(before, {})))


def test_a_correction_is_decided_on_the_result_of_its_day() -> None:
    first = with_decisions(book(WRONG), {})
    assert [*decisions(first).items()] == [
        (("board9", "alice", "01/3", "1", "Ms Rivera", "2026-11-20", "half right"), WRONG)
    ]
    assert doubts(first) == ()


def test_another_result_under_it_is_a_doubt_that_stays() -> None:
    changed = after(book(RIGHT), book(WRONG))
    [doubt] = doubts(changed)
    assert doubt.words == ("01/3: WA 0 when it was corrected to 1 by Ms Rivera (half right), now AC 2")
    assert doubts(with_decisions(book(RIGHT), decisions(changed))) == (doubt,)


def test_the_old_result_ends_the_doubt_and_so_does_a_new_decision() -> None:
    changed = after(book(RIGHT), book(WRONG))
    assert doubts(with_decisions(book(WRONG), decisions(changed))) == ()
    assert doubts(with_decisions(book(RIGHT, at="2026-12-01"), decisions(changed))) == ()


def test_a_result_that_comes_to_say_what_the_person_said_is_no_doubt() -> None:
    same = Automatic(verdict=Verdict.PAC, points=1)
    assert doubts(after(book(same), book(WRONG))) == ()


def test_a_fault_of_the_grader_is_no_result_to_doubt_by() -> None:
    assert doubts(after(book(FAULT), book(WRONG))) == ()
