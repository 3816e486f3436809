"""The same fault of the grader twice from one submission: a person asks whether the submission causes it."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

from gograde.codec import replace
from gograde.errors import JudgeError
from gograde.grading.facts import JUDGE_ERROR, RunRecord
from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict

FAULT_TWICE = "fault-twice"
"""The flag of a submission with which the grader failed twice in the same way."""

SEVERAL = "the grader failed in games against several classmates"
"""The remark of a league test whose missing games have one player in common."""

_HERE = Path(__file__).resolve().parents[1]


def fault_of(error: BaseException) -> str:
    """The kind of a fault and its place in the grader's code, the same on every machine."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_ours(frame.filename)]
    kind = type(error).__name__
    if not frames:
        return kind
    module = Path(frames[-1].filename).relative_to(_HERE.parent).with_suffix("")
    return f"{kind} in {'.'.join(module.parts)}.{frames[-1].name}"


def _is_ours(file: str) -> bool:
    return Path(file).is_relative_to(_HERE)


def failed(record: RunRecord, error: BaseException) -> RunRecord:
    """The record of a run that ended in a fault of the grader.

    The fault counts twice when what failed was tried once more, and failed as before.
    """
    fault, before = fault_of(error), error.__context__
    again = isinstance(before, JudgeError) and fault_of(before) == fault
    return replace(record, verdict=Verdict.JE, message=JUDGE_ERROR, fault=fault, faults=2 if again else 1)


def remembered(record: RunRecord, path: Path) -> RunRecord:
    """The record with its fault counted over the runs before it, of which the record at `path` is the last.

    Only the same fault of the same submission counts, and none before a run without a fault.
    """
    if not record.fault:
        return record
    told = {"sha256": record.handed_in.sha256, "fault": record.fault}
    try:
        with path.open("rb") as file:
            last = json.loads(file.readline())
        times = int(last["faults"]) if {key: last[key] for key in told} == told else 0
    except (OSError, ValueError, LookupError, TypeError):
        times = 0
    return replace(record, faults=record.faults + times)


def fault_twice(record: RunRecord, tests: Sequence[TestScore]) -> str:
    """What a person should know when the grader failed twice in the same way; else empty."""
    if record.verdict is Verdict.JE:
        told = f"the grader failed {record.faults} times in the same way ({record.fault})"
        return told if record.faults > 1 else ""
    return "; ".join(_in_batches(tests))


def _in_batches(tests: Sequence[TestScore]) -> Iterator[str]:
    """The faults that came in more than one batch, in the order of the tests."""
    batches: dict[str, dict[str, None]] = {}
    for test in tests:
        if test.verdict is Verdict.JE:
            batches.setdefault(test.message, {})[test.batch] = None
            if SEVERAL in test.remarks:
                yield SEVERAL
    for message, names in batches.items():
        if len(names) > 1:
            yield f"the grader failed in the same way in the runs {', '.join(names)} ({message})"
