"""What `gograde report` shows: the results of a class, and what changed since the grading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from gograde.grading.facts import HandedIn
from gograde.report.results import Result, Results, load_part
from gograde.workflow.outdated import AFTER, outdated


def load_report(class_dir: Path, student: str | None, assignment: str | None) -> Results:
    """The results of one student, one assignment or both, with what changed since the grading.

    Raises `UsageError` for a name that the class does not have, `DataError` for a class that was not graded.
    """
    part = load_part(class_dir, student, assignment)
    marked = {(one.assignment.id, one.student.id): _handed_in(one) for one in part.results}
    return replace(
        part, outdated=(*outdated(class_dir, part.gradebook.class_files, marked), *_graded_again(part))
    )


def _graded_again(results: Results) -> Iterator[str]:
    """A sentence for each record that differs from its gradebook entry, as after `gograde run --student`."""
    for result in results.results:
        entry, record = result.entry, result.record
        same = entry.verdict is record.verdict
        if not entry.overrides:
            same = same and (entry.official, entry.total) == (record.official, record.total)
        if not same:
            yield f"{entry.assignment}: the work of {entry.student} was graded again {AFTER}"


def _handed_in(result: Result) -> HandedIn:
    sent = result.record.submission
    return HandedIn(result.student.id, sent.sha256, sent.submitted_at, sent.time_basis)
