"""What the page of statistics says of its tables: notes, heads of columns and cells, for readers."""

from __future__ import annotations

from gograde.frames.statistics.items import EVERYBODY, NOBODY
from gograde.frames.statistics.runs import NEAR
from gograde.frames.table import Cell, Column
from gograde.report.words.table_text import cell_words
from gograde.report.words.texts.tables import Texts, say

_OURS = {NOBODY: "catches_nobody", EVERYBODY: "catches_everybody"}
"""Cells that are words of ours, with their keys."""


def near() -> str:
    """From how many percent of the limit on a run is near it."""
    return f"{100 * NEAR:.0f}"


def note(table: str, t: Texts) -> str:
    """What the numbers of a table are."""
    return say(t[f"note_{table}"], near()) if table == "cpu" else t[f"note_{table}"]


def value_words(column: Column, value: Cell, t: Texts) -> str:
    """A cell in words; a dash where nothing is known."""
    if isinstance(value, bool):
        return t["yes" if value else "no"]
    if value is None and column.name == "mistake":
        return t["no_known_mistake"]
    return t[_OURS[value]] if isinstance(value, str) and value in _OURS else cell_words(value)


def head(column: Column, t: Texts) -> tuple[str, str]:
    """The head of a column in words, and its unit where the head does not tell it."""
    units = {"percent": "%", "share of the limit": t["of_limit"]}
    return t[f"head_{column.name}"], units.get(column.unit, "")
