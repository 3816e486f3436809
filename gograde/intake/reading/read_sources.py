"""Reads the sources of a submission inside the sandbox, to compare them with those of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gograde.intake.languages.table import SOURCES
from gograde.intake.names import RefusedError
from gograde.intake.passages import HOLDS, LONGEST
from gograde.intake.reading.forms.source_forms import source_forms
from gograde.intake.reading.opened import unpacked
from gograde.intake.reading.passages import grams, language, tokens, winnowed


def read_sources(request: Any, data: Sequence[bytes]) -> tuple[Any, list[bytes]]:
    """The paths of the sources, and of each its text in UTF-8 and its chosen passages.

    `request` holds the paths of the submission's files, and in `all` whether every passage is wanted.
    """
    handed_in = dict(zip(request["paths"], data, strict=True))
    try:
        texts = _texts(handed_in if request["all"] else unpacked(handed_in))
    except RefusedError as refusal:
        return {"refusal": str(refusal)}, []
    packed = (part for path, text in texts.items() for part in (text.encode(), _records(path, text, request)))
    return {"paths": list(texts)}, list(packed)


def _texts(files: Mapping[str, bytes]) -> dict[str, str]:
    chosen = {path: data for path, data in sorted(files.items()) if path.lower().endswith(SOURCES)}
    if not chosen:
        raise RefusedError("no source in it")
    if sum(map(len, chosen.values())) > LONGEST:
        raise RefusedError(f"its sources have more than {LONGEST // 1024} KiB")
    chosen |= source_forms(chosen).changed
    return {path: data.decode("utf-8", "replace") for path, data in chosen.items()}


def _records(path: str, text: str, request: Any) -> bytes:
    found = list(grams(tokens(text, language(path))))
    return b"".join(HOLDS.pack(*gram) for gram in (found if request["all"] else winnowed(found)))
