"""What an export holds: entries with paths, whose bytes are streamed and never read here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

CHUNK = 64 * 1024
"""Bytes that are read of an entry at a time."""


@dataclass(frozen=True)
class Entry:
    """A regular file of an export; `path` has forward slashes, `number` is its place in the export."""

    path: str
    number: int
    size: int


class Source(Protocol):
    """An export that is open."""

    @property
    def entries(self) -> Sequence[Entry]:
        """The regular files, without what tools leave behind."""
        ...

    @property
    def skipped(self) -> Mapping[str, str]:
        """The paths of what cannot be taken, such as a link, and why."""
        ...

    def chunks(self, entry: Entry) -> Iterator[bytes]:
        """The bytes of an entry; raises `RefusedError` when it cannot be read."""
        ...


def head(source: Source, entry: Entry, most: int) -> bytes:
    """The first bytes of an entry, at most `most`."""
    data = b""
    for chunk in source.chunks(entry):
        data += chunk
        if len(data) >= most:
            break
    return data[:most]
