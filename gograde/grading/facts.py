"""What is known of a submission after it ran: facts, and the verdict of each run.

`gograde/run/v1` is these values on disk; see `records`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gograde.authoring.assignment import Facts, PictureFact
from gograde.pictures.decode.inspect import is_picture_name
from gograde.sandbox.protocol import RunResult
from gograde.scoring.verdict import Verdict

LIMIT_VERDICTS = (Verdict.TLE, Verdict.MLE, Verdict.OLE)

JUDGE_ERROR = "a fault of the grader, not of the submission; it is run again the next time"
SKIPPED = "skipped, since too many runs before it were ended by a limit"


@dataclass(frozen=True)
class Drawn:
    """A picture that a run left: a PNG of our own making, or why there is none.

    `width` and `height` are those of the PNG, zero and without bytes when it is refused.
    `kind` is `file` for what the program saved; of a `window` or `figure` that it showed, `order` is
    its place among them, from 1, and `title` what stood above it.
    """

    name: str
    width: int = 0
    height: int = 0
    png: bytes = b""
    refusal: str = ""
    kind: str = "file"
    title: str = ""
    order: int = 0


def _fact(picture: Drawn) -> PictureFact:
    return PictureFact(picture.name, picture.kind, picture.title, picture.order, picture.png)


@dataclass(frozen=True)
class BatchRun:
    """One run on one batch; times in seconds, sizes in bytes or KiB as named.

    `result` is None when nothing was started (skipped).  `files` of the result are those that
    the program wrote or changed; `pictures` is what those of them show that are pictures.
    """

    batch: str
    verdict: Verdict
    message: str = ""
    result: RunResult | None = None
    pictures: tuple[Drawn, ...] = ()

    def facts(self) -> Facts:
        """What the scorer sees."""
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
            tuple(_fact(picture) for picture in self.pictures if not picture.refusal),
            {picture.name: picture.refusal for picture in self.pictures if picture.refusal},
        )


@dataclass(frozen=True)
class HandedIn:
    """When and what was handed in; `sha256` and `submitted_at` are None when nothing was."""

    student: str
    sha256: str | None = None
    submitted_at: str | None = None
    time_basis: str = ""


@dataclass(frozen=True)
class Started:
    """What was started: a path in the submission, a language, and the command.

    `characters` and `bytes` are the length of all sources of the program.
    """

    path: str
    language: str
    argv: tuple[str, ...]
    characters: int = 0
    bytes: int = 0


@dataclass(frozen=True)
class RunRecord:
    """All runs of one submission.

    `verdict` is None when there were runs; else NS, CE or JE for the whole, and `message`
    says why.  `left_out` maps files of the submission that the program did not find to the reason.
    """

    assignment: str
    handed_in: HandedIn
    files: Mapping[str, bytes] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    started: Started | None = None
    verdict: Verdict | None = None
    message: str = ""
    backend: str = ""
    batches: tuple[BatchRun, ...] = ()

    def facts(self, batch: str) -> Facts:
        """What the scorer sees of a batch, whether it was run or not."""
        if self.verdict is not None:
            return Facts(self.verdict, self.message, b"", b"")
        found = next((run for run in self.batches if run.batch == batch), None)
        return found.facts() if found else Facts(Verdict.SK, "this batch was not run", b"", b"")
