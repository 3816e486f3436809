"""The tables that score records give: tests, runs, and what was measured of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gograde.frames import columns
from gograde.frames.table import Cell, Table, table
from gograde.grading.marks.gradebook_model import Entry
from gograde.scoring.record import ScoreRecord

Scored = Iterable[tuple[Entry, ScoreRecord]]
"""Entries of the gradebook with the records that they were made from."""


def tests(scored: Scored) -> Table:
    """A row for each test of each submission."""
    return table(
        columns.TESTS,
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
        columns.RUNS,
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
        columns.USAGE,
        (
            (
                *(entry.student, entry.assignment, used.batch, used.cpu_s, used.cpu_limit_s, used.wall_s),
                *(used.max_rss_kib, used.output_bytes, used.exit_code, used.signal, used.killed_for),
            )
            for entry, record in scored
            for used in record.usage
        ),
    )
