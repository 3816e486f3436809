"""What a student may see of a score record: a type of its own, which only `for_student` makes.

A program sees the hidden boards, so whatever becomes of a hidden run or test can carry them out: its output,
its messages, its verdict, how long it took, how many there are.  `StudentRecord` has no place for any of it.
Whatever sums up the whole is made anew from what is open: nothing of it is copied.  Of what is open the
fields in `OPEN` are copied: a new field is closed until it is named there.  All that is shown to students
is made from this type.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeVar

from gograde.codec import Record, part_of, replace
from gograde.core import record as scores
from gograde.core.record import (
    ClassChange,
    GroupScore,
    RunScore,
    RunUsage,
    ScoreRecord,
    SourceLines,
    TestScore,
    Visibility,
)
from gograde.core.totals import Total, known_points
from gograde.core.verdict import Verdict, ended_badly, whole
from gograde.listing import named

T = TypeVar("T")

NAMED = 3
"""Forbidden acts that are named; the others are counted."""

ALWAYS = frozenset({Visibility.VISIBLE})

OPEN: Mapping[type[Record], str] = {
    scores.AssignmentRef: "id version package_sha256 title asks",
    scores.SubmissionRef: "student sha256 submitted_at time_basis entry language source",
    scores.SourceLength: "characters bytes files unranked",
    SourceLines: "file first lines marked",
    TestScore: "name group batch question call answer verdict points max_points visibility message remarks"
    " cause board features readings games",
    scores.Cause: "message expected actual help",
    scores.PictureReading: "picture outcome reason rival lattice wrong board",
    scores.WrongPoint: "row col expected seen",
    scores.GameScore: "opponent colour won ended reason ply moves board remarks counted thrown",
    scores.Thrown: "ply move before after keeping",
    RunScore: "batch visibility verdict message stdout stderr source pictures",
    scores.PictureScore: "name width height sha256 refusal blank",
    ClassChange: "name do reason",
}
"""The fields of open records that their student may see."""


class HiddenTest(Record):
    """A test whose data its student may not see; `points` are None while it is not decided."""

    name: str
    group: str
    visibility: Visibility
    points: float | None
    max_points: float


class StudentGroup(Record):
    """The sums over a group's tests, the hidden ones too."""

    name: str
    score: float
    max_score: float
    pending: float
    extra: bool = False

    @property
    def total(self) -> Total:
        """The points of the group, from what is certain to what they may become."""
        return Total(self.score, self.pending, self.max_score)


class StudentRecord(Record):
    """A record as its student may see it, `gograde/student/v1`.

    `tests` and `runs` are the open ones.  `verdict` and `message`, which names what was tried and is
    forbidden, are theirs, and those of the submission itself where nothing ran; `verdict` is None where
    nothing is open.  `wall_s` are the seconds of each run that everybody may always see.  The sums are those
    of all tests.
    """

    schema: Literal["gograde/student/v1"] = "gograde/student/v1"
    assignment: scores.AssignmentRef
    submission: scores.SubmissionRef
    verdict: Verdict | None
    message: str
    source: tuple[SourceLines, ...]
    score: float
    max_score: float
    pending: float
    groups: tuple[StudentGroup, ...]
    tests: tuple[TestScore, ...]
    hidden_tests: tuple[HiddenTest, ...]
    runs: tuple[RunScore, ...]
    wall_s: Mapping[str, float]
    changes: tuple[ClassChange, ...]
    remarks: tuple[str, ...]
    backend: str

    @property
    def total(self) -> Total:
        """The points of all tests, from what is certain to what they may become."""
        return Total(self.score, self.pending, self.max_score)

    @property
    def sandbox(self) -> str:
        """The back end that held the program: `none` when it was trusted, empty when there was none."""
        return "" if self.verdict is Verdict.NS else self.backend


def for_student(record: ScoreRecord, released: frozenset[Visibility] = ALWAYS) -> StudentRecord:
    """The record as its student may see it when tests and runs of the visibilities `released` are open."""
    released = released | ALWAYS
    tests = opened(tuple(test for test in record.tests if test.visibility in released))
    runs = opened(tuple(run for run in record.runs if run.visibility in released))
    batches = {run.batch: run.visibility in ALWAYS for run in runs}
    used = [usage for usage in record.usage if usage.batch in batches]
    verdict = _verdict(tests, runs, used) if record.runs else record.verdict
    ended = ended_badly(verdict or Verdict.AC, ((run.batch, run.verdict) for run in runs))
    tried = named([*dict.fromkeys(one for usage in used for one in usage.violations)], NAMED)
    said = [ended.removeprefix(f"{Verdict.SV.meaning}; "), f"{Verdict.SV.meaning}: {tried}" if tried else ""]
    return StudentRecord(
        assignment=opened(record.assignment),
        submission=opened(record.submission),
        verdict=verdict,
        message="; ".join(filter(None, said)) if record.runs else record.message,
        source=() if record.runs else opened(record.source),
        score=record.score,
        max_score=record.max_score,
        pending=record.pending,
        groups=tuple(part_of(StudentGroup, group) for group in tested_groups(record)),
        tests=tests,
        hidden_tests=tuple(_hidden(test) for test in record.tests if test.visibility not in released),
        runs=runs,
        wall_s={one.batch: one.wall_s for one in used if batches[one.batch]},
        changes=opened(record.changes),
        remarks=record.remarks,
        backend=record.backend,
    )


def tested_groups(record: ScoreRecord) -> tuple[GroupScore, ...]:
    """The groups that have a test in this record; a group without tests would look passed."""
    tested = {test.group for test in record.tests}
    return tuple(group for group in record.groups if group.name in tested)


def opened(value: T) -> T:
    """A record, or records, with what their student may see."""
    if isinstance(value, tuple):
        return type(value)(map(opened, value))
    if not isinstance(value, Record):
        return value
    return type(value)(**{name: opened(getattr(value, name)) for name in OPEN[type(value)].split()})


def _hidden(test: TestScore) -> HiddenTest:
    return part_of(HiddenTest, replace(test, points=known_points(test)))


def _verdict(
    tests: Sequence[TestScore], runs: Sequence[RunScore], used: Iterable[RunUsage]
) -> Verdict | None:
    """The gravest verdict of what is open; None where nothing is."""
    caught = [Verdict.SV] if any(usage.violations for usage in used) else []
    known = [test.verdict for test in tests] + [run.verdict for run in runs]
    return whole([*known, *caught]) if known else None
