"""Reads and writes run records and score records.

A record has one JSON object a line, in ASCII with sorted keys.  The first line, its head, says what the
record was made from, and holds a digest of the record itself: one that is not as it was written is lost.  A
run record (`gograde/run/v1`) has the submission there, then its batches.  Files that a run produced lie under
`blobs/`, named by their SHA-256.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from msgspec.structs import asdict

from gograde.codec import FileRecord, Record, T, of_json, of_value, part_of, replace, strict_json, to_json
from gograde.core.assignment import PictureFact
from gograde.core.record import HandedIn, ScoreRecord, SourceLines
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.files import read_blob, write_atomic, write_blob
from gograde.grading.facts import BatchRun, RunRecord, Started
from gograde.intake.entry import Building
from gograde.sandbox.protocol import RunResult

RUN_SCHEMA: Literal["gograde/run/v1"] = "gograde/run/v1"
AGAIN = "run gograde run again"


def read_file(kind: type[T], path: Path, fix: str) -> T:
    """The record that is a file; raises `DataError` when it is missing or damaged."""
    try:
        return of_json(kind, path.read_bytes())
    except (OSError, ValueError) as error:
        raise DataError(str(path), f"not a whole record ({error})", fix) from None


# -- heads ----------------------------------------------------------------------------------

MadeFrom = Mapping[str, str]
"""A digest of each thing that a record is made from, by name."""

UNKNOWN: MadeFrom = {}
"""The head of a record that no plan asked for."""

MADE_FROM = "made_from"
"""The key of `MadeFrom` in the head of a record."""

ITSELF = "itself"
"""The part that is the digest of the record itself."""


@dataclass(frozen=True)
class Head:
    """What is known of a record on disk; `made_from` is None when it is not as it was written.

    `altered` says that it once was, `failed` that the grader failed in it.
    """

    sha256: str
    made_from: MadeFrom | None
    failed: bool = False
    altered: bool = False


def digest_of(value: Any) -> str:
    """SHA-256 (hex) of a JSON value."""
    return hashlib.sha256(to_json(value)).hexdigest()


def write_record(path: Path, data: bytes, made: MadeFrom) -> None:
    """Write a record, whose first line is a JSON object, atomically with what it was made from."""
    first, _, rest = data.partition(b"\n")
    head = {name: value for name, value in json.loads(first).items() if name != MADE_FROM}
    itself = hashlib.sha256(to_json(head) + rest).hexdigest()
    write_atomic(path, to_json({**head, MADE_FROM: {**made, ITSELF: itself}}) + rest)


def read_head(path: Path) -> Head | None:
    """The head of a record; None without one.  Raises `OSError` for what is no file to read."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    sha256 = hashlib.sha256(data).hexdigest()
    try:
        first = of_json(_Making, data.partition(b"\n")[0])
    except ValueError:
        return Head(sha256, None)
    made = dict(first.made_from)
    itself = made.pop(ITSELF, None)
    whole = itself == _itself(data, first.made_from)
    return Head(sha256, made if whole else None, bool(first.failed), itself is not None and not whole)


class _Making(Record, forbid_unknown_fields=False):
    """What the first line of a record says of its making; all else in it is passed over."""

    made_from: Mapping[str, str]
    failed: Any = False


def failures(path: Path) -> int:
    """How often the grader failed in a record; 0 where its head cannot be read."""
    with suppress(OSError, ValueError, LookupError, TypeError), path.open("rb") as file:
        return int(json.loads(file.readline())["failed"])
    return 0


def _itself(data: bytes, made: MadeFrom) -> str:
    """The digest of a record without what its first line says of its making."""
    making = json.dumps({MADE_FROM: made}, sort_keys=True)[1:-1].encode()
    for part in (b", " + making, making + b", ", making):
        data = data.replace(part, b"", 1)
    return hashlib.sha256(data).hexdigest()


# -- run records ----------------------------------------------------------------------------


def write_run(path: Path, blobs: Path, record: RunRecord, made: MadeFrom = UNKNOWN) -> None:
    """Write the blobs, then the run record: a record never names a missing blob."""
    for run in record.batches:
        taken = run.result.files.values() if run.result else ()
        drawn = (data for picture in run.pictures for data in (picture.png, picture.shapes) if data)
        for data in (*taken, *drawn):
            write_blob(blobs, data)
    write_record(path, b"".join(map(to_json, [_header(record), *map(_batch_line, record.batches)])), made)


def read_run(path: Path, blobs: Path) -> RunRecord:
    """Read a run record, without the files; raises `DataError` for one that is not whole."""
    try:
        first, *rest = [strict_json(line) for line in path.read_text("ascii").split("\n") if line]
        return _record(of_value(_Header, first), tuple(_batch_run(line, blobs) for line in rest))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(str(path), f"not a whole {RUN_SCHEMA} record ({error})", AGAIN) from None


class _File(Record):
    path: str
    bytes: int
    sha256: str


class _Header(FileRecord):
    schema: Literal["gograde/run/v1"]
    kind: Literal["submission"]
    assignment: str
    student: str
    sha256: str | None
    submitted_at: str | None
    time_basis: str
    files: tuple[_File, ...]
    left_out: Mapping[str, str]
    entry: Started | None
    verdict: Verdict | None
    message: str
    source: tuple[SourceLines, ...]
    backend: str
    failed: bool
    fault: str
    faults: int
    building: Building


def _header(record: RunRecord) -> _Header:
    files = tuple(
        _File(path=path, bytes=len(data), sha256=hashlib.sha256(data).hexdigest())
        for path, data in sorted(record.files.items())
    )
    made = {"schema": RUN_SCHEMA, "kind": "submission", "files": files, "entry": record.started}
    failed = record.verdict is Verdict.JE
    return part_of(_Header, record, **made, **asdict(record.handed_in), failed=failed)


def _record(line: _Header, batches: tuple[BatchRun, ...]) -> RunRecord:
    handed_in = part_of(HandedIn, line)
    return part_of(RunRecord, line, handed_in=handed_in, files={}, started=line.entry, batches=batches)


def _batch_line(run: BatchRun) -> dict[str, Any]:
    line = {"kind": "batch", "batch": run.batch, "verdict": run.verdict, "message": run.message}
    if run.result is None:
        return line
    streams = {name: getattr(run.result, name).decode("utf-8", "surrogateescape") for name in _STREAMS}
    files = {name: hashlib.sha256(data).hexdigest() for name, data in run.result.files.items()}
    pictures = [
        vars(picture) | {name: _name(getattr(picture, name)) for name in _DRAWN} for picture in run.pictures
    ]
    return line | vars(run.result) | streams | {"files": files, "pictures": pictures, "source": run.source}


_STREAMS = ("stdout", "stderr")
_DRAWN = ("png", "shapes")


def _name(data: bytes) -> str:
    """The name of a blob; empty when there is none."""
    return hashlib.sha256(data).hexdigest() if data else ""


def _batch_run(line: Mapping[str, Any], blobs: Path) -> BatchRun:
    run = BatchRun(line["batch"], Verdict(line["verdict"]), line["message"])
    if "backend" not in line:
        return run
    streams = {name: line[name].encode("utf-8", "surrogateescape") for name in _STREAMS}
    files = {name: read_blob(blobs, sha256) for name, sha256 in line["files"].items()}
    pictures = [
        one | {name: read_blob(blobs, one[name]) if one[name] else b"" for name in _DRAWN}
        for one in line["pictures"]
    ]
    return replace(
        run,
        result=of_value(RunResult, {**line, **streams, "files": files}),
        pictures=of_value(tuple[PictureFact, ...], pictures),
        source=of_value(tuple[SourceLines, ...], line["source"]),
    )


def read_score(path: Path) -> ScoreRecord:
    """Read a score record; raises `DataError` when it is missing or damaged."""
    return read_file(ScoreRecord, path, AGAIN)
