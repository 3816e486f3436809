"""The results of a class in the formats of `gograde report`."""

from __future__ import annotations

import errno
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from gograde.errors import UsageError
from gograde.files import write_atomic
from gograde.report.exports import class_tables
from gograde.report.exports.class_tables import Cell, Table
from gograde.report.results import Results
from gograde.report.words.escape import json_text, markdown
from gograde.report.words.wording import NOT_GRADED, counted, figure, progress, sandbox_words

REPORT_SCHEMA = "gograde/report/v1"


def table_of(results: Results, *, by_test: bool) -> Table:
    """The table of an export, with a row for each test or for each student."""
    return class_tables.scores(results) if by_test else class_tables.grades(results)


def as_csv(results: Results, by_test: bool) -> bytes:
    """The table as CSV, as in `reports/`."""
    return class_tables.csv_text(table_of(results, by_test=by_test)).encode()


def as_json(results: Results, by_test: bool) -> bytes:
    """The table's rows as JSON; an export by test also has the whole score records."""
    table = table_of(results, by_test=by_test)
    value: dict[str, Any] = {
        "schema": REPORT_SCHEMA,
        "class": results.gradebook.info.title,
        table.name: list(table.dicts()),
        "progress": progress([result.record for result in results.results]),
        "sandbox": sandbox_words(result.record for result in results.results),
        "outdated": list(results.outdated),
    }
    if by_test:
        value["grades"] = list(class_tables.grades(results).dicts())
        value["records"] = [r.record.model_dump(mode="json", by_alias=True) for r in results.results]
    return (json_text(value) + "\n").encode()


def as_markdown(results: Results, by_test: bool) -> bytes:
    """A Markdown heading, the table, and how much of it is graded."""
    table = table_of(results, by_test=by_test)
    head = [markdown(column.name) for column in table.columns]
    rows = [[_markdown_cell(value) for value in row] for row in table.rows]
    body = [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]
    people = counted(len(results.gradebook.students), "student")
    records = [result.record for result in results.results]
    below = f"{people}; {progress(records)}; {sandbox_words(records)}."
    text = "\n".join([f"# {markdown(results.gradebook.info.title)}", "", *body, "", below, ""])
    return text.encode()


def as_html(results: Results, by_test: bool) -> bytes:
    """The page of the class or of the student, for staff, without links to other pages."""
    from gograde.report.pages.renderer import Pages

    book = results.gradebook
    pages = Pages(results.blobs, book.info.language, linked=False)
    if not by_test:
        return pages.index(results).encode()
    return pages.staff(results, book.students[0]).text.encode()


def as_xlsx(results: Results, by_test: bool) -> bytes:
    """A workbook with one sheet; text is neutralised, so that no cell is a formula."""
    out = io.BytesIO()
    table = table_of(results, by_test=by_test)
    _frame(table).to_excel(out, sheet_name=table.name, index=False, freeze_panes=(1, 1))
    return out.getvalue()


def as_parquet(results: Results, by_test: bool) -> bytes:
    """The table as Parquet with typed columns; unknown cells are null."""
    out = io.BytesIO()
    _frame(table_of(results, by_test=by_test)).to_parquet(out, index=False)
    return out.getvalue()


def write_export(path: Path, data: bytes) -> None:
    """Write an export atomically; raises `UsageError` when it cannot be written."""
    try:
        if not path.parent.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "no such folder")
        write_atomic(path, data)
    except OSError as error:
        what = f"cannot be written ({error.strerror})"
        raise UsageError(f"-o {path}", what, "name a file in a folder of yours") from None


Export = Callable[[Results, bool], bytes]

EXPORTS: Mapping[str, Export] = {
    "csv": as_csv,
    "json": as_json,
    "md": as_markdown,
    "html": as_html,
    "xlsx": as_xlsx,
    "parquet": as_parquet,
}

_PANDAS = {"string": "string", "number": "Float64", "integer": "Int64"}


def _frame(table: Table) -> Any:
    import pandas as pd  # type: ignore[import-untyped]

    names = [column.name for column in table.columns]
    kinds = {column.name: _PANDAS[column.type] for column in table.columns}
    return pd.DataFrame(class_tables.safe_rows(table), columns=names).astype(kinds)


def _markdown_cell(value: Cell) -> str:
    if value is None:
        return NOT_GRADED
    return markdown(value) if isinstance(value, str) else figure(value)
