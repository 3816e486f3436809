"""A table of a learning system that is filled in: every byte stays but those of the cells that are set.

Cells are kept as they stand in the file, with their quotes.  So ids stay text, and neither the encoding, the
byte order mark, the separator nor the line ends change.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gograde.errors import DataError
from gograde.intake.downloads.moodle_worksheet import Worksheet, worksheet
from gograde.intake.downloads.people_table import SEPARATORS, TABLE_BYTES, PeopleTable, fields_in, fields_of
from gograde.package.yaml_files import read_capped

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BINARY = "\0"
_AGAIN = 'download it again as CSV, or save it as "CSV UTF-8"'


@dataclass
class Row:
    """A row as it stands in the file: its line, its cells with their quotes, its line end."""

    line: int
    raw: list[str]
    end: str

    def cell(self, column: int) -> str:
        """The text of a cell, without the blanks around it; empty beyond the end of the row."""
        return _text(self.raw[column]).strip() if column < len(self.raw) else ""

    def put(self, column: int, text: str) -> None:
        """Write text that needs no quotes into a cell; it is quoted when the cell was."""
        self.raw += [""] * (column + 1 - len(self.raw))
        quoted = self.raw[column].startswith('"')
        self.raw[column] = f'"{text}"' if quoted else text


@dataclass
class Template:
    """The table in a file; `rows` begins with the header."""

    path: Path
    mark: bytes
    encoding: str
    separator: str
    rows: list[Row]

    @property
    def header(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.rows[0].cell(column) for column in range(len(self.rows[0].raw)))

    @property
    def body(self) -> Sequence[Row]:
        """The rows below the header."""
        return self.rows[1:]

    def where(self, row: Row) -> str:
        """The place of a row."""
        return f"{self.path}:{row.line}"

    @property
    def cells(self) -> list[tuple[str, ...]]:
        """The text of the body, as many cells a row as the header has."""
        columns = range(len(self.header))
        return [tuple(row.cell(column) for column in columns) for row in self.body]

    @property
    def worksheet(self) -> Worksheet | None:
        """Where things stand in a worksheet of Moodle in any language; None for another table."""
        return worksheet(self.header, [cells for cells in self.cells if any(cells)])

    def people(self, *, moodle: bool) -> list[dict[str, str]]:
        """By which cells each row of the body names a person; empty for a row that names nobody.

        `moodle` says whether it may be a worksheet.
        """
        cells, header = self.cells, self.header
        fields = fields_in(header, [one for one in cells if any(one)]) if moodle else fields_of(header)
        table = PeopleTable(header, fields, tuple(("", one) for one in cells))
        return [person for _, person in table.people()]

    def data(self) -> bytes:
        """The bytes of the file."""
        text = "".join(self.separator.join(row.raw) + row.end for row in self.rows)
        return self.mark + text.encode(self.encoding)


def read_template(path: Path) -> Template:
    """Read a table in UTF-8 or UTF-16, with commas, semicolons or tabs; raises `DataError`."""
    data = read_capped(path, TABLE_BYTES)
    mark, encoding = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", "utf-8"))
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError:
        raise DataError(str(path), "not a table in UTF-8 or UTF-16", _AGAIN) from None
    if _BINARY in text:
        raise DataError(str(path), "not a table: NUL characters in it", _AGAIN)
    if not text.strip():
        raise DataError(str(path), "empty", "download it from the learning system again")
    first = text.partition("\n")[0]
    separator = max(SEPARATORS, key=lambda sign: len(_cells(first, sign)))
    return Template(path, mark, encoding, separator, _rows(text, separator, path))


def _rows(text: str, separator: str, path: Path) -> list[Row]:
    pattern, rows = _pattern(separator), list[Row]()
    at, line, first_line, cells = 0, 1, 1, list[str]()
    while at < len(text):
        found = pattern.match(text, at)
        if found is None:
            what = "not CSV: a quote is not closed, or text follows a closing one"
            raise DataError(f"{path}:{line}", what, "mend the quotes")
        cells.append(found["cell"])
        line += found[0].count("\n")
        at, end = found.end(), found["end"]
        if end != separator or at == len(text):
            cells += [""] if end == separator else []
            rows.append(Row(first_line, cells, "" if end == separator else end))
            first_line, cells = line, []
    return rows


def _cells(line: str, separator: str) -> list[str]:
    """The cells of a line, as far as they can be told apart."""
    return [found["cell"] for found in _pattern(separator).finditer(line)]


def _pattern(separator: str) -> re.Pattern[str]:
    """Matches a cell, with its quotes, and what follows it: the separator, a line end, or nothing."""
    sign = re.escape(separator)
    quoted, plain = r'"[^"]*(?:""[^"]*)*"', rf'[^"{sign}\r\n][^{sign}\r\n]*'
    return re.compile(rf"(?P<cell>{quoted}|{plain}|)(?P<end>{sign}|\r\n|\n|\r|\Z)")


def _text(raw: str) -> str:
    return raw[1:-1].replace('""', '"') if raw.startswith('"') else raw
