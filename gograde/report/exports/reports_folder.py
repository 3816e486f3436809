"""`reports/` of a class: tables, pages, descriptor and manifest.

Each file is written atomically, and only when it changed.  Pages that the old manifest names and the new
results lack are deleted.  The manifest is written last.  The same results give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath

from gograde.classroom.classroom import Classroom
from gograde.classroom.roster import Student
from gograde.files import leftovers, write_changed
from gograde.frames.table import MEASURED
from gograde.report.besides import NOTHING, Besides, load_besides
from gograde.report.class_report import every_table
from gograde.report.exports.manifest import manifest
from gograde.report.exports.tables_descriptor import descriptor
from gograde.report.kept import published_results
from gograde.report.pages.environment import page_name
from gograde.report.pages.renderer import STUDENTS, Page, Pages, league_file
from gograde.report.results import Results, leagues_of, load_results
from gograde.report.words.escape import json_text
from gograde.report.words.table_text import csv_text
from gograde.workflow.report_folder import (
    REPORTS_SCHEMA,
    reports_from_work,
    reports_signature,
    sign_reports,
    signature_path,
)

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
