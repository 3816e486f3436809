"""Assignments whose programs are Python modules; the answers are the results of function calls.

gograde's program `inside/call.py` makes one call in a process of its own; arguments and results are JSON.
What that process says is the word of the submission, for that call only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from typing import TYPE_CHECKING, Any

from gograde.authoring.scoring import Given
from gograde.authoring.spec_assignment import SpecAssignment
from gograde.core.assignment import CALLER, DRAWN, SCORED, Batch, Case, Facts
from gograde.core.marking import Marking
from gograde.core.values import score_value
from gograde.core.verdict import Outcome, Verdict, wrong
from gograde.errors import DataError
from gograde.listing import explained, in_python
from gograde.package.contents import parse_json
from gograde.sandbox.protocol import OURS, StagedFile

if TYPE_CHECKING:
    from gograde.authoring.spec import Habit

CASES = "cases.json"
ANSWERS = "answers.json"
CALL = f"{OURS}/call.json"
"""The call, which the calling program reads: a line for each case, and each process has one case."""

GIVEN = "gograde-answers.jsonl"
"""The file in which a call leaves its answer."""

ENDS = "calls.jsonl"
"""The grader's file in the facts of a batch, with a line for each call; the answers lie beside it."""

DEEPEST = 60
"""The most levels of an answer that is read; the calling program writes at most 50."""

NOTHING = "nothing was returned: `return` the answer, for what is printed is none"

ONE_ROW = "All rows of the answer are alike: in `[[0] * cols] * rows` they are one and the same list."
ROUNDED = "The answer is rounded; give numbers as they were computed."
TRUTH = "True and 1 are not the same here, nor are False and 0: one is for yes or no, the other a number."
TEXTS = "Numbers are asked for, and these are texts: return them as they are."
EXCHANGED = "Rows and columns are exchanged: each row of the answer is a column of the right one."

_LONGEST_ERROR = 300
_ANEW = "make the cases anew"


@dataclass(frozen=True)
class Call:
    """The call for a case: names to try in order, and positional arguments.

    A name is a function, or `Class.member`, for which the first argument goes to the constructor; a member is
    a method or an attribute.  A method that takes no further argument is called without; `without` says what
    is lost then.  `objects` are kinds of objects in results, each with the attributes that are read: a list
    of them, or a mapping from keys of the answer.  With `anew` the result must not be an argument itself.
    """

    names: tuple[str, ...]
    arguments: tuple[Any, ...]
    without: str = ""
    objects: tuple[tuple[str, ...] | Mapping[str, str], ...] = ()
    anew: bool = False


@dataclass(frozen=True)
class ModuleAssignment(SpecAssignment):
    """Inputs are mappings of JSON values; `call_of` makes the call from a question and an input.

    `call_s` is the CPU time limit of one call in seconds, with the start of Python and the import.
    """

    contract = "module"

    call_of: Callable[[str, Any], Call]
    call_s: float = 2.5

    def __post_init__(self) -> None:
        if not (isinstance(self.call_s, int | float) and self.call_s > 0):
            raise ValueError(f"call_s: {self.call_s!r} is no number of seconds")

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
        for row, told in zip(rows, answers, strict=True):
            if not self.is_answer(row["question"], row["input"], told["answer"]):
                raise DataError(f"{name}/{ANSWERS}: {row['id']}", "not the form of an answer", _ANEW)
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
        calls = map(self._call, batch.cases)
        told = _lines(
            {"names": call.names, "arguments": call.arguments, "objects": call.objects} for call in calls
        )
        return (StagedFile(CALLER, caller), StagedFile(CALL, told))

    def stdin(self, batch: Batch) -> bytes:
        return b""

    def _call(self, case: Case) -> Call:
        return self.call_of(case.question, json.loads(case.input))

    def names_of(self, case: Case) -> tuple[str, ...]:
        """The names of what is called, to try in order."""
        return self._call(case).names

    def call_text(self, case: Case) -> str:
        """The call, with the name of a board that is drawn, and of what stands behind another argument."""
        value = json.loads(case.input)
        call = self.call_of(case.question, value)
        names = {id(one): name for name, one in value.items() if isinstance(one, list | dict)}
        first, *others = (_argument(one, names.get(id(one), "")) for one in call.arguments)
        return _typed(call, [first.removeprefix(f"{names.get(id(call.arguments[0]))}="), *others])

    def whole_input(self, case: Case) -> bytes:
        """The call with all its arguments."""
        call = self._call(case)
        return f"{_typed(call, map(repr, call.arguments))}\n".encode()

    def value_of(self, case: Case, marking: Marking) -> Any:
        return json.loads(case.input)

    def bytes_of(self, value: Any) -> bytes:
        return json.dumps(value, allow_nan=False).encode()

    def given(self, batch: Batch, facts: Facts) -> Mapping[str, Given]:
        """What each call gave."""
        ends = map(_end, facts.files.get(ENDS, b"").splitlines())
        by_id = {end.id: replace(end, output=facts.files.get(end.file, b"")) for end in ends if end}
        found = ((case.id, self._given(case, by_id[case.id])) for case in batch.cases if case.id in by_id)
        return {name: given for name, given in found if given is not None}

    def _given(self, case: Case, end: CallEnd) -> Given | None:
        """What a call gave; None when its process ended well without an answer."""
        told = _answer_of(end.output) if end.verdict in SCORED else None
        if told is None:
            return Given(outcome=Outcome(end.verdict, end.message)) if end.verdict is not Verdict.AC else None
        if "error" in told:
            crashed = Outcome(Verdict.RTE, explained(told["error"][:_LONGEST_ERROR]))
            return Given(outcome=crashed, absent=told.get("missing") is True)
        if told["arguments"] != json.loads(json.dumps(self._call(case).arguments)):
            return Given(
                told["value"], outcome=wrong("what was passed in was changed; copy it, and each list in it")
            )
        if self._call(case).anew and told.get("same") is True:
            return Given(
                told["value"], outcome=wrong("what was passed in came back itself; return a new one")
            )
        if told["value"] is None is not case.answer:
            return Given(outcome=wrong(NOTHING), absent=True)
        return Given(told["value"], note=self._call(case).without if told.get("without") is True else "")

    def answered(self, batch: Batch, answers: Mapping[str, Any]) -> Mapping[str, Facts]:
        asked = (case for case in batch.cases if case.id in answers)
        said = ((one.id, {"value": answers[one.id], "arguments": self._call(one).arguments}) for one in asked)
        ends = (CallEnd(name, Verdict.AC, output=json.dumps(told).encode()) for name, told in said)
        return {"returned": _facts(ends)}

    def facts_of_output(self, batch: Batch, data: bytes) -> Mapping[str, Facts]:
        return {"returned": _facts(CallEnd(case.id, Verdict.AC, output=data) for case in batch.cases)}


def habits() -> tuple[Habit, ...]:
    """Mistakes that are seen in any values, whatever was asked."""
    from gograde.authoring.spec import Habit

    return (
        Habit(ONE_ROW, _in_each(_in_one_row)),
        Habit(EXCHANGED, _in_each(_exchanged)),
        Habit(ROUNDED, _rounded),
        Habit(TRUTH, _differing(lambda one, other: bool in (type(one), type(other)) and one == other)),
        Habit(TEXTS, _differing(lambda one, other: type(one) in (int, float) and _is_number(other))),
    )


def _in_each(check: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """The check of two values, for each part of two mappings with the same keys."""
    return lambda right, answer: all(check(*pair) for pair in _parts(right, answer))


def _parts(right: Any, answer: Any) -> list[tuple[Any, Any]]:
    if isinstance(right, dict) and isinstance(answer, dict) and right.keys() == answer.keys():
        return [(right[key], answer[key]) for key in right]
    return [(right, answer)]


def _exchanged(right: Any, answer: Any) -> bool:
    rows = isinstance(right, list) and all(isinstance(row, list) for row in right)
    return rows and score_value([list(row) for row in zip(*right, strict=False)], answer, 1e-6).right


def _in_one_row(right: Any, answer: Any) -> bool:
    """Whether an answer has as many rows as the right one, all alike and not of one value."""
    if not (isinstance(right, list) and isinstance(answer, list) and len(right) == len(answer)):
        return False
    alike = all(isinstance(row, list) and row == answer[0] for row in answer)
    return alike and (answer == right or any(one != answer[0][0] for one in answer[0]))


def _rounded(right: Any, answer: Any) -> bool:
    """Whether all that differs is rounded to as many digits, two to five, and not to a whole number."""
    pairs = _differences(right, answer)
    numbers = all(type(a) is type(b) is float for a, b in pairs) and any(b % 1 for _, b in pairs)
    return not pairs or (numbers and any(all(round(a, n) == b for a, b in pairs) for n in range(2, 6)))


def _differing(check: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """The check of two values, for all parts that differ."""
    return lambda right, answer: all(check(*pair) for pair in _differences(right, answer))


def _is_number(text: Any) -> bool:
    return isinstance(text, str) and re.fullmatch(r"[-+]?[0-9]+(\.[0-9]+)?", text) is not None


def _differences(right: Any, answer: Any) -> list[tuple[Any, Any]]:
    """The parts of both that differ, in pairs; lists of other lengths are a pair."""
    if isinstance(right, dict) and isinstance(answer, dict) and right.keys() == answer.keys():
        right, answer = [*right.values()], [answer[key] for key in right]
    if isinstance(right, list) and isinstance(answer, list) and len(right) == len(answer):
        return [pair for parts in zip(right, answer, strict=True) for pair in _differences(*parts)]
    return [] if type(right) is type(answer) and right == answer else [(right, answer)]


def _typed(call: Call, arguments: Iterable[str]) -> str:
    return f"{call.names[0].rpartition('.')[2]}({', '.join(arguments)})"


def _argument(value: Any, name: str) -> str:
    """An argument as Python writes it, shortened in the middle; a `board` that is drawn has its name."""
    if name == "board" and value and value[0] and max(len(value), len(value[0])) <= DRAWN:
        return name
    return f"{name}={in_python(value, 160)}" if name else in_python(value, 160)


@dataclass(frozen=True)
class CallEnd:
    """How the process of a call ended: the id of the case, the verdict of the run, and its output."""

    id: str
    verdict: Verdict
    message: str = ""
    output: bytes = b""

    @property
    def file(self) -> str:
        """The name of the file with the answer in the facts of the batch."""
        return f"{self.id}.json"


def files_of(ends: Iterable[CallEnd]) -> dict[str, bytes]:
    """The files in the facts of a batch; only the grader gives names to them."""
    ends = tuple(ends)
    lines = _lines({"id": end.id, "verdict": end.verdict, "message": end.message} for end in ends)
    return {ENDS: lines, **{end.file: end.output for end in ends if end.output}}


def _end(line: bytes) -> CallEnd | None:
    """The end of a call in a line of `ENDS`, without its output; None for any other line."""
    try:
        row = parse_json(line, ENDS)
        return CallEnd(str(row["id"]), Verdict(row["verdict"]), str(row["message"]))
    except (DataError, LookupError, TypeError, ValueError):
        return None


def _facts(ends: Iterable[CallEnd]) -> Facts:
    return Facts(Verdict.AC, "", b"", b"", files_of(ends))


def _answer_of(output: bytes) -> dict[str, Any] | None:
    """The answer of a process, `error` or `value` and `arguments`; None for anything else."""
    try:
        told = parse_json(output, GIVEN)
    except DataError:
        return None
    if not isinstance(told, dict):
        return None
    if isinstance(told.get("error"), str):
        return told
    return told if {"value", "arguments"} <= told.keys() and not _is_deep(told["value"]) else None


def _is_deep(value: Any) -> bool:
    """Whether a value has more than `DEEPEST` levels: a submission may write an answer itself."""
    level = [value]
    for _ in range(DEEPEST):
        nested = (part for part in level if isinstance(part, list | dict))
        level = [inner for part in nested for inner in (part.values() if isinstance(part, dict) else part)]
    return bool(level)


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
