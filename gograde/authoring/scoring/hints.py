"""The wrong answers of known mistakes, by which a student's wrong answer is explained.

Those of public cases are data, `hints.json` beside the case: who tries a program on public cases needs
neither the mistakes nor what they are made of.  Those of hidden cases are computed when they are wanted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gograde.authoring.assignment import Assignment, Batch, Hint
from gograde.errors import DataError
from gograde.package.json_files import parse_json

if TYPE_CHECKING:
    from gograde.authoring.spec import Mistake

HINTS = "hints.json"
_ANEW = "make the public cases anew: gograde cases describe PACKAGE --sample"


def hints_by(mistakes: Iterable[Mistake], question: str, value: Any) -> Iterator[Hint]:
    """What each mistake answers; nothing of one that crashes."""
    for mistake in mistakes:
        try:
            answer = mistake.answer(question, value)
        except Exception:  # this mistake gives no answer here
            continue
        yield Hint(answer, mistake.help)


def written(assignment: Assignment, batch: Batch) -> dict[str, bytes]:
    """The files of a batch's folder, with its hints, if it has any."""
    told = {
        case.id: [{"answer": hint.answer, "help": hint.help} for hint in case.hints]
        for case in batch.cases
        if case.hints
    }
    return {**assignment.write_batch(batch), **({HINTS: _text(told)} if told else {})}


def read(assignment: Assignment, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
    """The inverse of `written`; only public batches may have hints.  Raises `DataError`."""
    files = dict(folder)
    hints = _read(files.pop(HINTS), f"{name}/{HINTS}") if public and HINTS in files else {}
    batch = assignment.read_batch(name, files, public=public)
    for unknown in sorted(hints.keys() - {case.id for case in batch.cases}):
        raise DataError(f"{name}/{HINTS}", f"there is no case {unknown!r}", _ANEW)
    cases = (replace(case, hints=hints.get(case.id, ())) for case in batch.cases)
    return replace(batch, cases=tuple(cases))


def _text(told: Mapping[str, list[dict[str, Any]]]) -> bytes:
    """A line for each hint; what is a set is written as a sorted list."""
    lines = {name: [json.dumps(hint, default=sorted) for hint in hints] for name, hints in told.items()}
    cases = (f" {json.dumps(name)}: [\n  " + ",\n  ".join(hints) + "\n ]" for name, hints in lines.items())
    return ("{\n" + ",\n".join(cases) + "\n}\n").encode()


def _read(data: bytes, where: str) -> dict[str, tuple[Hint, ...]]:
    told = parse_json(data, where)
    if not isinstance(told, dict) or not all(map(_are_hints, told.values())):
        raise DataError(where, "not the hints of cases", _ANEW)
    return {name: tuple(Hint(one["answer"], one["help"]) for one in hints) for name, hints in told.items()}


def _are_hints(value: Any) -> bool:
    rows = value if isinstance(value, list) else [None]
    return all(
        isinstance(row, dict) and row.keys() == {"answer", "help"} and isinstance(row["help"], str)
        for row in rows
    )
