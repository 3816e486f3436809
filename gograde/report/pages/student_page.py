"""The values that a student's and a staff page show; their template decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gograde.grading.marks.gradebook_model import AssignmentInfo, Entry
from gograde.report.redact import tested_groups
from gograde.report.results import Result
from gograde.report.words.wording import progress
from gograde.scoring.record import GroupScore, PictureScore, RunScore, ScoreRecord, TestScore, Visibility
from gograde.scoring.verdict import Verdict

_WAITING = (Verdict.RV, Verdict.JE)


@dataclass(frozen=True)
class Pictured:
    """The pictures that a run left, and the tests that wait for a person who looks at them."""

    batch: str
    pictures: tuple[PictureScore, ...]
    waiting: tuple[TestScore, ...]


@dataclass(frozen=True)
class SubmissionView:
    """One submission on a student's or a staff page; `hidden` are the tests not shown in full."""

    work: AssignmentInfo
    entry: Entry
    record: ScoreRecord
    groups: tuple[GroupScore, ...]
    wrong: tuple[TestScore, ...]
    waiting: tuple[TestScore, ...]
    right: tuple[TestScore, ...]
    hidden: tuple[TestScore, ...]
    pictured: tuple[Pictured, ...]
    progress: str


def submission_view(result: Result, record: ScoreRecord, shown_to: frozenset[Visibility]) -> SubmissionView:
    """One submission, its tests sorted by verdict; tests of other visibilities are kept apart."""
    hidden = tuple(test for test in record.tests if test.visibility not in shown_to)
    shown = [test for test in record.tests if test.visibility in shown_to]
    return SubmissionView(
        work=result.assignment,
        entry=result.entry,
        record=record,
        groups=tested_groups(record),
        wrong=tuple(test for test in shown if test.verdict.failed),
        waiting=tuple(test for test in shown if test.verdict in _WAITING),
        right=tuple(test for test in shown if test.verdict is Verdict.AC),
        hidden=hidden,
        pictured=tuple(_pictured(run, shown) for run in record.runs if run.pictures),
        progress=progress([record]),
    )


def _pictured(run: RunScore, shown: Sequence[TestScore]) -> Pictured:
    waiting = (test for test in shown if test.batch == run.batch and test.verdict is Verdict.RV)
    return Pictured(run.batch, run.pictures, tuple(waiting))
