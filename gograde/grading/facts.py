"""The facts of a submission's runs, and the verdict of each run.

`gograde.grading.records` writes these values to disk as `gograde/run/v1`.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gograde.codec import Record, replace
from gograde.core.assignment import Facts, PictureFact
from gograde.core.record import HandedIn, SourceLength, SourceLines, TestScore
from gograde.core.verdict import Verdict
from gograde.errors import JudgeError
from gograde.intake.entry import NO_BUILDING, Building
from gograde.listing import gist
from gograde.pictures.picture import is_picture_name
from gograde.sandbox.protocol import RunResult

__all__ = ["BatchRun", "PictureFact", "RunRecord", "nothing_run"]

LIMIT_VERDICTS = (Verdict.TLE, Verdict.MLE, Verdict.OLE)
JUDGE_ERROR = "a fault of the grader, not of the submission; it is run again the next time"
SKIPPED = "skipped, since a limit ended too many runs before"


@dataclass(frozen=True)
class BatchRun:
    """One run on one batch; the names of its values state their units.

    `result` is None when nothing was started (skipped).  Its `files` are those that the program wrote
    or changed; `pictures` holds the pictures among these files.  `source` are lines of the submission
    that its error names.
    """

    batch: str
    verdict: Verdict
    message: str = ""
    result: RunResult | None = None
    pictures: tuple[PictureFact, ...] = ()
    source: tuple[SourceLines, ...] = ()

    def facts(self) -> Facts:
        """The facts that the scorer sees."""
        if self.result is None:
            return Facts(self.verdict, self.message, b"", b"")
        result = self.result
        files = {name: data for name, data in result.files.items() if not is_picture_name(name)}
        return Facts(
            self.verdict,
            self.message,
            result.stdout,
            result.stderr,
            files,
            result.refused,
            tuple(picture for picture in self.pictures if not picture.refusal),
            {picture.name: picture.refusal for picture in self.pictures if picture.refusal},
        )


class Started(Record):
    """The started program: its path in the submission, language and command, and the length of its files.

    A program that could not be built has no command and no length.
    """

    path: str
    language: str
    argv: tuple[str, ...] = ()
    length: SourceLength | None = None


@dataclass(frozen=True)
class RunRecord:
    """All runs of one submission.

    `verdict` is None when batches were run; else NS, CE, SV or JE for the whole submission, `message` says
    why, and `source` are the lines that the compiler names.  `left_out` maps each file that the program did
    not find to the reason.  `fault` is the fault of the grader behind JE, and `faults` how often it came with
    this submission.  `building` are the facts of its build.
    """

    assignment: str
    handed_in: HandedIn
    files: Mapping[str, bytes] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    started: Started | None = None
    verdict: Verdict | None = None
    message: str = ""
    source: tuple[SourceLines, ...] = ()
    backend: str = ""
    batches: tuple[BatchRun, ...] = ()
    fault: str = ""
    faults: int = 0
    building: Building = NO_BUILDING

    @property
    def violations(self) -> tuple[str, ...]:
        """What the build and the runs tried of what is forbidden, in order."""
        tried = (f"while it was built: {violation}" for violation in self.building.violations)
        ran = (violation for run in self.batches if run.result for violation in run.result.violations)
        return tuple(dict.fromkeys((*tried, *sorted(ran))))

    @property
    def unlisted(self) -> tuple[str, ...]:
        """The numbers of the calls of the build and the runs that the filter does not know, in order."""
        ran = (number for run in self.batches if run.result for number in run.result.unlisted)
        return tuple(sorted({*self.building.unlisted, *ran}))

    def facts(self, batch: str) -> Facts:
        """The facts that the scorer sees of a batch, whether or not it was run."""
        if self.verdict is not None:
            return Facts(self.verdict, gist(self.message), b"", b"")
        found = next((run for run in self.batches if run.batch == batch), None)
        return found.facts() if found else Facts(Verdict.SK, "this batch was not run", b"", b"")


def nothing_run(assignment: str, handed_in: HandedIn, backend: str) -> RunRecord:
    """The record of a student who handed in nothing: there is nothing to run, and no file to read."""
    return RunRecord(
        assignment, handed_in, verdict=Verdict.NS, message="nothing was handed in", backend=backend
    )


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
