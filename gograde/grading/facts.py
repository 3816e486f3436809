"""The facts of a submission's runs, and the verdict of each run.

`gograde.grading.records` writes these values to disk as `gograde/run/v1`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gograde.authoring.assignment import Facts, PictureFact
from gograde.intake.entry import NO_BUILDING, Building
from gograde.pictures.picture import is_picture_name
from gograde.sandbox.protocol import RunResult
from gograde.scoring.record import HandedIn, SourceLines
from gograde.scoring.verdict import Verdict

__all__ = ["BatchRun", "PictureFact", "RunRecord", "nothing_run"]

LIMIT_VERDICTS = (Verdict.TLE, Verdict.MLE, Verdict.OLE)

JUDGE_ERROR = "a fault of the grader, not of the submission; it is run again the next time"
SKIPPED = "skipped, since too many runs before it were ended by a limit"


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


@dataclass(frozen=True)
class Started:
    """The started program: its path in the submission, its language and its command; the command is empty
    where the program could not be built.

    `characters` and `bytes` are the length of all `files` that it can open.  `reads_code` says why it is
    not ranked by length; empty otherwise.
    """

    path: str
    language: str
    argv: tuple[str, ...]
    characters: int = 0
    bytes: int = 0
    files: int = 1
    reads_code: str = ""


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
            return Facts(self.verdict, self.message, b"", b"")
        found = next((run for run in self.batches if run.batch == batch), None)
        return found.facts() if found else Facts(Verdict.SK, "this batch was not run", b"", b"")


def nothing_run(assignment: str, handed_in: HandedIn, backend: str) -> RunRecord:
    """The record of a student who handed in nothing: there is nothing to run, and no file to read."""
    return RunRecord(
        assignment, handed_in, verdict=Verdict.NS, message="nothing was handed in", backend=backend
    )
