"""The results of a class, read from `work/`: the gradebook and the score records."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from gograde.classroom.roster import Student, student_meant
from gograde.codec import of_json, replace, to_json
from gograde.core.record import ScoreRecord
from gograde.errors import DataError, GogradeError, UsageError
from gograde.grading.marks.gradebook import AssignmentInfo, BookEntry, Gradebook, StudentTotal, with_decisions
from gograde.grading.records import AGAIN, read_file, read_head
from gograde.listing import named
from gograde.package.yaml_files import did_you_mean
from gograde.report.words.escape import line

if TYPE_CHECKING:
    from gograde.grading.league.result import LeagueResult

FEWEST = 8
"""Students of whom statistics are drawn: of fewer, the table of the class says more."""

NAMED = 6
"""Students with a name that are told; the others are counted."""


@dataclass(frozen=True)
class Result:
    """One student's result of one assignment; `automatic` is the record before a person's decisions."""

    student: Student
    assignment: AssignmentInfo
    entry: BookEntry
    automatic: ScoreRecord

    @cached_property
    def record(self) -> ScoreRecord:
        """The record in which a person's decisions stand; all reports are made of it."""
        return with_decisions(self.automatic, self.entry)

    @property
    def for_staff(self) -> ScoreRecord:
        """The record that also tells who decided."""
        return with_decisions(self.automatic, self.entry, staff=True)


class ResultsByPair(Mapping[tuple[str, str], Result]):
    """Results by (student, assignment); each is read when it is first wanted: to read all takes seconds.

    `read` reads one that is not kept.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]], read: Callable[[tuple[str, str]], Result]) -> None:
        self._results: dict[tuple[str, str], Result | None] = dict.fromkeys(pairs)
        self.read = read

    def __getitem__(self, pair: tuple[str, str]) -> Result:
        if (found := self._results[pair]) is None:
            found = self._results[pair] = self.read(pair)
        return found

    def __contains__(self, pair: object) -> bool:
        return pair in self._results

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)


def _no_digest(entry: BookEntry) -> str:
    raise LookupError(f"the record of {entry.student} is no file")


@dataclass(frozen=True)
class Results:
    """The input of all reports.

    `by_pair` maps (student, assignment) to results, in the order of roster and class; `totals` is by student.
    `blobs` is the folder of the pictures that the records name, `record_digest` the SHA-256 of a record.
    """

    gradebook: Gradebook
    by_pair: Mapping[tuple[str, str], Result]
    totals: Mapping[str, StudentTotal]
    blobs: Path = Path()
    record_digest: Callable[[BookEntry], str] = field(default=_no_digest, compare=False)

    @property
    def results(self) -> tuple[Result, ...]:
        """Every result, by student, then assignment."""
        return tuple(self.by_pair.values())

    @cached_property
    def entries(self) -> tuple[BookEntry, ...]:
        """The marks of these results, in the order of the gradebook."""
        return tuple(e for e in self.gradebook.entries if (e.student, e.assignment) in self.by_pair)

    @property
    def has_statistics(self) -> bool:
        """Whether so many students handed in that a page of statistics does not point at single ones."""
        there = {entry.student for entry in self.entries if entry.handed_in}
        return len(there) >= FEWEST

    @cached_property
    def digest(self) -> str:
        """SHA-256 (hex) over all that is in here; pictures are named by their content."""
        digest = sha256(to_json(self.gradebook))
        for entry in self.entries:
            digest.update(self.record_digest(entry).encode())
        return digest.hexdigest()

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

    def naming(self, students: Sequence[Student]) -> Results:
        """The same results for a page on which these students are."""
        return replace(self, gradebook=replace(self.gradebook, students=tuple(students)))

    def about(self, student: str) -> Results:
        """All that a page about one student is made from but the names on it, and no more.

        Without a student it is all that a page without results is made from.  Its records are kept as long
        as it is.
        """
        entries, total = self._by_student.get(student, ()), self.totals.get(student)
        works = {work.id: replace(work, extensions={}, made_from={}) for work in self.gradebook.assignments}
        left = {
            "students": (),
            "assignments": tuple(works.values()),
            "entries": entries,
            "totals": (total,) if total else (),
            "notes": (),
        }
        read = self.by_pair.read if isinstance(self.by_pair, ResultsByPair) else self.by_pair.__getitem__
        own = ResultsByPair(
            ((student, one.assignment) for one in entries),
            lambda pair: replace(read(pair), assignment=works[pair[1]]),
        )
        book = replace(self.gradebook, **left)
        return replace(self, gradebook=book, by_pair=own, totals={student: total} if total else {})

    @cached_property
    def _by_student(self) -> Mapping[str, tuple[BookEntry, ...]]:
        found: dict[str, tuple[BookEntry, ...]] = {}
        for entry in self.entries:
            found[entry.student] = (*found.get(entry.student, ()), entry)
        return found

    def only(self, student: str | None, assignment: str | None) -> Results:
        """The results of one student, one assignment or both; raises `UsageError` for an unknown name."""
        return self.part(part_of(self.gradebook, student, assignment))

    def part(self, book: Gradebook) -> Results:
        """The results of the students and assignments in a gradebook, in its order; totals stay."""
        pairs = ((person.id, work.id) for person in book.students for work in book.assignments)
        kept = ResultsByPair((pair for pair in pairs if pair in self.by_pair), self.by_pair.__getitem__)
        return replace(self, gradebook=book, by_pair=kept)


def part_of(book: Gradebook, student: str | None, assignment: str | None) -> Gradebook:
    """The marks of one student, one assignment or both; totals stay those of the class.

    Raises `UsageError` for an unknown name.
    """
    _check_student(student, book.students)
    check_known("--assignment", assignment, [work.id for work in book.assignments])
    people = tuple(person for person in book.students if student in (None, person.id))
    works = tuple(work for work in book.assignments if assignment in (None, work.id))
    return replace(book, students=people, assignments=works)


def _check_student(wanted: str | None, people: Sequence[Student]) -> None:
    """Raise `UsageError` for an id that the class does not have; a whole word of a name leads to the id."""
    ids = [person.id for person in people]
    words = set((wanted or "").casefold().split())
    meant = [f"{one.id} ({one.name})" for one in people if words and words <= {*one.name.casefold().split()}]
    if meant and wanted not in ids:
        fix = f"give the id: {named(meant, NAMED)}"
        raise UsageError(f"--student {line(wanted or '')}", "a name, not an id", line(fix))
    check_known("--student", wanted, ids)


def check_known(option: str, wanted: str | None, known: Collection[str]) -> None:
    """Raise `UsageError` when a name is wanted that is not known; `option` asked for it."""
    if wanted is not None and wanted not in known:
        meant = student_meant if option == "--student" else did_you_mean
        raise UsageError(f"{option} {line(wanted)}", "not in this class", line(meant(wanted, known)))


def load_results(class_dir: Path) -> Results:
    """The results of a class folder; a record is read when it is wanted.

    Raises `DataError` when the folder does not exist, nothing was graded yet, or a file of
    `work/` cannot be read.
    """
    known: dict[Path, str] = {}

    def digest(entry: BookEntry) -> str:
        path = record_path(class_dir, entry)
        if path not in known:
            known[path] = sha256(work_record(class_dir, entry)).hexdigest()
        return known[path]

    read = partial(read_record, class_dir)
    return results_of(load_gradebook(class_dir), read, digest, class_dir / "work" / "blobs")


def results_of(
    book: Gradebook,
    record: Callable[[BookEntry], ScoreRecord],
    digest: Callable[[BookEntry], str],
    blobs: Path,
) -> Results:
    """The results of a gradebook; `record` reads the score record of an entry, `digest` its SHA-256."""
    students = {student.id: student for student in book.students}
    assignments = {assignment.id: assignment for assignment in book.assignments}
    entries = {(e.student, e.assignment): e for e in book.entries}
    pairs = ((s, a) for s in students for a in assignments if (s, a) in entries)

    def read(pair: tuple[str, str]) -> Result:
        return Result(students[pair[0]], assignments[pair[1]], entries[pair], record(entries[pair]))

    totals = {total.student: total for total in book.totals}
    return Results(book, ResultsByPair(pairs, read), totals, blobs, digest)


def load_gradebook(class_dir: Path) -> Gradebook:
    """The marks of a class folder; raises `DataError`."""
    path = gradebook_path(class_dir)
    if not class_dir.is_dir():
        raise DataError(str(class_dir), "no such folder", "name a class folder; `gograde new DIR` makes one")
    if not path.is_file():
        raise DataError(str(class_dir), "nothing has been graded yet", f"gograde run {class_dir}")
    book, head = read_file(Gradebook, path, AGAIN), read_head(path)
    if head and head.altered:
        what = f"changed after it was written{_alterations(class_dir, book)}"
        raise DataError(
            str(path), what, f"gograde run {class_dir} makes it anew; marks go into overrides.csv"
        )
    return book


def _alterations(class_dir: Path, book: Gradebook) -> str:
    """Whose marks were altered, beside those by the records; empty where the class cannot be summed up."""
    from gograde.classroom.classroom import load_class
    from gograde.report.words.wording import mark_words
    from gograde.workflow.steps.gradebook import gradebook_now

    try:
        right = {(one.student, one.assignment): one for one in gradebook_now(load_class(class_dir)).entries}
    except GogradeError:
        return ""
    pairs = [(one, right.get((one.student, one.assignment), one)) for one in book.entries]
    told = [
        f"{one.student} has {mark_words(one.mark)} in {one.assignment}, by the score {mark_words(made.mark)}"
        for one, made in pairs
        if one != made
    ]
    return f": {named(told, NAMED)}" if told else ""


def gradebook_path(class_dir: Path) -> Path:
    """The file of the marks."""
    return class_dir / "work" / "gradebook.json"


def record_path(class_dir: Path, entry: BookEntry) -> Path:
    """The file of the score record that an entry was made from."""
    return class_dir / "work" / (entry.record or f"scores/{entry.assignment}/{entry.student}.json")


def read_record(class_dir: Path, entry: BookEntry) -> ScoreRecord:
    """The score record that an entry was made from; raises `DataError` when it is gone."""
    try:
        return of_json(ScoreRecord, work_record(class_dir, entry))
    except ValueError as error:
        raise DataError(str(record_path(class_dir, entry)), f"not a whole record ({error})", AGAIN) from None


def work_record(class_dir: Path, entry: BookEntry) -> bytes:
    """The bytes of the score record that an entry was made from; raises `DataError` when it is gone."""
    path = record_path(class_dir, entry)
    try:
        return path.read_bytes()
    except OSError:
        raise DataError(str(path), "this score record is gone", f"gograde run {class_dir}") from None


def league_files(results: Results) -> Mapping[str, Path]:
    """The files of the leagues that were played, by assignment."""
    folder = results.blobs.parent / "league"
    paths = {work.id: folder / f"{work.id}.json" for work in results.gradebook.assignments}
    return {name: path for name, path in paths.items() if path.exists()}


def leagues_of(results: Results) -> Mapping[str, LeagueResult]:
    """The results of the leagues that were played, by assignment."""
    played = league_files(results)
    if not played:
        return {}
    from gograde.grading.league.result import read_league

    found = {name: read_league(path) for name, path in played.items()}
    return {name: league for name, league in found.items() if league is not None}
