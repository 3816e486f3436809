"""Examines whether a back end can confine hostile programs.  Proved by trying, never by reading settings.

Each guarantee has a control: the forbidden action must succeed outside the sandbox, so that its failure
inside proves the guarantee.  A guarantee that cannot be proved counts as broken.
"""

from __future__ import annotations

import time
from dataclasses import replace

from gograde.errors import JudgeError
from gograde.sandbox.doctor import excess, survey
from gograde.sandbox.doctor.bait import laid_out
from gograde.sandbox.doctor.findings import Controls, Guarantee, Report
from gograde.sandbox.doctor.guarantees import shortfalls_of
from gograde.sandbox.doctor.survey import PROBES
from gograde.sandbox.protocol import Backend, Job

QUICK = ("canary-read", "canary-write", "tcp", "unix-path", "unix-abstract", "orphan")
"""The probes that every `gograde run` tries at its start."""


def run_controls() -> Controls:
    """Try every action outside the sandbox."""
    return {**survey.reached_outside(), **excess.controls()}


def examine(backend: Backend, controls: Controls | None = None) -> Report:
    """Prove each guarantee of `backend`, or report what breaks it.

    When the sandbox fails to start, the report has a single broken guarantee; nothing is raised.
    """
    outside = controls or run_controls()
    started = time.monotonic()
    try:
        guarantees, seen = survey.examined(backend, outside)
        guarantees.append(excess.round_trip(backend))
        with laid_out() as bait:
            guarantees += excess.strange_outputs(backend, outside, bait.canary)
        guarantees += [excess.exceeded(backend, one, outside) for one in excess.EXCESSES]
    except JudgeError as error:
        failed = Guarantee("sandbox", "The sandbox runs a program", False, "the sandbox itself failed")
        return Report(backend.name, (failed,), {"sandbox": str(error)})
    seconds, short = time.monotonic() - started, shortfalls_of(backend)
    return Report(backend.name, tuple(guarantees), seen, seconds, short)


def quick(backend: Backend, like: Job | None = None) -> None:
    """Try the probes `QUICK`, in a fraction of a second, with the interpreter and the folders of `like`.

    Raises JudgeError when a probe gets through or the sandbox does not run.
    """
    probes = [probe for probe in PROBES if probe.id in QUICK]
    with laid_out() as bait:
        outside = {**dict.fromkeys(QUICK, True), **bait.call_listeners()}
        job = survey.survey_job(bait, probes)
        if like is not None:
            job = replace(like, files=job.files, stdin=job.stdin, limits=job.limits)
        result = backend.run(job)
        effects = bait.effects(patience_s=0)
    said = survey.parsed(result.stdout)
    for probe in probes:
        one = survey.judged(probe, said.get(probe.id), effects, outside)
        if not one.ok:
            raise JudgeError(
                f"sandbox {backend.name}",
                f"{one.title}: {one.detail}",
                "run `gograde doctor` to see what does not hold, and mend it before grading",
            )
