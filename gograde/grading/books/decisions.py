"""On which automatic result each correction was decided, from one gradebook to the next."""

from __future__ import annotations

from contextlib import suppress

from gograde.classroom.classroom import Classroom
from gograde.grading.books.book import last_book
from gograde.grading.marks.doubts import Decision, decisions
from gograde.grading.marks.gradebook_model import Automatic, Gradebook
from gograde.grading.work_paths import gradebook_path


def earlier_decisions(classroom: Classroom) -> dict[Decision, Automatic]:
    """What corrections were decided on by the present marks and, where these are lost, the last kept ones."""
    book = last_book(classroom.path)
    kept = decisions(book.gradebook) if book else {}
    with suppress(OSError, ValueError):
        kept |= decisions(Gradebook.model_validate_json(gradebook_path(classroom).read_bytes()))
    return kept
