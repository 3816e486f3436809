"""Writes marks into the rows of a template, whose students are found as an import finds them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gograde.classroom.importing.who import People
from gograde.classroom.roster import Student
from gograde.errors import DataError
from gograde.intake.downloads.part import Claim, LeftOut, Part
from gograde.intake.downloads.people_table import (
    OF_TABLES,
    SEPARATORS,
    TABLE_BYTES,
    PeopleTable,
    claims_of,
    fields_in,
    fields_of,
)
from gograde.intake.downloads.systems import System, Worksheet, is_nobody, number_in
from gograde.listing import safe
from gograde.package.yaml_files import read_capped

# -- A table of a learning system that is filled in: every byte stays but those of the cells that are set ----
# Cells are kept as they stand in the file, with their quotes.  So ids stay text, and neither the encoding,
# the byte order mark, the separator nor the line ends change.

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BINARY = "\0"
_AGAIN = 'download it again as CSV, or save it as "CSV UTF-8"'


@dataclass
class TemplateRow:
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
    """The table in a file; `rows` begins with the header, above which `lead` may name the separator."""

    path: Path
    mark: bytes
    encoding: str
    separator: str
    rows: list[TemplateRow]
    lead: str = ""

    @property
    def header(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.rows[0].cell(column) for column in range(len(self.rows[0].raw)))

    @property
    def body(self) -> Sequence[TemplateRow]:
        """The rows below the header."""
        return self.rows[1:]

    def where(self, row: TemplateRow) -> str:
        """The place of a row."""
        return f"{self.path}:{row.line}"

    @property
    def cells(self) -> list[tuple[str, ...]]:
        """The text of the body, as many cells a row as the header has."""
        columns = range(len(self.header))
        return [tuple(row.cell(column) for column in columns) for row in self.body]

    def worksheet(self, system: System) -> Worksheet | None:
        """Where things stand in a table that the system knows by what stands in it; None for another."""
        cells = [cells for cells in self.cells if any(cells)]
        return system.worksheet(self.header, cells) if system.worksheet else None

    def people(self, system: System) -> list[dict[str, str]]:
        """By which cells each row of the body names a person; empty for a row that names nobody."""
        cells, header = self.cells, self.header
        rows = [one for one in cells if any(one)]
        fields = fields_in(header, rows) if system.worksheet else fields_of(header)
        table = PeopleTable(header, fields, tuple(("", one) for one in cells))
        return [person for _, person in table.people()]

    def data(self) -> bytes:
        """The bytes of the file."""
        text = "".join(self.separator.join(row.raw) + row.end for row in self.rows)
        return self.mark + (self.lead + text).encode(self.encoding)


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
    lead = found[0] if (found := re.match("sep=.\r?\n", text)) else ""
    first = text[len(lead) :].partition("\n")[0]
    separator = lead[4:5] or max(SEPARATORS, key=lambda sign: len(_cells(first, sign)))
    return Template(path, mark, encoding, separator, _rows(text, len(lead), separator, path), lead)


def _rows(text: str, at: int, separator: str, path: Path) -> list[TemplateRow]:
    """The rows from a place of the text on, with their lines in the file."""
    pattern, rows, cells = _pattern(separator), list[TemplateRow](), list[str]()
    line = first_line = 1 + text[:at].count("\n")
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
            rows.append(TemplateRow(first_line, cells, "" if end == separator else end))
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


# -- which column holds the marks of an assignment, and the most that it takes ----------------


@dataclass(frozen=True)
class ColumnRequest:
    """An assignment, the most points that it gives, and the column that a person named.

    With `scale` marks are converted to the most that the column takes.
    """

    id: str
    title: str
    most: float
    column: str = ""
    scale: bool = False


@dataclass(frozen=True)
class TemplateColumn:
    """A column of a template; `most` is the most that the system takes there, None when it does not say."""

    number: int
    header: str
    most: float | None


def find_column(system: System, template: Template, wanted: ColumnRequest) -> TemplateColumn:
    """The column for an assignment; raises `DataError` with the candidates when it is not clear."""
    header = template.header
    names = [_names(system, heading) for heading in header]
    asked = [wanted.column] if wanted.column else [wanted.title, wanted.id, wanted.id.replace("-", " ")]
    if not wanted.column and system.mark:
        asked = [system.mark]
    keys = {_key(name) for name in asked if name}
    found = [number for number, known in enumerate(names) if keys & known]
    if not found and (sheet := template.worksheet(system)) and not wanted.column:
        found = [sheet.grade]
    if len(found) != 1:
        raise _unclear(system, template, wanted, [header[number] for number in found])
    [number] = found
    if fields_of(header)[number]:
        where, what = _where(template, header[number]), "names students, and holds no marks"
        raise DataError(where, what, "give --column with the name of a column of marks")
    column = TemplateColumn(number, header[number], _most(system, template, number))
    if not wanted.scale and column.most not in (None, wanted.most):
        where, what = _where(template, header[number]), f"takes {column.most:g} points, {wanted.id} gives"
        fix = f"set its points to {wanted.most:g} there and download the table again, or give --scale"
        raise DataError(where, f"{what} {wanted.most:g}", fix)
    return column


def _names(system: System, heading: str) -> set[str]:
    """By what a column can be named: its heading, and the title and the id in it."""
    parts = system.part_of(heading)
    return {_key(name) for name in (heading, parts.get("title"), parts.get("id")) if name}


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _unclear(system: System, template: Template, wanted: ColumnRequest, found: Sequence[str]) -> DataError:
    name = safe(wanted.column or system.mark or wanted.title or wanted.id)
    if len(found) > 1:
        what = f"{len(found)} columns are called {name!r}"
        names = list(dict.fromkeys(found))
    else:
        what = f"no column for {wanted.id} is called {name!r}"
        names = _candidates(system, template)
    told = ", ".join(repr(safe(name)) for name in names)
    fix = f"give --column with one of: {told}" if told else "download the table with its columns of marks"
    return DataError(str(template.path), what, fix)


def _candidates(system: System, template: Template) -> list[str]:
    """The columns that may hold marks."""
    header, fields = template.header, fields_of(template.header)
    free = [name for name, field in zip(header, fields, strict=True) if name and not field]
    return [name for name in free if system.part_of(name)] or free


def _most(system: System, template: Template, column: int) -> float | None:
    """The most points that the system takes in a column."""
    header = template.header
    where = _where(template, header[column])
    parts = system.part_of(header[column])
    cells = [row.cell(column) for row in template.body if system.is_points_row(row.cell(0))]
    if "computed" in parts or any("read only" in cell.casefold() for cell in cells):
        what = f"computed by {system.name}, which reads no marks there"
        raise DataError(where, what, "give another --column")
    numbers = [at for at, one in enumerate(header) if system.most and _key(one) == system.most]
    if system.most and not numbers and (sheet := template.worksheet(system)) is not None:
        numbers = [sheet.most]
    cells += [parts.get("most", ""), *(row.cell(at) for row in template.body for at in numbers)]
    found_most = sorted({most for cell in cells if (most := number_in(cell)) is not None})
    if len(found_most) > 1:
        what = f"the most points differ: {', '.join(f'{most:g}' for most in found_most)}"
        raise DataError(where, what, "download the table of one assignment")
    return found_most[0] if found_most else None


def _where(template: Template, header: str) -> str:
    return f"{template.path}: {safe(header)}"


Person = Mapping[str, str]
"""By what a row names somebody."""

_HELP = "write the ids, logins or e-mail addresses of the system into roster.csv"

MarkText = Callable[[str, ColumnRequest, float | None], str]
"""The text of a mark, by student, assignment and the most that its column takes; empty for an open one."""


@dataclass(frozen=True)
class Stranger:
    """A row that names nobody of the class, why, and who may be meant."""

    line: int
    why: str
    candidates: tuple[str, ...] = ()


@dataclass
class Filled:
    """What became of the column of an assignment: how many marks were written, and whose are open.

    `replaced` maps students to the text before another mark, `emptied` to the text before an open one.
    """

    assignment: str
    column: str
    max_score: float
    written: int = 0
    open: list[str] = field(default_factory=list)
    replaced: dict[str, str] = field(default_factory=dict)
    emptied: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Filling:
    """A template with its marks: who is nobody of the class, and which students are in no row."""

    data: bytes
    columns: tuple[Filled, ...]
    strangers: tuple[Stranger, ...]
    absent: tuple[str, ...]


def fill(
    system: System,
    template: Template,
    students: Sequence[Student],
    works: Sequence[ColumnRequest],
    text: MarkText,
) -> Filling:
    """Write marks into the columns of these assignments.

    Raises `DataError` for a column that is not clear, for two rows of one student, and when nobody of the
    class is in the table.
    """
    columns = [find_column(system, template, work) for work in works]
    filled = [Filled(work.id, column.header, work.most) for work, column in zip(works, columns, strict=True)]
    _check_apart(template, columns, works)
    found, strangers = _matched(template, students, list(_people(system, template)))
    for student, row in found.items():
        for one, work, column in zip(filled, works, columns, strict=True):
            _write(one, student, row, column.number, text(student, work, column.most))
    absent = tuple(student.id for student in students if student.id not in found)
    return Filling(template.data(), tuple(filled), strangers, absent)


def _people(system: System, template: Template) -> Iterator[tuple[TemplateRow, Person]]:
    """The rows that name a person."""
    for row, person in zip(template.body, template.people(system), strict=True):
        if any(person.values()) and not system.is_points_row(row.cell(0)) and not is_nobody(person):
            yield row, person


def _check_apart(
    template: Template, columns: Sequence[TemplateColumn], works: Sequence[ColumnRequest]
) -> None:
    """Raise `DataError` when two assignments go into one column."""
    seen: dict[int, str] = {}
    for column, work in zip(columns, works, strict=True):
        other = seen.setdefault(column.number, work.id)
        if other != work.id:
            what = f"the column of both {other} and {work.id}"
            fix = "export one after the other with -a, each with its --column or file"
            raise DataError(f"{template.path}: {safe(column.header)}", what, fix)


def _matched(
    template: Template, students: Sequence[Student], people: Sequence[tuple[TemplateRow, Person]]
) -> tuple[dict[str, TemplateRow], tuple[Stranger, ...]]:
    """The row of each student, and the rows of strangers."""
    known = People(students)
    shared = {key for _, person in people for key in _keys(known, person)}
    rows: dict[str, TemplateRow] = {}
    strangers = []
    for row, person in people:
        found = _student(known, row, person, shared)
        if isinstance(found, Stranger):
            strangers.append(found)
        elif rows.setdefault(found, row) is not row:
            what = f"{found} is on line {rows[found].line} already"
            raise DataError(template.where(row), what, "keep one of the two rows")
    if not rows:
        what = "no row names a student of the class"
        raise DataError(str(template.path), what, f"{_HELP}, or give another table")
    return rows, tuple(strangers)


def _keys(known: People, person: Person) -> set[str]:
    """The cells of a row, other than names, that name a student of the class."""
    pairs = ((key, Claim(says, person[key])) for key, says in OF_TABLES if person.get(key))
    return {key for key, claim in pairs if len(known.named(claim)) == 1}


def _student(known: People, row: TemplateRow, person: Person, shared: Collection[str]) -> str | Stranger:
    """The student of a row.

    Where ids of the table name students of the class, a row with another id is a stranger's, whatever name it
    has: `shared` are the columns of such ids.
    """
    found = known.find(Part("", claims_of(person), {}))
    if isinstance(found, LeftOut):
        return Stranger(row.line, found.why, found.candidates)
    other = (
        "" if _keys(known, person) else next((person[key] for key in sorted(shared) if person.get(key)), "")
    )
    if other:
        return Stranger(row.line, f"{other!r} is not on the roster, only the name of {found.student}")
    return found.student


def _write(one: Filled, student: str, row: TemplateRow, column: int, text: str) -> None:
    """Write a mark into its cell, unless the same number stands there; note what stood there before."""
    before = row.cell(column)
    if not text:
        one.open.append(student)
    else:
        one.written += 1
    if text and number_in(before) == float(text):
        return
    if before:
        (one.replaced if text else one.emptied)[student] = before
    if before or text:
        row.put(column, text)
