"""The cases of a package together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gograde.authoring.assignment import Batch
from gograde.package.config import AssignmentConfig


@dataclass(frozen=True)
class CaseSet:
    """The cases of a package and what they are made from, for a check of the whole.

    `generator` is the content of `generator.yaml`.
    """

    config: AssignmentConfig
    generator: Mapping[str, Any]
    sample: tuple[Batch, ...]
    hidden: tuple[Batch, ...]
