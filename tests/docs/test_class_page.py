"""The worked table on late work in docs/class.md is what gograde does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gograde.classroom.class_config import AssignmentRules, LatePolicy
from gograde.grading.marks.late import LateResult, late_result, lateness
from gograde.package.yaml_files import parse_model
from gograde.scoring.totals import Total, less

PAGE = Path(__file__).parents[2] / "docs" / "class.md"
DUE = datetime(2026, 11, 15, 23, 59, tzinfo=UTC)
WORTH, GOT, FREE = 40.0, 30.0, 2
ROW = re.compile(
    r"\| `(?P<late>\{.*\})` \| (?P<hours>[0-9.]+) h late(?:, with an extension of (?P<more>[0-9]+) h)?"
    r" \| (?P<days>[0-9]+) \| (?P<penalty>[0-9]+) \| (?P<mark>[0-9]+) \| (?P<free>[0-9]+) \|"
)
SAID = {"worth": f"worth {WORTH:g} points", "got": f"got {GOT:g}", "free": "two free days left"}


def worked() -> Iterator[re.Match[str]]:
    """The rows of the table."""
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("| `{"):
            row = ROW.fullmatch(line)
            assert row is not None, line
            yield row


def result_of(row: re.Match[str]) -> LateResult | None:
    late = parse_model(row["late"].encode(), "docs/class.md", LatePolicy)
    rules = AssignmentRules(due=DUE, late=late, extensions={"alice": float(row["more"] or 0)})
    submitted = DUE + timedelta(hours=float(row["hours"]))
    return late_result(lateness(submitted, rules, "alice"), late, WORTH, FREE)


@pytest.mark.parametrize("row", [*worked()], ids=lambda row: f"{row['late']} {row['hours']}")
def test_a_row_of_the_table(row: re.Match[str]) -> None:
    result = result_of(row) or LateResult(0, 0, "")
    mark = less(Total(GOT, 0, WORTH), result.penalty).at_least
    shown = (result.days, result.penalty, mark, FREE - result.late_days_used)
    assert shown == (int(row["days"]), float(row["penalty"]), float(row["mark"]), int(row["free"]))


def test_the_table_has_every_policy_and_key_and_says_what_it_starts_from() -> None:
    table = [row["late"] for row in worked()]
    policies = LatePolicy.model_fields["policy"].annotation.__args__  # type: ignore[union-attr]
    named = {word for late in table for word in re.findall(r"[a-z_-]+", late)} | {"baseline"}
    assert {*policies, *LatePolicy.model_fields} <= named
    assert all(words in PAGE.read_text("utf-8") for words in SAID.values())
