"""The marks that go out to a learning system, and from which gradebook they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.frames import marks as tables
from gograde.grading.books.book import last_published, read_book
from gograde.grading.marks.gradebook_model import Gradebook
from gograde.report.class_report import load_report
from gograde.report.kept import side_of_book


@dataclass(frozen=True)
class Source:
    """The gradebook whose marks go out: its number (None for the last grading), and what it is in words.

    `outdated` says what changed in the class after the last grading.
    """

    book: Gradebook
    number: int | None
    words: str
    outdated: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mark:
    """A student's mark of an assignment; `points` and `raw` are None while a test is not decided.

    `raw` are the points before lateness; `submitted` is when the work was handed in, empty when it was not.
    """

    points: float | None
    raw: float | None
    most: float
    penalty: float
    submitted: str


Marks = Mapping[tuple[str, str], Mark]
"""Marks by student and assignment."""


def source_of(class_dir: Path, at: int | None) -> Source:
    """Gradebook `at`, else the one published last, else the last grading.

    Raises `UsageError` for a gradebook that is not there, `DataError` for a class that was not graded.
    """
    book = last_published(class_dir) if at is None else read_book(class_dir, at, "--at")
    if book is not None:
        return Source(book.gradebook, book.number, side_of_book(class_dir, book).label)
    report = load_report(class_dir, None, None)
    return Source(report.book, None, "the last grading, which is not published", report.outdated)


def marks_of(book: Gradebook) -> Marks:
    """All marks of a gradebook, from its tables."""
    handed_in = {(row["student_id"], row["assignment"]): row for row in tables.late(book).dicts()}
    found = {(row["student_id"], row["assignment"]): row for row in tables.scores(book).dicts()}
    return {pair: _mark(row, handed_in.get(pair, {})) for pair, row in found.items()}


def totals_of(book: Gradebook, name: str) -> Marks:
    """The totals of the class in percent as marks of an assignment with this name."""
    rows = tables.grades(book).dicts()
    return {(row["student_id"], name): Mark(row["total"], row["total"], 100.0, 0.0, "") for row in rows}


def _mark(row: Mapping[str, Any], late: Mapping[str, Any]) -> Mark:
    submitted = late.get("submitted_at") or ""
    return Mark(row["final"], row["score"], row["max_score"], row["late_penalty"], submitted)
