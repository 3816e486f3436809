"""Which files of a package are tables, and what is in their columns (Table Schema)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from typing import Any

from gograde.errors import DataError
from gograde.package.json_files import parse_json

_WHOLE = {"type": "integer", "constraints": {"minimum": 0}}
STONES: Mapping[str, Any] = {
    "fields": [
        {"name": "row", **_WHOLE, "description": "from 0 at the top"},
        {"name": "col", **_WHOLE, "description": "from 0 at the left"},
        {
            "name": "colour",
            "type": "integer",
            "description": "-1 black, 1 white",
            "constraints": {"enum": [-1, 1]},
        },
    ]
}
STONES_DIALECT: Mapping[str, Any] = {"header": False, "delimiter": " "}
_STONES_PATH = re.compile(r"(?:data/.*/test_|template/train_)[0-9]+\.txt")

MEANINGS = {
    "id": "the case's name in its batch",
    "question": "what is asked",
    "input": "the arguments of the call, by name",
    "features": "what the case is there for",
    "answer": "the right answer",
}
"""Of columns that gograde writes."""

_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}


def table_of(path: str, data: bytes) -> dict[str, Any]:
    """What a descriptor says of a file that is a table beyond what it says of all files; else nothing.

    A list in JSON has a schema and no `type: table`: with it frictionless reads the list in another way, and
    then finds fault with every size and hash.
    """
    if _STONES_PATH.fullmatch(path) and data:
        return {"type": "table", "format": "csv", "dialect": STONES_DIALECT, "schema": STONES}
    if path.endswith(".csv"):
        fields = _fields(dict.fromkeys(_header(data), "any"))
        return {"type": "table", "format": "csv", "schema": {"fields": fields}} if fields else {}
    if path.endswith(".json"):
        fields = _fields(_columns(data))
        return {"format": "json", "schema": {"fields": fields}} if fields else {}
    return {}


def _fields(columns: Mapping[str, str]) -> list[dict[str, str]]:
    """Columns by name and type, with what those mean that gograde writes."""
    return [
        {"name": name, "type": kind, **({"description": MEANINGS[name]} if name in MEANINGS else {})}
        for name, kind in columns.items()
    ]


def _header(data: bytes) -> list[str]:
    """The names in the first line; none where two are the same, since then they name no columns."""
    try:
        names = next(csv.reader(io.StringIO(data.decode("utf-8-sig"))), [])
    except (UnicodeDecodeError, csv.Error):
        return []
    return names if len({*names}) == len(names) and all(names) else []


def _columns(data: bytes) -> dict[str, str]:
    """The type of each column of a list of objects with the same keys; nothing for any other value."""
    try:
        rows = parse_json(data, "")
    except DataError:
        return {}
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        return {}
    if any(row.keys() != rows[0].keys() for row in rows):
        return {}
    return {name: _type(row[name] for row in rows) for name in rows[0]}


def _type(values: Iterable[Any]) -> str:
    """The type that all values have; a whole number is a number too, and where they differ it is `any`."""
    kinds = {type(value) for value in values}
    kinds = {float} if kinds == {int, float} else kinds
    return _TYPES.get(kinds.pop(), "any") if len(kinds) == 1 else "any"
