"""Makes the plan of a class on a machine that is fit for it, and deletes what it makes out of date."""

from __future__ import annotations

import atexit
import contextlib
import json
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from gograde.classroom.classroom import Classroom, load_class
from gograde.codec import to_json
from gograde.errors import JudgeError, UsageError
from gograde.files import leftovers, write_changed
from gograde.grading.changes import FAILED, RUN, Change, records_of
from gograde.grading.plan_file import Plan, plan_path
from gograde.grading.work_paths import done_path, league_path, store_of
from gograde.intake.languages.table import LANGUAGES
from gograde.intake.languages.tools import NoToolError, check_can_run
from gograde.intake.launch import check_out_of_reach
from gograde.listing import safe
from gograde.package.yaml_files import did_you_mean
from gograde.runtimes.runtime import runtime_of
from gograde.workflow import lock
from gograde.workflow.checking.fitness import backend_for, check_student
from gograde.workflow.checking.machine import assure, forget
from gograde.workflow.digests import Settings
from gograde.workflow.plan import Planned, changes_by, look, make_plan
from gograde.workflow.report_folder import reports_from_work, shown

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
    trust: bool = False
    skip_missing_tools: bool = False


def plan_class(classroom: Classroom, request: Request) -> tuple[Plan, tuple[Change, ...]]:
    """Write the plan, unless tools are missing that nobody has said to go on without; and what is to be made.

    The caller holds the class's lock.  Raises `UsageError` when the student is unknown or the report folder
    is unfit; `DataError` when the class cannot be graded; `JudgeError` without a sandbox or a tool.
    """
    check_out_of_reach(classroom.path)
    for name in (name for name, rules in classroom.assignments.items() if rules.package is not None):
        check_out_of_reach(classroom.package(name), f"the package {name}")
    reports = reports_from_work(classroom, request.reports)
    if request.student is not None:
        check_student(classroom, request.student)
    if request.trust:
        forget(classroom.work)
    now, asked = datetime.now(UTC), partial(backend_for, classroom, trust=request.trust)
    planned = look(classroom, Settings(asked().name, request.trust, reports), now)
    if found := _changes(classroom, planned):  # faults in the class were told before the sandbox is examined
        for course in planned.courses.values():
            runtime_of(course.package)
        backend = asked(proof=partial(assure, classroom.work))
        planned = make_plan(classroom, Settings(backend.name, request.trust, reports), backend, now)
        found = _changes(classroom, planned)
        if not request.skip_missing_tools:
            concerned = [one for one in found if request.student in (None, one.name)]
            check_tools(classroom, planned.plan, concerned)
    forget_stale(classroom, planned.plan, found)
    write_changed(plan_path(classroom), to_json(planned.plan))
    return planned.plan, found


def _changes(classroom: Classroom, planned: Planned) -> tuple[Change, ...]:
    reports = classroom.work / planned.plan.reports
    return changes_by(classroom, planned, shown(classroom.path, reports))


def forget_stale(classroom: Classroom, plan: Plan, found: Sequence[Change]) -> None:
    """Delete half-written files, submissions that are no longer planned, and leagues that are no more.

    Say to Snakemake which jobs have something to do: those that make the records `found`, and no others.
    What a killed Snakemake has noted of jobs says nothing more, and would hide what comes after them.
    """
    for path in leftovers(classroom.work):
        path.unlink(missing_ok=True)
    for notes in ("incomplete", "locks"):
        shutil.rmtree(classroom.work / ".snakemake" / notes, ignore_errors=True)
    kept = (one.sha256 for each in plan.assignments.values() for one in each.handed_in.values())
    store_of(classroom).keep_only({sha256 for sha256 in kept if sha256})
    for name, assignment in plan.assignments.items():
        if not assignment.league:
            league_path(classroom, name).unlink(missing_ok=True)
    to_do = {one.job for one in found}
    for job in {one.job for one in records_of(classroom, plan)}:
        path = done_path(classroom, job)
        if job in to_do:
            path.unlink(missing_ok=True)
        else:
            write_changed(path, b"")


def check_tools(classroom: Classroom, plan: Plan, found: Iterable[Change]) -> None:
    """Raise `JudgeError` when programs that are to be run need tools that are missing here.

    It names all of them, but no submission that waits for a tool since an earlier run.
    """
    lacking = list(_lacking(plan, found))
    if not lacking:
        return
    lines = [f"{error.where} ({error.what}): {_names(concerned)}" for error, concerned in lacking]
    install = " ".join(dict.fromkeys(word for error, _ in lacking for word in error.install.split()))
    what = "\n  ".join(["nothing was run: tools are missing that submissions need", *lines])
    others = f"grade the others now, while these wait (JE): gograde run {classroom.path} {OPTION}"
    raise JudgeError(str(classroom.path), what, f"apt install {install}; or {others}")


def _lacking(plan: Plan, found: Iterable[Change]) -> Iterator[tuple[NoToolError, Concerned]]:
    """For each language that cannot be run here, why, and whom that concerns."""
    concerned: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for one in (one for one in found if one.step == RUN):
        language = plan.assignments[one.assignment].languages[one.name]
        waits = FAILED in one.moved and "submission" not in one.moved
        if language in LANGUAGES and not waits:
            concerned[language][one.assignment].append(one.name)
    for language, them in concerned.items():
        try:
            check_can_run(language, plan.backend)
        except NoToolError as error:
            yield error, them


def _names(concerned: Concerned) -> str:
    return "; ".join(f"{assignment}: {', '.join(students)}" for assignment, students in concerned.items())


# -- for the Snakefile ------------------------------------------------------------------------

EXAMPLE = Path("demo")
"""The class that a Snakemake without a class grades."""

_BOOLEANS = {"true": True, "false": False, "": False}

CONFIG: Mapping[str, Callable[[str], Any]] = {
    "class": str,
    "reports": lambda text: text and Path(text),
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
    if "class" not in asked:  # what makes hidden cases is loaded here alone
        from gograde.authoring.registry import shipped_ids
        from gograde.classroom.example.example_class import make_example

        make_example(EXAMPLE, shipped_ids())
    classroom = load_class(Path(asked.pop("class", EXAMPLE)))
    held = contextlib.ExitStack()
    held.enter_context(lock.grader(classroom.work))
    atexit.register(held.close)
    plan_class(classroom, Request(**asked))
    return classroom.work, json.loads(plan_path(classroom).read_bytes())


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
