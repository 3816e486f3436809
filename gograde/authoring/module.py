"""Assignments whose programs are Python modules; the answers are the results of function calls.

gograde's program `inside/call.py` makes the calls in the sandbox; arguments and results are JSON.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from gograde.authoring.assignment import CALLER, Batch, Case, Facts
from gograde.authoring.case_scoring import Given
from gograde.authoring.spec_assignment import RubricAssignment
from gograde.errors import DataError
from gograde.package.config import AssignmentConfig
from gograde.package.yaml_files import parse_json
from gograde.sandbox.protocol import OURS, StagedFile
from gograde.scoring.outcome import Outcome, wrong
from gograde.scoring.verdict import Verdict

CASES = "cases.json"
ANSWERS = "answers.json"
CALLS = f"{OURS}/calls.json"
GIVEN = "gograde-answers.jsonl"
"""The file to which the calling program writes the results."""

MOST_LINE = 1024 * 1024
"""The most bytes of a line with a result."""
DEEPEST = 60
"""The most levels of an answer that is read; the calling program writes at most 50."""

_LONGEST_ERROR = 300
_ANEW = "make the cases anew"


@dataclass(frozen=True)
class Call:
    """The call for a case: names to try in order, and positional arguments.

    A name is a function, or `Class.method`, for which the first argument goes to the constructor.
    """

    names: tuple[str, ...]
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class ModuleAssignment(RubricAssignment):
    """Inputs are mappings of JSON values; `call_of` makes the call from a question and an input.

    `call_s` is the CPU time limit of one call, in seconds.
    """

    call_of: Callable[[str, Any], Call]
    call_s: float = 2.0

    def write_batch(self, batch: Batch) -> dict[str, bytes]:
        """The files of a batch's folder, with one line for each case."""
        cases = (
            {"id": c.id, "question": c.question, "input": json.loads(c.input), "features": list(c.features)}
            for c in batch.cases
        )
        return {
            CASES: _listed(cases),
            ANSWERS: _listed({"id": case.id, "answer": case.answer} for case in batch.cases),
        }

    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
        """The inverse of `write_batch`; does not check whether the answers are right.

        Raises `DataError` for a missing, unknown or malformed file.
        """
        for path in sorted({CASES, ANSWERS} ^ folder.keys()):
            what = "not a file of a batch" if path in folder else "missing"
            raise DataError(f"{name}/{path}", what, _ANEW)
        rows = list(_rows(folder[CASES], f"{name}/{CASES}", {"id", "question", "input", "features"}))
        answers = list(_rows(folder[ANSWERS], f"{name}/{ANSWERS}", {"id", "answer"}))
        if [row["id"] for row in rows] != [row["id"] for row in answers]:
            raise DataError(f"{name}/{ANSWERS}", "not the answers of these cases", _ANEW)
        cases = (
            Case(
                row["id"],
                row["question"],
                self.bytes_of(row["input"]),
                told["answer"],
                tuple(row["features"]),
            )
            for row, told in zip(rows, answers, strict=True)
        )
        return Batch(name, tuple(cases), public)

    def stage(self, batch: Batch) -> tuple[StagedFile, ...]:
        caller = resources.files("gograde.authoring").joinpath("inside/call.py").read_bytes()
        calls = [{"id": case.id, **self._call(case)} for case in batch.cases]
        told = {"call_s": self.call_s, "answers": GIVEN, "calls": calls}
        return (StagedFile(CALLER, caller), StagedFile(CALLS, json.dumps(told).encode()))

    def _call(self, case: Case) -> dict[str, Any]:
        call = self.call_of(case.question, json.loads(case.input))
        return {"names": call.names, "arguments": call.arguments}

    def stdin(self, batch: Batch) -> bytes:
        return b""

    def value_of(self, case: Case, config: AssignmentConfig) -> Any:
        return json.loads(case.input)

    def bytes_of(self, value: Any) -> bytes:
        return json.dumps(value).encode()

    def given(self, batch: Batch, facts: Facts) -> Mapping[str, Given]:
        """The first readable result for each case."""
        found: dict[str, Given] = {}
        for line in facts.files.get(GIVEN, b"").split(b"\n"):
            if line and (told := _told(line)) is not None:
                found.setdefault(*told)
        return found

    def answered(self, batch: Batch, answers: Mapping[str, Any]) -> Mapping[str, Facts]:
        return self.said(batch, _lines({"id": key, "value": value} for key, value in answers.items()))

    def said(self, batch: Batch, data: bytes) -> Mapping[str, Facts]:
        return {"returned": Facts(Verdict.AC, "", b"", b"", {GIVEN: data})}


def _told(line: bytes) -> tuple[str, Given] | None:
    """The case and the result in a line of the calling program; None for any other line."""
    if len(line) > MOST_LINE:
        return None
    try:
        row = parse_json(line, GIVEN)
    except DataError:
        return None
    if not isinstance(row, dict) or not isinstance(row.get("id"), str):
        return None
    for key, verdict in (("error", Verdict.RTE), ("over", Verdict.TLE)):
        if isinstance(row.get(key), str):
            return row["id"], Given(outcome=Outcome(verdict, row[key][:_LONGEST_ERROR]))
    if row.get("changed"):
        return row["id"], Given(outcome=wrong("what was passed in was changed; work on a copy"))
    return (row["id"], Given(row["value"])) if "value" in row and _is_finite(row["value"]) else None


def _is_finite(value: Any) -> bool:
    """Whether a value has at most `DEEPEST` levels and only finite numbers.

    A submission may write lines of its own, and `1e999` is read as infinity.
    """
    level = [value]
    for _ in range(DEEPEST):
        if any(isinstance(part, float) and not math.isfinite(part) for part in level):
            return False
        nested = (part for part in level if isinstance(part, list | dict))
        level = [inner for part in nested for inner in (part.values() if isinstance(part, dict) else part)]
        if not level:
            return True
    return False


def _lines(rows: Iterable[Any]) -> bytes:
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()


def _listed(rows: Iterable[Any]) -> bytes:
    """A JSON list with one line for each row."""
    lines = ",\n".join(json.dumps(row) for row in rows)
    return f"[\n{lines}\n]\n".encode()


def _rows(data: bytes, where: str, keys: set[str]) -> Iterator[dict[str, Any]]:
    """The rows of a JSON list of mappings with the given keys; raises `DataError` for any other data."""
    rows = parse_json(data, where)
    for number, row in enumerate(rows if isinstance(rows, list) else [rows], start=1):
        features = row.get("features", []) if isinstance(row, dict) else None
        texts = isinstance(features, list) and all(isinstance(name, str) for name in features)
        if not texts or row.keys() != keys or not isinstance(row["id"], str):
            raise DataError(f"{where}: item {number}", "does not tell a case", _ANEW)
        yield row
