"""What a grader knows of an assignment: how its cases are read, staged and scored.

Everything here is a value in and a value out; running is the business of `grading`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from gograde.package.config import AssignmentConfig
from gograde.sandbox.protocol import OURS, StagedFile
from gograde.scoring.record import TestScore, Visibility
from gograde.scoring.verdict import Verdict

CALLER = f"{OURS}/call.py"
"""What is started instead of a submission that is a module, to call its functions."""


@dataclass(frozen=True)
class Case:
    """One question on one input.

    `id` is unique in its batch, `input` the bytes of the case's file, `answer` the
    reference as JSON values, `features` the named features the generator made it for.
    """

    id: str
    question: str
    input: bytes
    answer: Any
    features: tuple[str, ...] = ()


@dataclass(frozen=True)
class Batch:
    """Cases that one sandboxed run answers."""

    name: str
    cases: tuple[Case, ...]
    public: bool


@dataclass(frozen=True)
class PictureFact:
    """A picture that a run left and that could be read.

    `kind` is `file`, `window` or `figure`; of the last two `title` is what stood above it and
    `order` its place among them, from 1.  `png` was made by us.
    """

    name: str
    kind: str
    title: str
    order: int
    png: bytes = field(repr=False)


@dataclass(frozen=True)
class Facts:
    """What the scorer sees of a run on a batch: facts without times.

    `verdict` is that of the run itself: AC when it ended well, else TLE, RTE, CE, …;
    `message` says why in words; `files` are those taken out, by name, without the pictures.
    `pictures` are those that could be read; `unread` maps the others to the reason.
    """

    verdict: Verdict
    message: str
    stdout: bytes
    stderr: bytes
    files: Mapping[str, bytes] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)
    pictures: tuple[PictureFact, ...] = ()
    unread: Mapping[str, str] = field(default_factory=dict)


class Assignment(Protocol):
    """What a running grader needs; `gograde.authoring.registry` finds it."""

    @property
    def id(self) -> str: ...

    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
        """A batch from the files of its folder; raises `DataError` when they do not fit."""
        ...

    def write_batch(self, batch: Batch) -> dict[str, bytes]:
        """The files of a batch's folder: the inverse of `read_batch`."""
        ...

    def stage(self, batch: Batch) -> tuple[StagedFile, ...]:
        """The files a program finds in its working directory."""
        ...

    def stdin(self, batch: Batch) -> bytes:
        """What a program finds on standard input."""
        ...

    def score(
        self, batch: Batch, facts: Facts, config: AssignmentConfig, visibility: Visibility
    ) -> tuple[TestScore, ...]:
        """A score for every test of the batch, in order; pure, and total for any bytes."""
        ...
