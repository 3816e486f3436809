"""Runs a submission on the batches of an assignment and records the facts."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from gograde.codec import replace
from gograde.core.record import HandedIn, SourceLength, SourceLines
from gograde.core.verdict import Verdict
from gograde.errors import JudgeError
from gograde.grading.contracts.kind import Task, kind_of, run_limits
from gograde.grading.facts import LIMIT_VERDICTS, BatchRun, RunRecord, Started, failed, nothing_run
from gograde.intake.entry import Refusal, places
from gograde.intake.languages import NoToolError
from gograde.intake.launch import Program, prepare
from gograde.intake.read import OLD_ANSWER, REPLACED, SourceReading, left_out
from gograde.intake.submission import Submission
from gograde.listing import for_log, printable, shortened

AROUND = 2  # lines before and after a named one: enough for a condition and its body
PLACES = 4  # named lines of a failure: those nearest to it
LONGEST_SAID = 64 * 1024  # characters of what was said that are searched: all that a package's limits allow
LARGEST = 1024 * 1024  # bytes of a file that are looked at
LINE_END = re.compile(r"\r\n|\r|\n")  # as Python counts lines: a form feed ends none
NAMES = 200  # submitted files that are looked for

NO_FAULT = "no fault of the submission; it is run when the tool is there"

TRACEBACK = "Traceback (most recent call last):"
"""What a program whose run ended well prints about a call of it that did not."""


def run_submission(submission: Submission | None, handed_in: HandedIn, task: Task) -> RunRecord:
    """Run a submission on every batch; None stands for a missing submission (NS).

    Never raises for a fault of the submission.  The record has the verdict JE when the sandbox fails twice.
    """
    if submission is None:
        return nothing_run(task.config.id, handed_in, task.backend.name)
    record = RunRecord(
        task.config.id, handed_in, submission.files, submission.skipped, backend=task.backend.name
    )
    kind = kind_of(task.config.contract)
    try:
        program = prepare(submission, task.config.contract, kind, task.runtime, task.backend)
        if isinstance(program, Refusal):
            first, found = program.message[:LONGEST_SAID], program.entry
            started = Started(path=found.path, language=found.language) if found else None
            verdict = Verdict.SV if program.building.violations else Verdict.CE
            record = replace(record, verdict=verdict, building=program.building)
            lines = source_lines(first, submission.files)
            return replace(record, message=program.message, started=started, source=lines)
        record = replace(record, files=program.reading.files, building=program.building)
        batches = tuple(_with_source(run, program) for run in kind.run(program, task))
        return replace(_started(record, program, task), batches=batches)
    except NoToolError as error:
        print(for_log(f"judge error: {error}"), file=sys.stderr)
        return replace(record, verdict=Verdict.JE, message=f"{error.what}; {NO_FAULT}")
    except JudgeError as error:
        print(for_log(f"judge error: {error}"), file=sys.stderr)
        return failed(record, error)


def _with_source(run: BatchRun, program: Program) -> BatchRun:
    """The run with the lines that its error names; where a limit ended it, they depend on the moment."""
    if run.result is None or run.verdict in LIMIT_VERDICTS:
        return run
    said = f"{run.result.stderr.decode('utf-8', 'replace')}\n{run.message}"
    if run.verdict is Verdict.AC and TRACEBACK not in said:
        return run
    paths = places(program.files, program.entry)
    found = source_lines(said, {place: program.files[path] for place, path in paths.items()})
    return replace(run, source=tuple(replace(part, file=paths[part.file]) for part in found))


def _started(record: RunRecord, program: Program, task: Task) -> RunRecord:
    """The record with the started program, and with the reasons of the files that were left out."""
    entry, reading = program.entry, program.reading
    boards = {file.path for batch in task.batches for file in task.assignment.stage(batch)}
    aside = {**record.left_out, **left_out(reading, task.config.contract, boards)}
    first, *words = program.start.job(run_limits(task.config)).argv
    command = (first.rpartition("/")[2] if first.startswith("/") else first, *words)  # as on any machine
    length = source_length(reading, found_by_program(reading, aside))
    started = Started(path=entry.path, language=program.language, argv=command, length=length)
    return replace(record, left_out=aside, started=started)


def found_by_program(reading: SourceReading, left_out: Mapping[str, str]) -> set[str]:
    """The paths of the submitted files that the program can open; the entry always counts."""
    gone = {path for path, reason in left_out.items() if reason in (OLD_ANSWER, REPLACED)}
    return {*reading.files.keys() - gone, reading.entry.path}


def source_length(reading: SourceReading, paths: Collection[str]) -> SourceLength:
    """Characters and bytes of these files, and of the names of all but the entry: a name can hold code too.

    A byte that is not UTF-8 counts as a character.
    """
    names = [path for path in paths if path != reading.entry.path]
    return SourceLength(
        characters=sum(map(len, names)) + sum(reading.characters[path] for path in paths),
        bytes=sum(len(name.encode()) for name in names) + sum(len(reading.files[p]) for p in paths),
        files=len(paths),
        unranked=reading.reads_code,
    )


def source_lines(said: str, files: Mapping[str, bytes]) -> tuple[SourceLines, ...]:
    """The lines that `said` names, each with those around it, in the order of the file.

    Python names the place of the failure last, compilers and others name it first.

    Both texts are hostile: a place counts only when it names a submitted file, and the bytes of the file are
    cut into lines and never parsed.
    """
    names = sorted((name for name in files if files[name]), key=lambda name: (-len(name), name))[:NAMES]
    if not said or not names:
        return ()
    places = _places(said[-LONGEST_SAID:], names)
    by_file: dict[str, set[int]] = {}
    for name, number in places:
        by_file.setdefault(name, set()).add(number)
    return tuple(part for name, numbers in by_file.items() for part in _parts(name, files[name], numbers))


def _places(said: str, names: Sequence[str]) -> list[tuple[str, int]]:
    """The file and the line of the places nearest to the failure, each once."""
    named = "|".join(map(re.escape, names))
    place = rf'(?:^|[\s"(])({named})(\\?", line |: line |(?: on)? line |[:(])([0-9]{{1,6}})\b'
    found = [(one[1], int(one[3]), one[2]) for one in re.finditer(place, said, re.MULTILINE)]
    python = any(between.endswith('", line ') for _, _, between in found)
    nearest = found[::-1] if python else found
    once = list(dict.fromkeys((name, number) for name, number, _ in nearest if number))[:PLACES]
    return once[::-1] if python else once


def _parts(name: str, data: bytes, numbers: set[int]) -> list[SourceLines]:
    """The named lines of a file with those around them; parts that meet are one."""
    lines = LINE_END.split(data[:LARGEST].decode("utf-8", "replace"))
    lines = lines if lines[-1] else lines[:-1]
    marked = sorted(number for number in numbers if number <= len(lines))
    if not marked:
        return []
    far = [at for at, (one, next_) in enumerate(pairwise(marked), 1) if next_ - one > 2 * AROUND + 1]
    cuts = pairwise([0, *far, len(marked)])
    return [_part(name, lines, marked[start:end]) for start, end in cuts]


def _part(name: str, lines: Sequence[str], marked: Sequence[int]) -> SourceLines:
    first, last = max(1, marked[0] - AROUND), min(len(lines), marked[-1] + AROUND)
    while first < marked[0] and not lines[first - 1].strip():
        first += 1
    while last > marked[-1] and not lines[last - 1].strip():
        last -= 1
    around = (printable(text.expandtabs(4).rstrip()) for text in lines[first - 1 : last])
    return SourceLines(name, first, tuple(map(shortened, around)), tuple(marked))
