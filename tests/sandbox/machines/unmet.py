"""The guarantees that a machine does not give."""

import os
import sys
from collections.abc import Iterable

from gograde.sandbox.doctor.survey import Guarantee
from tests.sandboxes import interpreter

OPTIONAL = {"canary-stat", "noticed"}


def use_reachable_interpreter() -> None:
    """Let the doctor, in this child, start an interpreter that every user can reach."""
    python = interpreter()
    sys.executable = os.fspath(python)
    sys.prefix = sys.base_prefix = os.fspath(python.resolve().parents[1])


def unmet(guarantees: Iterable[Guarantee]) -> list[tuple[str, str]]:
    return [(one.id, one.detail) for one in guarantees if not one.ok and one.id not in OPTIONAL]
