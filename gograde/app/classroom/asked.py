"""The values that a page sends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.errors import UsageError

LONGEST = 500
"""Characters of a comment, a reason or a name."""


def text_of(asked: Mapping[str, Any], name: str) -> str:
    """A text that a page sent, empty where it sent none; raises `UsageError` for something else."""
    value = asked.get(name, "")
    if not isinstance(value, str) or len(value) > LONGEST or "\0" in value:
        raise UsageError(name, f"no text of at most {LONGEST} characters", "write a shorter one")
    return value
