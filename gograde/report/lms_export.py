"""Marks of a class for a learning system: into the table that it handed out, or as a new one."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gograde.classroom.exporting import ColumnRequest, Filled, Stranger, fill, read_template
from gograde.classroom.roster import ROSTER, Student, read_roster
from gograde.core.totals import FINEST
from gograde.errors import UsageError
from gograde.grading.book import last_book, read_book
from gograde.grading.marks.gradebook import BookEntry, Gradebook
from gograde.intake.downloads.systems import LONG, System
from gograde.package.yaml_files import did_you_mean
from gograde.report.class_report import load_report
from gograde.report.frames.marks import in_order
from gograde.report.kept import side_of_book
from gograde.report.words.escape import cell, line
from gograde.report.words.texts import texts
from gograde.report.words.wording import PLACES, counted, number_text

SCHEMA = "gograde/export/v1"
TOTAL = "total"
"""What `-a` calls the total of the class, unless an assignment has this name."""


@dataclass(frozen=True)
class ExportRequest:
    """What goes out: these assignments (all without any), of gradebook `at` or as `source_of` says.

    `TOTAL` among the assignments is the total of the class in percent.

    `template` is a table of the system; `column` names the one of it for the marks, and `scale` has them
    converted to its most points.
    """

    system: System
    assignments: Sequence[str] = ()
    at: int | None = None
    template: Path | None = None
    column: str = ""
    scale: bool = False


@dataclass(frozen=True)
class Exported:
    """A table with marks, and what a person should know of it."""

    data: bytes
    system: System
    source: MarkSource
    works: tuple[Filled, ...]
    strangers: tuple[Stranger, ...] = ()
    absent: tuple[str, ...] = ()
    note: str = ""

    def in_json(self, file: str) -> dict[str, Any]:
        """The values for programs; `file` is where the table was written."""
        return {
            "schema": SCHEMA,
            "to": self.system.word,
            "file": file,
            "gradebook": self.source.number,
            "source": self.source.words,
            "outdated": list(self.source.outdated),
            "assignments": [asdict(work) for work in self.works],
            "unknown_rows": [asdict(one) for one in self.strangers],
            "not_in_table": list(self.absent),
            "note": self.note,
        }


def export_marks(class_dir: Path, request: ExportRequest) -> Exported:
    """The table with the marks of a class; nothing is written.

    Raises `UsageError` for what the class does not have, `DataError` for a table that cannot be filled in.
    """
    _check_template(request)
    source = source_of(class_dir, request.at)
    marks = {**totals_of(source.book, TOTAL), **marks_of(source.book)}
    works = tuple(_works(source.book, marks, request))
    _check_number(request, works)
    students = read_roster(class_dir / ROSTER)
    of = Input(source.book, students, works, marks)
    if request.template is None:
        made = tuple(_written(of, work) for work in works)
        data = new_file(request.system, of)
        return Exported(data, request.system, source, made, note=note(request.system, students))
    filled = fill(request.system, read_template(request.template), students, works, of.text)
    return Exported(filled.data, request.system, source, filled.columns, filled.strangers, filled.absent)


def _check_template(request: ExportRequest) -> None:
    """Raise `UsageError` for what says something of a template without one, and of a new table with one."""
    if request.template is None and (request.column or request.scale):
        option = "--column" if request.column else "--scale"
        raise UsageError(option, "says something of a template, and there is none", "add --template FILE")


def _works(book: Gradebook, marks: Marks, request: ExportRequest) -> Iterator[ColumnRequest]:
    titles = {TOTAL: texts(book.info.language)["total"]} | {work.id: work.title for work in book.assignments}
    known = [work.id for work in book.assignments]
    for name in (name for name in request.assignments if name not in titles):
        what = "no assignment of this gradebook"
        raise UsageError(f"-a {line(name)}", what, line(did_you_mean(name, known)))
    wanted = request.assignments or known
    for name in dict.fromkeys([*known, TOTAL]):
        if name in wanted:
            most = max((mark.most for (_, work), mark in marks.items() if work == name), default=0.0)
            yield ColumnRequest(name, titles[name] or name, most, request.column, request.scale)


def _check_number(request: ExportRequest, works: Sequence[ColumnRequest]) -> None:
    """Raise `UsageError` for several assignments where there is room for one."""
    if len(works) == 1:
        return
    fix = f"give -a with one of: {', '.join(work.id for work in works)}"
    if request.column:
        raise UsageError("--column", f"one column for {len(works)} assignments", fix)
    if request.system.mark:
        raise UsageError(f"--to {request.system.word}", "its tables are about one assignment", fix)


def _written(of: Input, work: ColumnRequest) -> Filled:
    """What became of an assignment in a new table."""
    marked = {student.id: bool(of.text(student.id, work)) for student in of.students}
    still = [student for student, known in marked.items() if not known]
    return Filled(work.id, "", work.most, sum(marked.values()), still)


# -- a new table -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MarkSource:
    """The gradebook whose marks go out: its number (None for the last grading), and what it is in words.

    `outdated` says what changed in the class after the last grading.
    """

    book: Gradebook
    number: int | None
    words: str
    outdated: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExportMark:
    """A student's mark of an assignment; `points` and `raw` are None while a test is not decided.

    `raw` are the points before lateness; `submitted` is when the work was handed in, empty when it was not.
    """

    points: float | None
    raw: float | None
    most: float
    penalty: float
    submitted: str


Marks = Mapping[tuple[str, str], ExportMark]
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
    works: Sequence[ColumnRequest]
    marks: Marks

    def text(self, student: str, work: ColumnRequest, most: float | None = None) -> str:
        """A mark as text, for a column that takes this most; empty while it is open."""
        mark = self.marks.get((student, work.id))
        if mark is None or mark.points is None:
            return ""
        scaled = most if work.scale and most is not None and work.most else work.most
        points = mark.points if scaled == work.most else mark.points * scaled / work.most
        return number_text(points, PLACES)


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


def source_of(class_dir: Path, at: int | None) -> MarkSource:
    """Gradebook `at`, else the one published last, else the last grading.

    Raises `UsageError` for a gradebook that is not there, `DataError` for a class that was not graded.
    """
    book = last_book(class_dir) if at is None else read_book(class_dir, at, "--at")
    if book is not None:
        return MarkSource(book.gradebook, book.number, side_of_book(class_dir, book).label)
    report = load_report(class_dir, None, None)
    return MarkSource(report.book, None, "the last grading, which is not published", report.outdated)


def marks_of(book: Gradebook) -> Marks:
    """All marks of a gradebook."""
    return {(entry.student, entry.assignment): _mark(entry) for entry in in_order(book)}


def totals_of(book: Gradebook, name: str) -> Marks:
    """The totals of the class in percent as marks of an assignment with this name."""
    totals = {one.student: one.total for one in book.totals}
    known = ((student.id, totals.get(student.id)) for student in book.students)
    return {(who, name): ExportMark(total, total, 100.0, 0.0, "") for who, total in known}


def _mark(entry: BookEntry) -> ExportMark:
    penalty = entry.late.penalty if entry.late else 0.0
    return ExportMark(entry.final, entry.total.exact, entry.total.of, penalty, entry.submitted_at or "")
