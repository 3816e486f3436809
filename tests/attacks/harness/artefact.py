"""Attacks that are handed in instead of run: pictures, answers, archives, reports.

The file of an attack has `make(folder, marker)`, which writes the hostile artefact below `folder`, and
`naive(folder, marker)`, which is True when the artefact harms a naive consumer. A module `artefacts.<group>`
has `judge(attack, box, folder, marker)`, which passes the artefact to the real consumer and returns the
evidence of harm, or "".
"""

from __future__ import annotations

import gzip as _gzip  # noqa: F401 -- tarfile imports it late, when whoever judges can no longer read it
import importlib
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Protocol

from gograde.errors import UsageError
from gograde.sandbox.protocol import Backend
from tests.attacks.harness.corpus import ROOT, Attack

Judge = Callable[[Attack, Backend, Path, str], str]
"""Judges the artefact that lies in a folder, made with a marker, in a back end; runs as the right user."""


class Artefact(Protocol):
    """The module of an artefact."""

    def make(self, folder: Path, marker: str) -> None: ...

    def naive(self, folder: Path, marker: str) -> bool: ...


def prepare(attack: Attack) -> None:
    """Import what judging takes: whoever judges may be unable to read our libraries."""
    load(attack)
    getattr(_judge(attack), "prepare", lambda: None)()


def _judge(attack: Attack) -> ModuleType:
    return importlib.import_module(f"tests.attacks.harness.artefacts.{attack.group}")


def held(attack: Attack, backend: Backend) -> str:
    """The evidence that an artefact did harm, as whoever calls; "" when none."""
    judge: Judge = _judge(attack).judge
    with tempfile.TemporaryDirectory(prefix="gograde-artefact-", dir="/var/tmp") as folder:
        marker = secrets.token_hex(8)
        load(attack).make(Path(folder), marker)
        return judge(attack, backend, Path(folder), marker)


def hurts(attack: Attack) -> str:
    """What is seen of the naive consumer; "" when nothing hurts it."""
    with tempfile.TemporaryDirectory(prefix="gograde-artefact-", dir="/var/tmp") as folder:
        marker = secrets.token_hex(8)
        module = load(attack)
        module.make(Path(folder), marker)
        return "the naive consumer is hurt" if module.naive(Path(folder), marker) else ""


def load(attack: Attack) -> Artefact:
    """The module of an artefact.  Raises UsageError when it lacks a function."""
    module = ModuleType(f"attack_{attack.group}_{attack.name}")
    exec(compile(attack.source, attack.path, "exec"), vars(module))
    for name in ("make", "naive"):
        if not callable(getattr(module, name, None)):
            where = attack.path.relative_to(ROOT).as_posix()
            raise UsageError(where, f"it has no function {name}", f"write def {name}(folder, marker)")
    return module  # type: ignore[return-value]
