"""Whether runs may be forked from a server here: the doctor's quick probes decide, once a back end."""

from __future__ import annotations

from threading import Lock

from gograde.errors import JudgeError
from gograde.sandbox.bwrap.backend import Bubblewrap
from gograde.sandbox.protocol import Backend
from gograde.sandbox.warm.backend import Warm

_PROVING = Lock()
"""The probes put a secret into the environment of this process, so threads prove one after the other."""

_NO_NAMESPACES = "only bubblewrap has namespaces for it"


def why_cold(backend: Backend) -> str:
    """Why programs are started anew for each run; "" where the doctor's quick probes held in warm runs."""
    if not isinstance(backend, Bubblewrap):
        return _NO_NAMESPACES
    with _PROVING:
        if "warm" not in backend.proofs:
            backend.proofs["warm"] = _tried(backend)
    return backend.proofs["warm"]


def _tried(backend: Bubblewrap) -> str:
    from gograde.sandbox.doctor.examination import quick

    runs = Warm(backend)
    try:
        quick(runs)
    except JudgeError as error:
        return error.fault
    finally:
        runs.close()
    return runs.fault
