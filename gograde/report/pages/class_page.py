"""The values that the page of a class shows, and what a person decides; templates decide nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from gograde.classroom.roster import Student
from gograde.core.record import ScoreRecord, SourceLength, TestScore
from gograde.core.verdict import Verdict
from gograde.grading.marks.doubts import doubts_of
from gograde.grading.marks.gradebook import AssignmentInfo
from gograde.listing import gist
from gograde.report.frames.statistics import NEAR
from gograde.report.results import Result, Results
from gograde.report.words.texts import ENGLISH, Texts, say
from gograde.report.words.wording import number_of


@dataclass(frozen=True)
class WorkItem:
    """What to look at: of which assignment, what is known, and whose work it is."""

    assignment: str
    text: str
    student: Student


NAMED = 5
"""Tests that wait and are named; the others are counted."""


def by_hand(results: Iterable[Result], t: Texts = ENGLISH) -> Mapping[str, tuple[WorkItem, ...]]:
    """What to look at, by reason (a key of the texts of pages); reasons without an entry are left out."""
    every = list(results)
    found = {
        reason: tuple(
            WorkItem(one.assignment.id, text, one.student) for one in every if (text := words(one, t))
        )
        for reason, words in _REASONS.items()
    }
    return {reason: looks for reason, looks in found.items() if looks}


def _few(names: Sequence[str], t: Texts) -> str:
    more = len(names) - NAMED
    return t["comma"].join(names[:NAMED]) + (say(t["and_more"], more) if more > 0 else "")


def _waiting(result: Result, t: Texts) -> str:
    graded = result.entry.graded
    return f"{_few(graded.waits, t)}: {number_of('points', graded.waiting, t)}" if graded.waits else ""


def _judge_error(result: Result, t: Texts) -> str:
    return (gist(result.record.message) or t["grade_again"]) if result.entry.graded.judge_error else ""


def _forbidden(result: Result, _t: Texts) -> str:
    flags = dict.fromkeys((*result.record.flags, *result.entry.flags))
    serious = [flag for flag in flags if flag.severity == "serious"]
    return "; ".join(f"{flag.id}: {flag.evidence}" for flag in serious)


def _doubtful(result: Result, _t: Texts) -> str:
    return "; ".join(doubt.words for doubt in doubts_of(result.entry))


def _near_limit(result: Result, _t: Texts) -> str:
    """The runs that ended well with little time left; those that had none left are told by their verdict."""
    ended = {run.batch for run in result.record.runs if run.verdict is Verdict.AC}
    near = [
        one.batch
        for one in result.record.usage
        if one.cpu_limit_s and one.cpu_s >= NEAR * one.cpu_limit_s and one.batch in ended
    ]
    return ", ".join(near)


_REASONS: Mapping[str, Callable[[Result, Texts], str]] = {
    "look_judge_error": _judge_error,
    "look_waiting": _waiting,
    "look_forbidden": _forbidden,
    "look_doubtful": _doubtful,
    "look_near_limit": _near_limit,
}

OPEN = (Verdict.RV, Verdict.JE)
"""The verdicts of what is not decided."""


Share = tuple[int, int]
"""How many students passed a test, and for how many it was graded."""


@dataclass(frozen=True)
class Difficulty:
    """The shares of a class test by test: a row for each batch, a column for each question."""

    questions: tuple[str, ...]
    batches: tuple[tuple[str, tuple[Share | None, ...]], ...]


@dataclass(frozen=True)
class StaffRemark:
    """A remark about one student's submission for a person."""

    result: Result
    kind: str
    label: str
    text: str


@dataclass(frozen=True)
class Golfer:
    """A correct program with its place by length; programs of equal length share a place."""

    place: int
    result: Result
    source: SourceLength


@dataclass(frozen=True)
class WorkView:
    """One assignment of the class."""

    work: AssignmentInfo
    results: tuple[Result, ...]
    verdicts: tuple[tuple[Verdict, int], ...]
    difficulty: Difficulty
    backends: tuple[str, ...]
    golf: tuple[Golfer, ...] = ()
    unranked: tuple[Result, ...] = ()

    @property
    def missing(self) -> list[Student]:
        """Who handed nothing in."""
        return [one.student for one in self.results if not one.entry.handed_in]

    @property
    def records(self) -> list[ScoreRecord]:
        """The records of all students."""
        return [result.record for result in self.results]


MOST_VALUES = 12
"""Different cells of a roster's column by which students are filtered; more make a long list."""


@dataclass(frozen=True)
class ClassView:
    """The page of the class.

    `official` counts official results by their word, none of them where nobody asks for any; `waits` counts
    the tests that wait for a person.
    """

    results: Results
    works: tuple[WorkView, ...]
    columns: tuple[tuple[str, tuple[str, ...]], ...]
    by_hand: Mapping[str, tuple[WorkItem, ...]]
    remarks: tuple[StaffRemark, ...]
    handed_in: int
    missing: int
    official: Mapping[str, int]
    waits: int
    judge_errors: int


def class_view(results: Results, t: Texts) -> ClassView:
    """Everything that the page of the class shows."""
    all_of, works = results.results, results.gradebook.assignments
    official = Counter[str](one.entry.official for one in all_of if one.entry.official != "none")
    return ClassView(
        results=results,
        works=tuple(work_view(work, results.of_assignment(work.id)) for work in works),
        columns=columns_of(results.gradebook.students),
        by_hand=by_hand(all_of, t),
        remarks=tuple(remark for result in all_of for remark in remarks(result, t)),
        handed_in=sum(result.entry.handed_in for result in all_of),
        missing=sum(not result.entry.handed_in for result in all_of),
        official=official,
        waits=sum(len(result.entry.graded.waits) for result in all_of),
        judge_errors=sum(result.entry.graded.judge_error for result in all_of),
    )


def columns_of(students: Sequence[Student]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The roster's own columns, such as a section, with the few cells that part the class."""
    names = dict.fromkeys(name for student in students for name in student.more)
    found = ((name, {student.more.get(name, "") for student in students} - {""}) for name in names)
    most = min(MOST_VALUES, len(students) // 2)
    return tuple((name, tuple(sorted(cells))) for name, cells in found if 2 <= len(cells) <= most)


def work_view(work: AssignmentInfo, results: tuple[Result, ...]) -> WorkView:
    """Everything that the page of the class shows about one assignment."""
    records = [result.record for result in results]
    count = Counter(result.entry.badge for result in results)
    return WorkView(
        work=work,
        results=results,
        verdicts=tuple((verdict, count[verdict]) for verdict in Verdict if count[verdict]),
        difficulty=difficulty(records),
        backends=tuple(sorted({record.backend for record in records if record.backend})),
        golf=golf(results),
        unranked=unranked(results),
    )


def golf(results: Iterable[Result]) -> tuple[Golfer, ...]:
    """The correct programs, shortest first: by characters, then bytes, then time of submission.

    A program that is not decided has no place, but keeps the one that it may still take: nobody rises by a
    fault in another's work.
    """
    able = [result for result in results if not _reads_code(result)]
    rows = [
        (_length(source, result.record), result.student.id, result, source)
        for result in able
        if result.entry.badge is Verdict.AC and (source := result.record.submission.source)
    ]
    ahead = [length for length, *_ in rows]
    ahead += [_shortest(result.record) for result in able if result.entry.badge in OPEN]
    rows.sort(key=lambda row: row[:2])
    return tuple(Golfer(1 + sum(o < length for o in ahead), r, s) for length, _, r, s in rows)


def unranked(results: Sequence[Result]) -> tuple[Result, ...]:
    """Who may be right but has no place: programs that read code, and those that are not decided."""
    if not any(result.record.submission.source for result in results):
        return ()
    return tuple(
        result
        for result in results
        if result.entry.badge in OPEN or (result.entry.badge is Verdict.AC and _reads_code(result))
    )


def _reads_code(result: Result) -> bool:
    source = result.record.submission.source
    return source is not None and bool(source.unranked)


def _shortest(record: ScoreRecord) -> tuple[int, int, float]:
    """The sort key that a program may have; the grader has not measured one that never ran."""
    source = record.submission.source
    return _length(source, record) if source else (0, 0, 0.0)


def _length(source: SourceLength, record: ScoreRecord) -> tuple[int, int, float]:
    """The sort key of a program; programs without a time come last among equal lengths."""
    at = record.submission.submitted_at
    moment = datetime.fromisoformat(at).timestamp() if at else float("inf")
    return source.characters, source.bytes, moment


def difficulty(records: Iterable[ScoreRecord]) -> Difficulty:
    """For each test how many students passed; tests that wait for a person are not counted."""
    right: Counter[tuple[str, str]] = Counter()
    graded: Counter[tuple[str, str]] = Counter()
    questions: dict[str, None] = {}
    batches: dict[str, None] = {}
    for test in (test for record in records for test in record.tests):
        key = (test.batch, question(test))
        batches.setdefault(test.batch)
        questions.setdefault(key[1])
        graded[key] += test.points is not None
        right[key] += test.verdict is Verdict.AC and test.points is not None

    def share(key: tuple[str, str]) -> Share | None:
        return (right[key], graded[key]) if key in graded else None

    rows = ((batch, tuple(share((batch, question)) for question in questions)) for batch in batches)
    return Difficulty(tuple(questions), tuple(rows))


def question(test: TestScore) -> str:
    """A test's name without its batch."""
    return test.name.removeprefix(f"{test.batch}/")


def remarks(result: Result, t: Texts = ENGLISH) -> Sequence[StaffRemark]:
    """The remarks about one submission: broken, late, flagged, not graded."""
    record, late = result.automatic, result.entry.late
    found: list[StaffRemark] = []
    if result.entry.handed_in and record.tests and not record.judge_error and not record.runs:
        found.append(
            StaffRemark(result, "broken", t["broken_off"], gist(record.message) or t[record.verdict.value])
        )
    if late and late.days:
        found.append(
            StaffRemark(result, "late", t["late"], late.reason or number_of("days_late", late.days, t))
        )
    flags = dict.fromkeys((*record.flags, *result.entry.flags))
    told = [flag for flag in flags if flag.severity != "serious"]
    return [*found, *(StaffRemark(result, "flag", flag.id, flag.evidence) for flag in told)]


def tags(result: Result) -> Sequence[str]:
    """The words by which the table of students is filtered."""
    entry = result.entry
    found = {
        "fail": entry.failed,
        "pending": bool(entry.mark.pending or entry.graded.waits),
        "late": bool(entry.late and entry.late.days),
        "missing": not entry.handed_in,
        "corrected": bool(entry.overrides),
    }
    return [word for word, fits in found.items() if fits]
