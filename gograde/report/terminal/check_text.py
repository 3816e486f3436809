"""The output of `gograde check` in a terminal: every test, each cause with its board, the outcome."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from gograde.errors import UsageError
from gograde.files import write_atomic
from gograde.grading.contracts.kind import Tell
from gograde.grading.facts import PictureFact
from gograde.listing import named
from gograde.pictures.diagram import Mark
from gograde.report.redact import StudentRecord
from gograde.report.terminal.rich_text import all_alike, harmless, harmless_cell, table_with, tests_table
from gograde.report.words import wording
from gograde.report.words.answers import ENDED
from gograde.report.words.escape import file_name, line
from gograde.report.words.failures import (
    Failure,
    board_lines,
    explained,
    failures,
    failures_by_cause,
    kind_of_message,
    outcome,
    run_call,
)
from gograde.scoring.record import RunScore, TestScore
from gograde.scoring.verdict import Verdict

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

Paths = Mapping[tuple[str, str], Path]
"""The file of each picture, by the names of its batch and its own."""

TAIL = 12  # last lines of a stream that are shown
LINE = 200  # characters of a line that are shown
_STYLES = {Mark.BOTH: "green", Mark.EXPECTED: "bold blue", Mark.ANSWERED: "bold red"}


def check_parts(record: StudentRecord) -> list[RenderableType]:
    """The table of tests, or how all of them ended; a block for each cause, with its board; the outcome.

    A passed test is shown like a failed one when it has games that were lost by a fault, and so is a picture
    that waits for a person and would not if a rule was kept.
    """
    ends = {test.verdict for test in record.tests}
    causes = told_causes(record) if ends != {Verdict.CE} else ()
    ended = {run.message for run in record.runs if run.verdict not in (Verdict.AC, Verdict.SK)}
    ended |= {record.message} if "\n" in record.message else set()
    told = {test.name for cause in causes for test in cause.tests}
    told |= {test.name for test in record.tests if test.message in ended}
    alike = all_alike(record.tests, told) if ends <= {Verdict.CE, *ENDED} else ""
    rows = record.message.rstrip().split("\n") if "\n" in record.message else []
    short = [harmless(line(alike)), *(harmless(f"  | {row[:LINE]}") for row in rows), harmless("")]
    return [
        harmless(_title(record)),
        *(short if alike else [tests_table(record.tests, told)]),
        *(part for cause in causes for part in cause_parts(cause, record.assignment.asks)),
        *_ended_parts(record),
        *map(harmless, picture_lines(record)),
        *map(harmless, said_of_all(record)),
        *([harmless(golf)] if (golf := wording.golf_words(record, record.verdict or Verdict.AC)) else []),
        harmless(outcome(record), "bold"),
    ]


def told_causes(record: StudentRecord) -> tuple[Failure, ...]:
    """The causes of what failed, or waits, or was lost by a fault."""
    failed = failures(record)
    tests = (t for t in record.tests if t in failed or any(game.forfeit for game in t.games) or waits(t))
    return failures_by_cause(tests, record.assignment.asks)


def said_of_all(record: StudentRecord) -> list[str]:
    """What is remarked of every test, like that only a quick look was taken."""
    first = record.tests[0].remarks if record.tests else ()
    return [line(one) for one in first if all(one in test.remarks for test in record.tests)]


def waits(test: TestScore) -> bool:
    """Whether a person must look at the picture of a test, and a rule would have made it clear."""
    return test.verdict is Verdict.RV and test.cause is not None and bool(test.cause.help)


def picture_lines(record: StudentRecord) -> list[str]:
    """Which pictures were saved, and why others could not be read."""
    pictures = [picture for run in record.runs for picture in run.pictures]
    read = ", ".join(line(picture.name) for picture in pictures if not picture.refusal)
    lost = [f"{line(p.name)} cannot be shown: {p.refusal}" for p in pictures if p.refusal]
    return [*([f"pictures saved or shown: {read}"] if read else []), *lost]


def cause_parts(cause: Failure, asks: Mapping[str, str]) -> list[RenderableType]:
    """One cause: a test of it with both answers, as boards and in words, and the names of the others."""
    test = cause.first
    if test.cause is None:
        return []
    head = f"{wording.sign(test.verdict)} {test.name}: {test.message or test.cause.message}"
    question = asks.get(test.question_name)
    alike = [one.name for one in cause.tests[1:]]
    rows = [*explained(test), *([f"The same cause: {', '.join(alike)}"] if alike else [])]
    return [
        harmless(head, "bold"),
        *([harmless(f"  Asked: {question}")] if question else []),
        _marked(rows),
        *_games(test),
        harmless(""),
    ]


def _games(test: TestScore) -> list[RenderableType]:
    """The games of a test, the board of the first fault, and the latest game lost from a won position."""
    if not test.games:
        return []
    from gograde.report.words import game_list

    table = table_with(game_list.HEADS)
    for row in game_list.rows(test):
        table.add_row(*map(harmless_cell, row))
    told = [*game_list.fault_board(test), "", *game_list.lost_win_lines(test)]
    text = "\n".join(f"  {line}" if line else "" for line in told).strip("\n")
    return [table, *([harmless(text)] if text else [])]


def _marked(rows: Sequence[str]) -> Text:
    text = harmless("\n".join(f"  {row}" for row in rows))
    for mark, style in _STYLES.items():
        text.highlight_regex(rf"(?<=[ \d])[{mark.value}][XO]?", style)
    return text


def _ended_parts(record: StudentRecord) -> list[RenderableType]:
    """Why runs did not end well, once for all that ended alike, with the end of the output of the first.

    What tests say already is not said again of a run that was skipped.
    """
    said = {test.message for test in record.tests}
    alike: dict[tuple[Verdict, str], list[RunScore]] = {}
    for run in record.runs:
        known = run.verdict is Verdict.SK and run.message in said
        if run.verdict is not Verdict.AC and not known:
            alike.setdefault((run.verdict, kind_of_message(run.message)), []).append(run)
    return [part for runs in alike.values() for part in _run_parts(record, runs)]


def _run_parts(record: StudentRecord, runs: Sequence[RunScore]) -> list[RenderableType]:
    first, names = runs[0], named([run.batch for run in runs])
    head = f"Run {names}: {first.verdict.meaning}" + (f" ({first.message})" if first.message else "")
    streams = (("errors printed", first.stderr), ("printed", first.stdout))
    tails = (_tail(name, text) for name, text in streams if text.strip())
    asked = [harmless(f"  {row}") for row in run_call(record, first)]
    return [harmless(head, "bold"), *tails, *asked, harmless("")]


def _tail(name: str, text: str) -> Text:
    last = text.rstrip("\n").split("\n")[-TAIL:]
    return harmless("\n".join([f"  {name}, at the end:", *(f"  | {row[:LINE]}" for row in last)]))


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
