"""Publishes the marks of a class: keeps the gradebook, and rewrites the pages of students from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from gograde.classroom.classroom import Classroom
from gograde.codec import replace
from gograde.core.record import Visibility, spelled
from gograde.errors import DataError, UsageError
from gograde.files import private_files
from gograde.grading.book import Book, keep, keep_records, last_book
from gograde.grading.marks.gradebook import AssignmentInfo, Gradebook
from gograde.report.exports.reports_folder import write_class_reports
from gograde.report.results import load_gradebook
from gograde.workflow import lock
from gograde.workflow.outdated import changed
from gograde.workflow.report_folder import reports_folder

LONGEST_NOTE = 500  # characters


@dataclass(frozen=True)
class Published:
    """What came of publishing: the gradebook that students see now, and whether it is `new`.

    `open` are the results without a complete mark, as (student, assignment); `closed` are the assignments
    whose tests of the visibility `after_published` stay hidden.
    """

    book: Book
    new: bool
    students_pages: Path
    open: tuple[tuple[str, str], ...]
    closed: tuple[str, ...]

    def in_json(self) -> dict[str, Any]:
        """The values for programs."""
        return {
            "schema": "gograde/published/v1",
            "number": self.book.number,
            "file": self.book.file,
            "new": self.new,
            "at": self.book.at,
            "note": self.book.note,
            "students_pages": str(self.students_pages),
            "open": [{"student": who, "assignment": work} for who, work in self.open],
            "still_hidden": list(self.closed),
        }


def publish(classroom: Classroom, note: str, now: datetime) -> Published:
    """Keep what was graded last as the gradebook that students see, and write the reports.

    Nothing new is kept when students see just that already.  Raises `UsageError` while a grader is at work,
    `DataError` when nothing was graded or the class has changed since.
    """
    load_gradebook(classroom.path)  # a class without marks gets no work folder
    _check_note(note)
    with lock.grader(classroom.work), private_files():
        marks = _current_marks(classroom)
        opened = replace(marks, assignments=tuple(map(_opened, marks.assignments)))
        reports = reports_folder(classroom)
        book, new = _published_book(classroom, opened, note, now)
        write_class_reports(classroom, reports)
    unsettled = tuple((e.student, e.assignment) for e in book.gradebook.entries if e.mark.pending)
    return Published(book, new, reports.resolve() / "students", unsettled, tuple(_closed(book.gradebook)))


def _check_note(note: str) -> None:
    if len(note) > LONGEST_NOTE:
        raise UsageError("--note", f"{len(note)} characters", f"write at most {LONGEST_NOTE}")
    if spelled(note) != note:
        raise UsageError("--note", f"is not UTF-8: {spelled(note)}", "write it again")


def _current_marks(classroom: Classroom) -> Gradebook:
    if found := tuple(changed(classroom.path)):
        first, *rest = found
        more = f" (and {len(rest)} more)" if rest else ""
        fix = f"gograde run {classroom.path}, look at the reports, then publish"
        raise DataError(str(classroom.path), f"{first}{more}", fix)
    return load_gradebook(classroom.path)


def _opened(work: AssignmentInfo) -> AssignmentInfo:
    """The assignment as students see it: publishing releases `after_published` once nobody can hand in."""
    said = work.released
    is_open = said.get(Visibility.AFTER_PUBLISHED, False) or said.get(Visibility.AFTER_DUE_DATE, False)
    return replace(work, released={**said, Visibility.AFTER_PUBLISHED: is_open})


def _closed(book: Gradebook) -> Iterator[str]:
    waits = Visibility.AFTER_PUBLISHED
    return (work.id for work in book.assignments if work.visibility is waits and not work.released[waits])


def _published_book(classroom: Classroom, marks: Gradebook, note: str, now: datetime) -> tuple[Book, bool]:
    """The published gradebook of these marks, and whether it is new."""
    records = keep_records(classroom.path, marks)
    seen = last_book(classroom.path)
    if seen is not None and (seen.gradebook, dict(seen.records)) == (marks, records):
        return seen, False
    at = now.isoformat(timespec="seconds")
    return keep(classroom.path, Book(at=at, note=note, gradebook=marks, records=records)), True
