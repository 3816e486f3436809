"""Reads and writes run records and score records.

A record has one JSON object a line, in ASCII with sorted keys.  The first line, its head, says what the
record was made from, and holds a digest of the record itself: one that is not as it was written is lost.  A
run record (`gograde/run/v1`) has the submission there, then its batches.  Files that a run produced lie under
`blobs/`, named by their SHA-256.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from gograde.errors import DataError
from gograde.files import read_blob, write_atomic, write_blob
from gograde.grading.facts import BatchRun, Drawn, HandedIn, RunRecord, Started
from gograde.intake.entry import Building
from gograde.sandbox.protocol import Ended, RunResult
from gograde.scoring.record import ScoreRecord, SourceLines
from gograde.scoring.verdict import Verdict

RUN_SCHEMA = "gograde/run/v1"


def to_json(value: Any) -> bytes:
    """One line of ASCII JSON with sorted keys; a lone surrogate stands for a byte that is not UTF-8."""
    return json.dumps(value, sort_keys=True, ensure_ascii=True, allow_nan=False).encode() + b"\n"


def check_schema(value: Mapping[str, Any], schema: str) -> None:
    """Raise `ValueError` when the record has another schema, `LookupError` when it has none."""
    if value["schema"] != schema:
        raise ValueError(f"schema {value['schema']}")


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

    `failed` says that the grader failed in it.
    """

    sha256: str
    made_from: MadeFrom | None
    failed: bool = False


def digest_of(value: Any) -> str:
    """SHA-256 (hex) of a JSON value."""
    return hashlib.sha256(to_json(value)).hexdigest()


def write_record(path: Path, data: bytes, made: MadeFrom) -> None:
    """Write a record, whose first line is a JSON object, atomically with what it was made from."""
    first, _, rest = data.partition(b"\n")
    head = json.loads(first)
    write_atomic(path, to_json({**head, MADE_FROM: {**made, ITSELF: _itself(head, rest)}}) + rest)


def read_head(path: Path) -> Head | None:
    """The head of a record; None without one."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    sha256 = hashlib.sha256(data).hexdigest()
    try:
        line, _, rest = data.partition(b"\n")
        first = json.loads(line)
        made = {str(part): str(digest) for part, digest in first[MADE_FROM].items()}
        whole = made.pop(ITSELF) == _itself(first, rest)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return Head(sha256, None)
    return Head(sha256, made if whole else None, bool(first.get("failed")))


def failures(path: Path) -> int:
    """How often the grader failed in a record; 0 where its head cannot be read."""
    with suppress(OSError, ValueError, LookupError, TypeError), path.open("rb") as file:
        return int(json.loads(file.readline())["failed"])
    return 0


def _itself(head: Mapping[str, Any], rest: bytes) -> str:
    """The digest of a record without what is written of its making."""
    body = {name: value for name, value in head.items() if name != MADE_FROM}
    return hashlib.sha256(to_json(body) + rest).hexdigest()


# -- run records ----------------------------------------------------------------------------


def write_run(path: Path, blobs: Path, record: RunRecord, made: MadeFrom = UNKNOWN) -> None:
    """Write the blobs, then the run record: a record never names a missing blob."""
    for run in record.batches:
        taken = run.result.files.values() if run.result else ()
        drawn = (data for picture in run.pictures for data in (picture.png, picture.shapes) if data)
        for data in (*taken, *drawn):
            write_blob(blobs, data)
    lines = [_header(record), *(_batch_line(run) for run in record.batches)]
    write_record(path, b"".join(to_json(line) for line in lines), made)


def read_run(path: Path, blobs: Path) -> RunRecord:
    """Read a run record, without the submission's own files; raises `DataError`."""
    try:
        first, *rest = [json.loads(line) for line in path.read_bytes().split(b"\n") if line]
        return _record(first, tuple(_batch_run(line, blobs) for line in rest))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(
            str(path), f"not a whole {RUN_SCHEMA} record ({error})", "delete it and run gograde run again"
        ) from None


def _header(record: RunRecord) -> dict[str, Any]:
    return {
        "schema": RUN_SCHEMA,
        "kind": "submission",
        "assignment": record.assignment,
        **asdict(record.handed_in),
        "files": [
            {"path": path, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for path, data in sorted(record.files.items())
        ],
        "left_out": dict(record.left_out),
        "entry": asdict(record.started) if record.started else None,
        "verdict": record.verdict,
        "message": record.message,
        "source": _source(record.source),
        "backend": record.backend,
        "failed": record.verdict is Verdict.JE,
        "fault": record.fault,
        "faults": record.faults,
        "building": asdict(record.building),
    }


def _record(line: Mapping[str, Any], batches: tuple[BatchRun, ...]) -> RunRecord:
    check_schema(line, RUN_SCHEMA)
    entry = line["entry"]
    return RunRecord(
        assignment=line["assignment"],
        handed_in=HandedIn(**{field.name: line[field.name] for field in fields(HandedIn)}),
        left_out=line["left_out"],
        started=Started(**{**entry, "argv": tuple(entry["argv"])}) if entry else None,
        verdict=Verdict(line["verdict"]) if line["verdict"] else None,
        message=line["message"],
        source=_lines(line["source"]),
        backend=line["backend"],
        batches=batches,
        fault=line["fault"],
        faults=line["faults"],
        building=_building(line["building"]),
    )


def _building(facts: Mapping[str, Any]) -> Building:
    return Building(tuple(facts["violations"]), tuple(facts["unlisted"]), facts["said"])


def _batch_line(run: BatchRun) -> dict[str, Any]:
    line = {"kind": "batch", "batch": run.batch, "verdict": run.verdict, "message": run.message}
    if run.result is None:
        return line
    facts = {field.name: getattr(run.result, field.name) for field in fields(RunResult)}
    facts["refused"] = dict(run.result.refused)
    facts["stdout"], facts["stderr"] = _text(run.result.stdout), _text(run.result.stderr)
    facts["files"] = {name: hashlib.sha256(data).hexdigest() for name, data in run.result.files.items()}
    pictures = [_picture_line(picture) for picture in run.pictures]
    return {**line, **facts, "pictures": pictures, "source": _source(run.source)}


def _picture_line(picture: Drawn) -> dict[str, Any]:
    line = {field.name: getattr(picture, field.name) for field in fields(Drawn)}
    return line | {name: _name(getattr(picture, name)) for name in ("png", "shapes")}


def _name(data: bytes) -> str:
    """The name of a blob; empty when there is none."""
    return hashlib.sha256(data).hexdigest() if data else ""


def _picture(line: Mapping[str, Any], blobs: Path) -> Drawn:
    kept = {name: read_blob(blobs, line[name]) if line[name] else b"" for name in ("png", "shapes")}
    return Drawn(**{**line, **kept})


def _batch_run(line: Mapping[str, Any], blobs: Path) -> BatchRun:
    verdict = Verdict(line["verdict"])
    if "backend" not in line:
        return BatchRun(line["batch"], verdict, line["message"])
    facts = {field.name: line[field.name] for field in fields(RunResult)}
    facts["killed_for"] = Ended(line["killed_for"]) if line["killed_for"] else None
    facts["stdout"], facts["stderr"] = _bytes(line["stdout"]), _bytes(line["stderr"])
    facts["files"] = {name: read_blob(blobs, sha256) for name, sha256 in line["files"].items()}
    facts["violations"], facts["unlisted"] = tuple(line["violations"]), tuple(line["unlisted"])
    pictures = tuple(_picture(picture, blobs) for picture in line["pictures"])
    source = _lines(line["source"])
    return BatchRun(line["batch"], verdict, line["message"], RunResult(**facts), pictures, source)


def _source(parts: Sequence[SourceLines]) -> list[dict[str, Any]]:
    return [asdict(part) for part in parts]


def _lines(parts: Sequence[Mapping[str, Any]]) -> tuple[SourceLines, ...]:
    return tuple(
        SourceLines(one["file"], one["first"], tuple(one["lines"]), tuple(one["marked"])) for one in parts
    )


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


# -- score records --------------------------------------------------------------------------


def score_bytes(record: ScoreRecord) -> bytes:
    """The bytes of a score record's file."""
    return to_json(record.model_dump(mode="json", by_alias=True))


def read_score(path: Path) -> ScoreRecord:
    """Read a score record; raises `DataError` when it is missing or damaged."""
    try:
        return ScoreRecord.model_validate_json(path.read_bytes())
    except (OSError, ValueError) as error:
        raise DataError(
            str(path), f"not a whole score record ({type(error).__name__})", "run gograde run again"
        ) from None
