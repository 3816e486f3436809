"""Looks into archives that were handed in, for `gograde import`; runs in the sandbox."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gograde.intake.names import RefusedError, is_archive, language_of
from gograde.intake.reading.archives import unpack
from gograde.intake.reading.opened import unpacked

MOST = 3
"""Programs of a submission that are named, and archives inside each other that are opened."""


def seen(request: Any, data: Sequence[bytes]) -> tuple[Any, list[bytes]]:
    """What is in each submission of archives: whether grading finds sources, or why not; else where they lie.

    `request` has for each submission the paths of its archives, and whether they are all of it.
    """
    files = iter(data)
    return [_seen({path: next(files) for path in paths}, alone=alone) for paths, alone in request], []


def _seen(archives: Mapping[str, bytes], *, alone: bool) -> dict[str, Any]:
    try:
        found = alone and any(map(language_of, unpacked(archives)))
    except RefusedError as refusal:
        found, why = False, str(refusal)
    else:
        why = ""
    chains = (chain for path, data in archives.items() for chain in _inside(path, data, MOST))
    inside = [] if found else [chain for chain, _ in zip(chains, range(MOST), strict=False)]
    return {"found": found, "why": why, "inside": inside}


def _inside(name: str, data: bytes, depth: int) -> Iterator[list[str]]:
    """The way to each source in an archive: the archives around it, from the outside, and its path."""
    try:
        files = unpack(name.rpartition("/")[2], data) if depth else {}
    except RefusedError:
        return
    for path, content in files.items():
        if language_of(path):
            yield [name, path]
        elif is_archive(path):
            yield from ([name, *chain] for chain in _inside(path, content, depth - 1))
