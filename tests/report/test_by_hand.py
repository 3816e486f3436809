"""What the page of the class asks a person to look at."""

from typing import Any

from gograde.classroom.roster import Student
from gograde.codec import replace
from gograde.grading.marks.gradebook_model import AssignmentInfo, Automatic, Correction
from gograde.report.class_report import why_review
from gograde.report.pages.class_page import by_hand, tags
from gograde.report.results import Result
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict
from tests.report.conftest import entry_of


def result(record: ScoreRecord, *overrides: Correction) -> Result:
    entry = entry_of(record, *overrides)
    return Result(Student(id=entry.student), AssignmentInfo(id="board9"), entry, record)


def said(*results: Result) -> dict[str, list[tuple[str, str]]]:
    return {
        reason: [(look.student.id, look.text) for look in looks] for reason, looks in by_hand(results).items()
    }


def test_each_reason_names_its_submissions(class_people: list[Any]) -> None:
    assert said(*[result(person.record) for person in class_people]) == {
        "look_judge_error": [("frank", "the sandbox failed twice")],
        "look_waiting": [(name, "01/3 picture: 1 point") for name in ("alice", "bob", "carol", "grace")],
        "look_forbidden": [("grace", "forbidden: socket(AF_INET) in run 01")],
    }


def test_what_a_person_decided_is_not_asked_again(make_record: Any, all_tests: Any) -> None:
    decided = Correction(test="01/3 picture", points=1)
    assert said(result(make_record("eve", all_tests), decided)) == {}


def test_a_correction_is_in_doubt_when_the_result_under_it_changed(make_record: Any, all_tests: Any) -> None:
    was, now = Automatic(verdict=Verdict.WA, points=0), Automatic(verdict=Verdict.AC, points=1)
    old = Correction(test="01/0", points=0.5, by="Wu", reason="typo", decided_on=was, automatic=now)
    new = Correction(test="01/3", points=2, by="Wu", reason="typo", decided_on=now, automatic=now)
    words = "01/0: WA 0 when it was corrected to 0.5 by Wu (typo), now AC 1"
    doubted = result(make_record("eve", all_tests[:4]), old, new)
    assert said(doubted) == {"look_doubtful": [("eve", words)]}
    assert why_review(doubted.entry) == f"correction in doubt: {words}"


def test_a_run_that_ended_well_near_its_limit_is_named(make_record: Any, all_tests: Any) -> None:
    record = make_record("eve", all_tests[:4])
    (public, hidden) = record.usage
    used = (replace(public, cpu_s=7.9, cpu_limit_s=10), replace(hidden, cpu_s=8.0, cpu_limit_s=10))
    assert said(result(replace(record, usage=used))) == {"look_near_limit": [("eve", "01")]}
    late = replace(record.runs[1], verdict=Verdict.TLE)
    ended = replace(record, usage=used, runs=(record.runs[0], late))
    assert said(result(ended)) == {}, "the verdict tells of it"


def test_students_are_found_by_what_became_of_them(class_people: list[Any]) -> None:
    found = {person.id: tags(result(person.record)) for person in class_people}
    assert found["alice"] == ["pending"]
    assert found["dan"] == ["missing"]
    assert found["carol"] == ["fail", "pending"]
