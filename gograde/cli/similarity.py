"""`gograde similarity`: which programs of a class resemble each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gograde.cli.options import ASSIGNMENT, CLASS, PATH, TEXT_OR_JSON, TRUST
from gograde.errors import DataError

if TYPE_CHECKING:
    from gograde.classroom.classroom import Classroom
    from gograde.report.pages.similarity_page import Similarity
    from gograde.sandbox.protocol import Backend


@click.command()
@CLASS
@ASSIGNMENT
@click.option(
    "--least",
    type=click.IntRange(1, 100),
    default=50,
    show_default=True,
    metavar="PERCENT",
    help="Pairs of which one has less than this in common with the other are not told.",
)
@click.option(
    "--with",
    "earlier",
    type=PATH,
    multiple=True,
    metavar="FOLDER",
    help="Compare with the submissions in this folder, too: a class of an earlier year.",
)
@TEXT_OR_JSON
@TRUST
def similarity(class_dir: Path, assignment: str | None, form: str, trust: bool, **asked: Any) -> None:
    """Show which programs resemble each other: advice to a person, never a mark.

    Compares the sources of all submissions of an assignment with each other and with the package's
    accepted samples, whatever names are in them, and writes a page with the common passages side
    by side beside the class's reports; the page of the class leads there.

    Example:

      gograde similarity my-class -a board9
    """
    from gograde.classroom.classroom import load_class
    from gograde.report.exports.reports_folder import renew_index
    from gograde.workflow.fitness import backend_for
    from gograde.workflow.machine import prove_quickly
    from gograde.workflow.report_folder import reports_folder

    classroom = load_class(class_dir)
    names = _chosen(classroom, assignment)
    chosen = backend_for(classroom, trust=trust, proof=prove_quickly)
    found = [
        _similarity_of(classroom, name, asked["earlier"], asked["least"] / 100, chosen) for name in names
    ]
    if not any(one.given.programs for one in found):
        fix = "put submissions under submissions/ASSIGNMENT/STUDENT"
        raise DataError(str(class_dir / "submissions"), "nobody has handed in a source", fix)
    pages = [_write_page(classroom, one) for one in found]
    renew_index(classroom, reports_folder(classroom))
    if form == "json":
        _show_json(found)
    else:
        _show(classroom, found, pages)


def _chosen(classroom: Classroom, assignment: str | None) -> list[str]:
    from gograde.report.results import check_known

    check_known("--assignment", assignment, classroom.assignments)
    return [*classroom.assignments] if assignment is None else [assignment]


def _similarity_of(
    classroom: Classroom, assignment: str, earlier: Sequence[Path], least: float, backend: Backend
) -> Similarity:
    from gograde.grading.class_sources import class_sources
    from gograde.grading.similarity import similar
    from gograde.report.pages.similarity_page import Similarity

    given = class_sources(classroom, assignment, earlier, backend)
    likeness = similar(given.programs, given.known, least, given.others)
    return Similarity(assignment, least, likeness, given)


def _write_page(classroom: Classroom, found: Similarity) -> Path:
    from gograde.files import write_changed
    from gograde.report.pages.renderer import Pages
    from gograde.report.pages.similarity_page import page_values, similarity_file
    from gograde.workflow.report_folder import reports_folder

    reports = reports_folder(classroom)
    page, linked = reports / similarity_file(found.assignment), (reports / "index.html").is_file()
    pages = Pages(classroom.work / "blobs", classroom.config.language, linked=linked)
    write_changed(page, pages.similarity(page_values(classroom, found)).encode())
    return page


def _show_json(found: list[Similarity]) -> None:
    from gograde.report.pages.similarity_page import SCHEMA, in_json
    from gograde.report.words.escape import json_text

    click.echo(json_text({"schema": SCHEMA, "assignments": [in_json(one) for one in found]}))


def _show(classroom: Classroom, found: list[Similarity], pages: list[Path]) -> None:
    from gograde.report.pages.similarity_page import similarity_lines, similarity_table
    from gograde.report.terminal.rich_text import print_parts

    names = {student.id: student.name for student in classroom.students}
    table = similarity_table(found, names)
    if table.row_count:
        print_parts([table])
    for one, page in zip(found, pages, strict=True):
        for line in similarity_lines(one, names, page):
            click.echo(line)
