"""If an assignment asks for short programs, the correct ones are ranked by their length."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gograde.classroom.classroom import Student
from gograde.grading.marks.gradebook_model import AssignmentInfo
from gograde.grading.marks.gradebook_model import Entry as GradedEntry
from gograde.grading.run import source_length
from gograde.intake.entry import Entry
from gograde.intake.read import Reading
from gograde.report.pages.class_page import golf
from gograde.report.results import Result
from gograde.scoring.record import SourceLength
from tests.report.conftest import record

EARLY, LATE = "2026-11-01T10:00:00+01:00", "2026-11-01T09:30:00+00:00"


def result(name: str, characters: int, size: int, at: str | None = EARLY, **changes: Any) -> Result:
    made = record(name, official=changes.pop("official", "pass"), **changes)
    told = {"source": SourceLength(characters=characters, bytes=size), "submitted_at": at}
    submission = made.submission.model_copy(update=told)
    scored = made.model_copy(update={"submission": submission})
    entry = GradedEntry(
        student=name, assignment="board9", verdict=scored.verdict, official=scored.official,
        score=0, max_score=0, pending=0,
    )  # fmt: skip
    return Result(Student(id=name), AssignmentInfo(id="board9"), entry, scored)


def test_characters_count_first_then_bytes_then_the_time() -> None:
    handed_in = [
        result("dan", 80, 80),
        result("eve", 70, 90),
        result("cho", 70, 72, LATE),
        result("ben", 70, 72),
        result("amy", 60, 99),
        result("fay", 70, 72, None),
    ]
    assert [(g.place, g.result.student.id, g.source.bytes) for g in golf(handed_in)] == [
        (1, "amy", 99),
        (2, "ben", 72),
        (3, "cho", 72),
        (4, "fay", 72),
        (5, "eve", 90),
        (6, "dan", 80),
    ]


def test_equal_programs_share_a_place() -> None:
    handed_in = [result("ben", 70, 72), result("amy", 70, 72), result("cho", 71, 71)]
    assert [(g.place, g.result.student.id) for g in golf(handed_in)] == [(1, "amy"), (1, "ben"), (3, "cho")]


def test_only_correct_programs_are_ranked_and_only_where_lengths_are_told() -> None:
    untold = result("amy", 1, 1)
    plain = untold.record.submission.model_copy(update={"source": None})
    untold = replace(untold, record=untold.record.model_copy(update={"submission": plain}))
    assert golf([untold, result("ben", 5, 5, official="fail"), result("cho", 5, 5, official="pending")]) == ()


@pytest.mark.parametrize(
    ("files", "left_out", "length"),
    [
        ({"golf.py": "print('é')\n".encode()}, {}, (11, 12)),
        ({"golf.py": b"x\xff"}, {}, (2, 2)),
        ({"golf.py": b"import a\n", "a.py": b"1\n", "notes.txt": b"long" * 99}, {}, (11, 11)),
        ({"golf.py": b"1\n", "old.py": b"2222\n"}, {"old.py": "not started"}, (2, 2)),
    ],
)
def test_the_length_is_that_of_all_sources_that_are_used(
    files: dict[str, bytes], left_out: dict[str, str], length: tuple[int, int]
) -> None:
    characters = {path: len(data.decode("utf-8", "surrogateescape")) for path, data in files.items()}
    entry = Entry("golf.py", "python")
    reading = Reading(files, {}, entry, (), characters, (), frozenset())
    assert source_length(reading, left_out) == length
