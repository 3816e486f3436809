"""Tables: named rows of cells, and the columns of each table by type, meaning and unit.  Needs no pandas.

`tables.csv` has a row for each column, after a row for its table with the title.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal

from gograde.core.record import Visibility
from gograde.core.totals import FINEST
from gograde.core.verdict import Verdict

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


def table(schema: Schema | str, rows: Iterable[Iterable[Cell]]) -> Table:
    """A table of these rows, with rounded numbers; empty text is unknown.  One of `SCHEMAS` may be named."""
    return Table(
        SCHEMAS[schema] if isinstance(schema, str) else schema,
        tuple(
            tuple(_near(v) if isinstance(v, float) else None if v == "" else v for v in row) for row in rows
        ),
    )


def _near(value: float) -> float:
    near = round(value, FINEST)
    return int(near) if near.is_integer() else near


# -- the columns of every table --------------------------------------------------------------------

_LIMITS: Mapping[str, Mapping[str, Any]] = {
    "required": {"required": True},
    "unique": {"unique": True},
    "amount": {"minimum": 0},
    "share": {"minimum": 0, "maximum": 1},
    "verdict": {"enum": [verdict.value for verdict in Verdict]},
    "visibility": {"enum": [word.value for word in Visibility]},
    "official": {"enum": ["pass", "fail", "pending", "error", "not-submitted"]},
}
"""What the words for limits in `tables.csv` mean in Table Schema."""


def _schemas() -> Iterator[Schema]:
    with Path(__file__).with_name("tables.csv").open(encoding="utf-8", newline="") as file:
        for name, (about, *rows) in groupby(csv.DictReader(file), itemgetter("table")):
            key = tuple(row["column"] for row in rows if row["key"])
            columns = tuple(map(_column, rows))
            yield Schema(name, about["description"], columns, key, about["type"] == MEASURED)


def _column(row: Mapping[str, Any]) -> Column:
    limits = {key: value for word in row["limits"].split() for key, value in _LIMITS[word].items()}
    return Column(row["column"], row["type"], row["description"], row["unit"], limits)


SCHEMAS: Mapping[str, Schema] = {schema.name: schema for schema in _schemas()}
"""The columns of each table by its name; `grades` has one for all assignments, see `grades_schema`."""


def grades_schema(assignments: Sequence[str], more: Sequence[str] = ()) -> Schema:
    """A row a student; one column an assignment, called `<assignment>_final`.

    `more` are further columns of the roster; a name that means something else is written `roster_<name>`.
    """
    *columns, final = SCHEMAS["grades"].columns
    finals = [
        replace(final, name=final.name.format(work), description=final.description.format(work))
        for work in assignments
    ]
    taken = {column.name for column in (*columns, *finals)}
    names = [_unused(_UNSAFE.sub("_", name), taken) for name in more]
    at = [column.name for column in columns].index("total")
    told = (Column(name, "string", "From the roster") for name in names)
    return replace(SCHEMAS["grades"], columns=(*columns[:at], *told, *columns[at:], *finals))


def _unused(name: str, taken: set[str]) -> str:
    """The name, or one like it that no other column has."""
    while name in taken:
        name = f"roster_{name}"
    taken.add(name)
    return name


_UNSAFE = re.compile(r"^\W|[^\w .-]|\W$")
"""Characters that a spreadsheet may obey, at least at the beginning of a cell."""
