"""Has the sources of a submission read inside the sandbox, and checks what comes back."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pydantic import BaseModel, ConfigDict, Field

from gograde.errors import JudgeError
from gograde.intake.bag import Bag
from gograde.intake.entry import Refusal
from gograde.intake.languages.table import SOURCES
from gograde.intake.names import RefusedError, safe_path
from gograde.intake.passages import HOLDS, LONGEST, Passage, Sources
from gograde.intake.read import LONGEST_REFUSAL, NONSENSE, refused
from gograde.intake.submission import Submission
from gograde.reader.ask import Answer, Fault, ask
from gograde.sandbox.protocol import Backend

READ_SOURCES = "gograde.intake.reading.read_sources:read_sources"

REPLACED = 3
"""The most bytes of a text in UTF-8 for a byte of a source: a byte that is not UTF-8 is replaced."""


class _Told(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    paths: list[str] = Field(default=[])
    refusal: str = Field(default="", max_length=LONGEST_REFUSAL)


def read_sources(submission: Submission, backend: Backend) -> Sources | Refusal:
    """The sources of a submission, or why it is not compared; raises `JudgeError` when the sandbox fails."""
    if submission.refusal:
        return Refusal(submission.refusal)
    return _read(submission.files, backend, whole=False)


def passages_of(files: Mapping[str, bytes], backend: Backend) -> Collection[bytes]:
    """All passages of handed-out files; raises `JudgeError` when they cannot be read."""
    found = _read(files, backend, whole=True)
    if isinstance(found, Refusal):
        raise JudgeError("similarity", f"what is handed out was not read: {found.message}", "report it")
    return found.passages.keys()


def _read(files: Mapping[str, bytes], backend: Backend, *, whole: bool) -> Sources | Refusal:
    answer = ask(backend, READ_SOURCES, {"paths": list(files), "all": whole}, list(files.values()))
    if isinstance(answer, Fault):
        return Refusal(answer.reason)
    try:
        return _checked(answer)
    except (ValueError, RefusedError):
        return Refusal(NONSENSE)


def _checked(answer: Answer) -> Sources | Refusal:
    told = _Told.model_validate(answer.value)
    if told.refusal:
        return refused(told.refusal)
    bag, passages = Bag(), dict[bytes, list[Passage]]()
    for path, text, records in zip(told.paths, answer.files[::2], answer.files[1::2], strict=True):
        if safe_path(path) != path or not path.lower().endswith(SOURCES):
            raise ValueError("no source")
        bag.add(path, iter([text]))
        _add(passages, path, records, text.count(b"\n") + 1)
    if not told.paths or len(answer.files) != 2 * len(told.paths) or bag.total > REPLACED * LONGEST:
        raise ValueError("no sources, or too many")
    return Sources({path: text.decode() for path, text in bag.files.items()}, passages)


def _add(passages: dict[bytes, list[Passage]], path: str, records: bytes, lines: int) -> None:
    """Add the passages of a source that has so many lines."""
    if len(records) > LONGEST * HOLDS.size or len(records) % HOLDS.size:
        raise ValueError("no passages")
    for gram, first, last in HOLDS.iter_unpack(records):
        if not 1 <= first <= last <= lines:
            raise ValueError("no lines of it")
        passages.setdefault(gram, []).append(Passage(path, first, last))
