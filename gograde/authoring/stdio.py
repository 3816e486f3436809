"""Assignments whose programs read one case on standard input and print the answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gograde.authoring.assignment import Batch, Case, Facts
from gograde.authoring.scoring.case_scoring import Given
from gograde.authoring.spec_assignment import SpecAssignment, read_text
from gograde.errors import DataError
from gograde.package.contents import parse_json
from gograde.sandbox.protocol import StagedFile
from gograde.scoring.marking import Marking
from gograde.scoring.verdict import Verdict

INPUT = "input.txt"
ANSWER = "answer.txt"
ABOUT = "case.json"
_ANEW = "make the cases anew"


@dataclass(frozen=True)
class StdioAssignment(SpecAssignment):
    """Inputs are bytes, answers are text."""

    one_case = True
    contract = "stdio"

    def write_batch(self, batch: Batch) -> dict[str, bytes]:
        """The files of a batch's folder; the answer has one line or several."""
        (case,) = batch.cases
        about = {"id": case.id, "question": case.question, "features": list(case.features)}
        return {
            INPUT: case.input,
            ANSWER: f"{case.answer}\n".encode(),
            ABOUT: (json.dumps(about) + "\n").encode(),
        }

    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
        """The inverse of `write_batch`; does not check whether the answer is right.

        Raises `DataError` for a missing, unknown or malformed file.
        """
        for path in sorted({INPUT, ANSWER, ABOUT} ^ folder.keys()):
            what = "not a file of a batch" if path in folder else "missing"
            raise DataError(f"{name}/{path}", what, _ANEW)
        about = parse_json(folder[ABOUT], f"{name}/{ABOUT}")
        answer = folder[ANSWER].decode("utf-8", "replace")
        if not _is_about(about):
            raise DataError(f"{name}/{ABOUT}", "does not tell a case", _ANEW)
        text = answer.endswith("\n") and all(map(str.isprintable, answer[:-1].split("\n")))
        if not text or not self.is_answer(about["question"], folder[INPUT], answer[:-1]):
            raise DataError(f"{name}/{ANSWER}", "not the text of an answer", _ANEW)
        case = Case(about["id"], about["question"], folder[INPUT], answer[:-1], tuple(about["features"]))
        return Batch(name, (case,), public)

    def stage(self, batch: Batch) -> tuple[StagedFile, ...]:
        return ()

    def stdin(self, batch: Batch) -> bytes:
        return batch.cases[0].input

    def call_text(self, case: Case) -> str:
        return read_text("standard input", case.input)

    def value_of(self, case: Case, marking: Marking) -> bytes:
        return case.input

    def bytes_of(self, value: Any) -> bytes:
        return bytes(value)

    def given(self, batch: Batch, facts: Facts) -> Mapping[str, Given]:
        """The printed answer; none after a crash or without output."""
        if facts.verdict is not Verdict.AC or not facts.stdout.strip():
            return {}
        return {batch.cases[0].id: Given(facts.stdout.decode("utf-8", "replace"))}

    def answered(self, batch: Batch, answers: Mapping[str, Any]) -> Mapping[str, Facts]:
        return self.facts_of_output(batch, f"{answers[batch.cases[0].id]}\n".encode())

    def facts_of_output(self, batch: Batch, data: bytes) -> Mapping[str, Facts]:
        return {"printed": Facts(Verdict.AC, "", data, b"")}


def _is_about(value: Any) -> bool:
    if not isinstance(value, dict) or value.keys() != {"id", "question", "features"}:
        return False
    features = value["features"]
    texts = isinstance(features, list) and all(isinstance(name, str) for name in features)
    return texts and isinstance(value["id"], str) and isinstance(value["question"], str)
