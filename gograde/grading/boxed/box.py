"""Has sheets scored in the sandbox: one job for all sheets of a submission, since most of it is its start.

Bytes that the job cannot cope with are an answer that cannot be read.  They cost their own sheet alone: then
each sheet has a job of its own.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from gograde.codec import of_value, replace
from gograde.core.assignment import Assignment, Facts
from gograde.core.record import PictureReading, TestScore, spelled
from gograde.core.verdict import Verdict
from gograde.errors import JudgeError
from gograde.grading.boxed.sheet import Code, Sheet, to_parcel
from gograde.grading.facts import JUDGE_ERROR
from gograde.listing import for_log, printable
from gograde.pictures import effort
from gograde.sandbox.protocol import MIB, Backend, Limits
from gograde.sandbox.reader.ask import LIMITS as READER_LIMITS
from gograde.sandbox.reader.ask import ReaderAnswer, ReaderFault, ask

DEEPEST = 70
"""Lists and mappings within one another; an answer that is read has at most 60."""

LONGEST = 20_000
"""Characters of one text; a kept answer (`MOST_KEPT`) is the longest."""

FARTHEST = 1_000_000
"""Pixels, of a lattice; no picture that is read has as many on a side."""

RAW = ("expected", "actual")
"""The keys under which there are values of an assignment, whose texts are kept as they are."""

ASKED = ("name", "group", "batch", "question", "call", "answer", "max_points", "visibility", "features")
UNGRADED = {Verdict.RV, Verdict.JE}

OTHERS = {Verdict.SV, Verdict.SK}
"""The verdicts that no scorer gives: a call may end in every other way, as may the whole run."""

_ROW = re.compile("[.XO]{1,255}")

_ERROR = re.compile(r"[A-Za-z]\w{0,60}")


@dataclass(frozen=True)
class ScorerError:
    """An exception of the scorer, which is our fault: its name, and its traceback for the log."""

    name: str
    trace: str


INSIDE = "gograde.grading.boxed.inside:score"

LIMITS = replace(READER_LIMITS, cpu_s=90, memory_bytes=1024 * MIB)
"""Limits of the job for all sheets: three times what reading pictures may take (`effort.SUBMISSION`), and
twice the memory that forty pictures of a run were seen to take."""

ALONE = replace(LIMITS, cpu_s=30)
"""Limits of the job for one sheet: three times what reading the pictures of a run may take (`effort.RUN`)."""

MOST_ENDED = 3
"""After this many sheets ended a job of their own, no other sheet of the submission is read."""

FORGED = "its answers cannot be read"
"""The reason when what came out of the job is not what a scorer says."""

NOT_TRIED = "not read, since the answers of other runs could not be read"

Tests = tuple[TestScore, ...]
ScoreSheets = Callable[[Sequence[Sheet]], Sequence[Tests]]
"""The tests of each sheet, in order; raises nothing for any facts."""


@dataclass(frozen=True)
class InPlace:
    """Scores in this process: for facts that no student's program has written."""

    code: Code
    assignment: Assignment

    def __call__(self, sheets: Sequence[Sheet]) -> list[Tests]:
        return [self.tests(sheet) for sheet in sheets]

    def tests(self, sheet: Sheet) -> Tests:
        """The tests of a sheet; when the assignment's scorer raises, they have the verdict JE."""
        try:
            return self._score(sheet)
        except Exception as error:
            print(for_log(traceback.format_exc()), file=sys.stderr)
            return self.without_answers(sheet, Verdict.JE, scorer_failed(type(error).__name__))

    def without_answers(self, sheet: Sheet, verdict: Verdict, message: str) -> Tests:
        return self._score(replace(sheet, facts=Facts(verdict, message, b"", b"")))

    def _score(self, sheet: Sheet) -> Tests:
        return self.assignment.score(sheet.batch, sheet.facts, self.code.marking, sheet.visibility)


@dataclass(frozen=True)
class Boxed:
    """Scores in the sandbox; what cannot be read there is a wrong answer, with the reason."""

    code: Code
    assignment: Assignment
    backend: Backend
    _expectations: dict[object, Tests] = field(default_factory=dict, repr=False, compare=False)

    def __call__(self, sheets: Sequence[Sheet]) -> list[Tests]:
        left = [sheet for sheet in sheets if not sheet.is_harmless]
        steps = effort.share(sum(bool(sheet.facts.pictures) for sheet in left))
        try:
            told = self._tests([replace(sheet, steps=steps) for sheet in left])
        except JudgeError as error:
            print(for_log(f"judge error: {error}"), file=sys.stderr)
            told = [self._here.without_answers(sheet, Verdict.JE, JUDGE_ERROR) for sheet in left]
        found = iter(told)
        return [self._here.tests(sheet) if sheet.is_harmless else next(found) for sheet in sheets]

    @property
    def _here(self) -> InPlace:
        return InPlace(self.code, self.assignment)

    def _tests(self, sheets: Sequence[Sheet]) -> list[Tests]:
        """The tests of sheets that programs have written; raises `JudgeError` when the scorer cannot run."""
        if not sheets:
            return []
        whole = self._ask(sheets, LIMITS, whole=True)
        if not isinstance(whole, ReaderFault):
            return whole
        found: list[Tests] = []
        ended = 0
        for sheet in sheets:
            alone = self._ask([sheet], ALONE) if ended < MOST_ENDED else ReaderFault(NOT_TRIED)
            if isinstance(alone, ReaderFault):
                ended += 1
                alone = [self._here.without_answers(sheet, Verdict.WA, alone.reason)]
            found += alone
        if ended:
            self._prove(sheets[0])
        return found

    def _prove(self, sheet: Sheet) -> None:
        """Raise `JudgeError` unless a sheet without any answer can be scored: then the fault is ours."""
        found = self._ask([replace(sheet, facts=Facts(Verdict.AC, "", b"", b""))], ALONE)
        if isinstance(found, ReaderFault):
            fix = "give the machine what gograde doctor asks for"
            raise JudgeError("scorer", f"it cannot score an empty answer: {found.reason}", fix)

    def _ask(
        self, sheets: Sequence[Sheet], limits: Limits, *, whole: bool = False
    ) -> list[Tests] | ReaderFault:
        asked = [to_parcel(self.code, self.assignment, sheets, whole=whole)]
        answer = ask(self.backend, INSIDE, len(sheets), asked, limits)
        if isinstance(answer, ReaderFault):
            return answer
        try:
            return self._checked(answer, sheets)
        except ValueError:
            return ReaderFault(FORGED)

    def _checked(self, answer: ReaderAnswer, sheets: Sequence[Sheet]) -> list[Tests]:
        if not isinstance(answer.value, list) or len(answer.value) != len(sheets) or answer.files:
            raise ValueError("another number of sheets")
        return [self._tests_of(value, sheet) for value, sheet in zip(answer.value, sheets, strict=True)]

    def _tests_of(self, value: object, sheet: Sheet) -> Tests:
        told = checked(value, sheet, self._expected(sheet))
        if not isinstance(told, ScorerError):
            return told
        print(for_log(told.trace), file=sys.stderr)
        return self._here.without_answers(sheet, Verdict.JE, scorer_failed(told.name))

    def _expected(self, sheet: Sheet) -> Tests:
        """What is asked, which is the same of every submission."""
        asked = sheet.batch.name, sheet.visibility
        if asked not in self._expectations:
            self._expectations[asked] = self._here.without_answers(sheet, Verdict.JE, "")
        return self._expectations[asked]


def scorer_failed(name: str) -> str:
    return f"the scorer failed ({name})"


def checked(value: Any, sheet: Sheet, expected: Sequence[TestScore]) -> tuple[TestScore, ...] | ScorerError:
    """The tests of a sheet, which are the `expected` ones but for what came of them; raises `ValueError`."""
    if not isinstance(value, dict) or value.keys() not in ({"tests"}, {"error", "trace"}):
        raise ValueError("neither tests nor an error")
    clean = _clean(value, DEEPEST)
    if "error" in clean:
        return _error(clean["error"], clean["trace"])
    if not isinstance(clean["tests"], list) or len(clean["tests"]) != len(expected):
        raise ValueError("another number of tests")
    tests = [of_value(TestScore, one) for one in clean["tests"]]
    for test, other in zip(tests, expected, strict=True):
        for reason in _wrong(test, other, sheet):
            raise ValueError(f"{other.name}: {reason}")
    return tuple(tests)


def _error(name: Any, trace: Any) -> ScorerError:
    if not isinstance(name, str) or not _ERROR.fullmatch(name) or not isinstance(trace, str):
        raise ValueError("an error that is none")
    return ScorerError(name, trace)


def _clean(value: Any, depth: int, *, raw: bool = False) -> Any:
    """The value with texts that can be printed; raises `ValueError` for too many levels, too long a text."""
    if depth == 0:
        raise ValueError("too deep")
    if isinstance(value, str):
        return _text(value, raw=raw)
    if isinstance(value, list):
        return [_clean(part, depth - 1, raw=raw) for part in value]
    if isinstance(value, dict):
        return {
            _text(key, raw=raw): _clean(part, depth - 1, raw=raw or key in RAW) for key, part in value.items()
        }
    return value


def _text(text: str, *, raw: bool) -> str:
    if len(text) > LONGEST:
        raise ValueError("a text that is too long")
    told: str = spelled(text)
    return told if raw or told.isprintable() else "\n".join(map(printable, told.split("\n")))


def _wrong(test: TestScore, expected: TestScore, sheet: Sheet) -> Iterator[str]:
    """The reasons why this is not what came of the expected test."""
    for name in ASKED:
        if getattr(test, name) != getattr(expected, name):
            yield f"another {name}"
    if test.verdict in OTHERS - {sheet.facts.verdict}:
        yield f"the verdict {test.verdict}"
    if test.points is None:
        yield from [] if test.verdict in UNGRADED else ["no points"]
    elif test.verdict in UNGRADED or not 0 <= test.points <= test.max_points:
        yield "points that it cannot have"
    boards = [board for board in (test.board, *(one.board for one in test.readings)) if board is not None]
    if not all(map(_is_board, boards)):
        yield "a board that is none"
    if not all(map(_is_reading, test.readings)):
        yield "a reading that is none"


def _is_board(rows: Sequence[str]) -> bool:
    alike = len({len(row) for row in rows}) == 1
    return alike and len(rows) <= 255 and all(map(_ROW.fullmatch, rows))


def _is_reading(reading: PictureReading) -> bool:
    lattice = reading.lattice or ()
    points = all(
        0 <= min(one.row, one.col) <= max(one.row, one.col) < 255 and {one.expected, one.seen} <= set(".XO")
        for one in reading.wrong
    )
    return points and all(abs(number) <= FARTHEST for number in lattice)
