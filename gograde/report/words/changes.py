"""What changed between two gradebooks, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from gograde.grading.books.compare import Change, Comparison, Outcome, Reason, TestChange, TestMark
from gograde.listing import named
from gograde.report.words.wording import NOT_GRADED, counted, figure, percent_words, total_words
from gograde.scoring.totals import Total


def outcome_words(one: Outcome | None) -> str:
    """`5 / 7 (WA)`, with both ends when the mark is not complete; a dash for a result that is not there."""
    return f"{total_words(one.mark)} ({one.verdict.value})" if one else NOT_GRADED


def total_change_words(total: Total | None) -> str:
    """`85 %`, or both ends; a dash without a total."""
    return percent_words(total) if total else NOT_GRADED


DIGITS = 12  # of a difference: what is beyond comes from binary fractions


def difference(before: Total | None, after: Total | None) -> float | None:
    """What the mark gained; None when one of them is not complete."""
    if before is None or after is None or before.exact is None or after.exact is None:
        return None
    return float(f"{after.exact - before.exact:.{DIGITS}g}")


def signed(value: float | None) -> str:
    """`+2`, `-0.5`; a dash when it is unknown."""
    if value is None:
        return NOT_GRADED
    return f"+{figure(value)}" if value > 0 else f"-{figure(-value)}" if value < 0 else "0"


def marks(change: Change) -> tuple[Total | None, Total | None]:
    """The marks before and after."""
    return (change.before.mark if change.before else None, change.after.mark if change.after else None)


def why(reasons: Sequence[Reason]) -> str:
    """The reasons, one after the other."""
    return "; ".join(reason.text for reason in reasons)


NAMED = 3  # tests of one kind of change that are named


def tests_words(tests: Iterable[TestChange], most: int | None = None) -> list[str]:
    """`01/3: WA 0 → AC 2`, tests with the same change together; the first `most` changes."""

    def change(one: TestChange) -> str:
        return f"{_test(one.before)} → {_test(one.after)}"

    ordered = sorted(tests, key=change)
    lines = [
        f"{named([one.test for one in same], NAMED)}: {words}" for words, same in groupby(ordered, change)
    ]
    if most is None or len(lines) <= most:
        return lines
    return [*lines[:most], f"and {len(lines) - most} more"]


def _test(mark: TestMark | None) -> str:
    if mark is None:
        return "does not count"
    points = "" if mark.points is None else f" {figure(mark.points)}"
    return f"{mark.verdict.value}{points}"


# -- all changes ------------------------------------------------------------------------------

TESTS = 4  # kinds of changed tests that a row of the table names
HEADS = ("id", "name", "what", "before", "after", "change", "why", "tests (before corrections)")


def change_table(found: Comparison) -> tuple[list[str], list[list[str]]]:
    """The heads of the columns that say something, and a row for each changed result and total."""
    rows = [*_rows(found)]
    shown = _told_columns(rows)
    return [HEADS[place] for place in shown], [[row[place] for place in shown] for row in rows]


def changed_words(found: Comparison) -> str:
    """How much changed."""
    if not found.changes and not found.totals:
        return f"Nothing changed: {counted(found.compared, 'result')} compared."
    count = f"{len(found.changes)} of {counted(found.compared, 'result')} changed"
    return f"{count}, and {counted(len(found.totals), 'total')}."


def _told_columns(rows: Sequence[Sequence[str]]) -> list[int]:
    """The places of the columns that say something: not names that are the ids, nor tests of nobody."""
    unnamed = all(row[0] == row[1] for row in rows)
    return [
        place
        for place in range(len(HEADS))
        if any(row[place] for row in rows) and not (place == 1 and unnamed)
    ]


def _rows(found: Comparison) -> Iterator[Sequence[str]]:
    """The changed results of each student, then the student's total."""
    for student, name in found.names.items():
        for one in (change for change in found.changes if change.student == student):
            before, after = outcome_words(one.before), outcome_words(one.after)
            gained = signed(difference(*marks(one)))
            tests = "; ".join(tests_words(one.tests, TESTS))
            yield student, name, one.assignment, before, after, gained, why(one.why), tests
        for total in (total for total in found.totals if total.student == student):
            before, after = total_change_words(total.before), total_change_words(total.after)
            gained = signed(difference(total.before, total.after))
            yield student, name, "total", before, after, gained, why(total.why), ""
