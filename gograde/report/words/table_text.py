"""Tables as text in the formats of `gograde report`; every cell is neutralised for its format."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from gograde.report.frames.table import Cell, Table
from gograde.report.words.escape import cell, html, line, markdown
from gograde.report.words.wording import NOT_GRADED, figure

_CSV: Mapping[Cell, str] = {True: "true", False: "false", None: ""}
_WORDS = (bool, type(None))
_STYLE = (
    "body{font:14px/1.4 sans-serif;margin:2em}table{border-collapse:collapse}"
    "th,td{border:1px solid #999;padding:.2em .5em;text-align:left}td.n{text-align:right}"
)


def csv_text(table: Table) -> str:
    """The table as CSV: text is quoted and neutralised, numbers are unquoted, lines end in a newline."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerow([cell(column.name) for column in table.columns])
    writer.writerows(map(_csv_row, table.rows))
    return out.getvalue()


def safe(table: Table) -> Table:
    """The table with neutralised text."""
    return table.with_rows(tuple(map(_safe_cell, row)) for row in table.rows)


def markdown_text(table: Table, title: str, below: str) -> str:
    """A heading, the table, and the words below it."""
    head = [markdown(column.name) for column in table.columns]
    rows = [map(_markdown_cell, row) for row in table.rows]
    body = [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]
    return "\n".join([f"# {markdown(title)}", "", *body, "", markdown(below), ""])


def html_text(table: Table, title: str, below: str) -> str:
    """A page with the table, which loads nothing."""
    head = "".join(f'<th scope="col">{html(line(column.name))}</th>' for column in table.columns)
    rows = "\n".join(f"<tr>{''.join(map(_html_cell, row))}</tr>" for row in table.rows)
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{html(line(title))}</title><style>{_STYLE}</style></head>\n"
        f"<body><h1>{html(line(title))}</h1>\n<table><thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n"
        f"</tbody></table>\n<p>{html(line(below))}</p></body></html>\n"
    )


def _html_cell(value: Cell) -> str:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return f"<td{' class=n' if number else ''}>{html(line(cell_words(value)))}</td>"


def _markdown_cell(value: Cell) -> str:
    return markdown(value) if isinstance(value, str) else cell_words(value)


def _csv_row(row: Sequence[Cell]) -> list[Cell]:
    """The cells of a row; a call for each cell would be most of the time of a long table."""
    return [cell(v) if isinstance(v, str) else _CSV.get(v, v) if isinstance(v, _WORDS) else v for v in row]


def cell_words(value: Cell) -> str:
    """A cell of a table, not neutralised: a dash for what is not known, numbers to two places."""
    if value is None:
        return NOT_GRADED
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else figure(value)


def _safe_cell(value: Cell) -> Cell:
    return cell(value) if isinstance(value, str) else value


def columns(rows: Sequence[Sequence[str]], names: int) -> str:
    """A line for each row; column number `names` is aligned left, all other columns right.

    Wide letters count as two columns of the terminal.
    """
    from rich.cells import cell_len

    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]

    def padded(text: str, column: int) -> str:
        blanks = " " * (widths[column] - cell_len(text))
        return text + blanks if column == names else blanks + text

    lines = ("  ".join(padded(text, column) for column, text in enumerate(row)) for row in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)
