"""Holds the files of a submission within the limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gograde.intake.names import RefusedError, fold, parents
from gograde.listing import safe

MIB = 1024 * 1024


@dataclass(frozen=True)
class Caps:
    """Limits of a submission: bytes and files after unpacking, entries of all kinds, ratio of unpacking.

    The ratio applies only above `ratio_from_bytes` unpacked bytes.
    """

    total_bytes: int = 20 * MIB
    files: int = 500
    entries: int = 20_000
    ratio: int = 200
    ratio_from_bytes: int = MIB


@dataclass
class Bag:
    """The files read so far; `add` raises `RefusedError` for a file that breaks a rule."""

    caps: Caps = field(default_factory=Caps)
    archive_bytes: int | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    total: int = 0
    entries: int = 0
    _folded: dict[str, str] = field(default_factory=dict)

    def meet(self, count: int = 1) -> None:
        """Count entries, including those that are not kept; raises `RefusedError` above the limit."""
        self.entries += count
        if self.entries > self.caps.entries:
            raise RefusedError(f"more than {self.caps.entries} entries")

    def add(self, path: str, chunks: Iterator[bytes]) -> None:
        """Read one file; its bytes are counted while they are read."""
        self._claim(path)
        if len(self.files) >= self.caps.files:
            raise RefusedError(f"more than {self.caps.files} files, at {safe(path)}")
        parts = []
        for chunk in chunks:
            self._count(path, len(chunk))
            parts.append(chunk)
        self.files[path] = b"".join(parts)

    def _claim(self, path: str) -> None:
        """Refuse names that are equal on some file systems, and a name that is both a file and a folder."""
        folded = fold(path)
        if folded in self._folded:
            raise RefusedError(f"{safe(path)}: the same name as {safe(self._folded[folded])} on some systems")
        self._folded[folded] = path
        for taken in (path, *parents(path)):
            if taken != path and taken in self.files:
                raise RefusedError(f"{safe(taken)}: a file and a folder")
        if any(name.startswith(f"{path}/") for name in self.files):
            raise RefusedError(f"{safe(path)}: a file and a folder")

    def _count(self, path: str, size: int) -> None:
        self.total += size
        if self.total > self.caps.total_bytes:
            raise RefusedError(f"more than {self.caps.total_bytes // MIB} MiB of files, at {safe(path)}")
        allowed = self.caps.ratio * (self.archive_bytes or 0)
        if self.archive_bytes is not None and self.total > max(allowed, self.caps.ratio_from_bytes):
            raise RefusedError(f"unpacks to more than {self.caps.ratio} times its size, at {safe(path)}")
