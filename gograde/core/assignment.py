"""The interface of assignments to the grader: reading, staging and scoring cases.

These functions have no effects; `grading` runs programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from gograde.core.marking import Marking
from gograde.core.record import TestScore, Visibility
from gograde.core.sighting import Sighting
from gograde.core.verdict import Verdict
from gograde.sandbox.protocol import OURS, StagedFile

SCORED = (Verdict.AC, Verdict.RTE)
"""The verdicts of runs whose answers are scored: the run ended well or crashed."""

DRAWN = 19
"""The longest side of a board that a report draws, in points."""

CALLER = f"{OURS}/call.py"
"""The program that is started for a submission that is a module; it calls the module's functions."""

RIVAL = "? "
"""What the help of a mistake that is not sure begins with, in tables and hints: it only silences others."""


@dataclass(frozen=True)
class Hint:
    """The answer of a known mistake, None for a crash, and what helps a student who makes it too."""

    answer: Any
    help: str


@dataclass(frozen=True)
class Case:
    """One question on one input.

    `id` is unique in its batch; `input` are the bytes of the case's file; `answer` is the right answer
    as a JSON value; `features` are the features that the generator wanted.  Public cases alone have
    `hints` and `drawn`, the rows that a report draws; those of hidden cases are computed
    (`gograde.authoring.scoring`).
    """

    id: str
    question: str
    input: bytes
    answer: Any
    features: tuple[str, ...] = ()
    hints: tuple[Hint, ...] = field(default=(), compare=False)
    drawn: tuple[str, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Batch:
    """Cases that are asked under the limits of one batch: in one run, or with a run for each case."""

    name: str
    cases: tuple[Case, ...]
    public: bool


@dataclass(frozen=True)
class PictureFact:
    """A picture that a run left: a PNG that gograde encoded, or the refusal that says why there is none.

    `width` and `height` are those of the PNG in pixels, 0 for a refused picture.  `shapes` is the scene that
    was drawn (`gograde.pictures.shapes`), empty where nobody recorded it.  `kind` is `file` for a picture
    that the program saved, `window` or `figure` for one that it showed; `order` is the place of a shown
    picture in the run, from 1, and `title` its title.  A `blank` picture has one colour.
    """

    name: str
    width: int = 0
    height: int = 0
    png: bytes = field(default=b"", repr=False)
    shapes: bytes = field(default=b"", repr=False)
    refusal: str = ""
    blank: bool = False
    kind: str = "file"
    title: str = ""
    order: int = 0


@dataclass(frozen=True)
class ExampleFact:
    """A picture of the program, as a PNG of gograde, and what a person saw in it."""

    png: bytes = field(repr=False)
    sighting: Sighting


@dataclass(frozen=True)
class Facts:
    """The facts of a run on a batch that the scorer sees; they contain no times.

    `verdict` is AC when the run ended well, else TLE, RTE, CE, …; `message` gives the reason.
    `files` are the collected files by name, without pictures.  `pictures` are the readable pictures;
    `unread` maps the names of the others to the reason.  `examples` are pictures of this program, also of
    other runs, that a person looked at.
    """

    verdict: Verdict
    message: str
    stdout: bytes
    stderr: bytes
    files: Mapping[str, bytes] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)
    pictures: tuple[PictureFact, ...] = ()
    unread: Mapping[str, str] = field(default_factory=dict)
    examples: tuple[ExampleFact, ...] = ()

    @property
    def scored(self) -> bool:
        """Whether answers are scored: the run ended well or crashed."""
        return self.verdict in SCORED


class Assignment(Protocol):
    """An assignment as the grader uses it; `gograde.authoring.registry` finds it."""

    @property
    def id(self) -> str: ...

    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
        """A batch from the files of its folder; raises `DataError` for wrong files."""

    def write_batch(self, batch: Batch) -> dict[str, bytes]:
        """The files of a batch's folder: the inverse of `read_batch`."""

    def stage(self, batch: Batch) -> tuple[StagedFile, ...]:
        """The files a program finds in its working directory."""

    def stdin(self, batch: Batch) -> bytes:
        """What a program finds on standard input."""

    def score(
        self, batch: Batch, facts: Facts, marking: Marking, visibility: Visibility
    ) -> tuple[TestScore, ...]:
        """A score for every test of the batch, in order; pure, and raises nothing for any output."""
