"""Grades the submission of an attack, and checks for harm that a student must not do to the grader."""

import codecs
import contextlib
import io
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest

from gograde.codec import to_value
from gograde.core.record import ScoreRecord
from gograde.core.verdict import Verdict
from gograde.errors import GogradeError
from gograde.grading.grade import grade_submission
from gograde.report.exports import checks
from gograde.report.exports.checks import gradescope_json, junit_xml, summary, workflow_commands
from gograde.report.redact import for_student
from gograde.report.terminal.check_text import check_parts
from gograde.report.terminal.rich_text import to_text
from gograde.report.words.escape import json_text
from gograde.sandbox.landlock import Unsandboxed
from gograde.sandbox.protocol import Backend, Job, RunResult
from tests.attacks.harness.hand_in import HAND_IN, answering, course, right_answers, trace, tree
from tests.sandboxes import bare_runtime, interpreter, is_reading

MOST_CPU_S = 10.0
MOST_MIB = 300.0

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)


_ENCODINGS = ("cp437", "gb18030", "utf-16", "idna", "punycode", "latin-1", "ascii")


@cache
def prepare() -> None:
    """Import whatever grading imports on its way: it may go on as a user who cannot read our libraries."""
    with contextlib.suppress(pytest.skip.Exception):
        bare_runtime()
    for encoding in _ENCODINGS:
        codecs.lookup(encoding)
    with tempfile.TemporaryDirectory() as folder:
        for answer in (right_answers(), b"test_1\n0 0\ntest_5\nx\n"):
            answering(Path(folder), answer)
            record = graded(Silent(answer), Path(folder), "none").record
            assert record is not None and formats(record)


@dataclass(frozen=True)
class Silent:
    """A back end that runs nothing and finds the same answer each time."""

    answer: bytes
    name: str = "silent"

    def run(self, job: Job) -> RunResult:
        if is_reading(job):
            return Unsandboxed().run(job)
        return RunResult("silent", 0, None, None, 0, 0, 0, b"", b"", 0, 0, {"answer.txt": self.answer}, {})


@contextlib.contextmanager
def reachable_python() -> Iterator[None]:
    """Let programs be run by a Python that everybody can read, where this one lies in a closed home."""
    before = sys.executable, sys.prefix, sys.base_prefix, sys.exec_prefix
    with contextlib.ExitStack() as kept:
        if not os.access(Path(before[0]).resolve(), os.X_OK):
            sys.executable = str(interpreter())
            sys.prefix = sys.base_prefix = sys.exec_prefix = str(interpreter().parents[1])
            kept.enter_context(patch("gograde.grading.grade.runtime_of", lambda package: bare_runtime()))
        try:
            yield
        finally:
            sys.executable, sys.prefix, sys.base_prefix, sys.exec_prefix = before


@dataclass(frozen=True)
class Grading:
    """What came of grading: a record, or none and the evidence of harm."""

    record: ScoreRecord | None
    evidence: str = ""


def graded(backend: Backend, folder: Path, marker: str) -> Grading:
    """Grade `hand-in` on the public batch, within bounds of time and memory, and without a trace."""
    before, started, peak = tree(folder), time.process_time(), _peak_mib()
    told = io.StringIO()
    package, batch = course()
    try:
        with contextlib.redirect_stderr(told), reachable_python():
            record = grade_submission(folder / HAND_IN, package, [batch], backend, "mallory")
    except GogradeError as error:
        return Grading(None, f"not graded: {error}")
    except Exception as error:
        return Grading(None, f"the grader raised {type(error).__name__}: {error}")
    harm = [
        *_harm(record, told.getvalue()),
        *(["it carried out what was handed in"] if trace(folder, marker).exists() else []),
        *(["files changed on the disk"] if tree(folder) != before else []),
        *_strays(marker),
        *([f"it took {used:.0f} s"] if (used := time.process_time() - started) > MOST_CPU_S else []),
        *([f"it took {more:.0f} MiB"] if (more := _peak_mib() - peak) > MOST_MIB else []),
    ]
    return Grading(record, "; ".join(harm))


def formats(record: ScoreRecord) -> dict[str, str]:
    """The record in every format of `gograde check`."""
    shown = for_student(record)
    return {
        "check.txt": to_text(check_parts(shown)), "check.json": json_text(to_value(shown)),
        "junit.xml": junit_xml(shown, NOON), "results.json": gradescope_json(shown),
        "commands.log": workflow_commands(shown, checks.SubmissionPath("board9.py", folder=False)),
        "summary.md": summary(shown),
    }  # fmt: skip


def _harm(record: ScoreRecord, told: str) -> Iterator[str]:
    if Verdict.JE in {record.verdict, *(test.verdict for test in record.tests)}:
        yield f"a judge error: {record.message} {told[-300:]}"
    elif told:
        yield f"the grader complained: {told[-300:]}"


def _strays(marker: str) -> list[str]:
    """Files named after the marker where archives may want to put them."""
    places = (Path("/tmp"), Path("/var/tmp"), Path.cwd(), Path.home(), Path("/"))
    found = (path for place in places for path in _named(place, marker))
    return [f"a file was written: {path}" for path in found]


def _named(place: Path, marker: str) -> list[Path]:
    try:
        return list(place.glob(f"*{marker}*"))
    except OSError:
        return []


def _peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
