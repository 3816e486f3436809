"""Combines the scores of a class into marks."""

from __future__ import annotations

from gograde.classroom.classroom import Classroom
from gograde.files import write_atomic
from gograde.grading.marks.gradebook import gradebook
from gograde.grading.plan_file import read_plan
from gograde.grading.records import read_score, to_json
from gograde.grading.work_paths import gradebook_path, score_path
from gograde.workflow.class_digests import class_digests


def make_gradebook(classroom: Classroom) -> None:
    """Write the gradebook from all score records."""
    plan = read_plan(classroom)
    records = {
        (name, student.id): read_score(score_path(classroom, name, student.id))
        for name in classroom.assignments
        for student in classroom.students
    }
    book = gradebook(classroom, records, plan["past_due"], plan["notes"])
    made_from = {name: one["made_from"] for name, one in plan["assignments"].items()}
    works = tuple(work.model_copy(update={"made_from": made_from[work.id]}) for work in book.assignments)
    book = book.model_copy(update={"class_files": class_digests(classroom), "assignments": works})
    write_atomic(gradebook_path(classroom), to_json(book.model_dump(mode="json", by_alias=True)))
