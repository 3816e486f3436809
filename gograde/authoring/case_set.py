"""All cases of a package."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gograde.authoring.assignment import Batch
from gograde.package.config import AssignmentConfig


@dataclass(frozen=True)
class CaseSet:
    """The cases of a package, with the configuration and the generator that they are made from.

    `generator` is the content of `generator.yaml`.
    """

    config: AssignmentConfig
    generator: Mapping[str, Any]
    sample: tuple[Batch, ...]
    hidden: tuple[Batch, ...]
