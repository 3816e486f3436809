"""What the tables and the page of a class show of a student: made of the student's records, and kept.

So one new result costs one student's records, not those of the class.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from gograde.codec import of_json, replace, to_json
from gograde.frames.league import games
from gograde.frames.marks import FROM_RECORDS, Scored
from gograde.frames.table import SCHEMAS, Table
from gograde.grading.marks.gradebook_model import Entry
from gograde.report.class_report import TABLES, table_of
from gograde.report.results import Results, leagues_of, results_of
from gograde.report.words.table_text import csv_text
from gograde.scoring.record import ScoreRecord, TestScore

_FROM_RECORDS: Mapping[str, Callable[[Scored], Table]] = {
    **FROM_RECORDS,
    "games": lambda scored: games(scored, {}),
}

COUNTED = ("tests", "usage", "games")
"""The tables of records that statistics are made of."""

Part = tuple[Mapping[str, str], Mapping[str, ScoreRecord]]
"""The rows of a student by table, and the outlines of the records by assignment."""


def part_file(results: Results, file: str) -> Iterator[tuple[str, bytes]]:
    """The file of one student's part: the rows of each table as in its file, then a line for each outline."""
    scored = [(result.entry, result.record) for result in results.results]
    rows = {name: _body(csv_text(make(scored))) for name, make in _FROM_RECORDS.items()}
    head = to_json([rows, [result.assignment.id for result in results.results]])
    yield file, head + b"".join(_outline(result.automatic) for result in results.results)


def _outline(record: ScoreRecord) -> bytes:
    """A record without what only a page about its student shows."""
    kept = ("name", "group", "batch", "verdict", "points", "max_points", "visibility")
    tests = (TestScore(**{name: getattr(test, name) for name in kept}) for test in record.tests)
    bare = {"message": "", "stdout": "", "stderr": "", "source": (), "pictures": ()}
    runs = (replace(run, **bare) for run in record.runs)
    left = {"tests": tuple(tests), "runs": tuple(runs), "source": (), "groups": ()}
    outline = replace(record, **left)
    return to_json(outline)


def with_outlines(results: Results, parts: Mapping[str, Part]) -> Results:
    """The results of a class with outlines in the place of the records."""

    def outline(entry: Entry) -> ScoreRecord:
        return parts[entry.student][1][entry.assignment]

    return results_of(results.gradebook, outline, results.record_digest, results.blobs)


def tables_of(results: Results, parts: Sequence[Part]) -> Mapping[str, tuple[Table, bytes]]:
    """All tables by name, each with its file; one of records has rows where statistics are made of them."""
    made: dict[str, tuple[Table, bytes]] = {}
    for name in TABLES:
        if name in _FROM_RECORDS:
            schema = SCHEMAS[name]
            bodies = [rows[name] for rows, _ in parts]
            if name == "games":
                bodies = _numbered([*bodies, _body(csv_text(games((), leagues_of(results))))])
            head = csv_text(Table(schema, ()))
            text = "".join((head, *bodies))
            made[name] = Table(schema, _rows(text) if name in COUNTED else ()), text.encode()
        else:
            table = table_of(name, results)
            made[name] = table, csv_text(table).encode()
    return made


def _body(text: str) -> str:
    """The lines of a table without its head; a row is a line, since no cell has an end of a line."""
    return text.partition("\n")[2]


def _numbered(bodies: Sequence[str]) -> list[str]:
    """The rows with their number in the whole table in the place of that in the part."""
    lines = "".join(bodies).split("\n")[:-1]
    return [f"{number},{line.partition(',')[2]}\n" for number, line in enumerate(lines, 1)]


def _rows(text: str) -> tuple[tuple[Any, ...], ...]:
    """The rows of a table of ours as they are read back: texts are quoted, numbers are not."""
    found = csv.reader(_body(text).split("\n")[:-1], quoting=csv.QUOTE_NONNUMERIC)
    return tuple(tuple(None if value == "" else value for value in row) for row in found)


def read_part(data: bytes) -> Part:
    """A part from the bytes of its file."""
    head, *outlines = data.splitlines()
    rows, works = json.loads(head)
    return rows, dict(zip(works, map(partial(of_json, ScoreRecord), outlines), strict=True))
