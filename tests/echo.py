"""A tiny assignment for tests, and back ends that answer from a script."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from gograde.codec import of_value, replace
from gograde.core.assignment import Batch, Case, Facts
from gograde.core.marking import Marking
from gograde.core.record import Cause, TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.grading.contracts.kind import Task
from gograde.intake.runtime import Runtime, runtime_of
from gograde.package.config import AssignmentConfig
from gograde.package.package import find_package
from gograde.sandbox.landlock import Unsandboxed
from gograde.sandbox.protocol import Job, RunResult, StagedFile
from tests.sandboxes import is_reading

CONFIG = of_value(
    AssignmentConfig,
    {
        "schema": "gograde/assignment/v1",
        "id": "echo",
        "version": "1.0.0",
        "title": {"en": "Echo"},
        "contract": {
            "kind": "files",
            "entries": ["echo.py", "echo.c", "echo.sh"],
            "languages": ["python", "c", "shell"],
            "answers": ["answer*.txt"],
            "collect": {"patterns": ["*.txt"]},
        },
        "board": {"rows": 1, "cols": 1},
        "limits": {"cpu_s": 2, "wall_s": 10, "memory_mib": 256, "stdout_kib": 64, "work_mib": 8},
        "stop_after": 2,
        "groups": [
            {
                "name": "sample",
                "questions": ["word"],
                "weight": 0,
                "cases": "sample",
                "visibility": "visible",
            },
            {"name": "word", "questions": ["word"], "weight": 3},
        ],
    },
)


class Echo:
    """Asks a program to say a word: in `answer.txt`, else on standard output."""

    id = "echo"

    def stage(self, batch: Batch) -> tuple[StagedFile, ...]:
        return (StagedFile("word.txt", batch.cases[0].input),)

    def stdin(self, batch: Batch) -> bytes:
        return b"\n" * 100

    def score(
        self, batch: Batch, facts: Facts, marking: Marking, visibility: Visibility
    ) -> tuple[TestScore, ...]:
        group = marking.group_of("word", "text", public=batch.public)
        assert group is not None
        verdict = self._verdict(batch.cases[0], facts)
        points = None if verdict is Verdict.JE else float(group.weight if verdict is Verdict.AC else 0)
        return (
            TestScore(
                name=f"{batch.name}/word",
                group=group.name,
                batch=batch.name,
                verdict=verdict,
                points=points,
                max_points=group.weight,
                visibility=visibility,
                cause=None if verdict is Verdict.AC else Cause(message="not the word"),
            ),
        )

    def _verdict(self, case: Case, facts: Facts) -> Verdict:
        said = facts.files.get("answer.txt", facts.stdout).strip()
        if facts.verdict not in (Verdict.AC, Verdict.RTE):
            return facts.verdict
        if not said:
            return Verdict.RTE if facts.verdict is Verdict.RTE else Verdict.NO
        if said == b"boom":
            raise ValueError("a bug of the scorer")
        return Verdict.AC if said == case.answer else Verdict.WA


def batch(name: str, word: bytes, public: bool = False) -> Batch:
    return Batch(name, (Case("word", "word", word, word),), public)


BATCHES = (batch("sample-01", b"sample", public=True), batch("01", b"one"), batch("02", b"two"))

DONE = RunResult("scripted", 0, None, None, 0.01, 0.02, 5000, b"", b"", 0, 0, {}, {})


@dataclass
class Scripted:
    """A back end that gives the scripted outcomes in turn, the last one for ever."""

    outcomes: Sequence[Any]
    name: str = "scripted"
    jobs: list[Job] = field(default_factory=list)

    def run(self, job: Job) -> RunResult:
        if is_reading(job):
            return Unsandboxed().run(job)
        outcome = self.outcomes[min(len(self.jobs), len(self.outcomes) - 1)]
        self.jobs.append(job)
        if isinstance(outcome, Exception):
            raise outcome
        result: RunResult = outcome(job) if callable(outcome) else outcome
        return result


def says_the_word(job: Job) -> RunResult:
    [word] = [file.data for file in job.files if file.path == "word.txt"]
    return replace(DONE, stdout=word, stdout_bytes=len(word))


@pytest.fixture
def echo() -> Echo:
    return Echo()


@pytest.fixture
def done() -> RunResult:
    return DONE


@pytest.fixture
def scripted() -> Callable[..., Scripted]:
    return lambda *outcomes: Scripted(outcomes or (says_the_word,))


@pytest.fixture
def task_with() -> Callable[..., Task]:
    def make(backend: Any, batches: Sequence[Batch] = BATCHES) -> Task:
        return Task(CONFIG, Echo(), tuple(batches), numpy_runtime(), backend)  # type: ignore[arg-type]

    return make


def numpy_runtime() -> Runtime:
    """The runtime of the packages that ship, which tests may import numpy in."""
    return runtime_of(find_package("board-control"))


@pytest.fixture
def programs() -> Mapping[str, bytes]:
    """Programs that say the word, by the name of their language."""
    return {
        "echo.py": b"print(open('word.txt').read())\n",
        "echo.sh": b"#!/bin/sh\ncat word.txt\n",
        "echo.c": b'#include <stdio.h>\n#include "say.h"\nint main(void) { char w[99]; '
        b'FILE *f = fopen("word.txt", "r"); fscanf(f, "%98s", w); say(w); return 0; }\n',
    }
