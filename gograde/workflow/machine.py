"""Proves the sandbox on this machine, and keeps until its next start what was proved."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

from gograde.code_closure import code_digest
from gograde.codec import of_json, to_json
from gograde.errors import JudgeError
from gograde.files import write_atomic, write_changed
from gograde.private import lock_folder
from gograde.sandbox.host.identity import has_users
from gograde.sandbox.protocol import Backend
from gograde.sandbox.warm import Forking, may_fork

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
        findings = _proved(backend)
        write_atomic(proof, to_json(findings))
    return findings


def prove_quickly(backend: Backend) -> None:
    """Try the quick probes, unless they held, cold and warm, since the last start; raises `JudgeError`."""
    proof = _proof_path(backend).with_suffix(".quick")
    if isinstance(backend, Forking) and _read(proof) is not None:
        backend.proofs["warm"] = ""
        return
    from gograde.sandbox.doctor.examination import QUICK, quick

    quick(backend)
    if may_fork(backend):
        write_atomic(proof, to_json({"held": list(QUICK)}))


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


def _proved(backend: Backend) -> Any:
    """The findings of an examination that holds; a second one counts when the first does not hold."""
    from gograde.sandbox.doctor.examination import examine

    report = first if (first := examine(backend)).fit else examine(backend)
    if not report.fit:
        broken = "; ".join(f"{one.title}: {one.detail}" for one in report.broken)
        raise JudgeError(f"sandbox {backend.name}", broken, "gograde doctor tells how to mend it")
    return report.to_json()


def _proof_path(backend: Backend) -> Path:
    """The file of the findings, in a folder that only this user can write.

    Its name covers the back end, the start of the machine, the kernel, the user, the sandbox's code and its
    settings.
    """
    user = "of its own" if has_users() else os.geteuid()
    code = code_digest("gograde.sandbox.select", "gograde.sandbox.warm")
    subject = to_json([repr(backend), _BOOT.read_text(), os.uname().release, user, code])
    return lock_folder() / f"proof-{hashlib.sha256(subject).hexdigest()}.json"


def _read(proof: Path) -> Any:
    """The kept findings; None when there are none."""
    try:
        return of_json(dict[str, Any], proof.read_bytes())
    except (OSError, ValueError):
        return None
