"""Checks what came out of the sandbox: the bytes that were scored may have made it.

Forged points are no more than the program could have won, and forged texts can be printed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from gograde.grading.boxed.sheet import Sheet
from gograde.intake.printable import printable
from gograde.scoring.record import Reading, TestScore, spelled
from gograde.scoring.verdict import Verdict

DEEPEST = 70
"""Lists and mappings within one another; an answer that is read has at most 60."""

LONGEST = 20_000
"""Characters of one text; a kept answer (`MOST_KEPT`) is the longest."""

FARTHEST = 1_000_000
"""Pixels, of a lattice; no picture that is read has as many on a side."""

RAW = ("expected", "actual")
"""The keys under which there are values of an assignment, whose texts are kept as they are."""

UNGRADED = {Verdict.RV, Verdict.JE}

GIVEN = {"AC", "WA", "PAC", "NO", "IM", "RTE", "TLE", "NS", *UNGRADED}
"""The verdicts that scorers give: a call may crash or take too long, a part be left out; else the run's."""

_ROW = re.compile("[.XO]{1,255}")
_ERROR = re.compile(r"[A-Za-z]\w{0,60}")


@dataclass(frozen=True)
class ScorerError:
    """An exception of the scorer, which is our fault: its name, and its traceback for the log."""

    name: str
    trace: str


def checked(value: Any, sheet: Sheet, expected: Sequence[TestScore]) -> tuple[TestScore, ...] | ScorerError:
    """The tests of a sheet, which are the `expected` ones but for what came of them; raises `ValueError`."""
    if not isinstance(value, dict) or value.keys() not in ({"tests"}, {"error", "trace"}):
        raise ValueError("neither tests nor an error")
    clean = _clean(value, DEEPEST)
    if "error" in clean:
        return _error(clean["error"], clean["trace"])
    if not isinstance(clean["tests"], list) or len(clean["tests"]) != len(expected):
        raise ValueError("another number of tests")
    tests = [_reader().validate_json(json.dumps(one), strict=True) for one in clean["tests"]]
    for test, other in zip(tests, expected, strict=True):
        for reason in _wrong(test, other, sheet):
            raise ValueError(f"{other.name}: {reason}")
    return tuple(tests)


@cache
def _reader() -> TypeAdapter[TestScore]:
    return TypeAdapter(TestScore)


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
    return told if raw else "\n".join(map(printable, told.split("\n")))


def _wrong(test: TestScore, expected: TestScore, sheet: Sheet) -> Iterator[str]:
    """The reasons why this is not what came of the expected test."""
    for name in ("name", "group", "batch", "question", "answer", "max_points", "visibility", "features"):
        if getattr(test, name) != getattr(expected, name):
            yield f"another {name}"
    if test.verdict not in GIVEN | {sheet.facts.verdict}:
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


def _is_reading(reading: Reading) -> bool:
    lattice = reading.lattice or ()
    points = all(
        0 <= min(one.row, one.col) <= max(one.row, one.col) < 255 and {one.expected, one.seen} <= set(".XO")
        for one in reading.wrong
    )
    return points and all(abs(number) <= FARTHEST for number in lattice)
