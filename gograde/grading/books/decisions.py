"""Remembers on which automatic result each correction was decided, from one gradebook to the next.

`work/decisions.json` has it; where that is lost, the last kept gradebook.
"""

from __future__ import annotations

import json
from pathlib import Path

from gograde.classroom.classroom import Classroom
from gograde.files import write_changed
from gograde.grading.books.book import last_book
from gograde.grading.marks.doubts import Decision, decisions
from gograde.grading.marks.gradebook_model import Automatic, Gradebook
from gograde.grading.records import to_json


def decisions_path(classroom: Classroom) -> Path:
    """The file; it is no output of a step, since Snakemake deletes outputs before they are made."""
    return classroom.work / "decisions.json"


def earlier_decisions(classroom: Classroom) -> dict[Decision, Automatic]:
    """What corrections of earlier gradebooks were decided on."""
    book = last_book(classroom.path)
    kept = decisions(book.gradebook) if book else {}
    try:
        rows = json.loads(decisions_path(classroom).read_bytes())
        later = {_key(row["row"]): Automatic.model_validate(row["result"]) for row in rows}
    except (OSError, ValueError, LookupError, TypeError):
        later = {}
    return {**kept, **later}


def _key(cells: list[str]) -> Decision:
    assignment, student, test, points, by, at, reason = map(str, cells)
    return assignment, student, test, points, by, at, reason


def write_decisions(classroom: Classroom, book: Gradebook) -> None:
    """Write what the corrections of these marks were decided on."""
    rows = [
        {"row": list(row), "result": result.model_dump(mode="json")}
        for row, result in decisions(book).items()
    ]
    write_changed(decisions_path(classroom), to_json(rows))
