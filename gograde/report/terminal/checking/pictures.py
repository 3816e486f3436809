"""The pictures of a check as they were read: files to look at, and the boards that were seen in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gograde.errors import UsageError
from gograde.files import write_atomic
from gograde.grading.facts import Drawn
from gograde.report.redact import StudentRecord
from gograde.report.terminal.rich_text import harmless
from gograde.report.words.escape import file_name, line
from gograde.report.words.failures import board_lines
from gograde.scoring.record import TestScore

if TYPE_CHECKING:
    from rich.console import RenderableType

Paths = Mapping[tuple[str, str], Path]
"""The file of each picture, by the names of its batch and its own."""


def write_pictures(folder: Path, pictures: Iterable[tuple[str, Drawn]]) -> Paths:
    """Write each picture as PNG into the folder of its batch, as it was read.

    Raises `UsageError` when that fails.
    """
    written: dict[tuple[str, str], Path] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for batch, picture in pictures:
            if picture.png:
                path = folder / file_name(batch) / f"{file_name(picture.name)}.png"
                path.parent.mkdir(exist_ok=True)
                write_atomic(path, picture.png)
                written[batch, picture.name] = path
    except OSError as error:
        what = f"cannot be written ({error.strerror})"
        raise UsageError(f"--show {folder}", what, "name a folder of yours") from None
    return written


def picture_parts(record: StudentRecord, paths: Paths) -> list[RenderableType]:
    """For each problem to be drawn what was read, beside what was expected; then the other pictures."""
    parts: list[RenderableType] = []
    used: set[Path] = set()
    for test in record.tests:
        if test.answer == "picture":
            told = [(paths.get((test.batch, one.picture)), one.reason) for one in test.readings]
            used |= {path for path, _ in told if path}
            parts += _read(test, told)
    others = [path for path in paths.values() if path not in used]
    if others:
        parts.append(harmless("Other pictures:", "bold"))
        parts += [harmless(f"  {line(str(path))}") for path in others]
        parts.append(harmless(""))
    return parts


def _read(test: TestScore, told: Iterable[tuple[Path | None, str]]) -> list[RenderableType]:
    said = [f"  {line(str(path))}: {line(reason)}" for path, reason in told if path]
    rows = [f"  {row}" for row in board_lines(test)]
    head = harmless(f"{test.name}:", "bold")
    return [head, *map(harmless, said or ["  no picture"]), *map(harmless, rows), harmless("")]
