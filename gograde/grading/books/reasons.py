"""Says why a result differs between two gradebooks, from what they record of their making."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gograde.grading.marks.gradebook_model import AssignmentInfo, Correction, Entry, Gradebook

NOTHING = "nothing"

MADE_FROM = {
    "cases": "other hidden cases",
    "scorer": "scored by other code",
    "runs": "run in another way (sandbox, runtime, machine or code)",
}
"""Parts of the making of a result, in the order of weight, and what it means that one differs."""


@dataclass(frozen=True)
class Reason:
    """One reason: its kind for programs, and its words for people."""

    kind: str
    text: str


@dataclass(frozen=True)
class State:
    """A result in its gradebook."""

    late_days: int
    work: AssignmentInfo
    entry: Entry

    @classmethod
    def of(cls, book: Gradebook, entry: Entry) -> State:
        """The state of an entry of a gradebook."""
        work = next(work for work in book.assignments if work.id == entry.assignment)
        return cls(book.info.late_days, work, entry)

    @property
    def made_from(self) -> Mapping[str, str]:
        """The digests of the making; older gradebooks have one of the runs for the whole assignment."""
        return {**self.work.made_from, **({"runs": self.entry.run} if self.entry.run else {})}


def result_reasons(was: State, now: State, tests: Sequence[str]) -> Iterator[Reason]:
    """Why these tests gave something else.

    Because of the submission, the package, a correction, the cases, the code, or another run.
    """
    known = [*_submission(was.entry, now.entry), *_package(was.work, now.work)]
    known += _class_changes(was.work, now.work, tests)
    known += _made_from(was, now, package_moved=any(one.kind == "package" for one in known))
    yield from known
    if not known:
        yield _unexplained(was.work, now.work)


def _submission(old: Entry, new: Entry) -> Iterator[Reason]:
    if old.sha256 != new.sha256:
        yield Reason("submission", submission_words(old.sha256, new.sha256))


def submission_words(old: str | None, new: str | None) -> str:
    """The change of a submission; each is a SHA-256, None for nothing handed in."""
    if old is None:
        return "handed in"
    return "other work handed in" if new else "the work went away"


def _package(old: AssignmentInfo, new: AssignmentInfo) -> Iterator[Reason]:
    if old.version != new.version:
        yield Reason("package", f"package {old.version} → {new.version}")
    elif old.package_sha256 != new.package_sha256:
        yield Reason("package", f"package {new.version} with other content")


def _class_changes(old: AssignmentInfo, new: AssignmentInfo, tests: Sequence[str]) -> Iterator[Reason]:
    """Corrections of these tests for the whole class that came, and those that were taken back."""
    for one in new.changes:
        if one not in old.changes and any(map(one.concerns, tests)):
            yield Reason("correction", f"correction for the class: {one.words} (by {one.by})")
    for one in old.changes:
        if one not in new.changes and any(map(one.concerns, tests)):
            yield Reason("correction", f"correction for the class taken back: {one.words}")


def _made_from(was: State, now: State, *, package_moved: bool) -> list[Reason]:
    """The parts that differ; how a program is run is named only when package and cases are the same."""
    old, new = was.made_from, now.made_from
    moved = [key for key in MADE_FROM if key in old and key in new and old[key] != new[key]]
    if package_moved or "cases" in moved:
        moved = [key for key in moved if key != "runs"]
    return [Reason(key, MADE_FROM[key]) for key in moved]


def _unexplained(old: AssignmentInfo, new: AssignmentInfo) -> Reason:
    if not (old.made_from and new.made_from):
        return Reason("unknown", "not recorded")
    if "league" in new.made_from:
        return Reason("league", "other games of the league")
    return Reason("answer", "the program, run again, did something else")


# -- marks ----------------------------------------------------------------------------------


def mark_reasons(was: State, now: State) -> Iterator[Reason]:
    """Why the same tests give another mark: corrections, and what lateness costs."""
    yield from _corrections(was.entry.overrides, now.entry.overrides)
    if _late(was.entry) != _late(now.entry):
        known = [*_time(was.entry, now.entry), *_extension(was, now), *_policy(was, now)]
        yield from known or [Reason("late", "free late days are used elsewhere, or points differ")]


def _late(entry: Entry) -> tuple[int, float]:
    return (entry.late.days, entry.late.penalty) if entry.late else (0, 0.0)


def _corrections(old: Sequence[Correction], new: Sequence[Correction]) -> Iterator[Reason]:
    before = {one.test: one for one in old}
    after = {one.test: one for one in new}
    for test, one in after.items():
        if test not in before or before[test].points != one.points:
            said = f"correction: {_named(test)} {one.points:g} points, by {one.by}: {one.reason}"
            yield Reason("correction", said)
    for test in before:
        if test not in after:
            yield Reason("correction", f"correction of {_named(test)} taken back")


def _named(test: str) -> str:
    return test or "the whole"


def _time(old: Entry, new: Entry) -> Iterator[Reason]:
    if old.submitted_at != new.submitted_at:
        moments = f"{old.submitted_at or NOTHING} → {new.submitted_at or NOTHING}"
        yield Reason("time", f"time of submission {moments}")


def _extension(was: State, now: State) -> Iterator[Reason]:
    student = now.entry.student
    old, new = was.work.extensions.get(student, 0.0), now.work.extensions.get(student, 0.0)
    if old != new:
        yield Reason("extension", f"extension {old:g} h → {new:g} h")


def _policy(was: State, now: State) -> Iterator[Reason]:
    if was.work.due != now.work.due:
        yield Reason("late", f"due {was.work.due or NOTHING} → {now.work.due or NOTHING}")
    if moved := _moved(was.work.late, now.work.late):
        yield Reason("late", f"late policy: {moved}")
    if was.late_days != now.late_days:
        yield Reason("late", f"late_days {was.late_days} → {now.late_days}")


def _moved(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    keys = dict.fromkeys([*old, *new])
    words = (f"{key} {_value(old.get(key))} → {_value(new.get(key))}" for key in keys)
    return ", ".join(word for key, word in zip(keys, words, strict=True) if old.get(key) != new.get(key))


def _value(value: Any) -> str:
    if value is None:
        return NOTHING
    return f"{value:g}" if isinstance(value, int | float) else str(value)


# -- totals ---------------------------------------------------------------------------------


def total_reasons(before: Gradebook, after: Gradebook, works: Sequence[str]) -> Iterator[Reason]:
    """Why a total changed: results of these assignments, and weights where their shares moved."""
    yield from (Reason("result", f"result of {work}") for work in works)
    old = {work.id: work.weight for work in before.assignments}
    new = {work.id: work.weight for work in after.assignments}
    for name in dict.fromkeys([*new, *old]):
        if _share(old, name) != _share(new, name) and old.get(name) != new.get(name):
            yield Reason("weight", f"weight of {name} {_value(old.get(name))} → {_value(new.get(name))}")


def _share(weights: Mapping[str, float], name: str) -> float:
    """The part of an assignment in the total."""
    return weights.get(name, 0.0) / (sum(weights.values()) or 1.0)
