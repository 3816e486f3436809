"""A table of a class in the formats of `gograde report`."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import Any

from gograde.codec import to_value
from gograde.report.class_report import Report
from gograde.report.frames import frame_of
from gograde.report.frames.table import Table
from gograde.report.words import table_text
from gograde.report.words.escape import json_text

REPORT_SCHEMA = "gograde/report/v1"
STATISTICS_SCHEMA = "gograde/statistics/v1"


def as_csv(report: Report, table: Table) -> bytes:
    """The table as CSV, as in `reports/`."""
    return table_text.csv_text(table).encode()


def as_json(report: Report, table: Table) -> bytes:
    """The table's rows as JSON; an export of tests also has the marks and the whole score records."""
    more: dict[str, Any] = {}
    if table.name == "tests":
        more["grades"] = list(report.table("grades").dicts())
        more["records"] = [to_value(result.record) for result in report.results.results]
    return _json(REPORT_SCHEMA, report, {table.name: table}, more)


def statistics_json(report: Report, tables: Mapping[str, Table]) -> bytes:
    """All statistics as JSON."""
    return _json(STATISTICS_SCHEMA, report, tables, {})


def _json(schema: str, report: Report, tables: Mapping[str, Table], more: Mapping[str, Any]) -> bytes:
    rows = {name: list(table.dicts()) for name, table in tables.items()}
    about = {"progress": report.progress, "sandbox": report.sandbox, "outdated": list(report.outdated)}
    value = {"schema": schema, "class": report.book.info.title, **rows, **about, **more}
    return (json_text(value) + "\n").encode()


def _titled(text: Callable[[Table, str, str], str]) -> Callable[[Report, Table], bytes]:
    """A format that also has the title of the class, and how much of it is graded."""
    return lambda report, table: text(table, report.book.info.title, report.below).encode()


def as_xlsx(report: Report, table: Table) -> bytes:
    """A workbook with one sheet; text is neutralised, so that no cell is a formula."""
    out = io.BytesIO()
    frame = frame_of(table_text.safe(table))
    for name in frame.select_dtypes("datetimetz"):
        frame[name] = frame[name].dt.tz_localize(None)
    frame.to_excel(out, sheet_name=table.name, index=False, freeze_panes=(1, 1))
    return out.getvalue()


def as_parquet(report: Report, table: Table) -> bytes:
    """The table as Parquet with typed columns; unknown cells are null."""
    out = io.BytesIO()
    frame_of(table_text.safe(table)).to_parquet(out, index=False)
    return out.getvalue()


EXPORTS: Mapping[str, Callable[[Report, Table], bytes]] = {
    "csv": as_csv,
    "json": as_json,
    "md": _titled(table_text.markdown_text),
    "html": _titled(table_text.html_text),
    "xlsx": as_xlsx,
    "parquet": as_parquet,
}
