"""Keeps what the sandbox said of each submission of a class, which is asked once however often it runs.

What is kept is as hostile as on the day when it came out of the sandbox: whoever takes it checks it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gograde.files import FIXED_MODE, write_changed
from gograde.reader.ask import Answer, Fault
from gograde.reader.parcel import LONGEST_LINE, packed, unpacked

SUFFIX = ".answer"


def answer_path(folder: Path, sha256: str, question: str) -> Path:
    """Where the answer about a submission is kept; `question` is a digest of all else that was asked."""
    return folder / f"{sha256}.{question[:16]}{SUFFIX}"


def keep_answer(path: Path, answer: Answer | Fault, code: str) -> None:
    """Keep an answer that the code with this digest gave; of a fault, only that there was one."""
    value, files = (answer.value, answer.files) if isinstance(answer, Answer) else (None, [])
    write_changed(path, packed([code, value], files), FIXED_MODE)


def kept_answer(path: Path) -> Answer | None:
    """The answer; None when it is not kept whole, or was a fault, which may come of a busy machine."""
    try:
        [_, value], files = unpacked(path.read_bytes())
    except (OSError, ValueError, TypeError):
        return None
    return None if value is None else Answer(value, files)


def language_in(path: Path, code: str) -> str | None:
    """The language that an answer of this code names; empty without one, None without such an answer."""
    try:
        with path.open("rb") as file:
            [told_by, value], _ = json.loads(file.readline(LONGEST_LINE))
    except (OSError, ValueError, TypeError):
        return None
    return _language(value) if told_by == code else None


def _language(value: Any) -> str:
    language = value.get("language") if isinstance(value, dict) else None
    return language if isinstance(language, str) else ""
