"""What changed between two gradebooks, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from gograde.codec import to_value
from gograde.core.totals import Total
from gograde.grading.compare import (
    ChangeReason,
    Comparison,
    MarkResult,
    ResultChange,
    TestChange,
    TestMark,
    TotalChange,
)
from gograde.listing import named
from gograde.report.frames.table import Cell, table
from gograde.report.words.escape import json_text
from gograde.report.words.table_text import csv_text
from gograde.report.words.wording import NOT_GRADED, counted, figure, percent_words, total_words


def outcome_words(one: MarkResult | None) -> str:
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


def marks(change: ResultChange | TotalChange) -> tuple[Total | None, Total | None]:
    """The marks or totals before and after."""
    if isinstance(change, TotalChange):
        return change.before, change.after
    return (change.before.mark if change.before else None, change.after.mark if change.after else None)


def why(reasons: Sequence[ChangeReason]) -> str:
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
        return f"Nothing changed: {counted(len(found.results), 'result')} compared."
    count = f"{len(found.changes)} of {counted(len(found.results), 'result')} changed"
    return f"{count}, and {counted(len(found.totals), 'total')}."


def _told_columns(rows: Sequence[Sequence[str]]) -> list[int]:
    """The places of the columns that say something: not names that are the ids, nor tests of nobody."""
    unnamed = all(row[0] == row[1] for row in rows)
    return [
        place
        for place in range(len(HEADS))
        if any(row[place] for row in rows) and not (place == 1 and unnamed)
    ]


def _changed(found: Comparison) -> list[ResultChange | TotalChange]:
    return [*found.changes, *found.totals]


def _rows(found: Comparison) -> Iterator[Sequence[str]]:
    """The changed results of each student, then the student's total."""
    for student, name in found.names.items():
        for one in (change for change in _changed(found) if change.student == student):
            gained, reasons = signed(difference(*marks(one))), why(one.why)
            if isinstance(one, TotalChange):
                before, after = total_change_words(one.before), total_change_words(one.after)
                yield student, name, "total", before, after, gained, reasons, ""
            else:
                before, after = outcome_words(one.before), outcome_words(one.after)
                tests = "; ".join(tests_words(one.tests, TESTS))
                yield student, name, one.assignment, before, after, gained, reasons, tests


# -- as CSV and as JSON ------------------------------------------------------------------------------

CHANGES_SCHEMA = "gograde/changes/v1"


def changes_csv(found: Comparison) -> bytes:
    """A row for each changed result, then a row for each changed total."""
    return csv_text(table("changes", _csv_rows(found))).encode()


def changes_json(found: Comparison, beside: Mapping[str, Any]) -> bytes:
    """Everything that changed, with all tests, and other values `beside`."""
    value = {
        "schema": CHANGES_SCHEMA,
        "before": found.before,
        "after": found.after,
        "compared": len(found.results),
        "changes": [_value(one, found) for one in found.changes],
        "totals": [_value(one, found) for one in found.totals],
    }
    return (json_text({**value, **beside}) + "\n").encode()


def _value(one: ResultChange | TotalChange, found: Comparison) -> dict[str, Any]:
    told = {"name": found.names[one.student], "difference": difference(*marks(one))}
    return {"student": one.student, **told, **to_value(one)}


def _csv_rows(found: Comparison) -> Iterator[tuple[Cell, ...]]:
    for one in _changed(found):
        about, tests = ("", "", ""), ""
        if isinstance(one, ResultChange):
            about = one.assignment, _verdict(one.before), _verdict(one.after)
            tests = "; ".join(tests_words(one.tests))
        both = [(total.at_least, total.at_most) if total else (None, None) for total in marks(one)]
        gained = difference(*marks(one))
        yield one.student, found.names[one.student], *about, *both[0], *both[1], gained, why(one.why), tests


def _verdict(one: MarkResult | None) -> str:
    return one.verdict.value if one else ""
