"""`datapackage.json`: the tables of a class as a Data Package (version 2, datapackage.org)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from gograde.frames.table import Column, Table
from gograde.report.words.escape import cell, json_text, line

PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"

ABOUT: Mapping[str, Any] = {
    "description": "The results of a class: marks, and the tests, runs and games that they come from.",
    "licenses": [{"name": "other-closed", "title": "Results of students, which are not to be passed on"}],
    "contributors": [{"title": "gograde", "roles": ["creator"]}],
}


def descriptor(title: str, tables: Sequence[tuple[Table, bytes]]) -> str:
    """The descriptor of tables; `tables` has pairs of a table and the bytes of its file.

    A table that is measured has no size and no digest here, since they differ from run to run.
    """
    resources = [_resource(table, data) for table, data in tables]
    value = {"$schema": PROFILE, "name": "results", "title": line(title), **ABOUT, "resources": resources}
    return json_text(value) + "\n"


def _resource(table: Table, data: bytes) -> dict[str, Any]:
    fixed = {"bytes": len(data), "hash": f"sha256:{sha256(data).hexdigest()}"}
    return {
        "name": table.name,
        "path": table.schema.path,
        "title": table.schema.title,
        "type": "table",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        **({} if table.schema.measured else fixed),
        "schema": {
            "fields": [_field(column) for column in table.columns],
            "missingValues": [""],
            "primaryKey": list(table.schema.key),
        },
    }


def _field(column: Column) -> dict[str, Any]:
    about = {"name": cell(column.name), "type": column.type, "description": column.description}
    unit = {"unit": column.unit} if column.unit else {}
    limits = {"constraints": column.constraints} if column.constraints else {}
    return {**about, **unit, **limits}
