"""Marks of a class for a learning system: into the table that it handed out, or as a new one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from gograde.classroom.exporting import Filled, Filling, Stranger, Wanted, fill, read_template
from gograde.classroom.roster import ROSTER, read_roster
from gograde.errors import UsageError
from gograde.grading.marks.gradebook_model import Gradebook
from gograde.intake.downloads.systems import System
from gograde.package.yaml_files import did_you_mean
from gograde.report.exports.lms_files import (
    Input,
    Marks,
    Source,
    marks_of,
    new_file,
    note,
    source_of,
    totals_of,
)
from gograde.report.words.escape import line
from gograde.report.words.texts import texts
from gograde.report.words.wording import PLACES, number_text

SCHEMA = "gograde/export/v1"
TOTAL = "total"
"""What `-a` calls the total of the class, unless an assignment has this name."""


@dataclass(frozen=True)
class Request:
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
class Work:
    """What became of an assignment: the column, how many marks were written, and whose are open.

    `replaced` and `emptied` map students to what stood there before.
    """

    assignment: str
    column: str
    max_score: float
    written: int
    open: tuple[str, ...]
    replaced: dict[str, str] = field(default_factory=dict)
    emptied: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Exported:
    """A table with marks, and what a person should know of it."""

    data: bytes
    system: System
    source: Source
    works: tuple[Work, ...]
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


def export_marks(class_dir: Path, request: Request) -> Exported:
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
    filled = _fill(request.system, request.template, of)
    done = tuple(map(_work, filled.columns))
    return Exported(filled.data, request.system, source, done, filled.strangers, filled.absent)


def _check_template(request: Request) -> None:
    """Raise `UsageError` for what says something of a template without one, and of a new table with one."""
    if request.template is None and (request.column or request.scale):
        option = "--column" if request.column else "--scale"
        raise UsageError(option, "says something of a template, and there is none", "add --template FILE")


def _works(book: Gradebook, marks: Marks, request: Request) -> Iterator[Wanted]:
    titles = {TOTAL: texts(book.info.language)["total"]} | {work.id: work.title for work in book.assignments}
    known = [work.id for work in book.assignments]
    for name in (name for name in request.assignments if name not in titles):
        what = "no assignment of this gradebook"
        raise UsageError(f"-a {line(name)}", what, line(did_you_mean(name, known)))
    wanted = request.assignments or known
    for name in dict.fromkeys([*known, TOTAL]):
        if name in wanted:
            most = max((mark.most for (_, work), mark in marks.items() if work == name), default=0.0)
            yield Wanted(name, titles[name] or name, most, request.column, request.scale)


def _check_number(request: Request, works: Sequence[Wanted]) -> None:
    """Raise `UsageError` for several assignments where there is room for one."""
    if len(works) == 1:
        return
    fix = f"give -a with one of: {', '.join(work.id for work in works)}"
    if request.column:
        raise UsageError("--column", f"one column for {len(works)} assignments", fix)
    if request.system.mark:
        raise UsageError(f"--to {request.system.word}", "its tables are about one assignment", fix)


def _fill(system: System, template: Path, of: Input) -> Filling:
    def text(student: str, work: Wanted, most: float | None) -> str:
        mark = of.marks.get((student, work.id))
        if mark is None or mark.points is None:
            return ""
        scaled = most if work.scale and most is not None and work.most else work.most
        points = mark.points if scaled == work.most else mark.points * scaled / work.most
        return number_text(points, PLACES)

    return fill(system, read_template(template), of.students, of.works, text)


def _work(one: Filled) -> Work:
    about = one.wanted.id, one.column.header, one.wanted.most, one.written
    return Work(*about, tuple(one.open), one.replaced, one.emptied)


def _written(of: Input, work: Wanted) -> Work:
    """What became of an assignment in a new table."""
    marked = {student.id: bool(of.text(student.id, work)) for student in of.students}
    still = tuple(student for student, known in marked.items() if not known)
    return Work(work.id, "", work.most, sum(marked.values()), still)
