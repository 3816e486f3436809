"""Combines the scores of a class into marks."""

from __future__ import annotations

from gograde.classroom.classroom import Classroom
from gograde.codec import to_json, to_value
from gograde.grading.book import earlier_decisions, standing
from gograde.grading.changes import class_parts, stamper
from gograde.grading.marks.doubts import with_decisions
from gograde.grading.marks.gradebook import Gradebook, gradebook, with_making
from gograde.grading.plan_file import read_plan
from gograde.grading.records import read_score, write_record
from gograde.grading.work_paths import gradebook_path, score_path


def make_gradebook(classroom: Classroom) -> None:
    """Write the gradebook from all score records."""
    path = gradebook_path(classroom)
    made = {**stamper(classroom)(path), **class_parts(classroom)}
    write_record(path, to_json(to_value(gradebook_now(classroom))), made)


def gradebook_now(classroom: Classroom) -> Gradebook:
    """The gradebook by all score records; raises `DataError` without a plan or without one of them."""
    plan = read_plan(classroom)
    records = {
        (name, student.id): read_score(score_path(classroom, name, student.id))
        for name in classroom.assignments
        for student in classroom.students
    }
    counted = standing(classroom.path, records)
    book = counted.flagged(gradebook(classroom, counted.records, plan.past_due, plan.notes))
    book = with_decisions(book, earlier_decisions(classroom))
    return with_making(book, plan.assignments)
