"""The tables that a gradebook gives alone, and those that its score records give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gograde.classroom.roster import Student
from gograde.frames.table import (
    CORRECTIONS,
    GROUPS,
    LATE,
    OVERRIDES,
    RUNS,
    SCORES,
    TESTS,
    USAGE,
    Cell,
    Table,
    grades_schema,
    table,
)
from gograde.grading.marks.gradebook_model import AssignmentInfo, Entry, Gradebook, StudentTotal
from gograde.scoring.record import ScoreRecord


def grades(book: Gradebook) -> Table:
    """A row for each student of the roster, with or without a submission."""
    works = [work.id for work in book.assignments]
    more = list(dict.fromkeys(name for student in book.students for name in student.more))
    entries = {(entry.student, entry.assignment): entry for entry in book.entries}
    totals = {total.student: total for total in book.totals}

    def row(student: Student) -> tuple[Cell, ...]:
        own = (entries.get((student.id, work)) for work in works)
        finals = (entry.final if entry else None for entry in own)
        person = (student.id, student.last_name, student.first_name, student.email)
        told = (student.more.get(name) for name in more)
        return (*person, *told, *_total(totals.get(student.id)), *finals)

    return table(grades_schema(works, more), map(row, book.students))


def _total(total: StudentTotal | None) -> tuple[Cell, ...]:
    if total is None:
        return (None,) * 4
    return (total.total, total.percent.at_least, total.percent.at_most, total.pending)


def scores(book: Gradebook) -> Table:
    """A row for each student and assignment."""
    every = table(SCORES, map(_score, in_order(book)))
    unasked = book.entries and all(entry.official == "none" for entry in book.entries)
    return every.without("official") if unasked else every


def _score(entry: Entry) -> tuple[Cell, ...]:
    total, mark, done = entry.total, entry.mark, entry.graded
    late = (entry.late.days, entry.late.penalty) if entry.late else (0, 0)
    return (
        entry.student,
        entry.assignment,
        entry.verdict.value,
        entry.badge.value,
        None if entry.official == "none" else entry.official,
        *(entry.final, mark.at_least, mark.at_most),
        *(total.exact, total.at_least, total.of, total.pending),
        *late,
        len(entry.overrides),
        *(done.tests, done.done, len(done.waits), done.waiting, done.broken, done.judge_error),
        " ".join(dict.fromkeys(flag.id for flag in entry.flags)),
        done.sandbox,
    )


def groups(book: Gradebook) -> Table:
    """A row for each student, assignment and group of tests."""
    return table(
        GROUPS,
        (
            (
                *(entry.student, entry.assignment, name),
                *(total.exact, total.at_least, total.of, total.pending),
            )
            for entry in in_order(book)
            for name, total in entry.groups.items()
        ),
    )


def late(book: Gradebook) -> Table:
    """A row for each submission that was handed in."""
    works = {work.id: work for work in book.assignments}
    return table(
        LATE,
        (
            (
                *(entry.student, entry.assignment, *_due(works[entry.assignment], entry.student)),
                *(entry.submitted_at, entry.time_basis, *_lateness(entry)),
            )
            for entry in in_order(book)
            if entry.submitted_at
        ),
    )


def _due(work: AssignmentInfo, student: str) -> tuple[Cell, ...]:
    return work.due, work.extensions.get(student, 0)


def _lateness(entry: Entry) -> tuple[Cell, ...]:
    return (entry.late.days, entry.late.penalty, entry.late.reason) if entry.late else (0, 0, None)


def overrides(book: Gradebook) -> Table:
    """A row for each correction by a person."""
    return table(
        OVERRIDES,
        (
            (entry.student, entry.assignment, one.test, one.points, one.before, one.by, one.at, one.reason)
            for entry in in_order(book)
            for one in entry.overrides
        ),
    )


def corrections(book: Gradebook) -> Table:
    """A row for each correction for the whole class."""
    return table(
        CORRECTIONS,
        (
            (work.id, number, one.name, one.do, one.by, one.at, one.reason)
            for work in book.assignments
            for number, one in enumerate(work.changes, 1)
        ),
    )


def in_order(book: Gradebook) -> Iterator[Entry]:
    """The entries by student, then assignment."""
    found = {(entry.student, entry.assignment): entry for entry in book.entries}
    pairs = ((student.id, work.id) for student in book.students for work in book.assignments)
    return (found[pair] for pair in pairs if pair in found)


Scored = Iterable[tuple[Entry, ScoreRecord]]
"""Entries of the gradebook with the records that they were made from."""


def tests(scored: Scored) -> Table:
    """A row for each test of each submission."""
    return table(
        TESTS,
        (
            row
            for entry, record in scored
            for row in _tests(record, {one.test: one.points for one in entry.overrides})
        ),
    )


def _tests(record: ScoreRecord, corrected: Mapping[str, float]) -> Iterator[tuple[Cell, ...]]:
    for test in record.tests:
        yield (
            *(record.submission.student, record.assignment.id),
            *(test.name, test.group, test.batch, test.verdict.value),
            *(test.points, test.max_points, corrected.get(test.name)),
            *(test.visibility.value, test.message, test.cause.help if test.cause else None),
            *("; ".join(test.remarks), " ".join(test.features)),
        )


def runs(scored: Scored) -> Table:
    """A row for each run of each submission."""
    return table(
        RUNS,
        (
            (
                *(entry.student, entry.assignment, run.batch),
                *(run.verdict.value, run.message, len(run.pictures)),
            )
            for entry, record in scored
            for run in record.runs
        ),
    )


def usage(scored: Scored) -> Table:
    """A row for each run that was measured."""
    return table(
        USAGE,
        (
            (
                *(entry.student, entry.assignment, used.batch, used.cpu_s, used.cpu_limit_s, used.wall_s),
                *(used.max_rss_kib, used.output_bytes, used.exit_code, used.signal, used.killed_for),
            )
            for entry, record in scored
            for used in record.usage
        ),
    )
