"""What the files of a package are called and how they are hashed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

CONFIG = "assignment.yaml"


def sha256(data: bytes) -> str:
    """The SHA-256 in the form of descriptors, `sha256:` and hex digits."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def content_digest(hashes: Mapping[str, str] | Iterable[tuple[str, str]]) -> str:
    """One digest (hex) over paths and hashes."""
    lines = sorted(f"{path}\0{value}\n" for path, value in dict(hashes).items())
    return hashlib.sha256("".join(lines).encode()).hexdigest()
