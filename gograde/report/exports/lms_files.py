"""Tables of marks as learning systems read them, for when no downloaded table is at hand."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.classroom.exporting import Wanted
from gograde.classroom.roster import Student
from gograde.frames import marks as tables
from gograde.grading.books.book import last_book, read_book
from gograde.grading.marks.gradebook_model import Gradebook
from gograde.intake.downloads.systems import LONG, System
from gograde.report.class_report import load_report
from gograde.report.kept import side_of_book
from gograde.report.words.escape import cell
from gograde.report.words.wording import PLACES, counted, number_text
from gograde.scoring.totals import FINEST


@dataclass(frozen=True)
class Source:
    """The gradebook whose marks go out: its number (None for the last grading), and what it is in words.

    `outdated` says what changed in the class after the last grading.
    """

    book: Gradebook
    number: int | None
    words: str
    outdated: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mark:
    """A student's mark of an assignment; `points` and `raw` are None while a test is not decided.

    `raw` are the points before lateness; `submitted` is when the work was handed in, empty when it was not.
    """

    points: float | None
    raw: float | None
    most: float
    penalty: float
    submitted: str


Marks = Mapping[tuple[str, str], Mark]
"""Marks by student and assignment."""

LONG_HEADER = (
    *("assignment", "due", "submitted", "student_id", "last_name", "first_name", "email"),
    *("raw_score", "late_penalty", "score", "max_score"),
)
_PARTICIPANT = "Participant "
"""What stands before the number of a participant in Moodle's worksheet."""


@dataclass(frozen=True)
class Input:
    """What a table is made of."""

    book: Gradebook
    students: Sequence[Student]
    works: Sequence[Wanted]
    marks: Marks

    def text(self, student: str, work: Wanted) -> str:
        """A mark as text; empty while it is open."""
        mark = self.marks.get((student, work.id))
        return "" if mark is None or mark.points is None else number_text(mark.points, PLACES)


Table = Iterable[Sequence[str]]


def new_file(system: System, of: Input) -> bytes:
    """The bytes of a table; text is neutralised, and numbers stay numbers."""
    out = io.StringIO()
    quoting: Any = csv.QUOTE_ALL if system.quoted else csv.QUOTE_MINIMAL
    table = _long(of) if system is LONG else _table(system, of)
    csv.writer(out, quoting=quoting, lineterminator="\n").writerows(
        [cell(text) if not text or text != system.points else text for text in row] for row in table
    )
    return out.getvalue().encode()


def note(system: System, students: Sequence[Student]) -> str:
    """What a person must know to upload a new table; empty when there is nothing."""
    field, why = system.needs
    lacking = sum(1 for student in students if field and not student.ids.get(field))
    who = counted(lacking, "student has", "students have")
    needed = f"{who} no {field} in roster.csv: {why}" if lacking else ""
    return "  ".join(filter(None, (needed, system.note)))


def _table(system: System, of: Input) -> Table:
    """A table as the row of the system says; a heading with a title stands for a column an assignment."""
    columns = [
        (heading, text, work)
        for heading, text in system.columns_made
        for work in (of.works if "{title}" in heading else of.works[:1])
    ]
    most = {work.id: number_text(work.most, PLACES) for work in of.works}
    yield [heading.format(title=work.title, most=most[work.id]) for heading, _, work in columns]
    if system.points:
        [_, *others] = columns
        yield [system.points, *(most[work.id] if "{title}" in heading else "" for heading, _, work in others)]
    for student in of.students:
        of_student = _cells(student)
        yield [
            text.format(**of_student, mark=of.text(student.id, work), most=most[work.id])
            for _, text, work in columns
        ]


def _cells(student: Student) -> dict[str, str]:
    """What a table can say of a student, by the names that rows of systems use."""
    own, login, number = (student.ids.get(name, "") for name in ("canvas_id", "login", "moodle_id"))
    return {
        **{"id": student.id, "first": student.first_name, "last": student.last_name, "name": student.name},
        **{"email": student.email, "last_first": _last_first(student), "section": _section(student)},
        **{"login": login, "login_or_id": login or student.id, "canvas_id": own},
        "sis": "" if student.id in (own, login) else student.id,
        "participant": f"{_PARTICIPANT}{number}" if number.isdecimal() else number,
    }


def _long(of: Input) -> Table:
    yield LONG_HEADER
    due = {work.id: work.due or "" for work in of.book.assignments}
    for work in of.works:
        for student in of.students:
            mark = of.marks.get((student.id, work.id))
            who = [student.id, student.last_name, student.first_name, student.email]
            numbers = (mark.raw, mark.penalty, mark.points, mark.most) if mark else (None,) * 3 + (work.most,)
            told = ["" if one is None else number_text(one, FINEST) for one in numbers]
            yield [work.id, due.get(work.id, ""), mark.submitted if mark else "", *who, *told]


def _last_first(student: Student) -> str:
    return ", ".join(name for name in (student.last_name, student.first_name) if name) or student.id


def _section(student: Student) -> str:
    return next((text for name, text in student.more.items() if name.casefold() == "section"), "")


def source_of(class_dir: Path, at: int | None) -> Source:
    """Gradebook `at`, else the one published last, else the last grading.

    Raises `UsageError` for a gradebook that is not there, `DataError` for a class that was not graded.
    """
    book = last_book(class_dir) if at is None else read_book(class_dir, at, "--at")
    if book is not None:
        return Source(book.gradebook, book.number, side_of_book(class_dir, book).label)
    report = load_report(class_dir, None, None)
    return Source(report.book, None, "the last grading, which is not published", report.outdated)


def marks_of(book: Gradebook) -> Marks:
    """All marks of a gradebook, from its tables."""
    handed_in = {(row["student_id"], row["assignment"]): row for row in tables.late(book).dicts()}
    found = {(row["student_id"], row["assignment"]): row for row in tables.scores(book).dicts()}
    return {pair: _mark(row, handed_in.get(pair, {})) for pair, row in found.items()}


def totals_of(book: Gradebook, name: str) -> Marks:
    """The totals of the class in percent as marks of an assignment with this name."""
    rows = tables.grades(book).dicts()
    return {(row["student_id"], name): Mark(row["total"], row["total"], 100.0, 0.0, "") for row in rows}


def _mark(row: Mapping[str, Any], late: Mapping[str, Any]) -> Mark:
    submitted = late.get("submitted_at") or ""
    return Mark(row["final"], row["score"], row["max_score"], row["late_penalty"], submitted)
