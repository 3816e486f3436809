"""Turns score records into marks: corrections, late penalties, weighted totals.  Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal

from msgspec import field, structs
from msgspec.structs import force_setattr

from gograde.classroom.class_config import AssignmentRules
from gograde.classroom.classroom import OVERRIDES, Classroom, Override
from gograde.classroom.roster import Student
from gograde.codec import FileRecord, Record, part_of, replace, to_value
from gograde.core.record import (
    AssignmentRef,
    ClassChange,
    Flag,
    HandedIn,
    Official,
    ScoreRecord,
    TestScore,
    Visibility,
    counted_verdict,
    counting,
    official_of,
)
from gograde.core.totals import Total, decided, in_percent, less, total_of
from gograde.core.verdict import Verdict
from gograde.grading.facts import FAULT_TWICE
from gograde.grading.marks.late import LateResult, late_result, lateness
from gograde.grading.marks.overrides_file import check_overrides
from gograde.grading.plan_file import AssignmentPlan


def assess(
    record: ScoreRecord, overrides: Sequence[Override], late: LateResult | None = None, *, asked: bool = True
) -> Assessment:
    """The result that counts: the automatic one, with the class's corrections in it, after a student's.

    `overrides` are those of this student, at most one for a test and one for the whole.  `late` is what
    lateness costs; it takes nothing off a mark that a person gave for the whole.  Without `asked` the class
    wants no official result.  A test that only the decision of the whole is about has no points of its own.
    """
    given = {one.test: one for one in overrides}
    whole = given.get("")
    decisions = {
        **{test.name: _of_whole(whole, record) for test in record.tests if whole and not decided(test)},
        **{test.name: _of_test(given[test.name], test) for test in record.tests if test.name in given},
    }
    said = {**_full_for_all(record), **{name: one.verdict for name, one in decisions.items()}}
    if whole is not None:
        said[""] = _of_whole(whole, record).verdict
    badge = counted_verdict(record, said)
    own = [test for test in record.tests if whole is None or decided(test) or test.name in given]
    total = _total(own, decisions) if whole is None else Total(whole.points, 0.0, record.max_score)
    return Assessment(
        verdict=record.verdict,
        badge=badge,
        official=official_of(badge) if asked and record.official != "none" else "none",
        score=total.at_least,
        max_score=total.of,
        pending=total.pending,
        groups={
            name: _total([test for test in own if test.group == name], decisions)
            for name in dict.fromkeys(test.group for test in record.tests)
        },
        mark=less(total, late.penalty if late and whole is None else 0.0),
        graded=_graded(record, decisions),
        decisions=decisions,
    )


def with_decisions(record: ScoreRecord, result: Assessment, *, staff: bool = False) -> ScoreRecord:
    """The record with what a person decided in the place of what the grader said of it.

    A decided test tells the reason of the decision and nothing else; for `staff` also who decided.
    """
    if not result.decisions and result.badge is record.verdict:
        return record
    said = {name: _reason(one, staff=staff) for name, one in result.decisions.items()}
    changed = {
        "backend": record.sandbox,
        "verdict": result.badge,
        "official": result.official,
        "message": record.message if result.badge is record.verdict else "",
        "score": result.score,
        "pending": result.pending,
        "tests": tuple(
            _decided(test, result.decisions[test.name], said[test.name]) if test.name in said else test
            for test in record.tests
        ),
    }
    return replace(record, **changed)


def _reason(one: Decision, *, staff: bool) -> str:
    return f"{one.by}: {one.reason}" if staff else one.reason


def _decided(test: TestScore, one: Decision, message: str) -> TestScore:
    """The test as a person decided it, without the grader's words, doubts and readings."""
    told = replace(test, verdict=one.verdict, points=one.points, message=message)
    if one.points is None:
        verdict = Verdict.AC if one.verdict is Verdict.AC else Verdict.SK
        told = replace(told, verdict=verdict, points=0.0, max_points=0.0)
    return replace(told, cause=None, remarks=(), readings=())


def _of_test(override: Override, test: TestScore) -> Decision:
    accepts = override.accepts(test.max_points)
    verdict = test.verdict if accepts is None else _verdict(override, right=accepts)
    return Decision(verdict=verdict, points=override.points, by=override.by, reason=override.reason)


def _of_whole(override: Override, record: ScoreRecord) -> Decision:
    """What a decision of the whole says of it, and of the tests that nobody decided: these have no points."""
    right = override.accepts(record.max_score) is not False
    nothing = record.verdict is Verdict.NS and not right and not override.decision
    verdict = Verdict.NS if nothing else _verdict(override, right=right)
    return Decision(verdict=verdict, by=override.by, reason=override.reason)


def _verdict(override: Override, *, right: bool) -> Verdict:
    partly = override.points and override.decision != "wrong"
    return Verdict.AC if right else Verdict.PAC if partly else Verdict.WA


def _full_for_all(record: ScoreRecord) -> Mapping[str, Verdict]:
    """The tests that a person gave full points for everybody who handed in."""
    full = [change for change in record.changes if change.do == "full"]
    handed_in = record.verdict is not Verdict.NS
    names = (test.name for test in record.tests if any(change.concerns(test.name) for change in full))
    return dict.fromkeys(names, Verdict.AC) if handed_in else {}


def _total(tests: Sequence[TestScore], decisions: Mapping[str, Decision]) -> Total:
    """The points of tests; those that only the decision of the whole is about have none."""
    return total_of(tests, {name: one.points for name, one in decisions.items() if one.points is not None})


def _graded(record: ScoreRecord, decisions: Mapping[str, Decision]) -> GradedTests:
    """How far it is graded: a test waits when it can still change the mark or the verdict of the whole."""
    deciding = {test.name for test in counting(record)}
    twice = any(flag.id == FAULT_TWICE for flag in record.flags)
    undone = [test for test in record.tests if not decided(test) and test.name not in decisions]
    matter = [test for test in undone if test.max_points or test.name in deciding]
    broken = [test for test in matter if test.verdict is Verdict.JE and not twice]
    waits = [test for test in matter if test not in broken]
    return GradedTests(
        tests=len(record.tests),
        done=len(record.tests) - len(matter),
        waits=tuple(test.name for test in waits),
        waiting=sum(test.max_points for test in waits),
        broken=sum(test.max_points for test in broken),
        judge_error=any(test.verdict is Verdict.JE for test in undone),
        sandbox=record.sandbox,
    )


# -- totals -----------------------------------------------------------------------------------------


GRADEBOOK_SCHEMA: Literal["gograde/gradebook/v2"] = "gograde/gradebook/v2"


class ClassInfo(Record):
    """The title of the class, the language of the titles in its reports, and everyone's free late days."""

    title: str
    language: str = "en"
    late_days: int = 0


class AssignmentInfo(Record):
    """An assignment of the class; `released` says which visibilities students may see.

    `late` is its late policy, and `extensions` maps students to hours.  `made_from` has a digest for each
    part of the making of its results: `cases`, `scorer`, and `league` where there is one.
    `changes` are the corrections for the whole class.
    """

    id: str
    title: str = ""
    version: str = ""
    package_sha256: str = ""
    weight: float = 100
    due: str | None = None
    visibility: Visibility = Visibility.HIDDEN
    released: Mapping[Visibility, bool] = {}
    late: Mapping[str, Any] = {}
    extensions: Mapping[str, float] = {}
    made_from: Mapping[str, str] = {}
    changes: tuple[ClassChange, ...] = ()


class Late(Record):
    """Lateness: whole `days` late, and the `penalty` in points."""

    days: int = 0
    penalty: float = 0.0
    reason: str = ""


class Automatic(Record):
    """What the grader says of a test or of the whole."""

    verdict: Verdict
    points: float | None


class Correction(Record):
    """A person's correction of a test (of the whole when `test` is empty); `before` is in points.

    `automatic` is the result under it, and `decided_on` what that was when the correction was first seen.
    """

    test: str = ""
    points: float
    decision: str = ""
    before: float | None = None
    by: str = ""
    at: str = ""
    reason: str = ""
    automatic: Automatic | None = None
    decided_on: Automatic | None = None


class Decision(Record):
    """What a person decided of a test; no points where only the whole was decided."""

    verdict: Verdict
    points: float | None = None
    by: str
    reason: str


class GradedTests(Record):
    """How far a submission is graded: its tests, and those that nothing can change any more.

    `waits` are the tests that wait for a person, with `waiting` points; `broken` points belong to tests at
    which the grader failed, and `judge_error` says that it failed anywhere.  `sandbox` is the back end that
    held the program: `none` when it was trusted, empty when nothing was handed in.
    """

    tests: int = 0
    done: int = 0
    waits: tuple[str, ...] = ()
    waiting: float = 0.0
    broken: float = 0.0
    judge_error: bool = False
    sandbox: str = ""


class Assessment(Record):
    """What counts of a submission (`gograde.grading.marks.gradebook` makes it); all reports show it.

    `verdict` is the automatic one.  `badge` is the verdict of all that counts after a person's corrections,
    and `official` the all-or-nothing result that goes with it, `none` where nobody asks for it.  `score`,
    `pending` and `max_score` are the points of the tests after corrections, and `groups` those of each group.
    `mark` is the total after lateness and corrections, and `final` that mark once it is complete.
    `decisions` are the tests that a person decided.
    """

    verdict: Verdict
    badge: Verdict
    official: Official = "none"
    score: float
    max_score: float
    pending: float
    groups: Mapping[str, Total] = {}
    graded: GradedTests = GradedTests()
    mark: Total = Total(0.0, 0.0, 0.0)
    decisions: Mapping[str, Decision] = {}
    final: float | None = None

    @property
    def failed(self) -> bool:
        """Whether something that counts is wrong in what was handed in."""
        return self.badge.failed and self.badge is not Verdict.NS

    @property
    def handed_in(self) -> bool:
        """Whether there is anything to grade."""
        return self.verdict is not Verdict.NS

    @property
    def total(self) -> Total:
        """The points of all tests after corrections, without lateness."""
        return Total(self.score, self.pending, self.max_score)

    def __post_init__(self) -> None:
        force_setattr(self, "final", self.mark.exact)


class BookEntry(Assessment):
    """One student's result in one assignment.

    `sha256` is the digest of what was handed in, and `run` that of all else that its run depends on.
    `record` is the path of the score record below `work/`.
    """

    assignment: str
    student: str
    sha256: str | None = None
    run: str = ""
    submitted_at: str | None = None
    time_basis: str = ""
    late: Late | None = None
    overrides: tuple[Correction, ...] = ()
    flags: tuple[Flag, ...] = ()
    record: str = ""


class StudentTotal(Record):
    """A student's total in percent, by weight of the assignments; `pending` are points of all of them.

    `total` is `percent` once it is complete.
    """

    student: str
    percent: Total = Total(0.0, 0.0, 0.0)
    pending: float = 0.0
    total: float | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "total", self.percent.exact)


class Gradebook(FileRecord):
    """The marks of a class."""

    schema: Literal["gograde/gradebook/v2"] = GRADEBOOK_SCHEMA
    info: ClassInfo = field(name="class")
    students: tuple[Student, ...] = ()
    assignments: tuple[AssignmentInfo, ...] = ()
    entries: tuple[BookEntry, ...] = ()
    totals: tuple[StudentTotal, ...] = ()
    notes: tuple[str, ...] = ()


# -- totals: corrections, late penalties, weights ---------------------------------------------------


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
