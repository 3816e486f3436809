"""The values that a student's and a staff page show; their template decides nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gograde.classroom.roster import Student
from gograde.codec import replace
from gograde.core.record import (
    GroupScore,
    PictureScore,
    RunScore,
    ScoreRecord,
    SourceLines,
    TestScore,
)
from gograde.core.totals import Total
from gograde.core.verdict import Verdict, gravest
from gograde.grading.marks.gradebook import AssignmentInfo, BookEntry
from gograde.report.redact import HiddenTest, StudentGroup, StudentRecord, tested_groups
from gograde.report.results import Result
from gograde.report.words.answers import marks_of
from gograde.report.words.failures import Failure, failures_by_cause

_UNDECIDED = (Verdict.RV, Verdict.JE)

DRAWN = 60
"""Tests that a page draws; a board takes 4 kB, and a page is to stay below 500 kB."""

ALIKE = 4
"""Tests of a cause that are drawn besides the first."""

WAITING_ALIKE = 15
"""Tests of a cause that a person must look at and that are drawn besides the first."""


EXCERPTS = 4
"""Parts of files on a card: those of one error, where the runs of a cause ended at different places."""


@dataclass(frozen=True)
class Pictured:
    """The pictures that a run left, and the tests for which a person must find theirs among them."""

    batch: str
    pictures: tuple[PictureScore, ...]
    waiting: tuple[TestScore, ...]


@dataclass(frozen=True)
class CauseCard:
    """A cause: the tests that are drawn (perhaps none), and those that are only named.

    `source` are the student's own lines that its error names; those on a card before are not shown again.
    """

    failure: Failure
    drawn: tuple[TestScore, ...]
    named: tuple[TestScore, ...]
    source: tuple[SourceLines, ...] = ()


@dataclass(frozen=True)
class TestedGroup:
    """A group: how many of its open tests had which verdict, its points, and its hidden tests."""

    name: str
    verdicts: tuple[tuple[Verdict, int], ...]
    total: Total
    hidden: tuple[HiddenTest, ...]


@dataclass(frozen=True)
class SubmissionView:
    """One submission on a student's or a staff page; `listed` are right tests whose data need no word.

    `waiting` are tests that a person must decide, `open` those that nobody needs to, or the grader failed at.
    """

    work: AssignmentInfo
    entry: BookEntry
    record: ScoreRecord | StudentRecord
    groups: tuple[TestedGroup, ...]
    causes: tuple[CauseCard, ...]
    waiting: tuple[CauseCard, ...]
    open: tuple[CauseCard, ...]
    right: tuple[TestScore, ...]
    listed: tuple[TestScore, ...]
    runs: tuple[tuple[RunScore, ...], ...]
    pictured: tuple[Pictured, ...]

    @property
    def readable(self) -> Iterator[PictureScore]:
        """The pictures that are shown."""
        return (one for run in self.pictured for one in run.pictures if not one.refusal and not one.blank)

    @property
    def handed_in(self) -> bool:
        """Whether there is anything to show."""
        return self.entry.handed_in

    @property
    def hides(self) -> bool:
        """Whether the data of a test are not shown."""
        return any(group.hidden for group in self.groups)

    @property
    def message_in_causes(self) -> bool:
        """Whether a cause says all that the whole submission says."""
        return any(self.record.message == card.failure.first.message for card in self.causes)

    @property
    def compared(self) -> bool:
        """Whether a board shows what was expected beside what was answered."""
        return any(test.board and marks_of(test) for card in self.causes for test in card.drawn)


def staff_view(result: Result, drawn: int = DRAWN) -> SubmissionView:
    """One submission as staff see it: everything, with at most `drawn` boards."""
    return _view(result.assignment, result.entry, result.for_staff, drawn)


def student_view(
    work: AssignmentInfo, entry: BookEntry, record: StudentRecord, drawn: int = DRAWN
) -> SubmissionView:
    """One submission as its student sees it, with at most `drawn` boards; of the entry it has the marks."""
    return _view(work, _for_student(entry, record), record, drawn)


def _for_student(entry: BookEntry, record: StudentRecord) -> BookEntry:
    """The marks without what only a hidden run or test can tell: its verdict, and that the grader failed."""
    now = entry.graded
    if record.verdict is Verdict.JE and not record.runs:
        return replace(entry, flags=())
    broken = sum(test.max_points for test in record.tests if test.verdict is Verdict.JE)
    undecided = (test for test in record.hidden_tests if test.points is None and test.max_points)
    waits = [test.name for test in record.tests if test.name in now.waits]
    waits += [test.name for test in undecided if test.name not in entry.decisions]
    waiting = now.waiting + now.broken - broken
    changed = {"waits": tuple(waits), "waiting": waiting, "broken": broken, "judge_error": bool(broken)}
    graded = replace(now, **changed)
    hidden = entry.official == "error" and record.verdict is not Verdict.JE
    official = "pending" if hidden else entry.official
    return replace(entry, flags=(), graded=graded, badge=_badge(entry, record), official=official)


def _badge(entry: BookEntry, record: StudentRecord) -> Verdict:
    """The verdict of all that counts where the points tell it, else that of what is open."""
    if entry.badge in (Verdict.AC, Verdict.NS):
        return entry.badge
    wrong = [test.verdict for test in record.tests if test.verdict.finding]
    if record.verdict and record.verdict.finding and not entry.decisions:
        wrong.append(record.verdict)
    if wrong or record.verdict is Verdict.JE:
        return gravest(wrong or [Verdict.JE])
    return Verdict.PAC if entry.badge.failed else Verdict.RV


def _view(
    work: AssignmentInfo, entry: BookEntry, record: ScoreRecord | StudentRecord, drawn: int
) -> SubmissionView:
    """One submission, its tests sorted by verdict; none when nothing was handed in."""
    shown = record.tests if entry.handed_in else ()
    closed = record.hidden_tests if isinstance(record, StudentRecord) else ()
    hidden = closed if entry.handed_in else ()
    asks = record.assignment.asks
    names = entry.graded.waits
    failed = (test for test in shown if test.verdict.finding and test.name not in names)
    causes = failures_by_cause(failed, asks, hidden)
    waits = failures_by_cause((test for test in shown if test.name in names), asks)
    left = (test for test in shown if test.verdict in _UNDECIDED and test.name not in names)
    right = [test for test in shown if test.verdict is Verdict.AC]
    return SubmissionView(
        work=work,
        entry=entry,
        record=record,
        groups=groups_of(record, entry, hidden) if shown or hidden else (),
        causes=with_sources(cause_cards(causes, drawn), record),
        waiting=cause_cards(waits, drawn, WAITING_ALIKE),
        open=cause_cards(failures_by_cause(left, asks), drawn),
        right=tuple(test for test in right if test.games or test.remarks),
        listed=tuple(test for test in right if not test.games and not test.remarks),
        runs=run_groups(record.runs),
        pictured=tuple(_pictured(run, shown) for run in record.runs if run.pictures),
    )


def cause_cards(failures: Sequence[Failure], drawn: int, alike: int = ALIKE) -> tuple[CauseCard, ...]:
    """A card for each cause: first one test of each is drawn, then `alike` more of those that differ.

    Many tests of which the message says all are only named.
    """
    left = max(0, drawn - len(failures))
    made: list[CauseCard] = []
    for number, failure in enumerate(failures):
        more = 0 if failure.is_whole_run else min(alike, left, len(failure.tests) - 1)
        left -= more
        alone = number < drawn and not (failure.is_whole_run and len(failure.tests) > 1)
        shown = 1 + more if alone else 0
        made.append(CauseCard(failure, failure.tests[:shown], failure.tests[shown:]))
    return tuple(made)


def with_sources(cards: Sequence[CauseCard], record: ScoreRecord | StudentRecord) -> tuple[CauseCard, ...]:
    """The cards with the lines that the errors of their runs name, each part on the first card only."""
    by_batch = {run.batch: run.source for run in record.runs}
    seen: set[SourceLines] = set()
    made: list[CauseCard] = []
    for card in cards:
        batches = dict.fromkeys(test.batch for test in card.failure.tests) if card.failure.crash else ()
        parts = [part for batch in batches for part in by_batch.get(batch, record.source)]
        fresh = tuple(part for part in dict.fromkeys(parts) if part not in seen)[:EXCERPTS]
        seen.update(fresh)
        made.append(replace(card, source=fresh))
    return tuple(made)


def groups_of(
    record: ScoreRecord | StudentRecord, entry: BookEntry, hidden: Sequence[HiddenTest]
) -> tuple[TestedGroup, ...]:
    """The groups with the points that a person gave; hidden tests are only named, with their points."""
    groups = record.groups if isinstance(record, StudentRecord) else tested_groups(record)
    return tuple(_group(group, record.tests, entry, hidden) for group in groups)


def _group(
    group: GroupScore | StudentGroup,
    tests: Sequence[TestScore],
    entry: BookEntry,
    hidden: Sequence[HiddenTest],
) -> TestedGroup:
    number = Counter(test.verdict for test in tests if test.group == group.name)
    verdicts = tuple((verdict, number[verdict]) for verdict in Verdict if number[verdict])
    total = entry.groups.get(group.name, group.total)
    return TestedGroup(group.name, verdicts, total, tuple(t for t in hidden if t.group == group.name))


def run_groups(runs: Iterable[RunScore]) -> tuple[tuple[RunScore, ...], ...]:
    """The runs that ended alike, together."""
    alike: dict[tuple[Verdict, str], list[RunScore]] = {}
    for run in runs:
        alike.setdefault((run.verdict, run.message), []).append(run)
    return tuple(map(tuple, alike.values()))


def neighbours(people: Sequence[Student], student: Student) -> tuple[Student | None, Student | None]:
    """The students before and after one, in the order of the roster; None at its ends."""
    at = next(number for number, each in enumerate(people) if each.id == student.id)
    return (people[at - 1] if at else None), (people[at + 1] if at + 1 < len(people) else None)


def _pictured(run: RunScore, shown: Sequence[TestScore]) -> Pictured:
    unread = (test for test in shown if not test.readings)
    waiting = (test for test in unread if test.batch == run.batch and test.verdict is Verdict.RV)
    return Pictured(run.batch, run.pictures, tuple(waiting))
