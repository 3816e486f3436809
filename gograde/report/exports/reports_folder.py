"""`reports/` of a class: tables, pages, descriptor and manifest.

Reports are made in units, such as the page of a student with its pictures; each is made anew only when its
inputs changed or a file of it is not as it was written.  Files are written atomically.  Pages that the old
manifest names and the new results lack are deleted.  The same results give the same bytes.
"""

from __future__ import annotations

import csv
import json
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from typing import Any
from zlib import ZLIB_RUNTIME_VERSION

import gograde
from gograde import resources
from gograde.classroom.classroom import Classroom
from gograde.classroom.roster import Student
from gograde.code_closure import sources_sha256
from gograde.codec import FileRecord, of_json, replace, to_json
from gograde.core.record import ScoreRecord, TestScore
from gograde.files import leftovers, write_changed
from gograde.grading.changes import stamper
from gograde.grading.marks.gradebook import BookEntry
from gograde.grading.records import UNKNOWN, MadeFrom, write_record
from gograde.grading.work_paths import reports_path
from gograde.report.class_report import TABLES, table_of
from gograde.report.frames.league import games
from gograde.report.frames.marks import FROM_RECORDS, Scored
from gograde.report.frames.table import MEASURED, SCHEMAS, Column, Table
from gograde.report.kept import published_results
from gograde.report.pages.environment import page_name
from gograde.report.pages.renderer import STUDENTS, Page, Pages, league_file
from gograde.report.pages.similarity_page import similarity_pages
from gograde.report.results import Results, league_files, leagues_of, load_results, results_of
from gograde.report.words.escape import cell, file_name, json_text, line
from gograde.report.words.table_text import csv_text
from gograde.workflow.report_folder import (
    REPORTS_SCHEMA,
    are_as_written,
    reports_from_work,
    shown,
)

Units = Mapping[str, tuple[str, Mapping[str, str]]]
"""By the name of a unit: the digest of its inputs, and its files with their SHA-256."""


class _Making(FileRecord):
    units: Units


class Renewal:
    """Writes the reports into a folder; `known` is the file of what they were made from.

    `code` is in the inputs of every unit.  A file that cannot be read knows nothing.
    """

    def __init__(self, folder: Path, known: Path, code: str) -> None:
        self._folder, self._path, self._code = folder, known, code
        self._units: dict[str, tuple[str, Mapping[str, str]]] = {}
        try:
            self._known: Units = of_json(_Making, known.read_bytes()).units
        except (OSError, ValueError):
            self._known = {}

    @property
    def files(self) -> dict[str, str]:
        """The files of all units so far, with their SHA-256."""
        return {name: digest for _, files in self._units.values() for name, digest in files.items()}

    def renew(
        self, unit: str, inputs: Iterable[str], make: Callable[[], Iterable[tuple[str, bytes]]]
    ) -> Mapping[str, str]:
        """The files of a unit with their SHA-256; `make` makes them from these inputs where they are not."""
        made_from = sha256("\0".join((self._code, *inputs)).encode()).hexdigest()
        before, files = self._known.get(unit, ("", {}))
        if before != made_from or any(self._digest(name) != digest for name, digest in files.items()):
            files = {name: self._written(name, data) for name, data in [*make()]}
        self._units[unit] = made_from, files
        return files

    def keep(self, head: MadeFrom) -> None:
        """Note what everything was made from, once it is written; `head` is of the whole."""
        write_record(self._path, to_json(_Making(units=self._units)), head)

    def read(self, name: str) -> bytes:
        """A file as it was written."""
        return (self._folder / name).read_bytes()

    def _written(self, name: str, data: bytes) -> str:
        write_changed(self._folder / name, data, durable=False)
        return sha256(data).hexdigest()

    def _digest(self, name: str) -> str:
        try:
            return sha256((self._folder / name).read_bytes()).hexdigest()
        except OSError:
            return ""


LIBRARIES = ("click", "jinja2", "numba", "numpy", "pandas", "sgfmill", "snakemake")

DRAWING = ("markupsafe", "pillow", "rich")
"""Further libraries that the bytes of a page may depend on."""

PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"

ABOUT: Mapping[str, Any] = {
    "description": "The results of a class: marks, and the tests, runs and games that they come from.",
    "licenses": [{"name": "other-closed", "title": "Results of students, which are not to be passed on"}],
    "contributors": [{"title": "gograde", "roles": ["creator"]}],
}

MANIFEST = "manifest.json"
INDEX = "index.html"
MADE_FROM = "reports.made.json"
"""Beside the work: what the reports were made from."""

PARTS = "reports.parts"
"""The folder there of what each student has in the tables and on the page of the class."""

PAGE_FOLDERS = ("students", "staff", "league-*", "statistics")
"""Pages and, in a folder for each, what they show."""


def write_class_reports(classroom: Classroom, reports: Path) -> None:
    """Write the reports of a class, and what they were made from, so that a later run restores lost ones.

    Raises `UsageError` when the folder holds something else, and what `write_reports` raises.
    """
    reports_from_work(classroom, reports)
    write_reports(classroom.path, reports.resolve(), stamper(classroom)(reports_path(classroom)))


def write_reports(class_dir: Path, reports_dir: Path, head: MadeFrom = UNKNOWN) -> Mapping[str, str]:
    """Write the reports of a graded class where they are not up to date; returns all with their SHA-256.

    `head` is what they are made from by the plan.  Other files in `reports_dir` are left alone.  Raises
    `DataError` when nothing has been graded yet or `work/` cannot be read.
    """
    results = load_results(class_dir)
    work = class_dir / "work"
    code = json_text([sources_sha256(), _lock(), versions((*LIBRARIES, *DRAWING)), ZLIB_RUNTIME_VERSION])
    made = Renewal(reports_dir, work / MADE_FROM, code)
    parts = Renewal(work / PARTS, work / f"{PARTS}.made.json", code)
    inputs, works = [results.digest], tuple(work.id for work in results.gradebook.assignments)
    _renew_people(made, parts, results, published_results(class_dir) or results)
    _renew_class(made, parts, results, inputs, similarity_pages(works, reports_dir))
    _sweep(reports_dir, listed(reports_dir) - set(made.files))
    data = manifest(results, class_dir, made.files).encode()
    write_changed(reports_dir / MANIFEST, data)
    parts.keep(UNKNOWN)
    for path in {*(work / PARTS).glob("*")} - {work / PARTS / name for name in parts.files}:
        path.unlink()
    made.keep({**head, **shown(class_dir, reports_dir)})
    return {**made.files, MANIFEST: sha256(data).hexdigest()}


def renew_index(classroom: Classroom, reports: Path) -> None:
    """Write the page of the class anew, since a page beside it is new.

    Reports that are not there, or not as they were written, are left to the next run.
    """
    if are_as_written(classroom, reports):
        write_class_reports(classroom, reports)


def _renew_class(
    made: Renewal, parts: Renewal, results: Results, inputs: Sequence[str], similar: Mapping[str, str]
) -> None:
    """The tables, and the pages about the whole class."""
    leagues = {name: sha256(path.read_bytes()).hexdigest() for name, path in league_files(results).items()}
    inputs = [*inputs, json_text(leagues)]
    students = [student.id for student in results.gradebook.students]
    read = cache(lambda: {name: read_part(parts.read(_part_file(name))) for name in students})

    def index() -> Iterator[tuple[str, bytes]]:
        outlined = with_outlines(results, read())
        yield INDEX, _pages(results).index(outlined, leagues, similar).encode()

    made.renew("tables", inputs, lambda: _tables(results, tables_of(results, [*read().values()])))
    made.renew("class", [*inputs, json_text(similar)], index)
    everybody = results.gradebook.students
    league = results.about("").naming(everybody)
    for name, digest in leagues.items():
        made.renew(f"league {name}", [league.digest, digest], partial(_league, league, name))


def _tables(results: Results, made: Mapping[str, tuple[Table, bytes]]) -> Iterator[tuple[str, bytes]]:
    """The tables, their descriptor, and the page of statistics."""
    yield from ((table.schema.path, data) for table, data in made.values())
    yield "datapackage.json", descriptor(results.gradebook.info.title, [*made.values()]).encode()
    if results.has_statistics:
        from gograde.report.pages.statistics_page import PAGE, statistics_page

        tables = {name: table for name, (table, _) in made.items()}
        yield from _with_files(PAGE, statistics_page(results, tables))


def _league(results: Results, name: str) -> Iterator[tuple[str, bytes]]:
    yield from _with_files(
        league_file(name), _pages(results).league(results, name, leagues_of(results)[name])
    )


def _renew_people(made: Renewal, parts: Renewal, results: Results, published: Results) -> None:
    """Each student's page, the page about the student for staff, which shows its pictures, and the part."""
    seen = {student.id: student for student in published.gradebook.students}
    people = results.gradebook.students
    for at, student in enumerate(people):
        part = results.about(student.id)
        inputs = [part.digest]
        parts.renew(student.id, inputs, partial(part_file, part, _part_file(student.id)))
        beside = None
        if (known := seen.pop(student.id, None)) is not None:
            own = part if published is results else published.about(student.id)
            beside = _renew_students(made, own, known)
        near = people[max(0, at - 1) : at + 2]
        make = partial(_staff_page, part.naming(near), student, beside)
        made.renew(f"staff/{page_name(student.id)}", [*inputs, repr(near), json_text(beside)], make)
    for student in seen.values():
        _renew_students(made, published.about(student.id), student)


def _renew_students(made: Renewal, part: Results, student: Student) -> list[str]:
    """A student's own page; returns the files that it shows."""
    path = f"{STUDENTS}/{page_name(student.id)}"
    files = made.renew(path, [part.digest, repr(student)], partial(_students_page, part.naming([student])))
    return sorted(name.removeprefix(f"{STUDENTS}/") for name in files if name != path)


def _part_file(student: str) -> str:
    return f"{file_name(student)}.json"


def pages_of_students(published: Results) -> Iterator[tuple[str, bytes]]:
    """The paths below `reports/` and the bytes of what students see."""
    for student in published.gradebook.students:
        yield from _students_page(published.about(student.id).naming([student]))


def _students_page(part: Results) -> Iterator[tuple[str, bytes]]:
    (student,) = part.gradebook.students
    return _with_files(f"{STUDENTS}/{page_name(student.id)}", _pages(part).student(part, student))


def _staff_page(part: Results, student: Student, beside: list[str] | None) -> Iterator[tuple[str, bytes]]:
    return _with_files(f"staff/{page_name(student.id)}", _pages(part).staff(part, student, beside))


def _pages(results: Results) -> Pages:
    return Pages(results.blobs, results.gradebook.info.language)


def _with_files(path: str, page: Page) -> Iterator[tuple[str, bytes]]:
    """A page, and what it shows from beside it."""
    folder = PurePosixPath(path).parent
    yield path, page.text.encode()
    yield from ((str(folder / name), data) for name, data in page.files.items())


def listed(folder: Path) -> set[str]:
    """The files that the manifest in a folder names; empty without a readable manifest."""
    try:
        value = json.loads((folder / MANIFEST).read_bytes())
        return {*value["files"], *value.get("measured", ())} if value["schema"] == REPORTS_SCHEMA else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _sweep(reports_dir: Path, stale: set[str]) -> None:
    """Delete the stale pages and pictures, and the temporary files of killed writers."""
    places = [place for folder in PAGE_FOLDERS for place in (folder, f"{folder}/**/*")]
    places += ["league-*.html", "statistics.html", f"{MEASURED}/*"]
    found = sorted({path for place in places if stale for path in reports_dir.glob(place)}, reverse=True)
    old = [path for path in found if path.relative_to(reports_dir).as_posix() in stale]
    for path in [*old, *leftovers(reports_dir)]:
        path.unlink(missing_ok=True)
    for folder in (path for path in found if path.is_dir()):
        with suppress(OSError):
            folder.rmdir()


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


def manifest(results: Results, class_dir: Path, files: Mapping[str, str]) -> str:
    """The manifest; `files` maps the reports to their SHA-256; those that are measured are only named.

    It holds content hashes and versions, but no times, host names or paths.
    """
    value = {
        "schema": REPORTS_SCHEMA,
        "class": results.gradebook.info.title,
        "packages": _packages(results),
        "submissions": _submissions(results),
        "backends": sorted({entry.graded.sandbox for entry in results.entries} - {""}),
        "code": {"version": gograde.__version__, "sources_sha256": sources_sha256(), "lock_sha256": _lock()},
        "versions": versions(),
        "doctor": _doctor(class_dir),
        "files": {name: files[name] for name in sorted(files) if not _measured(name)},
        "measured": sorted(filter(_measured, files)),
    }
    return json_text(value) + "\n"


def _measured(name: str) -> bool:
    return name.startswith(f"{MEASURED}/")


def versions(libraries: Sequence[str] = LIBRARIES) -> dict[str, str | None]:
    """Versions of Python and of the libraries that a result may depend on."""
    return {"python": platform.python_version(), **{name: _version(name) for name in libraries}}


def _packages(results: Results) -> dict[str, Any]:
    works = results.gradebook.assignments
    return {work.id: {"version": work.version, "sha256": work.package_sha256} for work in works}


def _submissions(results: Results) -> dict[str, dict[str, str | None]]:
    return {
        work.id: {entry.student: entry.sha256 for entry in results.entries if entry.assignment == work.id}
        for work in results.gradebook.assignments
    }


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _lock() -> str | None:
    path = resources.lock_file()
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def _doctor(class_dir: Path) -> Any:
    """The saved findings of `gograde doctor`, None when there is no readable file."""
    try:
        return json.loads((class_dir / "work" / "doctor.json").read_bytes())
    except (OSError, ValueError):
        return None


# -- what the tables and the page of the class show of a student -------------------------------------

_FROM_RECORDS: Mapping[str, Callable[[Scored], Table]] = {
    **FROM_RECORDS,
    "games": lambda scored: games(scored, {}),
}

COUNTED = ("tests", "usage", "games")
"""The tables of records that statistics are made of."""

Part = tuple[Mapping[str, str], Mapping[str, ScoreRecord]]
"""The rows of a student by table, and the outlines of the records by assignment."""


def part_file(results: Results, file: str) -> Iterator[tuple[str, bytes]]:
    """The file of one student's part: the rows of each table as in its file, then a line for each outline."""
    scored = [(result.entry, result.record) for result in results.results]
    rows = {name: _body(csv_text(make(scored))) for name, make in _FROM_RECORDS.items()}
    head = to_json([rows, [result.assignment.id for result in results.results]])
    yield file, head + b"".join(_outline(result.automatic) for result in results.results)


def _outline(record: ScoreRecord) -> bytes:
    """A record without what only a page about its student shows."""
    kept = ("name", "group", "batch", "verdict", "points", "max_points", "visibility")
    tests = (TestScore(**{name: getattr(test, name) for name in kept}) for test in record.tests)
    bare = {"message": "", "stdout": "", "stderr": "", "source": (), "pictures": ()}
    runs = (replace(run, **bare) for run in record.runs)
    left = {"tests": tuple(tests), "runs": tuple(runs), "source": (), "groups": ()}
    outline = replace(record, **left)
    return to_json(outline)


def with_outlines(results: Results, parts: Mapping[str, Part]) -> Results:
    """The results of a class with outlines in the place of the records."""

    def outline(entry: BookEntry) -> ScoreRecord:
        return parts[entry.student][1][entry.assignment]

    return results_of(results.gradebook, outline, results.record_digest, results.blobs)


def tables_of(results: Results, parts: Sequence[Part]) -> Mapping[str, tuple[Table, bytes]]:
    """All tables by name, each with its file; one of records has rows where statistics are made of them."""
    made: dict[str, tuple[Table, bytes]] = {}
    for name in TABLES:
        if name in _FROM_RECORDS:
            schema = SCHEMAS[name]
            bodies = [rows[name] for rows, _ in parts]
            if name == "games":
                bodies = _numbered([*bodies, _body(csv_text(games((), leagues_of(results))))])
            head = csv_text(Table(schema, ()))
            text = "".join((head, *bodies))
            made[name] = Table(schema, _read_rows(text) if name in COUNTED else ()), text.encode()
        else:
            table = table_of(name, results)
            made[name] = table, csv_text(table).encode()
    return made


def _body(text: str) -> str:
    """The lines of a table without its head; a row is a line, since no cell has an end of a line."""
    return text.partition("\n")[2]


def _numbered(bodies: Sequence[str]) -> list[str]:
    """The rows with their number in the whole table in the place of that in the part."""
    lines = "".join(bodies).split("\n")[:-1]
    return [f"{number},{line.partition(',')[2]}\n" for number, line in enumerate(lines, 1)]


def _read_rows(text: str) -> tuple[tuple[Any, ...], ...]:
    """The rows of a table of ours as they are read back: texts are quoted, numbers are not."""
    found = csv.reader(_body(text).split("\n")[:-1], quoting=csv.QUOTE_NONNUMERIC)
    return tuple(tuple(None if value == "" else value for value in row) for row in found)


def read_part(data: bytes) -> Part:
    """A part from the bytes of its file."""
    head, *outlines = data.splitlines()
    rows, works = json.loads(head)
    return rows, dict(zip(works, map(partial(of_json, ScoreRecord), outlines), strict=True))
