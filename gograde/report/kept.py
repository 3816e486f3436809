"""Kept gradebooks as reports read them, and the sides of a comparison of two."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from gograde.codec import of_json
from gograde.core.record import ScoreRecord
from gograde.errors import DataError, UsageError
from gograde.grading.book import Book, last_book, numbers, read_book, record_bytes, records_of
from gograde.grading.compare import Comparison, Side, compare
from gograde.grading.marks.gradebook import BookEntry
from gograde.report.class_report import Report
from gograde.report.results import Results, check_known, load_gradebook, results_of, work_record
from gograde.report.words.escape import line

LISTED = ("number", "at", "note")
"""What a list of kept gradebooks says of each."""

NOW = "now"
"""The word for the marks of the last grading, where the number of a kept gradebook can stand."""


def load_kept(class_dir: Path, number: int, student: str | None = None, work: str | None = None) -> Report:
    """The marks of a kept gradebook, or those of one student, one assignment or both.

    Raises `UsageError` when there is none with this number and for an unknown name, `DataError` for a damaged
    one.
    """
    book = read_book(class_dir, number, "--at")
    return Report(results_of_book(class_dir, book).only(student, work))


def list_books(class_dir: Path) -> list[dict[str, Any]]:
    """The kept gradebooks as JSON values, without their marks."""
    books = (read_book(class_dir, number) for number in numbers(class_dir))
    return [{**{name: getattr(book, name) for name in LISTED}, "file": book.file} for book in books]


def published_results(class_dir: Path) -> Results | None:
    """What students see; None before the first gradebook is published."""
    book = last_book(class_dir)
    return results_of_book(class_dir, book) if book else None


def results_of_book(class_dir: Path, book: Book) -> Results:
    """The results that a kept gradebook was made of; a damaged record raises `DataError` when it is read."""

    def record(entry: BookEntry) -> ScoreRecord:
        try:
            return of_json(ScoreRecord, record_bytes(class_dir, book, entry))
        except ValueError as error:
            where = f"{class_dir / book.file}: {entry.assignment}, {entry.student}"
            what = f"its score record cannot be read ({error})"
            raise DataError(where, what, "use the version of gograde that kept it") from None

    def digest(entry: BookEntry) -> str:
        return book.records.get(entry.assignment, {}).get(entry.student, "")

    return results_of(book.gradebook, record, digest, records_of(class_dir))


def load_comparison(
    class_dir: Path, before: str, after: str, student: str | None = None, assignment: str | None = None
) -> Comparison:
    """What changed between two kept gradebooks, for one student, one assignment, both or all.

    `now` is what was graded last.  Raises `UsageError` for a word that is no number of a kept gradebook, and
    for a name that neither of the two has.
    """
    sides = _side(class_dir, before), _side(class_dir, after)
    found = compare(*sides)
    check_known("--student", student, found.names)
    check_known("--assignment", assignment, {work.id for one in sides for work in one.gradebook.assignments})
    return found.only(student, assignment)


def _side(class_dir: Path, word: str) -> Side:
    if word == NOW:
        return side_of_work(class_dir)
    if not word.isascii() or not word.isdecimal() or len(word) > 9:
        what = "not the number of a gradebook"
        raise UsageError(f"--diff {line(word)}", what, f"write a number such as 1, or {NOW}")
    return side_of_book(class_dir, read_book(class_dir, int(word), "--diff"))


def side_of_book(class_dir: Path, book: Book) -> Side:
    """A kept gradebook as a side of a comparison."""
    note = f": {book.note}" if book.note else ""
    label = f"gradebook {book.number} (published {book.at}{note})"
    return Side(label, book.gradebook, lambda entry: record_bytes(class_dir, book, entry))


def side_of_work(class_dir: Path) -> Side:
    """What was graded last as a side of a comparison."""
    return Side("what was graded last", load_gradebook(class_dir), partial(work_record, class_dir))
