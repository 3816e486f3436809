"""A score record for GitHub Actions: annotations in the log, Markdown for the summary of the job.

A line of a log that begins with `::` is a command to the runner, and a summary is Markdown.
All text of students is neutralised for both.  Forgejo reads the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from gograde.errors import DataError
from gograde.listing import shortened
from gograde.report.exports.checks.annotations import (
    Annotation,
    HandedIn,
    annotations_of,
    handed_in,
    named_line,
)
from gograde.report.exports.checks.plain import TAIL, printed
from gograde.report.passing import broken_runs, not_right
from gograde.report.redact import StudentRecord
from gograde.report.words import game_list
from gograde.report.words.escape import fence, github_data, github_property, line, markdown
from gograde.report.words.failures import Failure, explained, failures_by_cause, gist, outcome, run_call
from gograde.report.words.wording import points_line, sandbox_words, sign
from gograde.scoring.record import RunScore, SourceLines, TestScore
from gograde.scoring.verdict import Verdict

SUMMARY = "GITHUB_STEP_SUMMARY"
"""The environment variable that holds the path of the job's summary."""

SHOWN = 10
"""Annotations of a kind that GitHub shows for a step; it drops the others without a word."""

LARGEST = 900_000
"""Bytes of a summary: GitHub refuses one of more than 1024 KiB."""

CELL = 160
"""Characters of a message in the table of tests; the whole message is told with its cause."""


def write_github(record: StudentRecord, submission: Path) -> str:
    """The workflow commands of a check; a summary is appended to the file that `SUMMARY` names, if any.

    Raises `DataError` when the summary cannot be written.
    """
    if target := os.environ.get(SUMMARY):
        try:
            with Path(target).open("a", encoding="utf-8") as file:
                file.write(summary(record))
        except OSError as error:
            what = f"cannot be written ({error.strerror})"
            raise DataError(f"{SUMMARY}={target}", what, "unset it, or name a file") from None
    return workflow_commands(record, handed_in(submission))


def workflow_commands(record: StudentRecord, submission: HandedIn) -> str:
    """A workflow command for every cause, and the outcome in the last line."""
    found = annotations_of(record, submission)
    kept = [one for level in ("error", "notice") for one in _shown(found, level)]
    last = github_data(outcome(record))
    return "".join(f"{command}\n" for command in (*map(_command, kept), last))


def summary(record: StudentRecord) -> str:
    """Markdown: the outcome, a table of the tests, each cause with its boards, runs that did not end well."""
    parts = [f"## {markdown(record.assignment.title or record.assignment.id)}"]
    parts += [markdown(outcome(record)), _table(record)]
    left = LARGEST - len("".join(parts).encode())
    for number, section in enumerate(sections := list(_sections(record))):
        left -= len(section.encode())
        if left < 0:
            parts.append(f"{len(sections) - number} more parts are left out: a summary has a largest size.")
            break
        parts.append(section)
    parts.append(markdown(f"{sandbox_words([record]).capitalize()}."))
    return "\n\n".join(parts) + "\n"


def _shown(found: tuple[Annotation, ...], level: str) -> list[Annotation]:
    """The annotations of a level, of which the last says how many more there are."""
    of_level = [one for one in found if one.level == level]
    if len(of_level) <= SHOWN:
        return of_level
    more = len(of_level) - SHOWN + 1
    text = f"{more} more causes are in the summary of the job"
    return [*of_level[: SHOWN - 1], Annotation(of_level[0].level, "more causes", text)]


def _command(one: Annotation) -> str:
    place = f"file={github_property(one.file)}," if one.file else ""
    number = f"line={one.line}," if one.line else ""
    return f"::{one.level} {place}{number}title={github_property(one.title)}::{github_data(one.text)}"


def _table(record: StudentRecord) -> str:
    return "\n".join(["| Test | Verdict | |", "| --- | --- | --- |", *map(_row, record.tests)])


def _row(test: TestScore) -> str:
    points = "" if test.points == test.max_points == 0 else f" {points_line(test)}"
    told = shortened(line(gist(test.message)), CELL)
    cells = (test.name, f"{sign(test.verdict)} {test.verdict.value}{points}", told)
    return f"| {' | '.join(map(markdown, cells))} |"


def _sections(record: StudentRecord) -> Iterator[str]:
    """A section for each cause, then one for each run that did not end well, then what does not compile."""
    ended = {run.message for run in record.runs if run.verdict is not Verdict.AC}
    failed = [test for test in not_right(record) if test.message not in ended]
    told = [test for test in failed if not (test.verdict is Verdict.CE and record.source)]
    for cause in failures_by_cause(told, record.assignment.asks):
        yield "\n\n".join(_cause(cause, record.assignment.asks))
    for run in broken_runs(record):
        yield "\n\n".join(_run(record, run))
    if record.source and not record.runs:
        head = f"### {markdown(Verdict.CE.meaning)}"
        said = fence(record.message[:TAIL])
        yield "\n\n".join([head, said, *_source(record.message, record.source)])


def _cause(cause: Failure, asks: Mapping[str, str]) -> Iterator[str]:
    shown = cause.first
    yield f"### {markdown(shown.name)}: {markdown(line(gist(shown.message)) or shown.verdict.meaning)}"
    if question := asks.get(shown.question_name):
        yield markdown(question)
    if others := [test.name for test in cause.tests if test is not shown]:
        yield f"The same cause: {markdown(', '.join(others))}."
    if lines := explained(shown):
        yield fence("\n".join(lines))
    if shown.games:
        yield _games(shown)
    if fault := game_list.fault_board(shown):
        yield fence("\n".join(fault))


def _games(test: TestScore) -> str:
    rows = (f"| {' | '.join(map(markdown, row))} |" for row in game_list.rows(test))
    return "\n".join([f"| {' | '.join(game_list.HEADS)} |", "| --- " * len(game_list.HEADS) + "|", *rows])


def _run(record: StudentRecord, run: RunScore) -> Iterator[str]:
    yield f"### Run {markdown(run.batch)}: {markdown(run.message or run.verdict.meaning)}"
    yield from map(fence, [*run_call(record, run), *printed(run)])
    yield from _source(run.stderr, run.source)


def _source(said: str, source: tuple[SourceLines, ...]) -> Iterator[str]:
    """The student's own lines around the failure, with their numbers."""
    place = named_line(said, source)
    part = next((one for one in source if place and one.file == place[0] and place[1] in one.marked), None)
    if part is None or place is None:
        return
    numbered = enumerate(part.lines, start=part.first)
    rows = [f"{'>' if number == place[1] else ' '} {number:>4} {text}" for number, text in numbered]
    yield f"{markdown(part.file)}, line {place[1]}:"
    yield fence("\n".join(rows))
