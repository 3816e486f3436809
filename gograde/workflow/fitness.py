"""Chooses the back end of a class, which `require:` may restrict, and examines whether it holds here."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gograde.classroom.classroom import CLASS_FILE, Classroom
from gograde.classroom.roster import student_meant
from gograde.code_closure import code_digest
from gograde.codec import of_json, to_json
from gograde.errors import JudgeError, UsageError
from gograde.files import write_atomic, write_changed
from gograde.grading.plan_file import read_plan
from gograde.intake.printable import safe
from gograde.private import lock_folder
from gograde.sandbox.host.identity import has_users
from gograde.sandbox.protocol import Backend
from gograde.sandbox.select import choose_backend

if TYPE_CHECKING:
    from gograde.sandbox.doctor.survey import Report

FINDINGS = "doctor.json"
_BOOT = Path("/proc/sys/kernel/random/boot_id")


def assure(work: Path, backend: Backend) -> None:
    """Examine the back end: in full once for this machine, quickly at every later start.

    Writes the findings to `work/doctor.json`.  Raises `JudgeError` when a guarantee does not hold.
    """
    from gograde.sandbox.doctor.examination import quick

    known = _read(_proof_path(backend))
    if known is not None:
        quick(backend)
    write_changed(work / FINDINGS, to_json(known or prove(backend)))


def prove(backend: Backend) -> Any:
    """The findings of this machine, which is examined unless it was since its start; raises `JudgeError`."""
    proof = _proof_path(backend)
    findings = _read(proof)
    if findings is None:
        findings = _proved(backend).to_json()
        write_atomic(proof, to_json(findings))
    return findings


def forget(work: Path) -> None:
    """Delete the findings; a run without a sandbox has no guarantees, so older findings do not apply."""
    (work / FINDINGS).unlink(missing_ok=True)


def weaknesses(work: Path) -> list[str]:
    """A note where the examined back end holds something worse than another would; else none."""
    findings = _read(work / FINDINGS) or {}
    short = [one for one in findings.get("short", ()) if not one["everywhere"]]
    if not short:
        return []
    from gograde.sandbox.doctor.survey import in_words

    return [f"a weaker sandbox ({findings.get('backend')}): {in_words(short)} (docs/sandbox.md)"]


def _proved(backend: Backend) -> Report:
    """The findings of an examination that holds; a second one counts when the first does not hold."""
    from gograde.sandbox.doctor.examination import examine

    report = first if (first := examine(backend)).fit else examine(backend)
    if not report.fit:
        broken = "; ".join(f"{one.title}: {one.detail}" for one in report.broken)
        raise JudgeError(f"sandbox {backend.name}", broken, "gograde doctor tells how to mend it")
    return report


def _proof_path(backend: Backend) -> Path:
    """The file of the findings, in a folder that only this user can write.

    Its name covers the back end, the start of the machine, the kernel, the user, the sandbox's code and its
    settings.
    """
    user = "of its own" if has_users() else os.geteuid()
    code = code_digest("gograde.sandbox.doctor.examination", "gograde.sandbox.select")
    subject = to_json([repr(backend), _BOOT.read_text(), os.uname().release, user, code])
    return lock_folder() / f"proof-{hashlib.sha256(subject).hexdigest()}.json"


def _read(proof: Path) -> Any:
    """The kept findings; None when there are none."""
    try:
        return of_json(dict[str, Any], proof.read_bytes())
    except (OSError, ValueError):
        return None


def backend_for(
    classroom: Classroom, *, trust: bool, name: str | None, proof: Callable[[Backend], object] | None = None
) -> Backend:
    """The back end for a class's submissions; the options are those of `choose_backend`.

    Raises UsageError when the options ask for less than the class requires, and JudgeError when what it
    requires does not work here.
    """
    required = classroom.config.require
    if required is None:
        return choose_backend(trust=trust, name=name, proof=proof)
    where = f"{classroom.path / CLASS_FILE}: require"
    if trust or name not in (None, required):
        less = "--trust-submissions" if trust else f"--backend {name}"
        fix = f"leave {less} out, or delete the line require: {required}"
        raise UsageError(where, f"the class requires {required}, and {less} asks for less", fix)
    try:
        return choose_backend(name=required, proof=proof)
    except JudgeError as error:
        fix = f"{error.fix}; or delete the line require: {required} to grade with less"
        raise JudgeError(where, f"{required} does not hold here ({error.fault})", fix) from error


def planned_backend(classroom: Classroom) -> Backend:
    """The planned back end, proved on this machine; raises what `read_plan` and `backend_for` raise."""
    plan = read_plan(classroom)
    name = None if plan["trust"] else plan["backend"]
    try:
        return backend_for(classroom, trust=plan["trust"], name=name, proof=prove)
    except JudgeError as error:
        raise JudgeError(f"{os.uname().nodename}: {error.where}", error.what, error.fix) from error


def check_student(classroom: Classroom, student: str) -> None:
    """Raise `UsageError` unless the roster has the student."""
    known = [one.id for one in classroom.students]
    if student not in known:
        raise UsageError(safe(student), "not on the roster", student_meant(student, known))
