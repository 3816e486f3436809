"""The output of `gograde check` in a terminal: every test, each cause with its board, the outcome."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from gograde.core.record import TestScore
from gograde.core.verdict import Verdict
from gograde.errors import ExitCode, UsageError
from gograde.files import write_atomic
from gograde.grading.contracts.kind import Tell
from gograde.grading.facts import PictureFact
from gograde.pictures.diagram import Mark
from gograde.report.redact import StudentRecord
from gograde.report.terminal.rich_text import all_alike, harmless, harmless_cell, table_with, tests_table
from gograde.report.words import wording
from gograde.report.words.answers import ENDED
from gograde.report.words.escape import file_name, line
from gograde.report.words.failures import Section, board_lines, exit_code, outcome, sections

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

Paths = Mapping[tuple[str, str], Path]
"""The file of each picture, by the names of its batch and its own."""

_IN_THE_TABLE = (Verdict.AC, Verdict.SK, Verdict.NS)
"""Verdicts of tests whose message stands beside their name: no block explains it."""

_STYLES = {Mark.BOTH: "green", Mark.EXPECTED: "bold blue", Mark.ANSWERED: "bold red"}


def check_parts(record: StudentRecord) -> list[RenderableType]:
    """The table of tests, or how all of them ended; a block for each cause, with its board; the outcome.

    A passed test is shown like a failed one when it has games that were lost by a fault.
    """
    ends = {test.verdict for test in record.tests}
    told = {test.name for test in record.tests if test.verdict not in _IN_THE_TABLE}
    alike = all_alike(record.tests, told) if ends <= {Verdict.CE, *ENDED} else ""
    short = [harmless(f"{line(alike)}\n")] if ends != {Verdict.CE} else []
    return [
        harmless(_title(record)),
        *(short if alike else [tests_table(record.tests, told)]),
        *_parts(sections(record)),
        *map(harmless, picture_lines(record)),
        *([harmless(golf)] if (golf := _golf(record)) else []),
        harmless(outcome(record), "bold"),
    ]


def _golf(record: StudentRecord) -> str:
    """The length, or why there is no rank, of a program that may be ranked: one that is right."""
    right = exit_code(record) is ExitCode.DONE
    return wording.golf_words(record, record.verdict or Verdict.AC) if right else ""


def picture_lines(record: StudentRecord) -> list[str]:
    """Which pictures were saved, and why others could not be read."""
    pictures = [picture for run in record.runs for picture in run.pictures]
    read = ", ".join(line(picture.name) for picture in pictures if not picture.refusal)
    lost = [f"{line(p.name)} cannot be shown: {p.refusal}" for p in pictures if p.refusal]
    return [*([f"pictures saved or shown: {read}"] if read else []), *lost]


def _parts(told: Iterable[Section]) -> Iterator[RenderableType]:
    for section in told:
        yield harmless(section.head, "bold")
        if section.question:
            yield harmless(f"  Asked: {section.question}")
        for name, text in section.printed:
            yield harmless("\n".join([f"  {name}:", *(f"  | {row}" for row in text.split("\n"))]))
        if section.lines:
            yield _marked(section.lines)
        if section.games:
            heads, *rows = section.games
            table = table_with(heads)
            for row in rows:
                table.add_row(*map(harmless_cell, row))
            yield table
        if section.below:
            yield harmless("\n".join(f"  {row}" if row else "" for row in section.below))
        yield harmless("")


def _marked(rows: Sequence[str]) -> Text:
    text = harmless("\n".join(f"  {row}" for row in rows))
    for mark, style in _STYLES.items():
        text.highlight_regex(rf"(?<=[ \d])[{mark.value}][XO]?", style)
    return text


def _title(record: StudentRecord) -> str:
    about, done = record.assignment, record.submission
    program = f"{done.entry} ({done.language})" if done.entry else "no program found"
    return f"{about.id} {about.version}: {program}, {wording.sandbox_words([record])}"


def write_pictures(folder: Path, pictures: Iterable[tuple[str, PictureFact]]) -> Paths:
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
    return [harmless(f"{test.name}:", "bold"), *map(harmless, [*(said or ["  no picture"]), *rows, ""])]


@contextmanager
def shown_progress(stream: TextIO | None = None) -> Iterator[Tell | None]:
    """A line on standard error that goes when all is done; None where that is no terminal."""
    out = stream or sys.stderr
    if not out.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed

    words = TextColumn("{task.description}", markup=False)
    columns = (SpinnerColumn(), words, BarColumn(), MofNCompleteColumn(), Elapsed())
    with Progress(*columns, console=Console(file=out), transient=True) as bar:
        line = bar.add_task("starting", total=None)

        def tell(done: int, of: int, what: str) -> None:
            bar.update(line, completed=done, total=of or None, description=what)

        yield tell
