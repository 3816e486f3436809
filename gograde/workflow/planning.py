"""Makes the plan of a class on a machine that is fit for it, and deletes what it makes out of date."""

from __future__ import annotations

import atexit
import contextlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from gograde.authoring.registry import shipped_ids
from gograde.classroom.classroom import Classroom, load_class
from gograde.classroom.example.example_class import make_example
from gograde.errors import JudgeError, UsageError
from gograde.files import leftovers, write_changed
from gograde.grading.course import load_course
from gograde.grading.course_checks import check_corrections
from gograde.grading.facts import HandedIn
from gograde.grading.plan_file import AssignmentPlan, plan_path, read_plan, to_run
from gograde.grading.records import run_head, to_json
from gograde.grading.work_paths import league_path, run_path, slice_done, store_of
from gograde.intake.languages.table import LANGUAGES
from gograde.intake.languages.tools import NoToolError, check_can_run
from gograde.intake.printable import safe
from gograde.intake.starting.environment import check_out_of_reach
from gograde.package.faults import did_you_mean
from gograde.runtimes.runtime import runtime_of
from gograde.scoring.verdict import Verdict
from gograde.workflow import lock
from gograde.workflow.digests import Settings
from gograde.workflow.events import Waiting, slice_name, submission_name
from gograde.workflow.fitness import assure, forget
from gograde.workflow.plan import Plan, make_plan
from gograde.workflow.report_folder import reports_from_work, reports_signature, signature_path
from gograde.workflow.required import backend_for, check_student
from gograde.workflow.steps.score import to_score

OPTION = "--skip-missing-tools"

Concerned = Mapping[str, Sequence[str]]
"""Students by assignment."""


@dataclass(frozen=True)
class Request:
    """The options of `gograde run`."""

    cores: int | None = None
    reports: Path | None = None
    profile: str | None = None
    student: str | None = None
    backend: str | None = None
    trust: bool = False
    skip_missing_tools: bool = False


def plan_class(classroom: Classroom, request: Request) -> tuple[Plan, Waiting]:
    """Write the plan, unless tools are missing that nobody has said to go on without.

    The caller holds the class's lock.  Raises `UsageError` when the student is unknown or the report folder
    is unfit; `DataError` when the class cannot be graded; `JudgeError` without a sandbox or a tool.
    """
    check_out_of_reach(classroom.path)
    for name in (name for name, rules in classroom.assignments.items() if rules.package is not None):
        check_out_of_reach(classroom.package(name), f"the package {name}")
    reports = reports_from_work(classroom, request.reports)
    if request.student is not None:
        check_student(classroom, request.student)
    for name in classroom.assignments:  # a fault is told before the sandbox is examined
        course = load_course(classroom, name)
        check_corrections(classroom, course)
        runtime_of(course.package)
    proof = partial(assure, classroom.work)
    backend = backend_for(classroom, trust=request.trust, name=request.backend, proof=proof)
    if request.trust:
        forget(classroom.work)
    plan = make_plan(classroom, Settings(backend.name, request.trust, reports), backend, datetime.now(UTC))
    if not request.skip_missing_tools:
        check_tools(classroom, plan, request.student)
    waiting = forget_stale(classroom, plan)
    write_plan(classroom, plan)
    return plan, waiting


def write_plan(classroom: Classroom, plan: Plan) -> None:
    """Write `plan.json`, a digest for each step.

    A file is written only when its content changes, since Snakemake compares files.
    """
    folder = classroom.work / "plan"
    for name, assignment in plan.assignments.items():
        for step, value in assignment.digests.items():
            write_changed(folder / name / f"{step}.digest", to_json(value))
    write_changed(folder / "gradebook.digest", to_json(plan.gradebook))
    write_changed(folder / "report.digest", to_json(plan.report))
    write_changed(plan_path(classroom), to_json(plan.to_json()))


def forget_stale(classroom: Classroom, plan: Plan) -> Waiting:
    """Delete half-written files, submissions that are no longer planned, and what says that work is done.

    That work is runs and scores whose records are not current, damaged league files and lost reports.
    Returns what is to be run.
    """
    for path in leftovers(classroom.work):
        path.unlink(missing_ok=True)
    kept = (one.sha256 for each in plan.assignments.values() for one in each.handed_in.values())
    store_of(classroom).keep_only({sha256 for sha256 in kept if sha256})
    waiting = {}
    for name, assignment in plan.assignments.items():
        for number, students in assignment.slices.items():
            found = to_run(classroom, name, assignment, students)
            waiting[slice_name(name, number)] = [submission_name(name, student) for student in found]
            if found:
                slice_done(classroom, "runs", name, number).unlink(missing_ok=True)
            if to_score(classroom, name, assignment, number):
                slice_done(classroom, "scores", name, number).unlink(missing_ok=True)
        _forget_league(classroom, name, assignment)
    _forget_lost_reports(classroom, plan.settings.reports)
    return waiting


def _forget_league(classroom: Classroom, name: str, plan: AssignmentPlan) -> None:
    """Delete damaged files of a league, and the result of a league that the assignment no longer has."""
    result = league_path(classroom, name)
    if not plan.league:
        result.unlink(missing_ok=True)
        return
    from gograde.grading.league.result import read_league
    from gograde.grading.league.store import forget_unless_read, forget_unreadable, forget_voids

    forget_voids(classroom, name)
    forget_unreadable(classroom, name)
    forget_unless_read(read_league, [result])


def _forget_lost_reports(classroom: Classroom, reports: str) -> None:
    """Delete the signature of reports that are missing or changed."""
    signature = signature_path(classroom)
    with contextlib.suppress(FileNotFoundError):
        if signature.read_bytes() != reports_signature(classroom.work / reports):
            signature.unlink()


def check_tools(classroom: Classroom, plan: Plan, student: str | None) -> None:
    """Raise `JudgeError` when programs of the class, or of a student, need tools that are missing here.

    It names all of them, but no submission that waits for a tool since an earlier run.
    """
    lacking = list(_lacking(classroom, plan, student))
    if not lacking:
        return
    lines = [f"{error.where} ({error.what}): {_names(concerned)}" for error, concerned in lacking]
    install = " ".join(dict.fromkeys(word for error, _ in lacking for word in error.install.split()))
    what = "\n  ".join(["nothing was run: tools are missing that submissions need", *lines])
    others = f"grade the others now, while these wait (JE): gograde run {classroom.path} {OPTION}"
    raise JudgeError(str(classroom.path), what, f"apt install {install}; or {others}")


def _lacking(classroom: Classroom, plan: Plan, only: str | None) -> Iterator[tuple[NoToolError, Concerned]]:
    """For each language that cannot be run here, why, and whom that concerns."""
    concerned: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, work in plan.assignments.items():
        for student, language in work.languages.items():
            asked = language in LANGUAGES and only in (None, student)
            if asked and not _waits(classroom, name, work.handed_in[student]):
                concerned[language][name].append(student)
    for language, them in concerned.items():
        try:
            check_can_run(language, plan.settings.backend)
        except NoToolError as error:
            yield error, them


def _waits(classroom: Classroom, assignment: str, handed_in: HandedIn) -> bool:
    """Whether a submission has run, and the grader failed."""
    try:
        sha256, _, verdict = run_head(run_path(classroom, assignment, handed_in.student))
    except (OSError, ValueError, LookupError, TypeError):
        return False
    return verdict is Verdict.JE and sha256 == handed_in.sha256


def _names(concerned: Concerned) -> str:
    return "; ".join(f"{assignment}: {', '.join(students)}" for assignment, students in concerned.items())


# -- for the Snakefile ------------------------------------------------------------------------

EXAMPLE = Path("demo")
"""The class that a Snakemake without a class grades."""

_BOOLEANS = {"true": True, "false": False, "": False}

CONFIG: Mapping[str, Callable[[str], Any]] = {
    "class": str,
    "reports": lambda text: text and Path(text),
    "backend": str,
    "trust": lambda text: _BOOLEANS.get(text.lower()),
    "skip_missing_tools": lambda text: _BOOLEANS.get(text.lower()),
}
"""What `snakemake --config` may say, and how it is read: the class, and the options of `gograde run`."""


def workflow_plan(config: Mapping[str, Any], *, is_main: bool) -> tuple[Path, dict[str, Any]]:
    """The work folder of a class and its plan, for the Snakefile.

    The plan is made anew, and the class locked as long as this process lives.  In a work folder whose class
    this process has locked (`gograde run`), or that another process works in (on a cluster), it is there.
    Raises what `plan_class` raises.
    """
    if not is_main or lock.is_ours(Path.cwd()):
        return Path.cwd(), json.loads(Path("plan/plan.json").read_bytes())
    asked = {key: _option(str(key), str(value or "")) for key, value in config.items()}
    if "class" not in asked:
        make_example(EXAMPLE, shipped_ids())
    classroom = load_class(Path(asked.pop("class", EXAMPLE)))
    held = contextlib.ExitStack()
    held.enter_context(lock.grader(classroom.work))
    atexit.register(held.close)
    plan_class(classroom, Request(**asked))
    return classroom.work, read_plan(classroom)


def _option(key: str, text: str) -> Any:
    """The value of a key of `--config`, as `Request` takes it; raises `UsageError` where it is none."""
    where = f"--config {safe(key)}"
    if key not in CONFIG:
        raise UsageError(where, "unknown key", did_you_mean(key, CONFIG))
    value = CONFIG[key](text)
    if value is None or value == "":
        fix = "say True or False" if key in ("trust", "skip_missing_tools") else "say a path or a name"
        raise UsageError(where, f"{safe(text) or 'nothing'} is no value of it", fix)
    return value
