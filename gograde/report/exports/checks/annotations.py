"""What a check found, one annotation a cause, at the student's own lines; for build servers.

A traceback or a compiler names a line; nothing else does, so other annotations stand at the file alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from gograde.errors import ExitCode
from gograde.listing import shortened
from gograde.report.passing import broken_runs, exit_code, not_right
from gograde.report.redact import StudentRecord
from gograde.report.words.escape import json_text, visible
from gograde.report.words.failures import Failure, board_lines, explained, failures_by_cause, outcome
from gograde.report.words.wording import counted
from gograde.scoring.record import RunScore, SourceLines, TestScore
from gograde.scoring.verdict import Verdict

SEVERITIES = {"error": "major", "notice": "info"}

LONGEST = 1500
"""Characters of an annotation's text: about what a reader sees without unfolding it."""

Level = Literal["error", "notice"]


@dataclass(frozen=True)
class Annotation:
    """A finding; `file` is empty where no file is at fault, `line` is 0 where no line is known."""

    level: Level
    title: str
    text: str
    file: str = ""
    line: int = 0


@dataclass(frozen=True)
class HandedIn:
    """The path of a submission from the top of its repository, and whether its files lie there."""

    path: str
    folder: bool

    def at(self, name: str, line: int) -> tuple[str, int]:
        """The place of a line of a submitted file; in an archive it is the archive, without a line."""
        if self.folder:
            return (Path(self.path) / name).as_posix(), line
        return self.path, line if Path(self.path).name == Path(name).name else 0


def handed_in(submission: Path) -> HandedIn:
    """Where a submission lies in its repository; without one, as it was named."""
    whole = Path(os.path.normpath(Path.cwd() / submission))
    folder = submission.is_dir()
    tops = ([whole] if folder else []) + list(whole.parents)
    top = next((one for one in tops if os.path.lexists(one / ".git")), None)
    return HandedIn(os.path.relpath(whole, top) if top else str(submission), folder)


def annotations_of(record: StudentRecord, submission: HandedIn) -> tuple[Annotation, ...]:
    """An annotation for each cause, the dearest first; none for a submission that passes.

    A skipped test has none: something else caused that it is.
    """
    open_tests = not_right(record)
    causes = failures_by_cause(open_tests, record.assignment.asks)
    found = [_of_cause(record, cause, submission) for cause in causes]
    told = {(test.batch, test.verdict) for test in open_tests}
    ended = [run for run in broken_runs(record) if (run.batch, run.verdict) not in told]
    found += [_of_run(record, run, submission) for run in ended]
    code = exit_code(record)
    if code is not ExitCode.DONE and not any(one.level == "error" for one in found):
        said = _verdict(record.verdict) if record.verdict else "nothing is open"
        title = f"{record.assignment.id}: {said}"
        found.append(Annotation("error", title, outcome(record), *_program(record, submission)))
    return tuple(dict.fromkeys(found))


def _of_cause(record: StudentRecord, cause: Failure, submission: HandedIn) -> Annotation:
    first, more = cause.first, len(cause.tests) - 1
    others = f" and {counted(more, 'more test')}" if more else ""
    title = f"{first.name}{others}: {_verdict(first.verdict)}"
    place = _place_of_test(record, first)
    where = submission.at(*place) if place else _program(record, submission)
    if first.verdict is Verdict.JE:
        where = ("", 0)
    return Annotation(_level(first.verdict), title, shortened(_message(first), LONGEST), *where)


def _of_run(record: StudentRecord, run: RunScore, submission: HandedIn) -> Annotation:
    place = named_line(run.stderr, run.source)
    where = submission.at(*place) if place else _program(record, submission)
    title = f"run {run.batch}: {_verdict(run.verdict)}"
    text = shortened(run.message or run.verdict.meaning, LONGEST)
    return Annotation(_level(run.verdict), title, text, *where)


def _message(test: TestScore) -> str:
    """Why a test did not pass, in words: the boards are in the summary."""
    shown = explained(test)[len(board_lines(test)) :]
    return "\n".join((test.message or test.verdict.meaning, *shown))


def _place_of_test(record: StudentRecord, test: TestScore) -> tuple[str, int] | None:
    """The line that ended the run of a test, or at which the program does not compile."""
    if test.verdict is Verdict.CE and record.source:
        return named_line(record.message, record.source)
    run = next((run for run in record.runs if run.batch == test.batch), None)
    if run is None or run.verdict is not test.verdict:
        return None
    return named_line(run.stderr, run.source)


def named_line(said: str, source: Sequence[SourceLines]) -> tuple[str, int] | None:
    """The file and line at which a program failed: Python names it last, others an error first.

    A program may find its files in another folder than they were handed in: the last part of a path counts.
    """
    places = [(part.file, number) for part in source for number in part.marked]
    frames = {place: said.rfind(f'{Path(place[0]).name}", line {place[1]}') for place in places}
    if any(at >= 0 for at in frames.values()):
        return max(places, key=frames.__getitem__)
    errors = [place for place in places if re.search(rf"{_at(*place)}(:\d+)?:\s*(fatal )?error", said)]
    return min(errors or places, key=lambda place: _first_named(said, *place), default=None)


def _first_named(said: str, file: str, line: int) -> int:
    found = re.search(rf"{_at(file, line)}\b", said)
    return found.start() if found else len(said)


def _at(file: str, line: int) -> str:
    return rf"{re.escape(Path(file).name)}(?:: line |:){line}"


def _program(record: StudentRecord, submission: HandedIn) -> tuple[str, int]:
    entry = record.submission.entry
    if entry:
        return submission.at(entry, 0)[0], 0
    return "" if submission.folder else submission.path, 0


def _level(verdict: Verdict) -> Level:
    return "error" if verdict.failed or verdict is Verdict.JE else "notice"


def _verdict(verdict: Verdict) -> str:
    return f"{verdict.value}, {verdict.meaning}"


def code_quality(record: StudentRecord, submission: HandedIn) -> str:
    """A list of findings; GitLab wants a line of each, which is the first where none is known."""
    found = annotations_of(record, submission)
    return json_text([_finding(one, submission) for one in found]) + "\n"


def _finding(one: Annotation, submission: HandedIn) -> dict[str, object]:
    path = one.file or submission.path
    return {
        "description": visible(f"{one.title}: {one.text}"),
        "check_name": "gograde",
        "fingerprint": sha256("\0".join((path, one.title, one.text)).encode("utf-8", "replace")).hexdigest(),
        "severity": SEVERITIES[one.level],
        "location": {"path": visible(path), "lines": {"begin": one.line or 1}},
    }
