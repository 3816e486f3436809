"""The tables that a gradebook gives alone, and those that its score records give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import TypeVar

from gograde.classroom.roster import Student
from gograde.core.record import ScoreRecord
from gograde.grading.marks.gradebook import BookEntry, Gradebook, StudentTotal
from gograde.report.frames.table import Cell, Table, grades_schema, table

Source = TypeVar("Source")
Row = tuple[Cell, ...]

Scored = Iterable[tuple[BookEntry, ScoreRecord]]
"""Entries of the gradebook with the records that they were made from."""


def _table(rows: Callable[[Source], Iterator[Row]]) -> Callable[[Source], Table]:
    """The table of these rows, which has the name of the function."""

    @wraps(rows)
    def made(source: Source) -> Table:
        return table(rows.__name__, rows(source))

    return made


def grades(book: Gradebook) -> Table:
    """A row for each student of the roster, with or without a submission."""
    works = [work.id for work in book.assignments]
    more = list(dict.fromkeys(name for student in book.students for name in student.more))
    finals = {(entry.student, entry.assignment): entry.final for entry in book.entries}
    totals = {total.student: total for total in book.totals}

    def row(student: Student) -> Row:
        person = (student.id, student.last_name, student.first_name, student.email)
        told = (student.more.get(name) for name in more)
        own = (finals.get((student.id, work)) for work in works)
        return (*person, *told, *_total(totals.get(student.id)), *own)

    return table(grades_schema(works, more), map(row, book.students))


def _total(total: StudentTotal | None) -> Row:
    if total is None:
        return (None,) * 4
    return (total.total, total.percent.at_least, total.percent.at_most, total.pending)


def scores(book: Gradebook) -> Table:
    """A row for each student and assignment."""
    every = table("scores", map(_score, in_order(book)))
    unasked = book.entries and all(entry.official == "none" for entry in book.entries)
    return every.without("official") if unasked else every


def _score(entry: BookEntry) -> Row:
    total, mark, done = entry.total, entry.mark, entry.graded
    late = (entry.late.days, entry.late.penalty) if entry.late else (0, 0)
    return (
        *(entry.student, entry.assignment, entry.verdict.value, entry.badge.value),
        None if entry.official == "none" else entry.official,
        *(entry.final, mark.at_least, mark.at_most),
        *(total.exact, total.at_least, total.of, total.pending),
        *(*late, len(entry.overrides)),
        *(done.tests, done.done, len(done.waits), done.waiting, done.broken, done.judge_error),
        " ".join(dict.fromkeys(flag.id for flag in entry.flags)),
        done.sandbox,
    )


@_table
def groups(book: Gradebook) -> Iterator[Row]:
    """A row for each student, assignment and group of tests."""
    for entry in in_order(book):
        for name, total in entry.groups.items():
            points = total.exact, total.at_least, total.of, total.pending
            yield entry.student, entry.assignment, name, *points


@_table
def late(book: Gradebook) -> Iterator[Row]:
    """A row for each submission that was handed in."""
    works = {work.id: work for work in book.assignments}
    for entry in in_order(book):
        if entry.submitted_at:
            work, by = works[entry.assignment], entry.late
            due = work.due, work.extensions.get(entry.student, 0)
            told = (by.days, by.penalty, by.reason) if by else (0, 0, None)
            yield entry.student, entry.assignment, *due, entry.submitted_at, entry.time_basis, *told


@_table
def overrides(book: Gradebook) -> Iterator[Row]:
    """A row for each correction by a person."""
    for entry in in_order(book):
        for one in entry.overrides:
            points = one.points, one.before
            yield entry.student, entry.assignment, one.test, *points, one.by, one.at, one.reason


@_table
def corrections(book: Gradebook) -> Iterator[Row]:
    """A row for each correction for the whole class."""
    for work in book.assignments:
        for number, one in enumerate(work.changes, 1):
            yield work.id, number, one.name, one.do, one.by, one.at, one.reason


def in_order(book: Gradebook) -> Iterator[BookEntry]:
    """The entries by student, then assignment."""
    found = {(entry.student, entry.assignment): entry for entry in book.entries}
    pairs = ((student.id, work.id) for student in book.students for work in book.assignments)
    return (found[pair] for pair in pairs if pair in found)


@_table
def tests(scored: Scored) -> Iterator[Row]:
    """A row for each test of each submission."""
    for entry, record in scored:
        corrected = {one.test: one.points for one in entry.overrides}
        for test in record.tests:
            yield (
                *(record.submission.student, record.assignment.id),
                *(test.name, test.group, test.batch, test.verdict.value),
                *(test.points, test.max_points, corrected.get(test.name)),
                *(test.visibility.value, test.message, test.cause.help if test.cause else None),
                *("; ".join(test.remarks), " ".join(test.features)),
            )


@_table
def runs(scored: Scored) -> Iterator[Row]:
    """A row for each run of each submission."""
    for entry, record in scored:
        for run in record.runs:
            yield (
                entry.student,
                entry.assignment,
                run.batch,
                run.verdict.value,
                run.message,
                len(run.pictures),
            )


@_table
def usage(scored: Scored) -> Iterator[Row]:
    """A row for each run that was measured."""
    for entry, record in scored:
        for used in record.usage:
            took = used.cpu_s, used.cpu_limit_s, used.wall_s, used.max_rss_kib, used.output_bytes
            ended = used.exit_code, used.signal, used.killed_for
            yield entry.student, entry.assignment, used.batch, *took, *ended


FROM_BOOK: Mapping[str, Callable[[Gradebook], Table]] = {
    "grades": grades,
    "scores": scores,
    "groups": groups,
    "late": late,
    "overrides": overrides,
    "corrections": corrections,
}
"""The tables that need no score records."""

FROM_RECORDS: Mapping[str, Callable[[Scored], Table]] = {"tests": tests, "runs": runs, "usage": usage}
"""The tables of score records alone."""
