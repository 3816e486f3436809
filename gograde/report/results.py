"""The results of a class, read from `work/`: the gradebook and the score records."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from gograde.classroom.roster import Student
from gograde.errors import DataError, UsageError
from gograde.grading.marks.gradebook_model import AssignmentInfo, Entry, Gradebook, StudentTotal
from gograde.package.faults import did_you_mean, in_words
from gograde.report.words.escape import line
from gograde.scoring.record import ScoreRecord


@dataclass(frozen=True)
class Result:
    """One student's result of one assignment, with the record it was made from."""

    student: Student
    assignment: AssignmentInfo
    entry: Entry
    record: ScoreRecord


@dataclass(frozen=True)
class Results:
    """The input of all reports.

    `by_pair` maps (student, assignment) to results, in the order of roster and class; `totals` is by student.
    `blobs` is the folder of the pictures that the records name.  `outdated` says what changed in the class
    after the grading; only `load_report` fills it.
    """

    gradebook: Gradebook
    by_pair: Mapping[tuple[str, str], Result]
    totals: Mapping[str, StudentTotal]
    blobs: Path = Path()
    outdated: tuple[str, ...] = ()

    @property
    def results(self) -> tuple[Result, ...]:
        """Every result, by student, then assignment."""
        return tuple(self.by_pair.values())

    def get(self, student: str, assignment: str) -> Result | None:
        """One student's result of one assignment."""
        return self.by_pair.get((student, assignment))

    def of_student(self, student: str) -> tuple[Result, ...]:
        """One student's results, in the order of the assignments."""
        return tuple(found for work in self.gradebook.assignments if (found := self.get(student, work.id)))

    def of_assignment(self, assignment: str) -> tuple[Result, ...]:
        """Everyone's results of one assignment, in the order of the roster."""
        people = self.gradebook.students
        return tuple(found for person in people if (found := self.get(person.id, assignment)))

    def only(self, student: str | None, assignment: str | None) -> Results:
        """The part that concerns one student, one assignment or both."""
        book = self.gradebook
        people = tuple(person for person in book.students if student in (None, person.id))
        works = tuple(work for work in book.assignments if assignment in (None, work.id))
        pairs = {(person.id, work.id) for person in people for work in works}
        kept = {pair: result for pair, result in self.by_pair.items() if pair in pairs}
        part = book.model_copy(update={"students": people, "assignments": works})
        return replace(self, gradebook=part, by_pair=kept)


def load_part(class_dir: Path, student: str | None, assignment: str | None) -> Results:
    """The results of one student, one assignment or both.

    Raises `UsageError` for a name that the class does not have, else like `load_results`.
    """
    return part_of(load_results(class_dir), student, assignment)


def part_of(results: Results, student: str | None, assignment: str | None) -> Results:
    """The results of one student, one assignment or both; raises `UsageError` for an unknown name."""
    check_known("--student", student, [person.id for person in results.gradebook.students])
    check_known("--assignment", assignment, [work.id for work in results.gradebook.assignments])
    return results.only(student, assignment)


def check_known(option: str, wanted: str | None, known: Collection[str]) -> None:
    """Raise `UsageError` when a name is wanted that is not known; `option` asked for it."""
    if wanted is not None and wanted not in known:
        raise UsageError(f"{option} {line(wanted)}", "not in this class", line(did_you_mean(wanted, known)))


def load_results(class_dir: Path) -> Results:
    """The results of a class folder.

    Raises `DataError` when the folder does not exist, nothing was graded yet, or a file of
    `work/` cannot be read.
    """
    return results_of(
        load_gradebook(class_dir), lambda entry: _load_record(class_dir, entry), class_dir / "work" / "blobs"
    )


def results_of(book: Gradebook, record: Callable[[Entry], ScoreRecord], blobs: Path) -> Results:
    """The results of a gradebook; `record` reads the score record of an entry."""
    students = {student.id: student for student in book.students}
    assignments = {assignment.id: assignment for assignment in book.assignments}
    entries = {(e.student, e.assignment): e for e in book.entries}
    pairs = [(s, a) for s in students for a in assignments if (s, a) in entries]
    found = {
        (s, a): Result(students[s], assignments[a], entries[s, a], record(entries[s, a])) for s, a in pairs
    }
    return Results(book, found, {total.student: total for total in book.totals}, blobs)


def load_gradebook(class_dir: Path) -> Gradebook:
    """The marks of a class folder; raises `DataError`."""
    path = class_dir / "work" / "gradebook.json"
    if not class_dir.is_dir():
        raise DataError(str(class_dir), "no such folder", "name a class folder; `gograde new DIR` makes one")
    if not path.is_file():
        raise DataError(str(class_dir), "nothing has been graded yet", f"gograde run {class_dir}")
    return _parse(Gradebook, path)


def _load_record(class_dir: Path, entry: Entry) -> ScoreRecord:
    path = class_dir / "work" / (entry.record or f"scores/{entry.assignment}/{entry.student}.json")
    if not path.is_file():
        raise DataError(str(path), "this score record is gone", f"gograde run {class_dir}")
    return _parse(ScoreRecord, path)


_Model = TypeVar("_Model", bound=BaseModel)


def _parse(model: type[_Model], path: Path) -> _Model:
    try:
        return model.model_validate_json(path.read_bytes())
    except ValidationError as error:
        first: Any = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        fix = "delete the file and run `gograde run` again"
        raise DataError(f"{path}: {key}" if key else str(path), in_words(first), fix) from None
