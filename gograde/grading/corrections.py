"""Applies the corrections for a whole class to right answers, before anything is scored."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gograde.authoring.assignment import Assignment, Batch, Case
from gograde.codec import replace
from gograde.errors import DataError
from gograde.intake.printable import printable, safe
from gograde.listing import shortened
from gograde.package.yaml_files import did_you_mean
from gograde.scoring.record import ClassChange, TestScore
from gograde.scoring.totals import decided
from gograde.scoring.verdict import Verdict

if TYPE_CHECKING:
    from gograde.classroom.corrections import ClassCorrection

SHOWN = 300
"""The most characters of a right answer in an error."""


@dataclass(frozen=True)
class Placed:
    """A correction of an assignment, and its place in the file, for errors."""

    correction: ClassCorrection
    where: str


def placed(corrections: Sequence[ClassCorrection], assignment: str, path: Path) -> tuple[Placed, ...]:
    """The corrections of an assignment."""
    return tuple(
        Placed(one, f"{path}: corrections[{number}]")
        for number, one in enumerate(corrections)
        if one.assignment == assignment
    )


# -- right answers --------------------------------------------------------------------------


@dataclass(frozen=True)
class RightAnswers:
    """Batches with corrected references, and those with references that are accepted too."""

    batches: tuple[Batch, ...]
    also: tuple[Alternative, ...]


def corrected_answers(
    assignment: Assignment, batches: Sequence[Batch], corrections: Sequence[Placed]
) -> RightAnswers:
    """The right answers under corrections.

    Raises `DataError` for an unknown case, and for an answer that the assignment cannot write and read.
    """
    now = {batch.name: batch for batch in batches}
    for one in _of(corrections, "replace"):
        batch = _with_answer(assignment, list(now.values()), one)
        now[batch.name] = batch
    also = tuple(
        Alternative(_with_answer(assignment, list(now.values()), one), one.correction.change)
        for one in _of(corrections, "accept")
    )
    return RightAnswers(tuple(now.values()), also)


def _of(corrections: Sequence[Placed], do: str) -> Iterator[Placed]:
    return (one for one in corrections if one.correction.do == do)


def _with_answer(assignment: Assignment, batches: Sequence[Batch], one: Placed) -> Batch:
    """The batch of the correction's case, with its answer."""
    cases = {f"{batch.name}/{case.id}": (batch, case) for batch in batches for case in batch.cases}
    if one.correction.name not in cases:
        raise DataError(f"{one.where}.case", *_unknown("case", one.correction.name, cases))
    batch, old = cases[one.correction.name]
    new = replace(old, answer=one.correction.answer)
    changed = replace(batch, cases=tuple(new if case is old else case for case in batch.cases))
    if not (_is_like(new.answer, old.answer) and _can_be_kept(assignment, changed)):
        raise DataError(f"{one.where}.answer", "not an answer to this case", _like(old))
    return changed


def _unknown(kind: str, name: str, known: Iterable[str]) -> tuple[str, str]:
    return f"no {kind} {safe(name)!r}", did_you_mean(name, known)


def _is_like(new: Any, old: Any) -> bool:
    """Whether two JSON values have the same form: kinds of values, keys, and the forms of what lists hold."""
    if isinstance(old, dict):
        same = isinstance(new, dict) and new.keys() == old.keys()
        return same and all(_is_like(new[key], value) for key, value in old.items())
    if isinstance(old, list):
        return isinstance(new, list) and all(not old or any(_is_like(one, it) for it in old) for one in new)
    if isinstance(old, (bool, str)):
        return type(new) is type(old)
    if isinstance(old, (int, float)):
        return isinstance(new, (int, float)) and not isinstance(new, bool)
    return True  # a value of the assignment's own, which it checks itself


def _can_be_kept(assignment: Assignment, batch: Batch) -> bool:
    """Whether the assignment writes and reads the batch as it is, with its answers."""
    try:
        files = assignment.write_batch(batch)
        return assignment.read_batch(batch.name, files, public=batch.public) == batch
    except Exception:  # an assignment says in its own way that an answer is none
        return False


def _like(case: Case) -> str:
    if case.answer is None:
        return "this case has no reference; choose do: void or do: full"
    text = printable(json.dumps(case.answer, ensure_ascii=False, default=repr))
    return f"write it like the present one, {shortened(text, SHOWN)}"


# -- checks before anything runs --------------------------------------------------------------


def check_named(corrections: Sequence[Placed], tests: Iterable[str]) -> None:
    """Raise `DataError` for a correction of no test of the assignment, and for two corrections of one.

    Several answers may be accepted for a case.
    """
    names = tuple(tests)
    seen: dict[str, Placed] = {}
    for one in corrections:
        kind = "test" if one.correction.test else "case"
        own = [test for test in names if one.correction.concerns(test)]
        if not own:
            known = names if one.correction.test else {test.partition(" ")[0] for test in names}
            raise DataError(f"{one.where}.{kind}", *_unknown(kind, one.correction.name, known))
        for test in own:
            other = seen.setdefault(test, one)
            if other is not one and {one.correction.do, other.correction.do} != {"accept"}:
                what = f"{safe(test)!r} is corrected by {other.where.rpartition(': ')[2]} already"
                raise DataError(one.where, what, "leave one of the two")


@dataclass(frozen=True)
class Alternative:
    """A batch in which one case has another right answer, which counts for the tests of that case."""

    batch: Batch
    change: ClassChange


def corrected_tests(
    tests: Iterable[TestScore], corrections: Sequence[ClassChange], *, handed_in: bool
) -> tuple[TestScore, ...]:
    """The tests without those that are void, and with full points for who handed in where they are given."""
    return tuple(
        _full(test, given) if given and handed_in else test
        for test in tests
        if not _named(test, corrections, "void")
        for given in [_named(test, corrections, "full")]
    )


def _named(test: TestScore, corrections: Sequence[ClassChange], do: str) -> ClassChange | None:
    return next((one for one in corrections if one.do == do and one.concerns(test.name)), None)


def _full(test: TestScore, given: ClassChange) -> TestScore:
    message = f"full points for everybody: {given.reason}"
    whole = replace(test, verdict=Verdict.AC, points=test.max_points, message=message)
    return replace(whole, cause=None, remarks=(), readings=())


def better(test: TestScore, other: TestScore) -> TestScore:
    """The test that gives more points; one that is not decided stands against anything but full points."""
    for one in (test, other):
        if decided(one) and one.points == one.max_points:
            return one
    if not decided(test):
        return test
    return other if not decided(other) or (other.points or 0) > (test.points or 0) else test
