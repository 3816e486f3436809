"""Decides once for each back end, by the doctor's quick probes, whether it may fork runs from a server."""

from __future__ import annotations

from threading import Lock

from gograde.errors import JudgeError
from gograde.sandbox.bwrap.backend import Bubblewrap
from gograde.sandbox.landlock.backend import Landlock
from gograde.sandbox.protocol import Backend
from gograde.sandbox.warm.ours import own_job, own_server

_PROVING = Lock()
"""Lets one thread prove at a time, because the probes put a secret into the environment of the process."""

_NO_SANDBOX = "only a sandbox has a server"


def why_cold(backend: Backend) -> str:
    """Why `backend` has only cold runs; "" when no quick probe of the doctor got through in a warm run.

    A forked child inherits the answer, so who forks children asks before.
    """
    if not isinstance(backend, Bubblewrap | Landlock):
        return _NO_SANDBOX
    with _PROVING:
        if "warm" not in backend.proofs:
            backend.proofs["warm"] = _tried(backend)
    return backend.proofs["warm"]


def _tried(backend: Bubblewrap | Landlock) -> str:
    from gograde.sandbox.doctor import survey
    from gograde.sandbox.doctor.examination import quick

    with own_server(backend) as runs:
        try:
            quick(runs, like=own_job(survey.PROGRAM))
        except JudgeError as error:
            return error.fault
        return runs.fault
