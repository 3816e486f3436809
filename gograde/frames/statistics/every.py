"""All statistics by name, as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from gograde.frames.statistics import items, marks, runs
from gograde.frames.table import Cell, Schema, Table, table

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]

    from gograde.frames.frames import Frames

STATISTICS: Mapping[str, tuple[Schema, Callable[[Frames], pd.DataFrame]]] = {
    schema.name: (schema, make)
    for schema, make in (
        (marks.SUMMARY, marks.summary),
        (marks.BY_GROUP, marks.by_group),
        (marks.HISTOGRAM, marks.histogram),
        (items.ITEMS, items.items),
        (items.RELIABILITY, items.reliability),
        (items.MISTAKES, items.mistakes),
        (marks.TIMES, marks.times),
        (runs.CPU, runs.cpu),
        (runs.CROSSTABLE, runs.crosstable),
    )
}


def statistic(name: str, frames: Frames) -> Table:
    """One of `STATISTICS` as a table."""
    schema, make = STATISTICS[name]
    found = make(frames)[[column.name for column in schema.columns]]
    return table(schema, (map(_cell, row) for row in found.itertuples(index=False, name=None)))


def every_statistic(frames: Frames) -> tuple[Table, ...]:
    """All statistics."""
    return tuple(statistic(name, frames) for name in STATISTICS)


def _cell(value: object) -> Cell:
    """A value of pandas as a plain cell."""
    import pandas as pd

    if pd.isna(value):
        return None
    return value.item() if hasattr(value, "item") else value  # type: ignore[return-value]
