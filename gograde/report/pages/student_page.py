"""The values that a student's and a staff page show; their template decides nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gograde.classroom.roster import Student
from gograde.grading.marks.gradebook_model import AssignmentInfo, Entry
from gograde.report.redact import tested_groups
from gograde.report.results import Result
from gograde.report.words.answers import marks_of
from gograde.report.words.causes import Failure, failures_by_cause
from gograde.scoring.record import (
    GroupScore,
    PictureScore,
    RunScore,
    ScoreRecord,
    SourceLines,
    TestScore,
    Visibility,
)
from gograde.scoring.totals import Total, total_of
from gograde.scoring.verdict import Verdict

_WAITING = (Verdict.RV, Verdict.JE)

DRAWN = 60
"""Tests that a page draws; a board takes 4 kB, and a page is to stay below 500 kB."""

ALIKE = 4
"""Tests of a cause that are drawn besides the first."""


EXCERPTS = 4
"""Parts of files on a card: those of one error, where the runs of a cause ended at different places."""


@dataclass(frozen=True)
class Pictured:
    """The pictures that a run left, and the tests that wait for a person who looks at them."""

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
class HiddenGroup:
    """The tests of a group whose data are not shown: how many had which verdict, and the points of all."""

    name: str
    tests: tuple[TestScore, ...]
    verdicts: tuple[tuple[Verdict, int], ...]
    total: Total


@dataclass(frozen=True)
class SubmissionView:
    """One submission on a student's or a staff page; `hidden` are the tests not shown in full."""

    work: AssignmentInfo
    entry: Entry
    record: ScoreRecord
    groups: tuple[GroupScore, ...]
    causes: tuple[CauseCard, ...]
    waiting: tuple[TestScore, ...]
    right: tuple[TestScore, ...]
    hidden: tuple[HiddenGroup, ...]
    runs: tuple[tuple[RunScore, ...], ...]
    pictured: tuple[Pictured, ...]

    @property
    def readable(self) -> Iterator[PictureScore]:
        """The pictures that are shown."""
        return (picture for run in self.pictured for picture in run.pictures if not picture.refusal)

    @property
    def compared(self) -> bool:
        """Whether a board shows what was expected beside what was answered."""
        return any(test.board and marks_of(test) for card in self.causes for test in card.drawn)


def submission_view(
    result: Result, record: ScoreRecord, shown_to: frozenset[Visibility], drawn: int = DRAWN
) -> SubmissionView:
    """One submission, its tests sorted by verdict; tests of other visibilities are kept apart.

    At most `drawn` tests that are not right are drawn, and none when nothing was handed in.
    """
    tests = () if record.verdict is Verdict.NS else record.tests
    shown = [test for test in tests if test.visibility in shown_to]
    wrong = [test for test in shown if test.verdict.failed]
    entry = result.entry
    given = {one.test: one.points for one in entry.overrides}
    return SubmissionView(
        work=result.assignment,
        entry=entry,
        record=record,
        groups=tuple(_decided(group, entry) for group in tested_groups(record)) if tests else (),
        causes=with_sources(cause_cards(failures_by_cause(wrong, record.assignment.asks), drawn), record),
        waiting=tuple(test for test in shown if test.verdict in _WAITING),
        right=tuple(test for test in shown if test.verdict is Verdict.AC),
        hidden=hidden_groups((test for test in tests if test.visibility not in shown_to), given),
        runs=run_groups(record.runs),
        pictured=tuple(_pictured(run, shown) for run in record.runs if run.pictures),
    )


def cause_cards(failures: Sequence[Failure], drawn: int) -> tuple[CauseCard, ...]:
    """A card for each cause: first one test of each is drawn, then more of those that differ.

    Many tests of which the message says all are only named.
    """
    left = max(0, drawn - len(failures))
    made: list[CauseCard] = []
    for number, failure in enumerate(failures):
        more = 0 if failure.told else min(ALIKE, left, len(failure.tests) - 1)
        left -= more
        alone = number < drawn and not (failure.told and len(failure.tests) > 1)
        shown = 1 + more if alone else 0
        made.append(CauseCard(failure, failure.tests[:shown], failure.tests[shown:]))
    return tuple(made)


def _decided(group: GroupScore, entry: Entry) -> GroupScore:
    """The group with the points that a person gave, as in the table of groups."""
    total = entry.groups.get(group.name, group.total)
    return group.model_copy(update={"score": total.at_least, "pending": total.pending})


def with_sources(cards: Sequence[CauseCard], record: ScoreRecord) -> tuple[CauseCard, ...]:
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


def hidden_groups(hidden: Iterable[TestScore], given: Mapping[str, float]) -> tuple[HiddenGroup, ...]:
    """The tests by group, in the order of the record; `given` are points that a person gave."""
    by_group: dict[str, list[TestScore]] = {}
    for test in hidden:
        by_group.setdefault(test.group, []).append(test)
    return tuple(_hidden(name, tests, given) for name, tests in by_group.items())


def _hidden(name: str, tests: Sequence[TestScore], given: Mapping[str, float]) -> HiddenGroup:
    number = Counter(test.verdict for test in tests)
    verdicts = tuple((verdict, number[verdict]) for verdict in Verdict if number[verdict])
    return HiddenGroup(name, tuple(tests), verdicts, total_of(tests, given))


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
    waiting = (test for test in shown if test.batch == run.batch and test.verdict is Verdict.RV)
    return Pictured(run.batch, run.pictures, tuple(waiting))
