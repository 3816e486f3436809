"""Opens a submission: an archive that is its only file is unpacked in memory.  Looks into others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gograde.intake.names import UNREADABLE, RefusedError, is_archive, language_of, suffix_of
from gograde.intake.reading.archives import unpack
from gograde.intake.submission import HAND_IN, Submission
from gograde.listing import safe

MOST_NESTED = 2
"""Archives inside each other that are unpacked: some systems pack what a student had packed already."""


def opened(submission: Submission) -> Submission:
    """The submission with the files of its archive; it has a refusal when there is nothing to run."""
    if submission.refusal:
        return submission
    try:
        return replace(submission, files=unpacked(submission.files))
    except RefusedError as refusal:
        return replace(submission, files={}, refusal=str(refusal))


def unpacked(files: Mapping[str, bytes], depth: int = MOST_NESTED) -> Mapping[str, bytes]:
    """The files of the archive that is the only file, else `files`; raises `RefusedError`."""
    if not files:
        raise RefusedError(f"no files in it; {HAND_IN}")
    if len(files) > 1:
        return files
    [(name, data)] = files.items()
    if is_archive(name):
        if depth == 0:
            raise RefusedError(f"{safe(name)}: archives in archives; {HAND_IN}")
        return unpacked(unpack(name.rpartition("/")[2], data), depth - 1)
    kind = UNREADABLE.get(suffix_of(name))
    if kind:
        raise RefusedError(f"{safe(name)}: {kind}, which cannot be run; {HAND_IN}")
    return files


# -- for an import ----------------------------------------------------------------------------

MOST_SEEN = 3
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
    chains = (chain for path, data in archives.items() for chain in _inside(path, data, MOST_SEEN))
    inside = [] if found else [chain for chain, _ in zip(chains, range(MOST_SEEN), strict=False)]
    return {"has_program": found, "why": why, "inside": inside}


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
