"""Attacks that are handed in instead of run: pictures, answers, archives, reports.

A module `artefacts.<group>` has `judge(attack, box, folder, marker)`, which passes the artefact to the real
consumer and returns the evidence of harm, or "".
"""

import gzip as _gzip  # noqa: F401 -- tarfile imports it late, when whoever judges can no longer read it
import importlib
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from gograde.sandbox.protocol import Backend
from tests.attacks.harness.corpus import Attack

Judge = Callable[[Attack, Backend, Path, str], str]
"""Judges the artefact that lies in a folder, made with a marker, in a back end; runs as the right user."""


def prepare(attack: Attack) -> None:
    """Import what judging takes: whoever judges may be unable to read our libraries."""
    getattr(_judge(attack), "prepare", lambda: None)()


def _judge(attack: Attack) -> ModuleType:
    return importlib.import_module(f"tests.attacks.harness.artefacts.{attack.group}")


def harm_of(attack: Attack, backend: Backend) -> str:
    """The evidence that an artefact did harm, as whoever calls; "" when none."""
    judge: Judge = _judge(attack).judge
    with tempfile.TemporaryDirectory(prefix="gograde-artefact-", dir="/var/tmp") as folder:
        marker = secrets.token_hex(8)
        attack.artefact.make(Path(folder), marker)
        return judge(attack, backend, Path(folder), marker)


def hurts(attack: Attack) -> str:
    """What is seen of the naive consumer; "" when nothing hurts it."""
    with tempfile.TemporaryDirectory(prefix="gograde-artefact-", dir="/var/tmp") as folder:
        marker = secrets.token_hex(8)
        attack.artefact.make(Path(folder), marker)
        return "the naive consumer is hurt" if attack.artefact.naive(Path(folder), marker) else ""
