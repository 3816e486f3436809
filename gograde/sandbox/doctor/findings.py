"""The result of an examination of a back end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from gograde.sandbox.doctor.guarantees import Shortfall

SCHEMA = "gograde/guarantees/v1"

HELD = "works outside, refused inside"
ENDED = "works outside, ended inside"
HELD_EVERYWHERE = "refused inside and outside"
REACHED = "a program inside got through"
NO_CONTROL = "the control outside failed, so nothing is proved"

Controls = Mapping[str, bool]
"""By guarantee, whether its action succeeds outside; the same for every back end of a machine."""


@dataclass(frozen=True)
class Guarantee:
    """One promise of the sandbox, and whether it was proved.

    `detail` says how it was proved or what broke it.  It contains no times, paths or pids, so that machines
    that behave alike have equal reports.
    """

    id: str
    title: str
    ok: bool
    detail: str
    required: bool = True


@dataclass(frozen=True)
class Report:
    """The guarantees of one back end.

    `short` is what the back end does not hold by the kernel on this machine.
    `seen` (by probe, what it reached) and `seconds` (of the examination) are for people and not stored.
    """

    backend: str
    guarantees: tuple[Guarantee, ...]
    seen: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    short: tuple[Shortfall, ...] = ()

    @property
    def broken(self) -> tuple[Guarantee, ...]:
        """The required guarantees that do not hold."""
        return tuple(one for one in self.guarantees if one.required and not one.ok)

    @property
    def fit(self) -> bool:
        """Whether submissions may run under this back end."""
        return bool(self.guarantees) and not self.broken

    def to_json(self) -> dict[str, Any]:
        """The stored part, which is equal for all examinations with the same outcome."""
        return {
            "schema": SCHEMA,
            "backend": self.backend,
            "fit": self.fit,
            "guarantees": [asdict(one) for one in self.guarantees],
            "short": [asdict(one) for one in self.short],
        }
