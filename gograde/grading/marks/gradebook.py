"""Turns score records into marks: corrections, late penalties, weighted totals.  Pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime

from gograde.classroom.classroom import OVERRIDES, AssignmentRules, Classroom, Override
from gograde.errors import DataError
from gograde.grading.marks.gradebook_model import (
    GRADEBOOK_SCHEMA,
    AssignmentInfo,
    ClassInfo,
    Correction,
    Entry,
    Gradebook,
    Late,
    Total,
)
from gograde.grading.marks.late import LateResult, late_result, lateness
from gograde.intake.printable import safe
from gograde.package.faults import did_you_mean
from gograde.scoring.record import AssignmentRef, ScoreRecord, Visibility
from gograde.scoring.verdict import Verdict

Records = Mapping[tuple[str, str], ScoreRecord]
"""Score records by assignment and student."""

Entries = Mapping[tuple[str, str], Entry]


@dataclass(frozen=True)
class _Sums:
    """A submission's points after a person's corrections of tests."""

    score: float
    max_score: float
    pending: float


def gradebook(
    classroom: Classroom, records: Records, past_due: Mapping[str, bool], notes: Sequence[str]
) -> Gradebook:
    """The marks of a class; `records` must hold every student of every assignment."""
    students, assignments = classroom.students, classroom.assignments
    entries = {
        (entry.assignment, entry.student): entry
        for student in students
        for entry in _student_entries(classroom, student.id, records)
    }
    return Gradebook(
        schema_=GRADEBOOK_SCHEMA,
        info=ClassInfo(title=classroom.config.title, language=classroom.config.language),
        students=students,
        assignments=tuple(
            _assignment(rules, _reference(name, records), past_due[name])
            for name, rules in assignments.items()
        ),
        entries=tuple(entries[name, student.id] for name in assignments for student in students),
        totals=tuple(_total(classroom, student.id, entries) for student in students),
        notes=tuple(notes),
    )


def _student_entries(classroom: Classroom, student: str, records: Records) -> Iterator[Entry]:
    """A student's entries ordered by due date, since free late days are used up in that order."""
    days_left = classroom.config.late_days
    for name, rules in sorted(classroom.assignments.items(), key=_due_order):
        record = records[name, student]
        overrides = tuple(o for o in classroom.overrides if (o.assignment, o.student) == (name, student))
        sums = _sums(record, overrides, str(classroom.path / OVERRIDES))
        late = _late(record, rules, sums, days_left)
        days_left -= late.late_days_used if late else 0
        yield _entry(record, sums, late, overrides)


def _due_order(item: tuple[str, AssignmentRules]) -> tuple[datetime, str]:
    return item[1].due or datetime.max.replace(tzinfo=UTC), item[0]


def _sums(record: ScoreRecord, overrides: Sequence[Override], file: str) -> _Sums:
    """The sums with corrected tests; raises `DataError` for an override that does not fit."""
    _check_overrides(record, overrides, file)
    tests = {test.name: test for test in record.tests}
    sums = _Sums(record.score, record.max_score, record.pending)
    for override in (one for one in overrides if one.test):
        test = tests[override.test]
        if test.points is None:
            graded = sums.max_score + test.max_points
            sums = replace(sums, max_score=graded, pending=sums.pending - test.max_points)
        sums = replace(sums, score=sums.score + override.points - (test.points or 0))
    return sums


def _check_overrides(record: ScoreRecord, overrides: Sequence[Override], file: str) -> None:
    """Raise `DataError` unless each override names a test, once, with points in the test's range."""
    most = {test.name: test.max_points for test in record.tests} | {"": record.max_score + record.pending}
    times = Counter(override.test for override in overrides)
    for override in overrides:
        where = f"{file}:{override.line}: {override.assignment}, {override.student}"
        if override.test not in most:
            fix = did_you_mean(override.test, most.keys() - {""})
            raise DataError(where, f"no test {safe(override.test)!r}", fix)
        _check_points(where, override, most[override.test])
        if times[override.test] > 1:
            what = f"{times[override.test]} lines for {_named(override)}"
            raise DataError(where, what, "leave one of them")


def _check_points(where: str, override: Override, most: float) -> None:
    if not 0 <= override.points <= most + 1e-9:
        what = f"{override.points:g} points for {_named(override)}, which is worth {most:g}"
        raise DataError(where, what, f"write a number from 0 to {most:g}")


def _named(override: Override) -> str:
    return f"test {safe(override.test)!r}" if override.test else "the whole"


def _late(record: ScoreRecord, rules: AssignmentRules, sums: _Sums, days_left: int) -> LateResult | None:
    if record.submission.submitted_at is None:
        return None
    submitted = datetime.fromisoformat(record.submission.submitted_at)
    late = lateness(submitted, rules, record.submission.student)
    return late_result(late, rules.late, sums.max_score, days_left)


def _reference(assignment: str, records: Records) -> AssignmentRef:
    return next(record.assignment for (name, _), record in records.items() if name == assignment)


def _assignment(rules: AssignmentRules, reference: AssignmentRef, past_due: bool) -> AssignmentInfo:
    return AssignmentInfo(
        id=reference.id,
        title=reference.title,
        version=reference.version,
        package_sha256=reference.package_sha256,
        weight=rules.weight,
        due=rules.due.isoformat() if rules.due else None,
        visibility=rules.visibility,
        released=released(rules, past_due),
    )


def released(rules: AssignmentRules, past_due: bool) -> dict[Visibility, bool]:
    """For each visibility: whether students may see its tests now."""
    return {
        Visibility.VISIBLE: True,
        Visibility.HIDDEN: False,
        Visibility.AFTER_DUE_DATE: past_due,
        Visibility.AFTER_PUBLISHED: rules.published,
    }


def _entry(record: ScoreRecord, sums: _Sums, late: LateResult | None, overrides: Sequence[Override]) -> Entry:
    assignment, submission = record.assignment.id, record.submission
    return Entry(
        assignment=assignment,
        student=submission.student,
        verdict=record.verdict,
        official=record.official,
        **asdict(sums),
        submitted_at=submission.submitted_at,
        time_basis=submission.time_basis,
        late=Late(days=late.days, penalty=late.penalty, reason=late.reason) if late else None,
        final=_final(sums, late, overrides),
        overrides=tuple(_correction(override, record) for override in overrides),
        flags=record.flags,
        record=f"scores/{assignment}/{submission.student}.json",
    )


def _final(sums: _Sums, late: LateResult | None, overrides: Sequence[Override]) -> float | None:
    """A person's correction of the whole, else the points minus the penalty; None when nothing is graded."""
    whole = [override.points for override in overrides if not override.test]
    if whole:
        return whole[-1]
    return max(sums.score - (late.penalty if late else 0), 0) if sums.max_score else None


def _correction(override: Override, record: ScoreRecord) -> Correction:
    before = {test.name: test.points for test in record.tests} | {"": record.score}
    told = {key: getattr(override, key) for key in ("test", "points", "by", "at", "reason")}
    return Correction(**told, before=before[override.test])


def _total(classroom: Classroom, student: str, entries: Entries) -> Total:
    """The weighted percentage over the graded assignments; None when nothing is graded."""
    own = [(rules.weight, entries[name, student]) for name, rules in classroom.assignments.items()]
    graded = [
        (weight, 100 * entry.final / entry.max_score)
        for weight, entry in own
        if entry.final is not None and entry.max_score and entry.verdict is not Verdict.JE
    ]
    weights = sum(weight for weight, _ in graded)
    total = sum(weight * percent for weight, percent in graded) / weights if weights else None
    return Total(student=student, total=total, pending=sum(entry.pending for _, entry in own))
