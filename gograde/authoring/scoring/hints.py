"""What explains a wrong answer: the answers of known mistakes, and the board that was asked.

Those of public cases are data, `hints.json` beside the case: who tries a program on public cases needs
neither the mistakes nor what they are made of.  Those of hidden cases are computed when they are wanted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gograde.authoring.assignment import Assignment, Batch, Case, Hint
from gograde.errors import DataError
from gograde.package.contents import parse_json

if TYPE_CHECKING:
    from gograde.authoring.spec import Mistake

HINTS = "hints.json"
_ANEW = "make the public cases anew: gograde cases describe PACKAGE --sample"


def hints_by(mistakes: Iterable[Mistake], question: str, value: Any) -> Iterator[Hint]:
    """What each mistake answers; nothing of one that crashes."""
    for mistake in mistakes:
        try:
            answer = mistake.gives(question, value)
        except DataError:  # it is no program
            raise
        except Exception:  # this mistake gives no answer here
            continue
        yield Hint(answer, mistake.help)


def can_be_told(hint: Hint) -> bool:
    """Whether the answer is a value of JSON: no program's answer is another one."""
    try:
        json.dumps(hint.answer, default=_plain, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


def _plain(value: Any) -> Any:
    """A list of a set, sorted, and of an array; a plain number of one of numpy."""
    return value.tolist() if hasattr(value, "tolist") else sorted(value)


def written(assignment: Assignment, batch: Batch) -> dict[str, bytes]:
    """The files of a batch's folder; a public one has what explains wrong answers."""
    told = {
        case.id: {"board": case.drawn, "hints": [vars(hint) for hint in case.hints]}
        for case in batch.cases
        if batch.public and (case.hints or case.drawn)
    }
    text = "{\n" + ",\n".join(_lines(name, one) for name, one in told.items()) + "\n}\n"
    return {**assignment.write_batch(batch), **({HINTS: text.encode()} if told else {})}


def read(assignment: Assignment, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
    """The inverse of `written`; only public batches may have hints.  Raises `DataError`."""
    files = dict(folder)
    told = _read(files.pop(HINTS), f"{name}/{HINTS}") if public and HINTS in files else {}
    batch = assignment.read_batch(name, files, public=public)
    for unknown in sorted(told.keys() - {case.id for case in batch.cases}):
        raise DataError(f"{name}/{HINTS}", f"there is no case {unknown!r}", _ANEW)
    cases = (_explained(case, told[case.id]) if case.id in told else case for case in batch.cases)
    return replace(batch, cases=tuple(cases))


def _lines(name: str, told: Mapping[str, Any]) -> str:
    hints = ",\n".join(f"  {json.dumps(hint, default=_plain)}" for hint in told["hints"])
    return f' {json.dumps(name)}: {{"board": {json.dumps(told["board"])}, "hints": [\n{hints}\n ]}}'


def _read(data: bytes, where: str) -> dict[str, Any]:
    told = parse_json(data, where)
    if not isinstance(told, dict) or not all(map(_is_told, told.values())):
        raise DataError(where, "not the hints of cases", _ANEW)
    return told


def _explained(case: Case, told: Mapping[str, Any]) -> Case:
    hints = (Hint(one["answer"], one["help"]) for one in told["hints"])
    return replace(case, hints=tuple(hints), drawn=told["board"] and tuple(told["board"]))


def _is_told(value: Any) -> bool:
    if not isinstance(value, dict) or value.keys() != {"board", "hints"}:
        return False
    board, hints = value["board"], value["hints"]
    rows = board is None or (isinstance(board, list) and all(isinstance(row, str) for row in board))
    whole = isinstance(hints, list) and all(isinstance(one, dict) for one in hints)
    whole = whole and all(one.keys() == {"answer", "help"} and isinstance(one["help"], str) for one in hints)
    return rows and whole
