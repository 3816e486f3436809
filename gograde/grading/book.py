"""Kept gradebooks of a class: `gradebooks/0001.json`, `0002.json` and so on.

A book holds the marks, and names the score records that they were made from.  These records and the pictures
in them lie in `gradebooks/records/`, named by their SHA-256, so that books share what did not change and the
work folder can be deleted.  A book is written last and once: there is no half book.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gograde.classroom.classroom import Classroom
from gograde.codec import Record, of_json, replace, to_json
from gograde.core.record import Flag, ScoreRecord
from gograde.errors import DataError, UsageError
from gograde.files import blob_path, leftovers, read_blob, write_blob, write_once
from gograde.grading.marks.doubts import Decision, decisions
from gograde.grading.marks.gradebook import Automatic, BookEntry, Gradebook, Records
from gograde.grading.work_paths import gradebook_path

BOOK_SCHEMA: Literal["gograde/kept/v1"] = "gograde/kept/v1"
BOOKS = "gradebooks"
RECORDS = "records"
_NAME = re.compile(r"([0-9]{4,9})\.json")
_RESTORE = "restore the folder gradebooks from a copy"


class Book(Record):
    """A kept gradebook.

    Students see it until the next one, from the moment `at` on.  `records` maps assignments to students to
    the SHA-256 of score records.
    """

    schema: Literal["gograde/kept/v1"] = BOOK_SCHEMA
    number: int = 0
    at: str
    note: str = ""
    gradebook: Gradebook
    records: Mapping[str, Mapping[str, str]]

    @property
    def file(self) -> str:
        """The name of its file in a class folder."""
        return f"{BOOKS}/{self.number:04}.json"


def numbers(class_dir: Path) -> tuple[int, ...]:
    """The numbers of the kept gradebooks, the oldest first."""
    folder = class_dir / BOOKS
    names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    return tuple(sorted(int(found[1]) for name in names if (found := _NAME.fullmatch(name))))


def read_book(class_dir: Path, number: int, option: str = "gradebook") -> Book:
    """A kept gradebook; `option` names what asked for it.

    Raises `UsageError` when there is none with this number, `DataError` for a damaged one.
    """
    known = numbers(class_dir)
    if number not in known:
        kept = f"the kept ones are {', '.join(map(str, known))}" if known else "gograde publish keeps one"
        raise UsageError(f"{option} {number}", "no such gradebook of this class", kept)
    path = class_dir / BOOKS / f"{number:04}.json"
    try:
        book = of_json(Book, path.read_bytes())
    except (OSError, ValueError) as error:
        what = f"not a whole kept gradebook ({type(error).__name__})"
        raise DataError(str(path), what, _RESTORE) from None
    if book.number != number:
        raise DataError(str(path), f"is gradebook {book.number} under another name", _RESTORE)
    return book


def last_book(class_dir: Path) -> Book | None:
    """The gradebook that students see: the one kept last; None before the first is published."""
    known = numbers(class_dir)
    return read_book(class_dir, known[-1]) if known else None


def records_of(class_dir: Path) -> Path:
    """The folder of the records and pictures that kept gradebooks name."""
    return class_dir / BOOKS / RECORDS


def record_bytes(class_dir: Path, book: Book, entry: BookEntry) -> bytes:
    """The score record that an entry of a book was made from; raises `DataError` when it is gone."""
    sha256 = book.records.get(entry.assignment, {}).get(entry.student, "")
    try:
        return read_blob(records_of(class_dir), sha256)
    except (OSError, ValueError) as error:
        where = f"{class_dir / book.file}: {entry.assignment}, {entry.student}"
        raise DataError(where, f"its score record is gone or has changed ({error})", _RESTORE) from None


def keep(class_dir: Path, book: Book) -> Book:
    """Write a book under the next number; its records must have been kept.  Returns it with its number."""
    for path in leftovers(class_dir / BOOKS):
        path.unlink(missing_ok=True)
    known = numbers(class_dir)
    numbered = replace(book, number=(known[-1] if known else 0) + 1)
    write_once(class_dir / numbered.file, to_json(numbered))
    return numbered


def keep_records(class_dir: Path, gradebook: Gradebook) -> dict[str, dict[str, str]]:
    """Keep the records of the marks in `work/`, with their pictures; returns their SHA-256 for a book.

    Raises `DataError` when a record or a picture is gone.
    """
    kept: dict[str, dict[str, str]] = {work.id: {} for work in gradebook.assignments}
    for entry in gradebook.entries:
        path = class_dir / "work" / entry.record
        try:
            data = path.read_bytes()
            record = of_json(ScoreRecord, data)
            copy_pictures(record, class_dir / "work" / "blobs", records_of(class_dir))
        except (OSError, ValueError) as error:
            what = f"cannot be kept: {type(error).__name__}"
            raise DataError(str(path), what, f"gograde run {class_dir}") from None
        kept.setdefault(entry.assignment, {})[entry.student] = write_blob(records_of(class_dir), data)
    return kept


def copy_pictures(record: ScoreRecord, source: Path, target: Path) -> None:
    """Copy the pictures of a record from a folder of blobs into another.

    Raises `OSError` when one is gone, `ValueError` when it has changed.
    """
    for picture in (picture for run in record.runs for picture in run.pictures if picture.sha256):
        write_blob(target, read_blob(source, picture.sha256))


def earlier_decisions(classroom: Classroom) -> dict[Decision, Automatic]:
    """What corrections were decided on by the present marks and, where these are lost, the last kept ones."""
    book = last_book(classroom.path)
    kept = decisions(book.gradebook) if book else {}
    with suppress(OSError, ValueError):
        kept |= decisions(of_json(Gradebook, gradebook_path(classroom).read_bytes()))
    return kept


REGRADE_FAILED = "regrade-failed"
"""The flag of a result that stands."""


@dataclass(frozen=True)
class BookRecords:
    """The score records that count; `paths` maps those of a kept gradebook to their file below `work/`."""

    records: Records
    paths: Mapping[tuple[str, str], str]
    number: int = 0

    def flagged(self, book: Gradebook) -> Gradebook:
        """The marks of these records, in which results that stand are flagged and name their record."""
        return replace(book, entries=tuple(map(self._flagged, book.entries)))

    def _flagged(self, entry: BookEntry) -> BookEntry:
        path = self.paths.get((entry.assignment, entry.student))
        if path is None:
            return entry
        evidence = (
            f"the grader failed when this was graded again; the result of gradebook {self.number} stands"
        )
        flag = Flag(id=REGRADE_FAILED, severity="serious", evidence=evidence)
        return replace(entry, record=path, flags=(*entry.flags, flag))


def standing(class_dir: Path, records: Records) -> BookRecords:
    """The records that count: a failure of the grader gives way to the last kept result of the same bytes.

    The pictures of such a result are brought back into the work folder, which may have been deleted.
    """
    failed = [pair for pair, record in records.items() if record.judge_error]
    book = last_book(class_dir) if failed else None
    if book is None:
        return BookRecords(records, {})
    found = {pair: kept for pair in failed if (kept := _good(class_dir, book, pair, records[pair]))}
    paths = {pair: f"../{blob_path(records_of(class_dir), sha256).relative_to(class_dir)}"
             for pair, (sha256, _) in found.items()}  # fmt: skip
    # The results of now come first: the marks name an assignment and its version as the first record does.
    made = {pair: record for pair, record in records.items() if pair not in found}
    return BookRecords({**made, **{pair: record for pair, (_, record) in found.items()}}, paths, book.number)


def _good(
    class_dir: Path, book: Book, pair: tuple[str, str], failed: ScoreRecord
) -> tuple[str, ScoreRecord] | None:
    """The kept record of the same submission with its SHA-256; None when there is no good one."""
    assignment, student = pair
    sha256 = book.records.get(assignment, {}).get(student)
    if sha256 is None:
        return None
    entry = next(e for e in book.gradebook.entries if (e.assignment, e.student) == pair)
    try:
        kept = of_json(ScoreRecord, record_bytes(class_dir, book, entry))
        if kept.submission.sha256 != failed.submission.sha256 or kept.judge_error:
            return None
        copy_pictures(kept, records_of(class_dir), class_dir / "work" / "blobs")
    except (DataError, OSError, ValueError):
        return None  # a damaged copy is no result
    return sha256, kept
