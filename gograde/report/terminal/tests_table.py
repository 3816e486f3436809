"""A table of the tests of one record in a terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from gograde.report.terminal.rich_text import harmless, harmless_cell, table_with
from gograde.report.words import wording
from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict

if TYPE_CHECKING:
    from rich.console import RenderableType


def all_alike(tests: Sequence[TestScore], told: str) -> str:
    """What is true of each test, where all of several ended in the same way without points; else empty.

    `told` is what stands above already.
    """
    if len({(test.verdict, test.message) for test in tests}) != 1 or any(test.points for test in tests):
        return ""
    verdict, message = tests[0].verdict, tests[0].message
    if len(tests) == 1 or verdict is Verdict.AC:
        return ""
    more = f" {message}" if message and message != told else ""
    return f"all {len(tests)} tests: {wording.sign(verdict)} {verdict.value}{more}"


def tests_table(tests: Sequence[TestScore], told: Collection[str] = ()) -> RenderableType:
    """A row for each test; without the points column when no test is worth points.

    The messages of the tests named in `told` stand elsewhere, and the column goes when no other has one.
    """
    worth = any(test.max_points for test in tests)
    messages = {test.name: test.message for test in tests if test.message and test.name not in told}
    heads = ["test", "group", "verdict", *(["points"] if worth else []), *(["message"] if messages else [])]
    drawn = table_with(heads)
    for test in tests:
        verdict = harmless(f"{wording.sign(test.verdict)} {test.verdict.value}", _tone(test.verdict))
        points = [harmless_cell(wording.points_line(test))] if worth else []
        said = [harmless_cell(messages.get(test.name, ""))] if messages else []
        drawn.add_row(harmless_cell(test.name), harmless_cell(test.group), verdict, *points, *said)
    return drawn


def _tone(verdict: Verdict) -> str:
    if verdict is Verdict.AC:
        return "green"
    return "blue" if verdict is Verdict.RV else "bold red"
