"""The modules that a program finds before the system's own, so that it needs no screen and no old library."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def stand_ins() -> dict[str, bytes]:
    """Every file by its path below the folder that they are put into, with forward slashes, sorted."""
    root = Path(__file__).parent / "stand_ins"
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*.py"))}
