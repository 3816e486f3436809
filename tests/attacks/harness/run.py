"""Runs an attack in a sandbox, or its control outside, and reports the outcome."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, replace

from gograde.sandbox.host.identity import FIRST_UID
from gograde.sandbox.landlock import Unsandboxed
from gograde.sandbox.protocol import Backend, Collect, Job, Limits, RunResult, StagedFile
from gograde.sandbox.select import choose_backend
from tests.attacks.harness import artefact
from tests.attacks.harness.apart import call_apart
from tests.attacks.harness.careless import Careless, Naive
from tests.attacks.harness.corpus import ARTEFACTS, Attack
from tests.attacks.harness.forked import HurtError
from tests.attacks.harness.grader import graded
from tests.attacks.harness.judge import evidence_of, watching
from tests.attacks.harness.world import World, laid_out
from tests.sandboxes import ORDINARY, USERS, Box, bare_runtime, call_in_child

WORD = "GOGRADE_ATTACKS_WORD"
"""The variable that marks the processes of a run."""

_SLOTS = 8
"""How many runs may go on on this machine before one has a user for whom no bait lies out."""

_INPUT = b".........\n" * 9


@dataclass(frozen=True)
class Outcome:
    """What came of an attack: evidence of an escape, whether the run was flagged, and how it ended.

    `faults` says what that the attack names does not hold; `result` is None when the grader was lost.
    """

    evidence: str
    faults: tuple[str, ...] = ()
    result: RunResult | None = None

    @property
    def held(self) -> bool:
        return not self.evidence

    @property
    def flagged(self) -> bool:
        return self.result is not None and bool(self.result.violations)

    @property
    def ended(self) -> str:
        return str((self.result and self.result.killed_for) or "")


@dataclass(frozen=True)
class Setting:
    """Who runs an attack how: `backend` is made for the baits."""

    backend: Callable[[World], Backend]
    ordinary: bool
    uids: tuple[int, ...]
    limits: Limits


def hold(attack: Attack, box: Box) -> Outcome:
    """Run an attack in a sandbox.  Raises JudgeError when the sandbox itself fails."""
    ordinary = box.user == "ordinary"
    if attack.group in ARTEFACTS:
        artefact.prepare(attack)
        return Outcome(call_in_child(lambda: artefact.harm_of(attack, box.backend), ordinary=ordinary))
    setting = Setting(lambda world: box.backend, ordinary, _uids(ordinary=ordinary), attack.limits)
    outcome = _attempt(attack, setting)
    return replace(outcome, faults=tuple(_faults(attack, outcome, box.backend)))


def control(attack: Attack) -> str:
    """The evidence that an attack bites where nothing holds it; "" when it does not: it is vacuous.

    What runs without a sandbox does so in a pid namespace of its own, else not at all.  Raises
    JudgeError when there is none to be had, or no sandbox to loosen.
    """
    if attack.group in ARTEFACTS:
        artefact.prepare(attack)
        return str(call_in_child(lambda: artefact.hurts(attack), ordinary=True))
    if attack.control.kind == "loose":
        return _loosely(attack, Box(choose_backend(), USERS[0]))
    return str(call_apart(lambda: _let_loose(attack)))


def tells_violations(backend: Backend) -> bool:
    """Whether a back end tells of violations."""
    return bool(getattr(backend, "noticing", False))


def _faults(attack: Attack, outcome: Outcome, backend: Backend) -> list[str]:
    """What the attack says of its run that is not so."""
    if outcome.result is None:
        return []
    faults = []
    if attack.ends and attack.ends != outcome.ended:
        faults.append(f"it ended for {outcome.ended or 'nothing'}, not for {attack.ends}")
    if tells_violations(backend) and outcome.flagged != attack.flagged:
        faults.append(f"its violations are {list(outcome.result.violations)}")
    return faults


def _let_loose(attack: Attack) -> str:
    makers: dict[str, Callable[[World], Backend]] = {
        "careless": Careless,
        "naive": lambda world: Naive(),
        "outside": lambda world: Unsandboxed(),
    }
    setting = Setting(makers[attack.control.kind], False, (os.geteuid(),), attack.limits)
    return _attempt(attack, setting).evidence


def _loosely(attack: Attack, box: Box) -> str:
    ordinary = box.user == "ordinary"
    limits = replace(attack.limits, **attack.control.loosened)
    setting = Setting(lambda world: box.backend, ordinary, _uids(ordinary=ordinary), limits)
    return _attempt(attack, setting).evidence


def _uids(*, ordinary: bool) -> tuple[int, ...]:
    """The users that a program may turn out to run as."""
    if os.geteuid() != 0:
        return (os.geteuid(),)
    return (ORDINARY,) if ordinary else tuple(range(FIRST_UID, FIRST_UID + _SLOTS))


def _attempt(attack: Attack, setting: Setting) -> Outcome:
    """Run an attack's program among baits laid out for it, and look for the traces of an escape."""
    try:
        with laid_out(setting.uids, attack.limits) as world:
            return _attempt_among(world, attack, setting)
    except HurtError as error:
        return Outcome(str(error))


def _attempt_among(world: World, attack: Attack, setting: Setting) -> Outcome:
    job = _job(attack, world, setting)
    world.stage(job.files)
    with (
        watching(attack.judged, world),
        graded(setting.backend(world), job, world, ordinary=setting.ordinary) as run,
    ):
        if run.result is None:
            return Outcome(run.lost)
        return Outcome(evidence_of(attack.judged, world, run.result), (), run.result)


def _job(attack: Attack, world: World, setting: Setting) -> Job:
    """The attack as a program, with what it is to know of the baits."""
    name = f"{attack.name}.py"
    runtime = bare_runtime()
    return Job(
        argv=(str(runtime.python), "-B", name, world.word),
        files=(
            StagedFile(name, attack.source),
            StagedFile("bait.json", json.dumps(world.bait()).encode()),
            StagedFile("input.txt", _INPUT),
        ),
        limits=setting.limits,
        collect=Collect(("answer*",)),
        readable=runtime.readable(),
        hidden=runtime.hidden(),
        env={"PATH": "/usr/bin:/bin", WORD: world.word},
    )
