"""Compares two states of a class's marks: who changed, from what to what, in which tests, and why.

Pure functions.  The reasons come from what the marks record of their making, never from a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gograde.codec import of_json, replace
from gograde.core.record import ScoreRecord, TestScore
from gograde.core.totals import Total
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.grading.marks.gradebook import AssignmentInfo, BookEntry, Correction, Gradebook


@dataclass(frozen=True)
class Side:
    """Marks with the means to read their score records; `label` says in words which marks they are."""

    label: str
    gradebook: Gradebook
    record: Callable[[BookEntry], bytes]


@dataclass(frozen=True)
class MarkResult:
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
class ResultChange:
    """A result that changed; None on the side that lacks it."""

    student: str
    assignment: str
    before: MarkResult | None
    after: MarkResult | None
    tests: tuple[TestChange, ...]
    why: tuple[ChangeReason, ...]

    @property
    def moves_the_mark(self) -> bool:
        """Whether the mark itself differs."""
        return self.before is None or self.after is None or self.before.mark != self.after.mark


@dataclass(frozen=True)
class TotalChange:
    """A total in percent that changed; None on the side without this student."""

    student: str
    before: Total | None
    after: Total | None
    why: tuple[ChangeReason, ...]


@dataclass(frozen=True)
class Comparison:
    """All that changed, in the order of the roster.

    `names` maps ids to names, `works` are the assignments, and `results` are those compared, by student and
    assignment.
    """

    before: str
    after: str
    changes: tuple[ResultChange, ...]
    totals: tuple[TotalChange, ...]
    names: Mapping[str, str]
    results: tuple[tuple[str, str], ...]
    works: tuple[str, ...] = ()

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
            results=tuple(one for one in self.results if one[0] in people and assignment in (None, one[1])),
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
    return Comparison(before.label, after.label, changes, totals, people, tuple(pairs), tuple(works))


def _entries(book: Gradebook) -> dict[tuple[str, str], BookEntry]:
    return {(entry.student, entry.assignment): entry for entry in book.entries}


def outcome(entry: BookEntry) -> MarkResult:
    """The result of an entry."""
    return MarkResult(entry.badge, entry.official, entry.mark, entry.late.penalty if entry.late else 0.0)


def _change(before: Side, after: Side, old: BookEntry | None, new: BookEntry | None) -> ResultChange | None:
    """The change of one result; None when nothing changed."""
    entry = new or old
    if entry is None:
        return None
    tests, lost = _moved(before, after, old, new) if old and new else ((), "")
    was, now = outcome(old) if old else None, outcome(new) if new else None
    if not (tests or lost) and was and now and was.counted == now.counted:
        return None
    why = (*_reasons(before, after, (old, new), tests), *([ChangeReason("record", lost)] if lost else []))
    return ResultChange(entry.student, entry.assignment, was, now, tests, why)


def _moved(before: Side, after: Side, old: BookEntry, new: BookEntry) -> tuple[tuple[TestChange, ...], str]:
    """The tests that differ between two records, and why that is not known; equal bytes are not read."""
    try:
        was, now = before.record(old), after.record(new)
        return () if was == now else moved_tests(_tests(was), _tests(now)), ""
    except (DataError, ValueError) as error:
        return (), f"which tests changed is not known: {getattr(error, 'fault', error)}"


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
    before: Side, after: Side, pair: tuple[BookEntry | None, BookEntry | None], tests: tuple[TestChange, ...]
) -> Iterator[ChangeReason]:
    old, new = pair
    if old is None or new is None:
        yield ChangeReason("roster", "new in the class" if old is None else "no longer in the class")
        return
    was, now = BookState.of(before.gradebook, old), BookState.of(after.gradebook, new)
    if tests or old.verdict is not new.verdict:
        yield from result_reasons(was, now, [one.test for one in tests])
    yield from mark_reasons(was, now)


def _totals(
    before: Gradebook, after: Gradebook, people: Mapping[str, str], changes: tuple[ResultChange, ...]
) -> Iterator[TotalChange]:
    old, new = ({one.student: one.percent for one in book.totals} for book in (before, after))
    for student in people:
        was, now = old.get(student), new.get(student)
        if (was and was.rounded) != (now and now.rounded):
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


def _outcome(entry: BookEntry) -> tuple[MarkResult, str | None, float]:
    return outcome(entry), entry.sha256, entry.score


NOTHING = "nothing"

MADE_FROM = {
    "cases": "other hidden cases",
    "scorer": "scored by other code",
    "runs": "run in another way (sandbox, runtime, machine or code)",
}
"""Parts of the making of a result, in the order of weight, and what it means that one differs."""


@dataclass(frozen=True)
class ChangeReason:
    """One reason: its kind for programs, and its words for people."""

    kind: str
    text: str


@dataclass(frozen=True)
class BookState:
    """A result in its gradebook."""

    late_days: int
    work: AssignmentInfo
    entry: BookEntry

    @classmethod
    def of(cls, book: Gradebook, entry: BookEntry) -> BookState:
        """The state of an entry of a gradebook."""
        work = next(work for work in book.assignments if work.id == entry.assignment)
        return cls(book.info.late_days, work, entry)

    @property
    def made_from(self) -> Mapping[str, str]:
        """The digests of the making, and of the run where a program was handed in."""
        return {**self.work.made_from, **({"runs": self.entry.run} if self.entry.sha256 else {})}


def result_reasons(was: BookState, now: BookState, tests: Sequence[str]) -> Iterator[ChangeReason]:
    """Why these tests gave something else.

    Because of the submission, the package, a correction, the cases, the code, or another run.
    """
    known = [*_submission(was.entry, now.entry), *_package(was.work, now.work)]
    known += _class_changes(was.work, now.work, tests)
    known += _made_from(was, now, package_moved=any(one.kind == "package" for one in known))
    yield from known
    if not known:
        yield _unexplained(was.work, now.work)


def _submission(old: BookEntry, new: BookEntry) -> Iterator[ChangeReason]:
    if old.sha256 != new.sha256:
        yield ChangeReason("submission", submission_words(old.sha256, new.sha256))


def submission_words(old: str | None, new: str | None) -> str:
    """The change of a submission; each is a SHA-256, None for nothing handed in."""
    if old is None:
        return "handed in"
    return "other work handed in" if new else "the work went away"


def _package(old: AssignmentInfo, new: AssignmentInfo) -> Iterator[ChangeReason]:
    if old.version != new.version:
        yield ChangeReason("package", f"package {old.version} → {new.version}")
    elif old.package_sha256 != new.package_sha256:
        yield ChangeReason("package", f"package {new.version} with other content")


def _class_changes(old: AssignmentInfo, new: AssignmentInfo, tests: Sequence[str]) -> Iterator[ChangeReason]:
    """Corrections of these tests for the whole class that came, and those that were taken back."""
    for one in new.changes:
        if one not in old.changes and any(map(one.concerns, tests)):
            yield ChangeReason("correction", f"correction for the class: {one.words} (by {one.by})")
    for one in old.changes:
        if one not in new.changes and any(map(one.concerns, tests)):
            yield ChangeReason("correction", f"correction for the class taken back: {one.words}")


def _made_from(was: BookState, now: BookState, *, package_moved: bool) -> list[ChangeReason]:
    """The parts that differ; how a program is run is named only when package and cases are the same."""
    old, new = was.made_from, now.made_from
    moved = [key for key in MADE_FROM if key in old and key in new and old[key] != new[key]]
    if package_moved or "cases" in moved:
        moved = [key for key in moved if key != "runs"]
    return [ChangeReason(key, MADE_FROM[key]) for key in moved]


def _unexplained(old: AssignmentInfo, new: AssignmentInfo) -> ChangeReason:
    if not (old.made_from and new.made_from):
        return ChangeReason("unknown", "not recorded")
    if "league" in new.made_from:
        return ChangeReason("league", "other games of the league")
    return ChangeReason("answer", "the program, run again, did something else")


# -- marks ----------------------------------------------------------------------------------


def mark_reasons(was: BookState, now: BookState) -> Iterator[ChangeReason]:
    """Why the same tests give another mark: corrections, and what lateness costs."""
    yield from _corrections(was.entry.overrides, now.entry.overrides)
    if _late(was.entry) != _late(now.entry):
        known = [*_time(was.entry, now.entry), *_extension(was, now), *_policy(was, now)]
        yield from known or [ChangeReason("late", "free late days are used elsewhere, or points differ")]


def _late(entry: BookEntry) -> tuple[int, float]:
    return (entry.late.days, entry.late.penalty) if entry.late else (0, 0.0)


def _corrections(old: Sequence[Correction], new: Sequence[Correction]) -> Iterator[ChangeReason]:
    before = {one.test: one for one in old}
    after = {one.test: one for one in new}
    for test, one in after.items():
        if test not in before or before[test].points != one.points:
            said = f"correction: {_named(test)} {one.points:g} points, by {one.by}: {one.reason}"
            yield ChangeReason("correction", said)
    for test in before:
        if test not in after:
            yield ChangeReason("correction", f"correction of {_named(test)} taken back")


def _named(test: str) -> str:
    return test or "the whole"


def _time(old: BookEntry, new: BookEntry) -> Iterator[ChangeReason]:
    if old.submitted_at != new.submitted_at:
        moments = f"{old.submitted_at or NOTHING} → {new.submitted_at or NOTHING}"
        yield ChangeReason("time", f"time of submission {moments}")


def _extension(was: BookState, now: BookState) -> Iterator[ChangeReason]:
    student = now.entry.student
    old, new = was.work.extensions.get(student, 0.0), now.work.extensions.get(student, 0.0)
    if old != new:
        yield ChangeReason("extension", f"extension {old:g} h → {new:g} h")


def _policy(was: BookState, now: BookState) -> Iterator[ChangeReason]:
    if was.work.due != now.work.due:
        yield ChangeReason("late", f"due {was.work.due or NOTHING} → {now.work.due or NOTHING}")
    if moved := _policy_moved(was.work.late, now.work.late):
        yield ChangeReason("late", f"late policy: {moved}")
    if was.late_days != now.late_days:
        yield ChangeReason("late", f"late_days {was.late_days} → {now.late_days}")


def _policy_moved(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    keys = dict.fromkeys([*old, *new])
    words = (f"{key} {_value(old.get(key))} → {_value(new.get(key))}" for key in keys)
    return ", ".join(word for key, word in zip(keys, words, strict=True) if old.get(key) != new.get(key))


def _value(value: Any) -> str:
    if value is None:
        return NOTHING
    return f"{value:g}" if isinstance(value, int | float) else str(value)


# -- totals ---------------------------------------------------------------------------------


def total_reasons(before: Gradebook, after: Gradebook, works: Sequence[str]) -> Iterator[ChangeReason]:
    """Why a total changed: results of these assignments, and weights where their shares moved."""
    yield from (ChangeReason("result", f"result of {work}") for work in works)
    old = {work.id: work.weight for work in before.assignments}
    new = {work.id: work.weight for work in after.assignments}
    for name in dict.fromkeys([*new, *old]):
        if _share(old, name) != _share(new, name) and old.get(name) != new.get(name):
            yield ChangeReason(
                "weight", f"weight of {name} {_value(old.get(name))} → {_value(new.get(name))}"
            )


def _share(weights: Mapping[str, float], name: str) -> float:
    """The part of an assignment in the total."""
    return weights.get(name, 0.0) / (sum(weights.values()) or 1.0)
