"""Chooses the back end of a class, which `require:` may restrict."""

from __future__ import annotations

import os
from collections.abc import Callable

from gograde.classroom.classroom import CLASS_FILE, Classroom
from gograde.classroom.roster import student_meant
from gograde.errors import JudgeError, UsageError
from gograde.grading.plan_file import read_plan
from gograde.listing import safe
from gograde.sandbox.protocol import Backend
from gograde.sandbox.select import choose_backend
from gograde.workflow.machine import prove, prove_quickly


def backend_for(
    classroom: Classroom,
    *,
    trust: bool,
    name: str | None = None,
    proof: Callable[[Backend], object] | None = None,
) -> Backend:
    """The back end for a class's submissions; the options are those of `choose_backend`.

    `name` is that of a plan.  Raises UsageError when `trust` or the plan asks for less than the class
    requires, and JudgeError when what it requires does not work here.
    """
    required = classroom.config.require
    if required is None:
        return choose_backend(trust=trust, name=name, proof=proof)
    where = f"{classroom.path / CLASS_FILE}: require"
    if trust:
        fix = f"leave --trust-submissions out, or delete the line require: {required}"
        raise UsageError(where, f"the class requires {required}, and --trust-submissions asks for less", fix)
    if name not in (None, required):
        what = f"the class requires {required}, and its plan was made with {name}"
        raise UsageError(where, what, "make the plan anew: gograde run")
    try:
        return choose_backend(name=required, proof=proof)
    except JudgeError as error:
        fix = f"{error.fix}; or delete the line require: {required} to grade with less"
        raise JudgeError(where, f"{required} does not hold here ({error.fault})", fix) from error


def planned_backend(classroom: Classroom) -> Backend:
    """The planned back end, proved on this machine; raises what `read_plan` and `backend_for` raise."""
    plan = read_plan(classroom)
    name = None if plan.trust else plan.backend
    try:
        return backend_for(classroom, trust=plan.trust, name=name, proof=_proved)
    except JudgeError as error:
        raise JudgeError(f"{os.uname().nodename}: {error.where}", error.what, error.fix) from error


def _proved(backend: Backend) -> None:
    """Prove the back end and its warm runs, once between two starts of this machine."""
    prove(backend)
    prove_quickly(backend)


def check_student(classroom: Classroom, student: str) -> None:
    """Raise `UsageError` unless the roster has the student."""
    known = [one.id for one in classroom.students]
    if student not in known:
        raise UsageError(safe(student), "not on the roster", student_meant(student, known))
