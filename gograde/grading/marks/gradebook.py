"""Turns score records into marks: corrections, late penalties, weighted totals.  Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from msgspec import structs

from gograde.classroom.class_config import AssignmentRules
from gograde.classroom.classroom import OVERRIDES, Classroom, Override
from gograde.codec import part_of, replace, to_value
from gograde.core.record import AssignmentRef, HandedIn, ScoreRecord, Visibility
from gograde.core.totals import in_percent, total_of
from gograde.grading.marks.assessment import assess
from gograde.grading.marks.gradebook_model import (
    AssignmentInfo,
    Automatic,
    BookEntry,
    ClassInfo,
    Correction,
    Gradebook,
    Late,
    StudentTotal,
)
from gograde.grading.marks.late import LateResult, late_result, lateness
from gograde.grading.marks.overrides_file import check_overrides
from gograde.grading.plan_file import AssignmentPlan

Records = Mapping[tuple[str, str], ScoreRecord]
"""Score records by assignment and student."""

Entries = Mapping[tuple[str, str], BookEntry]


def gradebook(
    classroom: Classroom, records: Records, past_due: Mapping[str, bool], notes: Sequence[str]
) -> Gradebook:
    """The marks of a class; `records` must hold every student of every assignment."""
    students, assignments = classroom.students, classroom.assignments
    entries = {
        (entry.assignment, entry.student): entry
        for student in students
        for entry in student_entries(classroom, student.id, records)
    }
    return Gradebook(
        info=part_of(ClassInfo, classroom.config),
        students=students,
        assignments=tuple(
            _assignment(classroom, _reference(name, records), past_due[name]) for name in assignments
        ),
        entries=tuple(entries[name, student.id] for name in assignments for student in students),
        totals=tuple(_student_total(classroom, student.id, entries) for student in students),
        notes=tuple(notes),
    )


def with_making(book: Gradebook, plans: Mapping[str, AssignmentPlan]) -> Gradebook:
    """The marks with the digests of what they were made from, by the plans of the assignments."""
    works = tuple(replace(work, made_from=plans[work.id].made_from) for work in book.assignments)
    entries = (replace(one, run=plans[one.assignment].runs[one.student]) for one in book.entries)
    return replace(book, assignments=works, entries=tuple(entries))


def student_entries(classroom: Classroom, student: str, records: Records) -> Iterator[BookEntry]:
    """A student's entries ordered by due date, since free late days are used up in that order."""
    days_left = classroom.config.late_days
    for name, rules in sorted(classroom.assignments.items(), key=_due_order):
        record = records[name, student]
        overrides = tuple(
            o
            for o in classroom.overrides
            if (o.assignment, o.student) == (name, student) and not _is_void(record, o.test)
        )
        check_overrides(overrides, record.tests, str(classroom.path / OVERRIDES))
        late = _late(record, rules, total_of(record.tests).of, days_left)
        days_left -= late.late_days_used if late else 0
        yield _entry(record, rules, late, overrides)


def _is_void(record: ScoreRecord, test: str) -> bool:
    """Whether a test counts for nobody, so that an override of it says nothing."""
    return any(change.do == "void" and change.concerns(test) for change in record.changes)


def _due_order(item: tuple[str, AssignmentRules]) -> tuple[datetime, str]:
    return item[1].due or datetime.max.replace(tzinfo=UTC), item[0]


def _late(record: ScoreRecord, rules: AssignmentRules, most: float, days_left: int) -> LateResult | None:
    if record.submission.submitted_at is None:
        return None
    submitted = datetime.fromisoformat(record.submission.submitted_at)
    late = lateness(submitted, rules, record.submission.student)
    return late_result(late, rules.late, most, days_left)


def _reference(assignment: str, records: Records) -> AssignmentRef:
    return next(record.assignment for (name, _), record in records.items() if name == assignment)


def _assignment(classroom: Classroom, reference: AssignmentRef, past_due: bool) -> AssignmentInfo:
    rules = classroom.assignments[reference.id]
    about = {name: getattr(reference, name) for name in ("id", "title", "version", "package_sha256")}
    return AssignmentInfo(
        **about,
        weight=rules.weight,
        due=rules.due.isoformat() if rules.due else None,
        visibility=rules.visibility,
        released=released(rules, past_due),
        late=to_value(rules.late),
        extensions=rules.extensions,
        changes=tuple(one.change for one in classroom.corrections if one.assignment == reference.id),
    )


def released(rules: AssignmentRules, past_due: bool) -> dict[Visibility, bool]:
    """For each visibility: whether students may see its tests now."""
    return {
        Visibility.VISIBLE: True,
        Visibility.HIDDEN: False,
        Visibility.AFTER_DUE_DATE: past_due,
        Visibility.AFTER_PUBLISHED: rules.published,
    }


def _entry(
    record: ScoreRecord, rules: AssignmentRules, late: LateResult | None, overrides: Sequence[Override]
) -> BookEntry:
    assignment, submission = record.assignment.id, record.submission
    result = assess(record, overrides, late, asked=rules.official is None)
    return BookEntry(
        **structs.asdict(result),
        assignment=assignment,
        **structs.asdict(part_of(HandedIn, submission)),
        late=_lateness(late, overrides) if late else None,
        overrides=tuple(_correction(override, record) for override in overrides),
        flags=record.flags,
        record=f"scores/{assignment}/{submission.student}.json",
    )


def _lateness(late: LateResult, overrides: Sequence[Override]) -> Late:
    """Lateness as it is told: it takes nothing off a mark that a person gave for the whole."""
    whole = any(not override.test for override in overrides)
    return part_of(Late, late, penalty=0.0 if whole else late.penalty)


def _correction(override: Override, record: ScoreRecord) -> Correction:
    results = {test.name: Automatic(verdict=test.verdict, points=test.points) for test in record.tests}
    found = results.get(override.test) or Automatic(verdict=record.verdict, points=record.total.exact)
    return part_of(Correction, override, before=found.points, automatic=found, decided_on=None)


def _student_total(classroom: Classroom, student: str, entries: Entries) -> StudentTotal:
    """The weighted percentage over all assignments that give points."""
    own = [(rules.weight, entries[name, student]) for name, rules in classroom.assignments.items()]
    percent = in_percent((weight, entry.mark) for weight, entry in own)
    return StudentTotal(student=student, percent=percent, pending=sum(entry.mark.pending for _, entry in own))
