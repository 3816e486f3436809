"""Says before anything runs which tools the submissions of a class need and this machine lacks."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from gograde.classroom.classroom import Classroom
from gograde.errors import JudgeError
from gograde.grading.facts import HandedIn
from gograde.grading.work_paths import run_path
from gograde.intake.languages.table import LANGUAGES
from gograde.intake.languages.tools import NoToolError, check_can_run
from gograde.scoring.verdict import Verdict
from gograde.workflow.plan import Plan

OPTION = "--skip-missing-tools"

Concerned = Mapping[str, Sequence[str]]
"""Students by assignment."""


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
        with run_path(classroom, assignment, handed_in.student).open("rb") as file:
            record = json.loads(file.readline())
        return bool(record["verdict"] == Verdict.JE and record["sha256"] == handed_in.sha256)
    except (OSError, ValueError, LookupError):
        return False


def _names(concerned: Concerned) -> str:
    return "; ".join(f"{assignment}: {', '.join(students)}" for assignment, students in concerned.items())
