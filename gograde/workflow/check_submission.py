"""Grades one submission on the public cases, for `gograde check`, and waits until its files change."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path, PurePosixPath
from typing import Any

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.registry import assignment_of
from gograde.authoring.spec_assignment import SpecAssignment
from gograde.codec import replace
from gograde.core.assignment import Batch, PictureFact
from gograde.core.record import HandedIn, RunUsage, ScoreRecord, TestScore
from gograde.core.verdict import Verdict
from gograde.errors import DataError, UsageError
from gograde.files import FILE_MODE
from gograde.grading.boxed.box import ScoreSheets
from gograde.grading.contracts.kind import Task, Tell, kind_of
from gograde.grading.facts import RunRecord
from gograde.grading.run import run_submission
from gograde.grading.score import Scorer, scorer_of
from gograde.intake.names import RefusedError, safe_path
from gograde.intake.runtime import runtime_of
from gograde.intake.submission import load_submission
from gograde.listing import printable
from gograde.package.package import Package, find_package, load_package
from gograde.package.yaml_files import did_you_mean, read_capped
from gograde.private import scratch_folder
from gograde.sandbox.protocol import Backend
from gograde.sandbox.reader.ask import ReaderFault, ask
from gograde.sandbox.select import choose_backend
from gograde.workflow.machine import prove_quickly

PUBLIC = "sample-"
"""What the names of public batches begin with; it may be left out."""


_EXPLAINED = {Verdict.WA, Verdict.RTE}
"""Verdicts of a case for which all cases are run: a mistake is known by the answers to all."""


@dataclass(frozen=True)
class Wish:
    """What is asked of a check besides the usual.

    `case` names the only batch, case or test to try, and `input` a new file for the whole of what it reads;
    `full` asks for all that a quick look leaves out.  `tell` hears what is being done, and `keep` gets the
    pictures that were read, with the names of their batches.
    """

    case: str | None = None
    full: bool = False
    tell: Tell | None = None
    keep: Callable[[str, PictureFact], None] | None = None
    input: Path | None = None


def check_submission(submission: Path, assignment: str, *, trust: bool, wish: Wish = Wish()) -> ScoreRecord:
    """The score record of a folder, archive or source file; `assignment` is an id, a package folder or file.

    Raises `UsageError` for an unknown assignment or case, `DataError` for an unreadable submission, and
    `JudgeError` when no sandbox works.
    """
    choose = cache(partial(choose_backend, trust=trust, proof=prove_quickly))
    with package_named(assignment, choose) as package:
        handed = Path(assignment)
        own = handed if is_file_of_package(handed) else package.path
        if package.config.code is not None and own.resolve().is_relative_to(submission.resolve()):
            what = f"lies inside the submission {submission}, and its code would be run outside the sandbox"
            raise UsageError(str(own), what, "take the package from somewhere else")  # a student's code?
        return _checked(package, submission, choose, wish)


def _checked(package: Package, submission: Path, choose: Callable[[], Backend], wish: Wish) -> ScoreRecord:
    files = load_submission(submission)
    task, scorer, remarks = _chosen(package, sample_batches(package), choose(), wish)
    run = run_submission(files, HandedIn("submission", files.sha256), task)
    if wish.keep:
        for one in run.batches:
            for picture in one.pictures:
                wish.keep(one.batch, picture)
    task.tell(len(task.batches), len(task.batches), "reading what it left behind")
    scored = scorer.score(run)
    explains = wish.case and isinstance(task.assignment, SpecAssignment)
    if explains and _EXPLAINED & {test.verdict for test in scored.tests}:
        whole = _checked(package, submission, choose, Wish(full=wish.full, tell=wish.tell))
        known = {test.name: test.cause.help for test in whole.tests if test.cause}
        told = ((test, test.cause, known.get(test.name, "")) for test in scored.tests)
        tests = tuple(replace(test, cause=cause and replace(cause, help=help)) for test, cause, help in told)
        scored = replace(scored, tests=tests)
    old = (flag.evidence for flag in scored.flags if flag.id == "translated")
    slow = map(_slow, scored.usage)
    return replace(scored, remarks=(*old, *filter(None, slow), *(remarks if scored.runs else ())))


def _slow(usage: RunUsage) -> str:
    """How near a run that ended came to its limit, which boards of others may reach; "" for a quick one."""
    limit = usage.cpu_limit_s
    slow = limit and not usage.killed_for and usage.cpu_s > limit / 2
    return f"Slow: {usage.batch} took {usage.cpu_s:.0f} of {limit:g} s of processor time." if slow else ""


def _chosen(
    package: Package, batches: tuple[Batch, ...], backend: Backend, wish: Wish
) -> tuple[Task, Scorer, tuple[str, ...]]:
    """What is run, what scores it, and remarks on both; raises `UsageError` for an unknown case."""
    kind = kind_of(package.config.contract)
    look = None if wish.full else kind.quick_look(batches)
    if look is not None:
        batches = look.batches
    names: frozenset[str] | None = None
    if wish.case is not None:
        names = tests_named(wish.case, scorer_of(package, batches, backend))
        if wish.input:
            _write_input(package, with_case(batches, names, apart=True), wish.input)
        batches = with_case(batches, names, apart=kind.calls_apart)
    task = Task(package.config, assignment_of(package), batches, runtime_of(package), backend)
    task = replace(task, tell=wish.tell or task.tell, most_s=look.most_s if look else None)
    scorer = scorer_of(package, batches, backend)
    if names:
        scorer = replace(scorer, score_sheets=_only(scorer.score_sheets, names))
    remarks = (*(() if names else package.config.not_tried), *((look.words,) if look else ()))
    return task, scorer, remarks


def _write_input(package: Package, batches: Sequence[Batch], path: Path) -> None:
    """Write the input of the only case; raises `UsageError` for several, games and another's file."""
    assignment, cases = assignment_of(package), [case for batch in batches for case in batch.cases]
    if not isinstance(assignment, SpecAssignment):
        raise UsageError(f"--input {path}", "a game has no input of its own", "leave --input out")
    if len(cases) != 1:
        every = ", ".join(f"{batch.name}/{case.id}" for batch in batches for case in batch.cases)
        what = f"is for one case, not for {len(cases)}"
        raise UsageError(f"--input {path}", what, f"name one with --case, of {every}")
    data = assignment.whole_input(cases[0])
    try:
        if not path.exists() or path.read_bytes() != data:
            with path.open("xb") as file:
                file.write(data)
    except OSError as error:
        what = f"cannot be written ({error.strerror})"
        raise UsageError(f"--input {path}", what, "name a new file in a folder of yours") from None


def _only(score_sheets: ScoreSheets, names: frozenset[str]) -> ScoreSheets:
    """Score with only the tests of these names."""
    return lambda sheets: [
        tuple(test for test in scored if test.name in names) for scored in score_sheets(sheets)
    ]


def tests_named(name: str, scorer: Scorer) -> frozenset[str]:
    """The names of the tests of a batch, a case or a test; the batch of a case may be left out.

    Raises `UsageError` for an unknown name.
    """
    nothing = RunRecord(scorer.config.id, HandedIn(""), verdict=Verdict.NS)
    tests = scorer.score(nothing).tests
    found = [test.name for test in tests if _is_meant(test, name)]
    if not found:
        raise UsageError(f"--case {name}", "no such public case", _known(name, tests))
    return frozenset(found)


def _is_meant(test: TestScore, name: str) -> bool:
    whole = (name, f"{PUBLIC}{name}", f"{test.batch}/{name}")
    return test.batch in whole or any(f"{test.name} ".startswith(f"{one} ") for one in whole)


def _known(name: str, tests: Sequence[TestScore]) -> str:
    cases = dict.fromkeys(test.name.partition(" ")[0] for test in tests)
    every = f"use one of: {', '.join(cases)}"
    close = did_you_mean(name if name.startswith(PUBLIC) else f"{PUBLIC}{name}", cases)
    return f"{close} Else {every}" if close.startswith("did you") else every


def with_case(batches: Sequence[Batch], names: frozenset[str], *, apart: bool) -> tuple[Batch, ...]:
    """The batches with these tests; with `apart`, only their cases, where each case is a run of its own."""
    cases = {name.partition(" ")[0] for name in names}
    found = []
    for batch in batches:
        meant = tuple(case for case in batch.cases if f"{batch.name}/{case.id}" in cases)
        if meant:
            found.append(replace(batch, cases=meant) if apart else batch)
    return tuple(found)


# -- a package in one file, as `gograde cases handout` writes it, unpacked in the sandbox like a submission

SUFFIX = ".zip"
UNPACKED = "gograde.intake.reading.archives:unzipped"

MOST_BYTES = 20 * 1024 * 1024
"""Bytes of the file: as many as the files in it may have together."""

_FIX = "take the file as the course handed it out"


@contextmanager
def package_named(name: str, backend: Callable[[], Backend]) -> Iterator[Package]:
    """The package with an id, in a folder, or in a file of students; raises `UsageError` and `DataError`.

    `backend` gives the sandbox in which a file is unpacked.
    """
    path = Path(name)
    if not is_file_of_package(path):
        yield find_package(name)
        return
    with scratch_folder() as folder:
        _write(_unpacked(path, backend()), folder)
        try:
            package = load_package(folder)
        except DataError as error:
            raise DataError(_with_file_name(error.where, folder, path), error.what, _FIX) from None
        try:
            yield package
        except DataError as error:
            where, fix = (_with_file_name(text, folder, path) for text in (error.where, error.fix))
            raise DataError(where, error.what, fix) from None


def _with_file_name(text: str, folder: Path, path: Path) -> str:
    """A text that names the file, not the folder that it was unpacked into."""
    return text.replace(str(folder), str(path))


def is_file_of_package(path: Path) -> bool:
    """Whether a path names a package in one file."""
    return path.suffix.lower() == SUFFIX and path.is_file()


def _unpacked(path: Path, backend: Backend) -> dict[str, bytes]:
    answer = ask(backend, UNPACKED, None, [read_capped(path, MOST_BYTES)])
    if isinstance(answer, ReaderFault):
        raise DataError(str(path), answer.reason, _FIX)
    refused = answer.value.get("refused") if isinstance(answer.value, dict) else None
    if isinstance(refused, str):
        raise DataError(str(path), printable(refused), _FIX)
    paths = _paths(answer.value, len(answer.files))
    if paths is None:
        raise DataError(str(path), "reading it gave an answer that cannot be true", _FIX)
    return dict(zip(paths, answer.files, strict=True))


def _paths(value: Any, number: int) -> list[str] | None:
    """The paths that came out of the sandbox, if they are those of files in a folder."""
    paths = value.get("paths") if isinstance(value, dict) else None
    if not isinstance(paths, list) or len(paths) != number or not all(isinstance(one, str) for one in paths):
        return None
    try:
        safe = [safe_path(one) for one in paths]
    except RefusedError:
        return None
    return paths if safe == paths and len(set(paths)) == number else None


def _write(files: dict[str, bytes], folder: Path) -> None:
    try:
        for path, data in files.items():
            target = folder / PurePosixPath(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            target.chmod(FILE_MODE)
    except OSError as error:
        raise DataError("the file of the package", f"cannot be unpacked ({error.strerror})", _FIX) from None


# -- the files are looked at again and again, which works on every file system and with every editor

STEP_S = 0.25
"""Seconds between two looks: soon enough for a person, and a thousandth of a processor."""

_ASIDE = ("__pycache__", "node_modules")

State = frozenset[tuple[Path, int, int, int]]
"""The files by path, with time, size and number of each."""


def state_of(path: Path) -> State:
    """The files of a folder, or the file, as they are now; names that begin with a dot are left aside."""
    return frozenset(found for one in (path, *_inside(path)) if (found := _seen(one)) is not None)


def _seen(path: Path) -> tuple[Path, int, int, int] | None:
    try:
        found = path.stat()
    except OSError:  # gone in this moment, or not readable
        return None
    return None if stat.S_ISDIR(found.st_mode) else (path, found.st_mtime_ns, found.st_size, found.st_ino)


def _inside(path: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(path):
        folders[:] = [one for one in folders if not one.startswith(".") and one not in _ASIDE]
        yield from (Path(folder, one) for one in files if not one.startswith("."))


def wait_for_change(
    path: Path, before: State, pause: Callable[[], None] = lambda: time.sleep(STEP_S)
) -> State:
    """The state that is no more `before`, once it stands still: an editor saves in several steps."""
    last, now = before, state_of(path)
    while now == before or now != last:
        pause()
        last, now = now, state_of(path)
    return now
