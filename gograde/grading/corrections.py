"""Applies the corrections for a whole class to right answers, before anything is scored."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gograde.codec import replace
from gograde.core.assignment import Assignment, Batch, Case
from gograde.core.record import ClassChange, TestScore
from gograde.core.totals import decided
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.listing import printable, safe, shortened
from gograde.package.yaml_files import did_you_mean

if TYPE_CHECKING:
    from gograde.classroom.classroom import ClassCorrection

SHOWN = 300
"""The most characters of a right answer in an error."""


# -- right answers --------------------------------------------------------------------------


@dataclass(frozen=True)
class RightAnswers:
    """Batches with corrected references, and those with references that are accepted too."""

    batches: tuple[Batch, ...]
    also: tuple[Alternative, ...]


def corrected_answers(
    assignment: Assignment, batches: Sequence[Batch], corrections: Sequence[ClassCorrection]
) -> RightAnswers:
    """The right answers under corrections.

    Raises `DataError` for an unknown case, and for an answer that the assignment cannot write and read.
    """
    now = {batch.name: batch for batch in batches}
    for one in _of(corrections, "replace"):
        batch = _with_answer(assignment, list(now.values()), one)
        now[batch.name] = batch
    also = tuple(
        Alternative(_with_answer(assignment, list(now.values()), one), one.change)
        for one in _of(corrections, "accept")
    )
    return RightAnswers(tuple(now.values()), also)


def _of(corrections: Sequence[ClassCorrection], do: str) -> Iterator[ClassCorrection]:
    return (one for one in corrections if one.change.do == do)


def _with_answer(assignment: Assignment, batches: Sequence[Batch], one: ClassCorrection) -> Batch:
    """The batch of the correction's case, with its answer."""
    cases = {f"{batch.name}/{case.id}": (batch, case) for batch in batches for case in batch.cases}
    if one.change.case not in cases:
        raise DataError(one.where, *_unknown("case", one.change.case, cases))
    batch, old = cases[one.change.case]
    new = replace(old, answer=one.answer)
    changed = replace(batch, cases=tuple(new if case is old else case for case in batch.cases))
    if not (_is_like(new.answer, old.answer) and _can_be_kept(assignment, changed)):
        raise DataError(one.where, "not an answer to this case", _like(old))
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
        return "this case has no reference; decide void or full"
    text = printable(json.dumps(case.answer, ensure_ascii=False, default=repr))
    return f"write it like the present one, {shortened(text, SHOWN)}"


# -- checks before anything runs --------------------------------------------------------------


def check_named(corrections: Sequence[ClassCorrection], tests: Iterable[str]) -> None:
    """Raise `DataError` for a correction of no test of the assignment, and for two corrections of one.

    Several answers may be accepted for a case.
    """
    names = tuple(tests)
    seen: dict[str, ClassCorrection] = {}
    for one in corrections:
        kind = "case" if one.change.case else "test"
        own = [test for test in names if one.change.concerns(test)]
        if not own:
            known = {test.partition(" ")[0] for test in names} if one.change.case else names
            raise DataError(one.where, *_unknown(kind, one.change.case or one.change.name, known))
        for test in own:
            other = seen.setdefault(test, one)
            if other is not one and {one.change.do, other.change.do} != {"accept"}:
                what = f"{safe(test)!r} is corrected in line {other.where.rpartition(':')[2]} already"
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
