"""`reports/` of a class: tables, pages, descriptor and manifest.

Each file is written atomically, and only when it changed.  Pages that the old manifest names and the new
results lack are deleted.  The manifest is written last.  The same results give the same bytes.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from typing import Any

import gograde
from gograde import resources
from gograde.classroom.classroom import Classroom
from gograde.classroom.roster import Student
from gograde.files import leftovers, write_changed
from gograde.frames.table import MEASURED, Column, Table
from gograde.report.besides import NOTHING, Besides, load_besides
from gograde.report.class_report import every_table
from gograde.report.kept import published_results
from gograde.report.pages.environment import page_name
from gograde.report.pages.renderer import STUDENTS, Page, Pages, league_file
from gograde.report.results import Results, leagues_of, load_results
from gograde.report.words.escape import cell, json_text, line
from gograde.report.words.table_text import csv_text
from gograde.workflow.report_folder import (
    REPORTS_SCHEMA,
    reports_from_work,
    reports_signature,
    sign_reports,
    signature_path,
)

LIBRARIES = ("click", "jinja2", "numba", "numpy", "pandas", "pydantic", "sgfmill", "snakemake")

_SOURCES = ("*.py", "*.j2", "*.css", "*.js")

PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"

ABOUT: Mapping[str, Any] = {
    "description": "The results of a class: marks, and the tests, runs and games that they come from.",
    "licenses": [{"name": "other-closed", "title": "Results of students, which are not to be passed on"}],
    "contributors": [{"title": "gograde", "roles": ["creator"]}],
}

MANIFEST = "manifest.json"
INDEX = "index.html"
PAGE_FOLDERS = ("students", "staff", "league-*", "statistics")
"""Pages and, in a folder for each, what they show."""


def write_class_reports(classroom: Classroom, reports: Path) -> None:
    """Write the reports of a class, and note their digests, so that a later run restores lost reports.

    Raises `UsageError` when the folder holds something else, and what `write_reports` raises.
    """
    reports_from_work(classroom, reports)
    write_reports(classroom.path, reports.resolve())
    sign_reports(classroom, reports.resolve())


def write_reports(class_dir: Path, reports_dir: Path) -> None:
    """Write the reports of a graded class; other files in `reports_dir` are left alone.

    Raises `DataError` when nothing has been graded yet or `work/` cannot be read.
    """
    results = load_results(class_dir)
    digests: dict[str, str] = {}
    besides = _besides(results, class_dir, reports_dir)
    for name, data in report_files(results, published_results(class_dir) or results, besides):
        digests[name] = sha256(data).hexdigest()
        write_changed(reports_dir / name, data)
    _sweep(reports_dir, listed(reports_dir) - set(digests))
    write_changed(reports_dir / MANIFEST, manifest(results, class_dir, digests).encode())


def renew_index(classroom: Classroom, reports: Path) -> None:
    """Write the page of the class anew, since a page beside it is new.

    Reports that are not there, or not as they were written, are left to the next run.
    """
    signed = signature_path(classroom)
    if not signed.is_file() or signed.read_bytes() != reports_signature(reports):
        return
    results = load_results(classroom.path)
    besides = _besides(results, classroom.path, reports)
    index = Pages(results.blobs, results.gradebook.info.language).index(results, leagues_of(results), besides)
    value = json.loads((reports / MANIFEST).read_bytes())
    value["files"][INDEX] = sha256(index.encode()).hexdigest()
    write_changed(reports / INDEX, index.encode())
    write_changed(reports / MANIFEST, f"{json_text(value)}\n".encode())
    sign_reports(classroom, reports)


def _besides(results: Results, class_dir: Path, reports: Path) -> Besides:
    return load_besides(class_dir, tuple(work.id for work in results.gradebook.assignments), reports)


def report_files(
    results: Results, published: Results, besides: Besides = NOTHING
) -> Iterator[tuple[str, bytes]]:
    """The path below `reports/` and the bytes of every report except the manifest.

    `published` are the results on the pages of students.
    """
    made = [(table, csv_text(table).encode()) for table in every_table(results)]
    info = results.gradebook.info
    yield from ((table.schema.path, data) for table, data in made)
    yield "datapackage.json", descriptor(info.title, made).encode()
    pages = Pages(results.blobs, info.language)
    leagues = leagues_of(results)
    yield INDEX, pages.index(results, leagues, besides).encode()
    if results.has_statistics:
        from gograde.report.pages.statistics_page import PAGE, statistics_page

        yield from _with_files(PAGE, statistics_page(results, (table for table, _ in made)))
    for name, found in leagues.items():
        yield from _with_files(league_file(name), pages.league(results, name, found))
    seen: dict[str, Collection[str]] = {}
    for student, page in _pages_of_students(published):
        seen[student.id] = page.files.keys()
        yield from _with_files(_students_page(student), page)
    for student in results.gradebook.students:
        page = pages.staff(results, student, seen.get(student.id))
        yield from _with_files(f"staff/{page_name(student.id)}", page)


def pages_of_students(published: Results) -> Iterator[tuple[str, bytes]]:
    """The paths below `reports/` and the bytes of what students see."""
    for student, page in _pages_of_students(published):
        yield from _with_files(_students_page(student), page)


def _pages_of_students(published: Results) -> Iterator[tuple[Student, Page]]:
    pages = Pages(published.blobs, published.gradebook.info.language)
    return ((student, pages.student(published, student)) for student in published.gradebook.students)


def _students_page(student: Student) -> str:
    return f"{STUDENTS}/{page_name(student.id)}"


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
    places = [reports_dir.glob(f"{folder}/**/*") for folder in PAGE_FOLDERS]
    places += [reports_dir.glob(name) for name in ("league-*.html", "statistics.html", f"{MEASURED}/*")]
    found = sorted({path for place in places for path in place})
    old = [path for path in found if path.relative_to(reports_dir).as_posix() in stale]
    for path in [*old, *leftovers(reports_dir)]:
        path.unlink(missing_ok=True)
    for folder in (path for path in found if path.is_dir() and path.name not in PAGE_FOLDERS):
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
        "backends": sorted({r.record.backend for r in results.results if r.record.backend}),
        "code": {"version": gograde.__version__, "sources_sha256": sources_sha256(), "lock_sha256": _lock()},
        "versions": versions(),
        "doctor": _doctor(class_dir),
        "files": {name: files[name] for name in sorted(files) if not _measured(name)},
        "measured": sorted(filter(_measured, files)),
    }
    return json_text(value) + "\n"


def _measured(name: str) -> bool:
    return name.startswith(f"{MEASURED}/")


def versions() -> dict[str, str | None]:
    """Versions of Python and of the libraries that a result may depend on."""
    return {"python": platform.python_version(), **{name: _version(name) for name in LIBRARIES}}


def sources_sha256() -> str:
    """One digest over gograde's own sources and templates, by path and content."""
    root = Path(gograde.__file__).resolve().parent
    digest = sha256()
    names = {path.relative_to(root).as_posix() for kind in _SOURCES for path in root.rglob(kind)}
    for name in sorted(name for name in names if not name.startswith("_data/")):
        digest.update(f"{name}\0{sha256((root / name).read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def _packages(results: Results) -> dict[str, Any]:
    works = results.gradebook.assignments
    return {work.id: {"version": work.version, "sha256": work.package_sha256} for work in works}


def _submissions(results: Results) -> dict[str, dict[str, str | None]]:
    return {
        work.id: {r.student.id: r.record.submission.sha256 for r in results.of_assignment(work.id)}
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
