"""Results that stand: where the grader fails with a submission, its last kept result counts on.

A failure is no new result.  The marks name the gradebook whose result stands and flag it for a person, and
each run tries again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gograde.codec import of_json, replace
from gograde.errors import DataError
from gograde.files import blob_path
from gograde.grading.books.book import Book, copy_pictures, last_book, record_bytes, records_of
from gograde.grading.marks.gradebook_model import Entry, Gradebook
from gograde.scoring.record import Flag, ScoreRecord

REGRADE_FAILED = "regrade-failed"
"""The flag of a result that stands."""

Records = Mapping[tuple[str, str], ScoreRecord]
"""Score records by assignment and student."""


@dataclass(frozen=True)
class Standing:
    """The score records that count; `kept` maps those of a kept gradebook to their file below `work/`."""

    records: Records
    kept: Mapping[tuple[str, str], str]
    number: int = 0

    def flagged(self, book: Gradebook) -> Gradebook:
        """The marks of these records, in which results that stand are flagged and name their record."""
        return replace(book, entries=tuple(map(self._flagged, book.entries)))

    def _flagged(self, entry: Entry) -> Entry:
        path = self.kept.get((entry.assignment, entry.student))
        if path is None:
            return entry
        evidence = (
            f"the grader failed when this was graded again; the result of gradebook {self.number} stands"
        )
        flag = Flag(id=REGRADE_FAILED, severity="serious", evidence=evidence)
        return replace(entry, record=path, flags=(*entry.flags, flag))


def standing(class_dir: Path, records: Records) -> Standing:
    """The records that count: a failure of the grader gives way to the last kept result of the same bytes.

    The pictures of such a result are brought back into the work folder, which may have been deleted.
    """
    failed = [pair for pair, record in records.items() if record.judge_error]
    book = last_book(class_dir) if failed else None
    if book is None:
        return Standing(records, {})
    found = {pair: kept for pair in failed if (kept := _good(class_dir, book, pair, records[pair]))}
    paths = {pair: f"../{blob_path(records_of(class_dir), sha256).relative_to(class_dir)}"
             for pair, (sha256, _) in found.items()}  # fmt: skip
    # The results of now come first: the marks name an assignment and its version as the first record does.
    made = {pair: record for pair, record in records.items() if pair not in found}
    return Standing({**made, **{pair: record for pair, (_, record) in found.items()}}, paths, book.number)


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
