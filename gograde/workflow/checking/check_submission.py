"""Grades one submission on the public cases of an assignment, for `gograde check`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from gograde.authoring.assignment import Batch, PictureFact
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.package_code import refuse_handed_in
from gograde.authoring.registry import assignment_of
from gograde.codec import replace
from gograde.errors import UsageError
from gograde.grading.boxed.box import ScoreSheets, Tests
from gograde.grading.contracts.kind import Look, Task, Tell
from gograde.grading.contracts.table import kind_of
from gograde.grading.facts import RunRecord
from gograde.grading.grade import load_submission
from gograde.grading.run import run_submission
from gograde.grading.score import Scorer, scorer_of
from gograde.package.package import Package
from gograde.package.yaml_files import did_you_mean
from gograde.runtimes.runtime import runtime_of
from gograde.sandbox.doctor.examination import quick
from gograde.sandbox.protocol import Backend
from gograde.sandbox.select import choose_backend
from gograde.scoring.record import HandedIn, ScoreRecord, TestScore
from gograde.scoring.verdict import Verdict
from gograde.workflow.checking.handed_out import is_file_of_package, package_named

PUBLIC = "sample-"
"""What the names of public batches begin with; it may be left out."""


@dataclass(frozen=True)
class Wish:
    """What is asked of a check besides the usual.

    `case` names the only batch, case or test to try; `full` asks for all that a quick look leaves out.
    `tell` hears what is being done, and `keep` gets the pictures that were read, with the names of their
    batches.
    """

    case: str | None = None
    full: bool = False
    tell: Tell | None = None
    keep: Callable[[str, PictureFact], None] | None = None


def check_submission(
    submission: Path, assignment: str, *, trust: bool, backend: str | None, wish: Wish = Wish()
) -> ScoreRecord:
    """The score record of a folder, archive or source file; `assignment` is an id, a package folder or file.

    Raises `UsageError` for an unknown assignment or case, `DataError` for an unreadable submission, and
    `JudgeError` when no sandbox works.
    """
    choose = cache(partial(choose_backend, trust=trust, name=backend, proof=quick))
    with package_named(assignment, choose) as package:
        if package.config.code is not None:
            handed = Path(assignment)
            refuse_handed_in(handed if is_file_of_package(handed) else package.path, submission)
        return _checked(package, submission, choose, wish)


def _checked(package: Package, submission: Path, choose: Callable[[], Backend], wish: Wish) -> ScoreRecord:
    batches = sample_batches(package)
    files = load_submission(submission)
    task, scorer = _chosen(package, batches, choose(), wish)
    run = run_submission(files, HandedIn("submission", files.sha256), task)
    if wish.keep:
        for one in run.batches:
            for picture in one.pictures:
                wish.keep(one.batch, picture)
    task.tell(len(task.batches), len(task.batches), "reading what it left behind")
    return scorer.score(run)


def _chosen(
    package: Package, batches: tuple[Batch, ...], backend: Backend, wish: Wish
) -> tuple[Task, Scorer]:
    """What is run, and what scores it; raises `UsageError` for an unknown case."""
    kind = kind_of(package.config.contract)
    look = None if wish.full else kind.quick_look(batches)
    if look is not None:
        batches = look.batches
    names: frozenset[str] | None = None
    if wish.case is not None:
        names = tests_named(wish.case, scorer_of(package, batches, backend))
        batches = with_case(batches, names, apart=kind.calls_apart)
    task = Task(package.config, assignment_of(package), batches, runtime_of(package), backend)
    task = replace(task, tell=wish.tell or task.tell, most_s=look.most_s if look else None)
    scorer = scorer_of(package, batches, backend)
    return task, replace(scorer, score_sheets=_shown(scorer.score_sheets, names, look))


def _shown(score_sheets: ScoreSheets, names: frozenset[str] | None, look: Look | None) -> ScoreSheets:
    """Score with only the tests of these names, each with what a quick look says of itself."""
    remarks = (look.words,) if look else ()

    def tests(scored: Tests) -> Tests:
        kept = (test for test in scored if names is None or test.name in names)
        return tuple(replace(test, remarks=(*test.remarks, *remarks)) for test in kept)

    return lambda sheets: [tests(scored) for scored in score_sheets(sheets)]


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
