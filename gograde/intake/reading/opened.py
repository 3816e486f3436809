"""Opens a submission: an archive that is its only file is unpacked in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gograde.intake.names import UNREADABLE, RefusedError, is_archive, suffix_of
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
