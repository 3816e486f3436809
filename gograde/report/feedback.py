"""What is handed out of a class: a page for each student, texts for mails, and reports without names.

Students get what was published last, else what was graded last.  The same results give the same bytes.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gograde.files import zipped
from gograde.grading.book import last_book
from gograde.listing import excerpt, gist
from gograde.report.exports.reports_folder import pages_of_students
from gograde.report.frames.marks import grades
from gograde.report.kept import results_of_book, side_of_book
from gograde.report.pages.renderer import Pages, students_view
from gograde.report.results import Result, Results, load_results
from gograde.report.words.escape import cell, line
from gograde.report.words.table_text import csv_text
from gograde.report.words.texts import Texts, count, texts
from gograde.report.words.wording import corrected, mark_words, number_of, percent_words, total_words

CAUSES = 5
"""Causes of failure of an assignment that a text names, the dearest first."""

TEXT_COLUMNS = ("student_id", "name", "email", "text")


@dataclass(frozen=True)
class Handout:
    """The results that are handed out; `source` says from which gradebook, empty when none is published."""

    results: Results
    source: str


def load_handout(class_dir: Path, assignment: str | None) -> Handout:
    """The results of a class for its students, all or one assignment.

    Raises `UsageError` for an unknown assignment, `DataError` when nothing was graded.
    """
    book = last_book(class_dir)
    results = results_of_book(class_dir, book) if book else load_results(class_dir)
    return Handout(results.only(None, assignment), side_of_book(class_dir, book).label if book else "")


# -- pages ----------------------------------------------------------------------------------


def pages_zip(results: Results, *, with_class: bool) -> bytes:
    """A zip archive of the students' pages; with the page and the table of the class where it may be seen."""
    files = {name.removeprefix("students/"): data for name, data in pages_of_students(results)}
    if with_class:
        pages = Pages(results.blobs, results.gradebook.info.language, linked=False)
        files["class.html"] = pages.index(results).encode()
        files["grades.csv"] = csv_text(grades(results.gradebook)).encode()
    return zipped(files)


# -- texts ----------------------------------------------------------------------------------


def texts_csv(results: Results, *, with_total: bool) -> bytes:
    """A table for a mail merge: a row for each student, with a text of several lines."""
    t = texts(results.gradebook.info.language)
    target = io.StringIO()
    table = csv.writer(target, lineterminator="\n")
    table.writerow(TEXT_COLUMNS)
    for student in results.gradebook.students:
        said = [cell(results.gradebook.info.title), line(f"{student.name} ({student.id})")]
        for result in results.of_student(student.id):
            said += ["", *map(line, _result_lines(result, t))]
        total = results.totals.get(student.id)
        if with_total and total is not None:
            said += ["", f"{t['total']}: {percent_words(total.percent, t)}"]
        table.writerow([cell(student.id), cell(student.name), cell(student.email), "\n".join(said)])
    return target.getvalue().encode()


def _result_lines(result: Result, t: Texts) -> Iterator[str]:
    view = students_view(result)
    entry, work = result.entry, result.assignment
    yield work.title or work.id
    yield f"{t['points_head']}: {total_words(entry.total, t)}"
    if entry.late is not None and entry.late.days:
        yield f"{t['late']}: {entry.late.reason or number_of('days', entry.late.days, t)}"
    for override in entry.overrides:
        yield f"{t['corrected_by_person']} {corrected(override, t, by=False)}"
    yield f"{t['final']}: {mark_words(entry.mark, t)}"
    if view.record.message and view.record.verdict:
        yield f"{t[view.record.verdict.value]}: {excerpt(view.record.message)}"
    said = gist(view.record.message)
    causes = [card for card in view.causes if card.failure.first.message != said or not said]
    for number, card in enumerate(causes[:CAUSES]):
        first, more = card.failure.first, len(card.failure.tests) - 1
        alike = f" ({count(t['more_alike'], more, str(more))})" if more else ""
        head = t["also_wrong" if number else "fix_first"]
        yield f"{head}: {first.name}: {first.message or t[first.verdict.value]}{alike}"
