"""Tables: named rows of cells, whose columns say what they mean.  Needs no pandas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from gograde.scoring.totals import FINEST

Cell = str | float | int | bool | None
"""A cell: None is unknown, and nothing adds it up; text is not neutralised."""

Kind = Literal["string", "number", "integer", "boolean", "datetime"]
"""A type of Table Schema."""

MEASURED = "measured"
"""The folder below the reports with all that differs when a program runs again."""


@dataclass(frozen=True)
class Column:
    """A column: its name, its type, what it means; `unit` is empty for what is no quantity."""

    name: str
    type: Kind
    description: str
    unit: str = ""
    constraints: dict[str, Any] = field(default_factory=dict)

    @property
    def is_number(self) -> bool:
        """Whether its cells are numbers, which stand at the right of a column."""
        return self.type in ("number", "integer")


@dataclass(frozen=True)
class Schema:
    """The columns of a table; the columns of `key` name a row.

    What is measured differs when a program runs again, so it lies in a folder of its own.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    measured: bool = False

    @property
    def path(self) -> str:
        """The file of the table, below the reports."""
        return f"{MEASURED}/{self.name}.csv" if self.measured else f"{self.name}.csv"


@dataclass(frozen=True)
class Table:
    """The rows of a schema; every row has a cell for each column."""

    schema: Schema
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def name(self) -> str:
        return self.schema.name

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.schema.columns

    def dicts(self) -> Iterator[dict[str, Any]]:
        """The rows, each by column name."""
        names = [column.name for column in self.columns]
        return (dict(zip(names, row, strict=True)) for row in self.rows)

    def without(self, name: str) -> Table:
        """The table without a column."""
        at = [column.name for column in self.columns].index(name)
        left = replace(self.schema, columns=(*self.columns[:at], *self.columns[at + 1 :]))
        return Table(left, tuple((*row[:at], *row[at + 1 :]) for row in self.rows))

    def with_rows(self, rows: Iterable[tuple[Cell, ...]]) -> Table:
        """The same columns with other rows."""
        return replace(self, rows=tuple(rows))


def table(schema: Schema, rows: Iterable[Iterable[Cell]]) -> Table:
    """A table of these rows, with rounded numbers; empty text is unknown."""
    return Table(
        schema,
        tuple(
            tuple(_near(v) if isinstance(v, float) else None if v == "" else v for v in row) for row in rows
        ),
    )


def _near(value: float) -> float:
    near = round(value, FINEST)
    return int(near) if near.is_integer() else near
