"""Keeps the submissions of a class as they were taken in; whatever is graded is read from here.

A submission has a manifest named by its SHA-256, and its files are blobs, so equal files are kept once.
Only the owner of the class may read the store, and nobody writes a file of it again.

What the sandbox said of a submission is kept too, so that it is asked once however often the program runs.
It is as hostile as on the day when it came out: whoever takes it checks it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from gograde.codec import Record, of_json, to_json
from gograde.errors import JudgeError
from gograde.files import FIXED_MODE, read_blob, write_blob, write_changed
from gograde.intake.submission import Submission, submission_of
from gograde.sandbox.reader.ask import ReaderAnswer, ReaderFault
from gograde.sandbox.reader.parcel import packed, unpacked

ANSWER = ".answer"


class Manifest(Record):
    """A submission in the store: SHA-256 of its files by path, and what was left out or refused of it."""

    schema: Literal["gograde/taken/v1"] = "gograde/taken/v1"
    files: Mapping[str, str]
    refusal: str
    skipped: Mapping[str, str]


@dataclass(frozen=True)
class Store:
    """The submissions in a folder."""

    folder: Path

    def put(self, submission: Submission) -> None:
        """Keep a submission: its files first, so that a manifest never names a missing file."""
        files = {path: write_blob(self._blobs, data) for path, data in submission.files.items()}
        manifest = Manifest(files=files, refusal=submission.refusal, skipped=submission.skipped)
        write_changed(self._manifest(submission.sha256), to_json(manifest), FIXED_MODE)

    def get(self, sha256: str) -> Submission:
        """The submission with this SHA-256; raises `JudgeError` when the store does not hold it whole."""
        try:
            manifest = of_json(Manifest, self._manifest(sha256).read_bytes())
            files = {path: read_blob(self._blobs, blob) for path, blob in manifest.files.items()}
            submission = submission_of(files, manifest.refusal, manifest.skipped)
            if submission.sha256 != sha256:
                raise ValueError("another SHA-256")
        except (OSError, ValueError) as error:
            what = f"the submission {sha256} is not whole in the store ({error})"
            raise JudgeError(str(self.folder), what, "run gograde run again") from None
        return replace(submission, answers=self.answers)

    def keep_only(self, wanted: Collection[str]) -> None:
        """Delete the submissions whose SHA-256 is not in `wanted`, and the files that no other one has."""
        named = set[str]()
        for path in self.folder.glob("*.json"):
            manifest = None
            with suppress(OSError, ValueError):
                manifest = of_json(Manifest, path.read_bytes()) if path.stem in wanted else None
            if manifest is None:
                path.unlink()
            else:
                named.update(manifest.files.values())
        for blob in self._blobs.glob("*/*"):
            if blob.name not in named:
                blob.unlink()
        for answer in self.answers.glob(f"*{ANSWER}"):
            if answer.name.partition(".")[0] not in wanted:
                answer.unlink()

    @property
    def answers(self) -> Path:
        """The folder of what the sandbox said of the submissions."""
        return self.folder / "answers"

    @property
    def _blobs(self) -> Path:
        return self.folder / "files"

    def _manifest(self, sha256: str) -> Path:
        return self.folder / f"{sha256}.json"


# -- what the sandbox said ------------------------------------------------------------------


def answer_path(folder: Path, sha256: str, question: str) -> Path:
    """Where the answer about a submission is kept; `question` is a digest of all else that was asked."""
    return folder / f"{sha256}.{question[:16]}{ANSWER}"


def keep_answer(path: Path, answer: ReaderAnswer | ReaderFault, code: str) -> None:
    """Keep an answer that the code with this digest gave; of a fault, only that there was one."""
    value, files = (answer.value, answer.files) if isinstance(answer, ReaderAnswer) else (None, [])
    parcel = packed([code, value], files)
    write_changed(path, _mark(parcel) + parcel, FIXED_MODE)


def kept_answer(path: Path) -> tuple[str, ReaderAnswer] | None:
    """The code that gave an answer, and the answer; None when it is not kept whole.

    The value is None after a fault, which may come of a busy machine.
    """
    try:
        mark, end, parcel = path.read_bytes().partition(b"\n")
        [code, value], files = unpacked(parcel)
    except (OSError, ValueError, TypeError):
        return None
    return (code, ReaderAnswer(value, files)) if mark + end == _mark(parcel) else None


def _mark(parcel: bytes) -> bytes:
    """The line before a kept parcel, by which damage shows."""
    return hashlib.sha256(parcel).hexdigest().encode() + b"\n"
