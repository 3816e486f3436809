"""From score records to marks: overrides, late penalties, weighted totals.  Pure and repeatable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

from gograde.classroom.classroom import OVERRIDES, AssignmentRules, Classroom, Override
from gograde.errors import DataError
from gograde.grading.marks.late import LateResult, late_result, lateness
from gograde.intake.printable import safe
from gograde.package.faults import did_you_mean
from gograde.scoring.record import AssignmentRef, ScoreRecord, Visibility
from gograde.scoring.verdict import Verdict

GRADEBOOK_SCHEMA = "gograde/gradebook/v1"

Records = Mapping[tuple[str, str], ScoreRecord]


@dataclass(frozen=True)
class Standing:
    """Sums of a submission after a person's corrections of tests."""

    score: float
    max_score: float
    pending: float


@dataclass(frozen=True)
class Entry:
    """A submission's line in the gradebook; `final` is None when nothing was graded."""

    record: ScoreRecord
    standing: Standing
    late: LateResult | None
    overrides: tuple[Override, ...]

    @property
    def final(self) -> float | None:
        whole = [override for override in self.overrides if not override.test]
        if whole:
            return whole[-1].points
        if self.standing.max_score == 0:
            return None
        return max(self.standing.score - (self.late.penalty if self.late else 0), 0)


def gradebook(
    classroom: Classroom, records: Records, past_due: Mapping[str, bool], notes: Sequence[str]
) -> dict[str, Any]:
    """`gograde/gradebook/v1` as JSON values; `records` holds every student of every assignment."""
    entries = {
        (entry.record.assignment.id, student.id): entry
        for student in classroom.students
        for entry in student_entries(classroom, student.id, records)
    }
    return {
        "schema": GRADEBOOK_SCHEMA,
        "class": {"title": classroom.config.title, "language": classroom.config.language},
        "students": [asdict(student) for student in classroom.students],
        "assignments": [
            _assignment(rules, _reference(name, records), past_due[name])
            for name, rules in classroom.assignments.items()
        ],
        "entries": [
            _entry(entries[name, student.id])
            for name in classroom.assignments
            for student in classroom.students
        ],
        "totals": [_total(classroom, student.id, entries) for student in classroom.students],
        "notes": list(notes),
    }


def student_entries(classroom: Classroom, student: str, records: Records) -> Iterator[Entry]:
    """A student's entries in the order in which they were due, since late days are used up in it."""
    days_left = classroom.config.late_days
    for name, rules in sorted(classroom.assignments.items(), key=_due_order):
        record = records[name, student]
        overrides = tuple(o for o in classroom.overrides if (o.assignment, o.student) == (name, student))
        standing = standing_of(record, overrides, str(classroom.path / OVERRIDES))
        late = _late(record, rules, standing, days_left)
        days_left -= late.late_days_used if late else 0
        yield Entry(record, standing, late, overrides)


def _due_order(item: tuple[str, AssignmentRules]) -> tuple[datetime, str]:
    return item[1].due or datetime.max.replace(tzinfo=UTC), item[0]


def standing_of(record: ScoreRecord, overrides: Sequence[Override], where: str = OVERRIDES) -> Standing:
    """The sums with overridden tests put in; raises `DataError` for an override that cannot be.

    `where` is the file of the overrides.
    """
    _check_overrides(record, overrides, where)
    tests = {test.name: test for test in record.tests}
    standing = Standing(record.score, record.max_score, record.pending)
    for override in (one for one in overrides if one.test):
        test = tests[override.test]
        if test.points is None:
            standing = replace(
                standing,
                max_score=standing.max_score + test.max_points,
                pending=standing.pending - test.max_points,
            )
        standing = replace(standing, score=standing.score + override.points - (test.points or 0))
    return standing


def _check_overrides(record: ScoreRecord, overrides: Sequence[Override], file: str) -> None:
    """Each names a test there is, once, with points that the test or the whole can have."""
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


def _late(
    record: ScoreRecord, rules: AssignmentRules, standing: Standing, days_left: int
) -> LateResult | None:
    if record.submission.submitted_at is None:
        return None
    submitted = datetime.fromisoformat(record.submission.submitted_at)
    late = lateness(submitted, rules, record.submission.student)
    return late_result(late, rules.late, standing.max_score, days_left)


def _reference(assignment: str, records: Records) -> AssignmentRef:
    return next(record.assignment for (name, _), record in records.items() if name == assignment)


def _assignment(rules: AssignmentRules, reference: AssignmentRef, past_due: bool) -> dict[str, Any]:
    return {
        "id": reference.id,
        "title": reference.title,
        "version": reference.version,
        "package_sha256": reference.package_sha256,
        "weight": rules.weight,
        "due": rules.due.isoformat() if rules.due else None,
        "visibility": rules.visibility.value,
        "released": {word.value: is_released for word, is_released in released(rules, past_due).items()},
    }


def released(rules: AssignmentRules, past_due: bool) -> dict[Visibility, bool]:
    """For each word of visibility whether students may see such a test now."""
    return {
        Visibility.VISIBLE: True,
        Visibility.HIDDEN: False,
        Visibility.AFTER_DUE_DATE: past_due,
        Visibility.AFTER_PUBLISHED: rules.published,
    }


def _entry(entry: Entry) -> dict[str, Any]:
    record, late = entry.record, entry.late
    assignment, student = record.assignment.id, record.submission.student
    return {
        "assignment": assignment,
        "student": student,
        "verdict": record.verdict.value,
        "official": record.official,
        **asdict(entry.standing),
        "submitted_at": record.submission.submitted_at,
        "time_basis": record.submission.time_basis,
        "late": {"days": late.days, "penalty": late.penalty, "reason": late.reason} if late else None,
        "final": entry.final,
        "overrides": [_override(override, record) for override in entry.overrides],
        "flags": [flag.model_dump() for flag in record.flags],
        "record": f"scores/{assignment}/{student}.json",
    }


def _override(override: Override, record: ScoreRecord) -> dict[str, Any]:
    before = {test.name: test.points for test in record.tests} | {"": record.score}
    told = {key: getattr(override, key) for key in ("test", "points", "by", "at", "reason")}
    return {**told, "before": before[override.test]}


def _total(classroom: Classroom, student: str, entries: Mapping[tuple[str, str], Entry]) -> dict[str, Any]:
    """The weighted percentage over what was graded; None when nothing was."""
    own = [(rules.weight, entries[name, student]) for name, rules in classroom.assignments.items()]
    graded = [
        (weight, 100 * entry.final / entry.standing.max_score)
        for weight, entry in own
        if entry.final is not None and entry.standing.max_score and entry.record.verdict is not Verdict.JE
    ]
    weights = sum(weight for weight, _ in graded)
    total = sum(weight * percent for weight, percent in graded) / weights if weights else None
    return {"student": student, "total": total, "pending": sum(entry.standing.pending for _, entry in own)}
