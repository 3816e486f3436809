"""The model of `assignment.yaml`: an assignment's contract, limits and points.

A weight is the number of points of one question in one batch; weights are never rescaled.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from gograde.codec import Record
from gograde.core.marking import BoardShape, Marking, QuestionGroup
from gograde.core.record import question_name

ID_PATTERN = r"[a-z][a-z0-9-]{0,39}"
ID_RULE = "an id is lower-case letters, digits and hyphens, at most 40, a letter first"
CODE_PATTERN = r"^[a-z][a-z0-9_]{0,39}:[A-Za-z][A-Za-z0-9_]{0,39}$"

Language = Literal[
    "python",
    "c",
    "shell",
    "cpp",
    "java",
    "javascript",
    "go",
    "rust",
    "perl",
    "ruby",
    "haskell",
    "csharp",
    "php",
]
"""The rows of `gograde.intake.languages`."""
Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
EVERY_RUN = "every run"
"""What tries a rule of how programs are handed in: they run here as they do when they are graded."""

PACKAGE_NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}"
PackageName = Annotated[str, Meta(pattern=f"^{PACKAGE_NAME}$")]
PersonName = Annotated[str, Meta(pattern=r"^[^,&<>\x00-\x1f]{1,100}$")]
FileName = Annotated[str, Meta(pattern=r"^[^/\x00]{1,100}$")]


class CollectConfig(Record):
    """The files to collect after a run: from the working directory itself; pictures from its folders too."""

    patterns: tuple[FileName, ...] = ()
    file_kib: Count = 64
    files: Count = 40


class Contract(Record):
    """The way to start a submission, and the places of its answers.

    `files`: a program reads files, and writes files or prints.  `stdio`: a program is started for
    each case, reads standard input and prints the answer.  `module`: the answers are the results of
    functions of a Python module.  `game`: a program is started for each move of the 5x5 game, reads
    `input.txt` and writes `output.txt`.

    `entries` are tried in order, in the shallowest folder that has any; without an entry, the only
    runnable source file is the entry.  `skeletons` are the digests
    (`gograde.intake.reading.programs.skeleton_digest`) of handed-out files, which are passed over when there
    is another program.  `answers` are the patterns of answer files; the program does not see answer
    files that were handed in with it.  `pictures` are the files to decode; `collect` are the other
    files to collect.
    """

    kind: Literal["files", "stdio", "module", "game"]
    entries: Annotated[tuple[FileName, ...], Meta(min_length=1)]
    languages: Annotated[tuple[Language, ...], Meta(min_length=1)]
    skeletons: tuple[Digest, ...] = ()
    answers: tuple[FileName, ...] = ()
    collect: CollectConfig = CollectConfig()
    pictures: CollectConfig = CollectConfig()


class LimitsConfig(Record):
    """The limits of one run, for its whole process tree; the names contain the units."""

    cpu_s: Seconds = 10.0
    wall_s: Seconds = 30.0
    memory_mib: Count = 512
    processes: Count = 32
    open_files: Count = 128
    file_mib: Count = 16
    work_mib: Count = 32
    work_files: Count = 2000
    stdout_kib: Count = 4096
    stderr_kib: Count = 4096


class RuntimeConfig(Record):
    """What Python programs are run by, and what they may import besides the standard library.

    `python` is a version such as "3.12"; without it the interpreter is gograde's own.  `packages` are pinned
    in `runtime.lock` (`gograde.intake.runtime`).
    """

    python: Annotated[str, Meta(pattern=r"^3\.[0-9]{1,2}$")] | None = None
    packages: tuple[PackageName, ...] = ()


class Ask(Record):
    """What questions ask for, in words of each language, with answers of one kind."""

    questions: Annotated[tuple[str, ...], Meta(min_length=1)]
    answer: Literal["text", "picture"] = "text"
    words: Annotated[dict[str, str], Meta(min_length=1)]


class AssignmentConfig(Record):
    """The content of `assignment.yaml`.

    `contributors` made the package, `license` is that of its files, as SPDX names it.  `board` is the size of
    all boards, if they have one size.  `parameters` are numbers in the statement on which the right answers
    depend.  `official` says whether the statement asks for all or nothing, and whether samples that are
    worth no points decide that too.  `golf` ranks correct programs by the length of all their files.
    `asks` are the questions in words, for pages.  `overlooked` has a line for each sentence of "Easily
    overlooked" in the statement, by its first words: the known mistakes and the samples that break it, each
    of which fails a public case, in words what no public case tries, or `EVERY_RUN`.  `code` names the
    package's own Python folder and the assignment in it, as in `grader:ASSIGNMENT`
    (`gograde.package.package.Package.code`).
    """

    schema_: Literal["gograde/assignment/v1"] = field(name="schema")
    id: str
    version: Annotated[str, Meta(pattern=r"^\d+\.\d+\.\d+$")]
    title: Annotated[dict[str, str], Meta(min_length=1)]
    contributors: tuple[PersonName, ...] = ()
    license: Annotated[str, Meta(pattern=r"^[A-Za-z0-9.+-]{1,60}$")] = "MIT"
    code: Annotated[str, Meta(pattern=CODE_PATTERN)] | None = None
    contract: Contract
    board: BoardShape | None = None
    parameters: dict[str, Any] = field(default_factory=dict)
    golf: bool = False
    official: Literal["none", "all-or-nothing", "with-samples"] = "none"
    limits: LimitsConfig = LimitsConfig()
    runtime: RuntimeConfig = RuntimeConfig()
    stop_after: Count = 2
    groups: Annotated[tuple[QuestionGroup, ...], Meta(min_length=1)]
    asks: tuple[Ask, ...] = ()
    overlooked: dict[str, Annotated[tuple[str, ...], Meta(min_length=1)] | str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not re.fullmatch(ID_PATTERN, self.id):
            raise ValueError(f"id: {ID_RULE}")
        names = Counter(group.name for group in self.groups)
        asked = Counter((g.cases, g.answer, question) for g in self.groups for question in g.questions)
        for name in [name for name, times in names.items() if times > 1]:
            raise ValueError(f"groups: two are named {name!r}")
        for cases, answer, question in [key for key, times in asked.items() if times > 1]:
            raise ValueError(f"groups: question {question!r} ({cases}, {answer}) is in two of them")
        wants = [group.name for group in self.groups if group.answer == "picture"]
        if wants and not self.contract.pictures.patterns:
            raise ValueError(f"groups: {wants[0]!r} asks for pictures, and contract.pictures has no patterns")
        if self.contract.pictures.patterns and self.contract.kind not in ("files", "stdio"):
            raise ValueError(f"contract.pictures: programs of the kind {self.contract.kind} draw none")

    def decides(self, group: QuestionGroup) -> bool:
        """Whether the verdict of the whole goes by a group's tests."""
        worthless_sample = group.cases == "sample" and not group.weight
        return not group.extra and (self.official == "with-samples" or not worthless_sample)

    @property
    def marking(self) -> Marking:
        """What scorers see of it."""
        return Marking(self.id, self.code, self.groups, self.board, self.parameters)

    @property
    def not_tried(self) -> tuple[str, ...]:
        """What no public case tries, in a line for those who try their programs on them."""
        words = [what for what in self.overlooked.values() if isinstance(what, str) and what != EVERY_RUN]
        return (f"Not tried here: {'; '.join(words)}.",) if words else ()

    def title_in(self, language: str) -> str:
        """The title in a language, otherwise in English, otherwise in any language."""
        return _in(language, self.title)

    def asks_in(self, language: str) -> dict[str, str]:
        """The questions in words of a language, as `AssignmentRef.asks`."""
        every = ((question_name(one, ask.answer), ask) for ask in self.asks for one in ask.questions)
        return {name: _in(language, ask.words) for name, ask in every}


def _in(language: str, words: dict[str, str]) -> str:
    """The words in a language, otherwise in English, otherwise in any language."""
    return words.get(language) or words.get("en") or next(iter(words.values()))
