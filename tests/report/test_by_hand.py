"""What the page of the class asks a person to look at."""

from typing import Any

from gograde.classroom.roster import Student
from gograde.codec import replace
from gograde.core.record import ScoreRecord
from gograde.core.verdict import Verdict
from gograde.grading.marks.gradebook_model import AssignmentInfo, Correction
from gograde.report.pages.class_page import by_hand, tags
from gograde.report.results import Result
from tests.report.conftest import entry_of


def result(record: ScoreRecord, *overrides: Correction) -> Result:
    entry = entry_of(record, *overrides)
    return Result(Student(id=entry.student), AssignmentInfo(id="board9"), entry, record)


def said(*results: Result) -> dict[str, list[tuple[str, str]]]:
    return {
        reason: [(look.student.id, look.text) for look in looks] for reason, looks in by_hand(results).items()
    }


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
