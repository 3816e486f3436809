"""The student's view of a score record: a projection, made before a page is rendered.

A program sees the hidden boards, so its output, its error text and its exit code can leak them.  The
projection therefore builds new records from the few fields that students may see.
"""

from __future__ import annotations

from dataclasses import replace

from gograde.scoring.record import (
    GroupScore,
    Reading,
    RunScore,
    ScoreRecord,
    TestScore,
    Usage,
    Visibility,
)

ALWAYS = frozenset({Visibility.VISIBLE})


def for_student(record: ScoreRecord, released: frozenset[Visibility] = ALWAYS) -> ScoreRecord:
    """The record as its student may see it when tests and runs of the visibilities `released` are open.

    A test that is not released keeps its name, group, batch, question, verdict and points; a run that is not
    released keeps its batch and verdict.  Flags, resource usage and reading scores are for staff only.  The
    message of the record stays only when nothing ran, or when a released run or test has the same message.
    """
    released = released | ALWAYS
    tests = tuple(_test(test, released) for test in record.tests)
    runs = tuple(_run(run, released) for run in record.runs)
    return ScoreRecord(
        assignment=record.assignment,
        submission=record.submission,
        verdict=record.verdict,
        official=record.official,
        message=_message(record, {test.message for test in tests} | {run.message for run in runs}),
        source=() if record.runs else record.source,
        score=record.score,
        max_score=record.max_score,
        pending=record.pending,
        groups=tested_groups(record),
        tests=tests,
        runs=runs,
        changes=tuple(one.model_copy(update={"by": "", "at": ""}) for one in record.changes),
        backend=record.backend,
    )


def open_usage(record: ScoreRecord) -> tuple[Usage, ...]:
    """What the runs used that every student may see: the time of a hidden run could tell of its boards."""
    seen = {run.batch for run in record.runs if run.visibility in ALWAYS}
    return tuple(usage for usage in record.usage if usage.batch in seen)


def tested_groups(record: ScoreRecord) -> tuple[GroupScore, ...]:
    """The groups that have a test in this record; a group without tests would look passed."""
    tested = {test.group for test in record.tests}
    return tuple(group for group in record.groups if group.name in tested)


def _message(record: ScoreRecord, said: set[str]) -> str:
    return record.message if not record.runs or record.message in said else ""


def _test(test: TestScore, released: frozenset[Visibility]) -> TestScore:
    if test.visibility in released:
        return replace(test, readings=tuple(_reading(one) for one in test.readings))
    return TestScore(
        name=test.name,
        group=test.group,
        batch=test.batch,
        question=test.question,
        verdict=test.verdict,
        points=test.points,
        max_points=test.max_points,
        visibility=test.visibility,
    )


def _reading(reading: Reading) -> Reading:
    return replace(reading, scores={})


def _run(run: RunScore, released: frozenset[Visibility]) -> RunScore:
    if run.visibility in released:
        return run
    return RunScore(batch=run.batch, visibility=run.visibility, verdict=run.verdict)
