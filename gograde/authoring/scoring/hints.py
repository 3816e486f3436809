"""What known mistakes answer.

To public cases it is data, `hints.json` beside the case: who tries a program on public cases
needs neither the mistakes nor what they are made of.  To hidden cases it is computed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from gograde.codec import Record, of_value
from gograde.core.assignment import Assignment, Batch, Case, Hint
from gograde.errors import DataError
from gograde.package.contents import parse_json

if TYPE_CHECKING:
    from gograde.authoring.spec import Mistake

HINTS = "hints.json"
_ANEW = "make the public cases anew: gograde cases describe PACKAGE --sample"


def hints_by(mistakes: Iterable[Mistake], question: str, value: Any) -> Iterator[Hint]:
    """What each mistake answers, None for one that crashes or gives no value of JSON."""
    for mistake in (one for one in mistakes if one.concerns(question)):
        try:
            answer = mistake.gives(question, value)
            json.dumps(answer, default=_plain, allow_nan=False)
        except DataError:  # it is no program
            raise
        except Exception:
            answer = None
        yield Hint(answer, mistake.help)


def _plain(value: Any) -> Any:
    """A list of a set, sorted, and of an array; a plain number of one of numpy."""
    return value.tolist() if hasattr(value, "tolist") else sorted(value)


def written(assignment: Assignment, batch: Batch) -> dict[str, bytes]:
    """The files of a batch's folder; a public one has what explains wrong answers."""
    cases = [case for case in batch.cases if batch.public and (case.hints or case.drawn)]
    text = "{\n" + ",\n".join(map(_lines, cases)) + "\n}\n"
    return {**assignment.write_batch(batch), **({HINTS: text.encode()} if cases else {})}


def read(assignment: Assignment, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
    """The inverse of `written`; only public batches may have hints.  Raises `DataError`."""
    files = dict(folder)
    told = _read(files.pop(HINTS), f"{name}/{HINTS}") if public and HINTS in files else {}
    batch = assignment.read_batch(name, files, public=public)
    for unknown in sorted(told.keys() - {case.id for case in batch.cases}):
        raise DataError(f"{name}/{HINTS}", f"there is no case {unknown!r}", _ANEW)
    cases = (_explained(case, told[case.id]) if case.id in told else case for case in batch.cases)
    return replace(batch, cases=tuple(cases))


def _lines(case: Case) -> str:
    """The hints of a case, each in a line; one that answers rightly is written without the answer."""
    told = ({"help": one.help} if one.answer == case.answer else vars(one) for one in case.hints)
    hints = ",\n".join(f"  {json.dumps(one, default=_plain)}" for one in told)
    return f' {json.dumps(case.id)}: {{"board": {json.dumps(case.drawn)}, "hints": [\n{hints}\n ]}}'


class _Hint(Record):
    help: str
    answer: Any = UNSET


class _HintsOfCase(Record):
    board: tuple[str, ...] | None
    hints: tuple[_Hint, ...]


def _read(data: bytes, where: str) -> dict[str, _HintsOfCase]:
    try:
        return of_value(dict[str, _HintsOfCase], parse_json(data, where))
    except ValueError:
        raise DataError(where, "not the hints of cases", _ANEW) from None


def _explained(case: Case, told: _HintsOfCase) -> Case:
    hints = (Hint(case.answer if one.answer is UNSET else one.answer, one.help) for one in told.hints)
    return replace(case, hints=tuple(hints), drawn=told.board)
