"""Examines whether this machine is fit to grade, and keeps the doctor's findings for the reports."""

from __future__ import annotations

import os
from pathlib import Path

from gograde.code_closure import code_digest
from gograde.errors import JudgeError
from gograde.files import write_changed
from gograde.grading.records import to_json
from gograde.sandbox.doctor.examination import examine, quick
from gograde.sandbox.host.identity import has_users
from gograde.sandbox.protocol import Backend

FINDINGS = "doctor.json"
EXAMINED = "doctor.examined"
"""The subject of the findings: the back end, the kernel, the user and the sandbox's code."""


def assure(work: Path, backend: Backend) -> None:
    """Examine the back end: in full once for each subject, quickly at every later start.

    Writes the findings to `work/doctor.json`.  Raises `JudgeError` when a guarantee does not hold.
    """
    user = "of its own" if has_users() else os.geteuid()
    code = code_digest("gograde.sandbox.doctor.examination", "gograde.sandbox.select")
    subject = to_json([backend.name, os.uname().release, user, code])
    if (work / FINDINGS).is_file() and _read(work / EXAMINED) == subject:
        quick(backend)
        return
    report = examine(backend)
    if not report.fit:
        report = examine(backend)
    if not report.fit:
        broken = "; ".join(f"{one.title}: {one.detail}" for one in report.broken)
        raise JudgeError(f"sandbox {backend.name}", broken, "gograde doctor tells how to mend it")
    write_changed(work / FINDINGS, to_json(report.to_json()))
    write_changed(work / EXAMINED, subject)


def forget(work: Path) -> None:
    """Delete the findings; a run without a sandbox has no guarantees, so older findings do not apply."""
    (work / FINDINGS).unlink(missing_ok=True)
    (work / EXAMINED).unlink(missing_ok=True)


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""
