"""Captures what a program shows that runs without a screen.

The stand-in modules replace libraries that need a screen or an old version.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

STAND_INS = Path(__file__).parent / "stand_ins"
"""The folder that is first on the module path of a Python submission."""


@lru_cache(maxsize=1)
def stand_in_bytes() -> dict[str, bytes]:
    """The bytes of every file by its path below `STAND_INS`, with forward slashes, sorted."""
    return {
        path.relative_to(STAND_INS).as_posix(): path.read_bytes() for path in sorted(STAND_INS.rglob("*.py"))
    }
