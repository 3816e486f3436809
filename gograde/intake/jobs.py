"""Runs a job in the sandbox, and turns its end into a verdict with a message."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from gograde.core.verdict import Verdict
from gograde.errors import JudgeError
from gograde.intake.languages import LANGUAGES, Language
from gograde.listing import explained, for_log, last_line, printable
from gograde.sandbox.protocol import Backend, Ended, Job, Limits, RunResult
from gograde.sandbox.reader.ask import limit_text, signal_name


def run_job(job: Job, backend: Backend) -> RunResult:
    """Run a job; try once more when the sandbox fails.  Raises `JudgeError` when it fails twice."""
    try:
        return backend.run(job)
    except JudgeError as error:
        print(for_log(f"the sandbox failed, trying once more: {error}"), file=sys.stderr)
        return backend.run(job)


def verdict_of(result: RunResult, language: str, limits: Limits) -> tuple[Verdict, str]:
    """The verdict of a run, and the reason in words (empty for AC)."""
    if result.killed_for is not None:
        return _OF_LIMIT[result.killed_for], limit_text(result.killed_for, limits)
    if result.exit_code == 0:
        return Verdict.AC, ""
    row, line = LANGUAGES[language], _fault_line(LANGUAGES[language], result.stderr)
    if row.memory and row.memory in line:
        return Verdict.MLE, line
    if result.signal is not None:
        return Verdict.RTE, f"killed by {signal_name(result.signal)}" + (f": {line}" if line else "")
    last = line or last_line(result.stderr)
    if language == "python" and result.exit_code == 1 and last.startswith(_PYTHON_SYNTAX):
        return Verdict.CE, last
    why = f": {explained(last)}" if last else ", where 0 says that all went well"
    return Verdict.RTE, f"exit code {result.exit_code}{why}"


def _fault_line(row: Language, stderr: bytes) -> str:
    """The last line that names the fault of a program, where its language has such lines."""
    lines = row.fault_line.findall(stderr.decode("utf-8", "replace")) if row.fault_line else []
    return printable(" ".join(lines[-1].split()))[:LONGEST_FAULT_LINE] if lines else ""


LONGEST_FAULT_LINE = 200
"""Characters of the line that names a fault."""


def with_packages(message: str, packages: Sequence[str]) -> str:
    """The message of a run; for a module that is missing, with what a program may import."""
    there = ", ".join(("the standard library (tkinter and turtle too)", *packages))
    may = f"{message} (a program may import {there}, and the modules that are handed in with it)"
    return may if MISSING in message else message


MISSING = "ModuleNotFoundError: No module named"

_PYTHON_SYNTAX = ("SyntaxError", "IndentationError", "TabError")

_OF_LIMIT = {
    Ended.CPU: Verdict.TLE,
    Ended.WALL: Verdict.TLE,
    Ended.MEMORY: Verdict.MLE,
    Ended.PROCESSES: Verdict.RTE,
    Ended.WORK_BYTES: Verdict.OLE,
    Ended.WORK_FILES: Verdict.OLE,
    Ended.STDOUT: Verdict.OLE,
    Ended.STDERR: Verdict.OLE,
}
