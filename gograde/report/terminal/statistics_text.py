"""The output of `gograde report --table statistics` in a terminal: what fits on some screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from gograde.frames.statistics import EVERYBODY, NOBODY
from gograde.frames.table import Table
from gograde.report.terminal.class_table import text_table
from gograde.report.terminal.rich_text import harmless
from gograde.report.words.wording import counted

if TYPE_CHECKING:
    from rich.console import RenderableType

WEAK = 0.1
"""The discrimination below which a test hardly tells students apart."""

FEW = 15
"""Rows of the tables that are long."""

Row = Mapping[str, Any]


def _remarkable(row: Row) -> bool:
    weak = row["discrimination"] is not None and row["discrimination"] < WEAK
    return row["remark"] in (NOBODY, EVERYBODY) or weak


_KEPT: Mapping[str, Callable[[Row], bool]] = {
    "items": _remarkable,
    "histogram": lambda row: row["count"] > 0,
}
_WHICH = {"items": " (solved by nobody or everybody, or hardly telling students apart)"}
"""Which rows of a table are shown."""

_WHOLE = ("summary", "summary-groups", "histogram", "reliability", "cpu")
"""Tables that are as long as the course, not as the class."""

_LEFT_OUT = ("times", "crosstable")
"""Tables with a row a submission or a pair of players."""


def statistics_parts(title: str, tables: Mapping[str, Table]) -> list[RenderableType]:
    """Each table with its title; long ones are cut, and it is said how to see the rest."""
    parts: list[RenderableType] = [harmless(title), harmless("")]
    for name, table in tables.items():
        if name not in _LEFT_OUT:
            parts += _part(name, table)
    more = ", ".join(f"--table {name}" for name in tables if name not in _WHOLE)
    return [*parts, harmless(f"What is not decided is left out, and counted as open.  Whole tables: {more}")]


def _part(name: str, table: Table) -> list[RenderableType]:
    kept = _KEPT.get(name)
    both = zip(table.rows, table.dicts(), strict=True)
    rows = [row for row, told in both if kept is None or kept(told)]
    shown = rows if name in _WHOLE else rows[:FEW]
    head = table.schema.title
    if len(shown) < len(table.rows) and name not in _WHOLE:
        head = f"{head}: {len(shown)} of {counted(len(table.rows), 'row')}{_WHICH.get(name, '')}"
    body: RenderableType = text_table(table.with_rows(shown)) if shown else harmless("none\n")
    return [harmless(head), body]
