"""Compares two states of a class's marks: who changed, from what to what, in which tests, and why.

Pure functions.  The reasons come from what the marks record of their making, never from a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from gograde.codec import of_json, replace
from gograde.errors import DataError
from gograde.grading.books.reasons import Reason, State, mark_reasons, result_reasons, total_reasons
from gograde.grading.marks.gradebook_model import Entry, Gradebook
from gograde.scoring.record import ScoreRecord, TestScore
from gograde.scoring.totals import Total
from gograde.scoring.verdict import Verdict


@dataclass(frozen=True)
class Side:
    """Marks with the means to read their score records; `label` says in words which marks they are."""

    label: str
    gradebook: Gradebook
    record: Callable[[Entry], bytes]


@dataclass(frozen=True)
class Outcome:
    """A result as far as a mark goes; `verdict` is that of all that counts, after corrections."""

    verdict: Verdict
    official: str
    mark: Total
    penalty: float

    @property
    def counted(self) -> tuple[Verdict, str, Total]:
        """What is a change when it differs; another penalty is none while a person sets the mark."""
        return self.verdict, self.official, self.mark


@dataclass(frozen=True)
class TestMark:
    """The verdict and the points of a test, before any correction."""

    __test__ = False

    verdict: Verdict
    points: float | None
    max_points: float


@dataclass(frozen=True)
class TestChange:
    """A test whose verdict or points changed; None on the side that lacks it."""

    __test__ = False

    test: str
    before: TestMark | None
    after: TestMark | None


@dataclass(frozen=True)
class Change:
    """A result that changed; None on the side that lacks it."""

    student: str
    assignment: str
    before: Outcome | None
    after: Outcome | None
    tests: tuple[TestChange, ...]
    why: tuple[Reason, ...]

    @property
    def moves_the_mark(self) -> bool:
        """Whether the mark itself differs."""
        return self.before is None or self.after is None or self.before.mark != self.after.mark

    @property
    def verdicts(self) -> frozenset[Verdict]:
        """The verdicts of the result and of its changed tests, on both sides."""
        tests = (side for test in self.tests for side in (test.before, test.after))
        return frozenset(side.verdict for side in (self.before, self.after, *tests) if side)


@dataclass(frozen=True)
class TotalChange:
    """A total in percent that changed; None on the side without this student."""

    student: str
    before: Total | None
    after: Total | None
    why: tuple[Reason, ...]


@dataclass(frozen=True)
class Comparison:
    """All that changed, in the order of the roster.

    `names` maps ids to names, `works` are the assignments, and `compared` counts results.
    """

    before: str
    after: str
    changes: tuple[Change, ...]
    totals: tuple[TotalChange, ...]
    names: Mapping[str, str]
    compared: int
    works: tuple[str, ...] = ()

    def with_verdict(self, verdict: Verdict) -> Comparison:
        """The part about results and tests that have this verdict on one side; without totals."""
        return replace(self, changes=tuple(one for one in self.changes if verdict in one.verdicts), totals=())

    def only(self, student: str | None, assignment: str | None) -> Comparison:
        """The part about one student, one assignment or both; totals only when no assignment is named."""
        people = {who: name for who, name in self.names.items() if student in (None, who)}
        return replace(
            self,
            changes=tuple(
                one for one in self.changes if one.student in people and assignment in (None, one.assignment)
            ),
            totals=() if assignment else tuple(one for one in self.totals if one.student in people),
            names=people,
        )


def compare(before: Side, after: Side) -> Comparison:
    """What changed from one side to the other."""
    old, new = _entries(before.gradebook), _entries(after.gradebook)
    people = {one.id: one.name for one in (*after.gradebook.students, *before.gradebook.students)}
    works = dict.fromkeys(work.id for side in (after, before) for work in side.gradebook.assignments)
    pairs = [(who, work) for who in people for work in works if (who, work) in old or (who, work) in new]
    changes = tuple(
        change
        for pair in pairs
        if (change := _change(before, after, old.get(pair), new.get(pair))) is not None
    )
    totals = tuple(_totals(before.gradebook, after.gradebook, people, changes))
    return Comparison(before.label, after.label, changes, totals, people, len(pairs), tuple(works))


def _entries(book: Gradebook) -> dict[tuple[str, str], Entry]:
    return {(entry.student, entry.assignment): entry for entry in book.entries}


def outcome(entry: Entry) -> Outcome:
    """The result of an entry."""
    return Outcome(entry.badge, entry.official, entry.mark, entry.late.penalty if entry.late else 0.0)


def _change(before: Side, after: Side, old: Entry | None, new: Entry | None) -> Change | None:
    """The change of one result; None when nothing changed."""
    entry = new or old
    if entry is None:
        return None
    tests = _moved(before, after, old, new) if old and new else ()
    was, now = outcome(old) if old else None, outcome(new) if new else None
    if not tests and was and now and was.counted == now.counted:
        return None
    why = tuple(_reasons(before, after, (old, new), tests))
    return Change(entry.student, entry.assignment, was, now, tests, why)


def _moved(before: Side, after: Side, old: Entry, new: Entry) -> tuple[TestChange, ...]:
    """The tests that differ between two records; equal bytes are not read."""
    was, now = before.record(old), after.record(new)
    try:
        return () if was == now else moved_tests(_tests(was), _tests(now))
    except ValueError as error:
        where, what = f"{new.assignment}, {new.student}", f"no whole score record ({error})"
        raise DataError(where, what, "run gograde run again") from None


def _tests(record: bytes) -> Mapping[str, TestMark]:
    return {test.name: mark_of(test) for test in of_json(ScoreRecord, record).tests}


def mark_of(test: TestScore) -> TestMark:
    """A test as far as its mark goes."""
    return TestMark(test.verdict, test.points, test.max_points)


def moved_tests(old: Mapping[str, TestMark], new: Mapping[str, TestMark]) -> tuple[TestChange, ...]:
    """The tests that differ, in the new order, then those that went away."""
    names = [*new, *(name for name in old if name not in new)]
    return tuple(
        TestChange(name, old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name)
    )


def _reasons(
    before: Side, after: Side, pair: tuple[Entry | None, Entry | None], tests: tuple[TestChange, ...]
) -> Iterator[Reason]:
    old, new = pair
    if old is None or new is None:
        yield Reason("roster", "new in the class" if old is None else "no longer in the class")
        return
    was, now = State.of(before.gradebook, old), State.of(after.gradebook, new)
    if tests or old.verdict is not new.verdict:
        yield from result_reasons(was, now, [one.test for one in tests])
    yield from mark_reasons(was, now)


def _totals(
    before: Gradebook, after: Gradebook, people: Mapping[str, str], changes: tuple[Change, ...]
) -> Iterator[TotalChange]:
    old = {one.student: one.percent for one in before.totals}
    new = {one.student: one.percent for one in after.totals}
    for student in people:
        was, now = old.get(student), new.get(student)
        if was != now:
            works = [one.assignment for one in changes if one.student == student and one.moves_the_mark]
            yield TotalChange(student, was, now, tuple(total_reasons(before, after, works)))


def newer_results(seen: Gradebook, made: Gradebook) -> int:
    """The number of results that differ from those in the gradebook that students see."""
    old = _entries(seen)
    return sum(
        (entry.student, entry.assignment) not in old
        or _outcome(old[entry.student, entry.assignment]) != _outcome(entry)
        for entry in made.entries
    )


def _outcome(entry: Entry) -> tuple[Outcome, str | None, float]:
    return outcome(entry), entry.sha256, entry.score
