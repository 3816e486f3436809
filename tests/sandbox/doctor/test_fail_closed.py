"""An unproved guarantee does not hold: the doctor's judgement, and a back end without guarantees."""

import fnmatch
import json
import os
import select
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.doctor import examination as excess
from gograde.sandbox.doctor import survey
from gograde.sandbox.doctor.bait import SECRET, laid_out
from gograde.sandbox.doctor.examination import examine, quick
from gograde.sandbox.doctor.inside import reach_out
from gograde.sandbox.doctor.survey import Controls, Guarantee, Survey
from gograde.sandbox.protocol import Ended, Job, RunResult
from tests.hidden import shared


@dataclass(frozen=True)
class Bare:
    """No sandbox at all, but one that runs the job and takes every file out, wherever it leads."""

    name: str = "bare"

    def run(self, job: Job) -> RunResult:
        with tempfile.TemporaryDirectory() as folder:
            for file in job.files:
                Path(folder, file.path).write_bytes(file.data)
            with Path(folder, ".out").open("w+b") as out, Path(folder, ".err").open("w+b") as err:
                code = self.start(job, folder, (out.fileno(), err.fileno()))
                out.seek(0)
                err.seek(0)
                return result(exit_code=code, stdout=out.read(), stderr=err.read(), files=taken(job, folder))

    def start(self, job: Job, folder: str, streams: tuple[int, int]) -> int:
        return subprocess.run(
            job.argv, input=job.stdin, cwd=folder, env=dict(os.environ), stdout=streams[0], stderr=streams[1],
            close_fds=False, check=False,
        ).returncode  # fmt: skip


def taken(job: Job, folder: str) -> dict[str, bytes]:
    names = [
        name
        for name in (path.name for path in Path(folder).iterdir())
        if any(fnmatch.fnmatch(name, p) for p in job.collect.patterns)
    ]
    return {name: contents(Path(folder, name)) for name in names}


def contents(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def result(**facts: object) -> RunResult:
    empty = RunResult("bare", 0, None, None, 0.0, 0.0, 0, b"", b"", 0, 0, {}, {})
    return replace(empty, **facts)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def bare(controls: Controls) -> Survey:
    report: Survey = shared("doctor-bare", lambda: examine(Bare(), controls))
    return report


def test_every_control_succeeds_outside(controls: Controls) -> None:
    may_fail = {probe.id for probe in survey.PROBES if probe.anywhere}
    assert [name for name, ok in controls.items() if not ok and name not in may_fail] == []


def test_without_a_sandbox_every_guarantee_is_seen_to_be_broken(bare: Survey) -> None:
    held = {one.id for one in bare.guarantees if one.ok}
    may_hold = {probe.id for probe in survey.PROBES if probe.anywhere} if os.geteuid() else set()
    assert held - may_hold == {"round-trip"}
    assert not bare.fit


@pytest.mark.long
def test_the_stored_part_is_the_same_each_time_and_names_no_path(bare: Survey, controls: Controls) -> None:
    first, second = json.dumps(bare.to_json()), json.dumps(examine(Bare(), controls).to_json())
    assert first == second
    assert tempfile.gettempdir() not in first
    assert str(os.getpid()) not in first


def test_quick_refuses_a_program_that_is_not_held() -> None:
    with pytest.raises(JudgeError) as caught:
        quick(Bare())
    assert str(caught.value) == (
        "sandbox bare: Files of the grader cannot be read: a program inside got through\n"
        "Fix: run `gograde doctor` to see what does not hold, and mend it before grading"
    )


@dataclass(frozen=True)
class Answers:
    """Gives one result to whatever is run."""

    answer: RunResult
    name: str = "answers"

    def run(self, job: Job) -> RunResult:
        return self.answer


MUTE = Answers(result())
"""Runs nothing and says that all is well."""


def test_a_sandbox_that_runs_nothing_proves_nothing(controls: Controls) -> None:
    report = examine(MUTE, controls)
    assert [one.id for one in report.guarantees if one.ok] == []
    assert report.guarantees[0].detail == "the probe gave no answer, so nothing is proved"


def test_quick_refuses_a_sandbox_that_runs_nothing() -> None:
    with pytest.raises(JudgeError, match="the probe gave no answer, so nothing is proved"):
        quick(MUTE)


@dataclass(frozen=True)
class Broken:
    """Does not start."""

    name: str = "broken"

    def run(self, job: Job) -> RunResult:
        raise JudgeError("sandbox broken", "no room", "make room")


def test_a_sandbox_that_does_not_start_is_unfit_and_says_why(controls: Controls) -> None:
    report = examine(Broken(), controls)
    assert not report.fit
    assert [(one.id, one.ok) for one in report.guarantees] == [("sandbox", False)]
    assert report.seen["sandbox"] == "sandbox broken: no room\nFix: make room"


PROBE = survey.Probe("tcp", "network", "No network")
CONFINED = survey.Probe("root", "rights", "Not root", anywhere=True)
OUT, NOT_OUT = {"tcp": True, "root": True}, {"tcp": False, "root": False}


JUDGED = [
    (PROBE, {"reached": None}, {}, OUT, True, "works outside, refused inside"),
    (PROBE, {"reached": "x"}, {}, OUT, False, "a program inside got through"),
    (PROBE, {"reached": None}, {"tcp": True}, OUT, False, "a program inside got through"),
    (PROBE, None, {}, OUT, False, "the probe gave no answer, so nothing is proved"),
    (PROBE, {"died": "signal 9"}, {}, OUT, False, "the probe died (signal 9), so nothing is proved"),
    (PROBE, {"reached": None}, {}, NOT_OUT, False, "the control outside failed, so nothing is proved"),
    (CONFINED, {"reached": None}, {}, NOT_OUT, True, "refused inside and outside"),
    (CONFINED, {"reached": "x"}, {}, NOT_OUT, False, "a program inside got through"),
]


@pytest.mark.parametrize("case", JUDGED)
def test_how_a_probe_is_judged(case: tuple[Any, ...]) -> None:
    probe, answer, effects, outside, ok, detail = case
    found = survey.judged(probe, answer, effects, outside)
    assert found == Guarantee(probe.id, probe.title, ok, detail, True)


EXCESS = {one.id: one for one in excess.EXCESSES}


@pytest.mark.parametrize(
    ("which", "answer", "ok", "detail"),
    [
        ("cpu", result(killed_for=Ended.CPU), True, "works outside, ended inside"),
        ("cpu", result(killed_for=Ended.WALL), False, "ended for wall instead of cpu"),
        ("cpu", result(), False, "a program inside got through"),
        ("cpu", result(exit_code=3), False, "the probe died (exit 3), so nothing is proved"),
        ("processes", result(exit_code=3), True, "works outside, ended inside"),
        (
            "processes", result(exit_code=None, signal=11), False,
            "the probe died (signal 11), so nothing is proved",
        ),
    ],
)  # fmt: skip
def test_how_an_excess_is_judged(which: str, answer: RunResult, ok: bool, detail: str) -> None:
    found = excess.exceeded(Answers(answer), EXCESS[which], {which: True})
    assert (found.ok, found.detail) == (ok, detail)


def test_an_excess_without_its_control_proves_nothing() -> None:
    found = excess.exceeded(Answers(result(killed_for=Ended.CPU)), EXCESS["cpu"], {"cpu": False})
    assert (found.ok, found.detail) == (False, "the control outside failed, so nothing is proved")


def test_a_pipe_as_output_does_not_pass_when_nothing_at_all_came_out() -> None:
    said = result(stdout=b"fifo.txt\nplain.txt\n", refused={"fifo.txt": "not a regular file"})
    outside = {key: True for key, _, _ in excess.KINDS}
    found = excess.strange_outputs(Answers(said), outside, Path("/"))
    assert {one.detail for one in found} == {"an ordinary file did not come out either, so nothing is proved"}


def test_nothing_of_the_bait_stays_behind() -> None:
    with laid_out() as bait:
        victim = bait.victim
        assert victim.poll() is None
        assert os.environ[SECRET] == bait.token
        assert bait.effects() == dict.fromkeys(bait.effects(), False)
    assert victim.returncode is not None
    assert not bait.folder.exists()
    assert SECRET not in os.environ


@pytest.mark.parametrize("priority", ["0", "10", "19"])
def test_a_victim_that_was_slowed_is_seen_at_any_priority_of_the_grader(priority: str) -> None:
    look = """
from gograde.sandbox.doctor.bait import laid_out
from gograde.sandbox.doctor.inside.reach_out import try_priority
with laid_out() as bait:
    before = bait.effects()["priority"]
    try_priority(bait.settings(()))
    print(before, bait.effects()["priority"])
"""
    ran = subprocess.run(
        ["nice", "-n", priority, sys.executable, "-c", look], capture_output=True, check=False
    )
    assert (ran.stdout, ran.stderr) == (b"False True\n", b"")


def test_every_probe_of_the_list_is_in_the_program() -> None:
    in_program = [name for name in vars(reach_out) if name.startswith("try_")]
    assert {reach_out.function_of(probe.id) for probe in survey.PROBES} == set(in_program)


LAYS_OUT = """
from gograde.sandbox.doctor.bait import laid_out
with laid_out() as bait:
    print(bait.victim.pid, flush=True)
    input()
"""


def test_the_victim_ends_with_a_grader_that_is_killed() -> None:
    command = [sys.executable, "-c", LAYS_OUT]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as grader:
        assert grader.stdout is not None
        victim = os.pidfd_open(int(grader.stdout.readline()))
        grader.kill()
    ended, _, _ = select.select([victim], [], [], 50)
    os.close(victim)
    assert ended
