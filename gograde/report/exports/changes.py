"""What changed between two gradebooks, as CSV and as JSON (`gograde/changes/v1`)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gograde.codec import to_value
from gograde.grading.books.compare import Change, Comparison, Outcome, TotalChange
from gograde.report.words import changes as words
from gograde.report.words.escape import cell, json_text
from gograde.scoring.totals import Total

CHANGES_SCHEMA = "gograde/changes/v1"
COLUMNS = (
    *("student_id", "name", "assignment", "verdict_before", "verdict_after", "before_at_least"),
    *("before_at_most", "after_at_least", "after_at_most", "difference", "why", "tests"),
)
"""The columns of the CSV; a row without an assignment is a student's total in percent."""


def changes_csv(found: Comparison) -> bytes:
    """A row for each changed result, then a row for each changed total."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(value) for value in row] for row in _rows(found))
    return out.getvalue().encode()


def changes_json(found: Comparison, beside: Mapping[str, Any]) -> bytes:
    """Everything that changed, with all tests, and other values `beside`."""
    value = {
        "schema": CHANGES_SCHEMA,
        "before": found.before,
        "after": found.after,
        "compared": found.compared,
        "changes": [_value(one, found, *words.marks(one)) for one in found.changes],
        "totals": [_value(one, found, one.before, one.after) for one in found.totals],
    }
    return (json_text({**value, **beside}) + "\n").encode()


def _value(
    one: Change | TotalChange, found: Comparison, before: Total | None, after: Total | None
) -> dict[str, Any]:
    told = {"name": found.names[one.student], "difference": words.difference(before, after)}
    return {"student": one.student, **told, **to_value(one)}


def _rows(found: Comparison) -> Iterator[Sequence[str | float | None]]:
    for one in found.changes:
        before, after = words.marks(one)
        verdicts = (_verdict(one.before), _verdict(one.after))
        ends = (*_ends(before), *_ends(after), words.difference(before, after))
        tests = "; ".join(words.tests_words(one.tests))
        about = one.student, found.names[one.student], one.assignment
        yield *about, *verdicts, *ends, words.why(one.why), tests
    for total in found.totals:
        ends = (*_ends(total.before), *_ends(total.after), words.difference(total.before, total.after))
        yield total.student, found.names[total.student], "", "", "", *ends, words.why(total.why), ""


def _verdict(one: Outcome | None) -> str:
    return one.verdict.value if one else ""


def _ends(total: Total | None) -> tuple[float | None, float | None]:
    return (None, None) if total is None else (total.at_least, total.at_most)


def _cell(value: str | float | None) -> str | float:
    if value is None:
        return ""
    if isinstance(value, str):
        return cell(value)
    return int(value) if float(value).is_integer() else value
