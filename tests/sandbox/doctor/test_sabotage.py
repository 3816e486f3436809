"""Weakened sandboxes, each refused by the probe for that weakness.

The back ends are the real ones. A double asks them for less, removes one of their walls, or damages their
results.
"""

import fnmatch
import json
import os
import resource
import select
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.sandbox import bwrap
from gograde.sandbox.doctor import examination as excess
from gograde.sandbox.doctor import survey
from gograde.sandbox.doctor.bait import SECRET, laid_out
from gograde.sandbox.doctor.examination import examine, quick
from gograde.sandbox.doctor.inside import reach_out
from gograde.sandbox.doctor.survey import Controls, Guarantee, Survey
from gograde.sandbox.host import kernel
from gograde.sandbox.host.identity import Identity
from gograde.sandbox.landlock import Landlock, ProcessGroup
from gograde.sandbox.protocol import MIB, Backend, Ended, Job, Limits, RunResult
from gograde.sandbox.run import carry_out as rlimits
from gograde.sandbox.run.wires import ProgramEnd
from tests.echo import DONE, Scripted
from tests.golden import values_agree
from tests.hidden import shared
from tests.sandboxes import Weakened, backend_or_skip

TEMP = tempfile.gettempdir()
ALLOW_ALL = struct.pack("=HBBI", 0x06, 0, 0, 0x7FFF0000)


def broken(backend: Backend, controls: Controls) -> set[str]:
    """The required guarantees of the survey that do not hold."""
    found, _ = survey.examined(backend, controls)
    return {one.id for one in found if one.required and not one.ok}


def test_untouched_back_ends_are_fit_and_agree_with_themselves(backend: Backend, controls: Controls) -> None:
    report = examine(backend, controls)
    assert [(one.id, one.detail) for one in report.broken] == []
    assert report.fit
    assert examine(backend, controls).to_json() == report.to_json()
    quick(backend)


def host_folder_visible(job: Job) -> Job:
    return replace(job, readable=(*job.readable, Path(tempfile.gettempdir())))


def without_the_seed(env: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in env.items() if name != "PYTHONHASHSEED"}


LAX: dict[str, Callable[[Job], Job]] = {
    "environment": lambda job: replace(job, env={**os.environ, **job.env}),
    "canary-read": host_folder_visible,
    "hidden-below": lambda job: replace(job, hidden=()),
    "determinism": lambda job: replace(job, env=without_the_seed(job.env)),
    "open-files": lambda job: replace(job, limits=replace(job.limits, open_files=1000)),
    "file-size": lambda job: replace(job, limits=replace(job.limits, file_bytes=64 * MIB)),
}


@pytest.mark.parametrize("probe", LAX)
def test_a_job_that_allows_too_much_is_caught_by_its_probe_alone(backend, controls, probe: str) -> None:
    found = broken(Weakened(backend, LAX[probe]), controls)
    # The folder of the bait lies below the folder that is shown.
    assert probe in found if LAX[probe] is host_folder_visible else found == {probe}


GENEROUS = Limits(
    cpu_s=60, wall_s=60, memory_bytes=2048 * MIB, processes=500, open_files=1000, file_bytes=512 * MIB,
    work_bytes=512 * MIB, work_files=100_000, stdout_bytes=512 * MIB, stderr_bytes=512 * MIB,
)  # fmt: skip


def by_turns() -> Iterator[Any]:
    """Each limit in one back end, by turns; in the other one it is tried by the campaign."""
    for number, limit in enumerate(excess.EXCESSES):
        for turn, name in enumerate(("bwrap", "landlock")):
            marks = [pytest.mark.long] * (turn != number % 2)
            yield pytest.param(name, limit, marks=marks, id=f"{name}-{limit.id}")


@pytest.mark.parametrize(("backend", "limit"), list(by_turns()), indirect=["backend"])
def test_a_limit_that_is_not_kept_is_caught(backend, controls, limit) -> None:
    unlimited = Weakened(backend, lambda job: replace(job, limits=GENEROUS))
    found = excess.exceeded(unlimited, limit, controls)
    assert (found.ok, found.detail) == (False, "a program inside got through")


def unseen(result: RunResult) -> RunResult:
    """With whatever has the right name taken out."""
    return replace(result, files={**result.files, **dict.fromkeys(result.refused, b"")}, refused={})


def test_outputs_that_are_taken_out_unseen_are_caught(backend: Backend, controls: Controls) -> None:
    found = excess.strange_outputs(Weakened(backend, told=unseen), controls, Path("/"))
    assert {one.id for one in found if not one.ok} >= {"output-symlink", "output-twin", "output-large"}


def test_a_stream_that_does_not_come_through_is_caught(backend: Backend) -> None:
    garbling = Weakened(backend, told=lambda result: replace(result, stdout=result.stdout[:-1]))
    found = excess.round_trip(garbling)
    assert (found.ok, found.detail) == (False, "not as sent: stdout")


SABOTEUR = """\
#!/bin/sh
# Starts bwrap with some of what it was told changed.
left=$#
while [ $left -gt 0 ]; do
    word=$1; shift; left=$((left - 1))
    case "$word $1" in
{cases}
    *) set -- "$@" "$word" ;;
    esac
done
{before}
exec {bwrap} "$@"
"""

DROP_ONE = '    "{} "*) ;;'
DROP_TWO = '    "{}") shift; left=$((left - 1)) ;;'
BEFORE_THE_COMMAND = '    "-- "*) set -- "$@" {} -- ;;'
SABOTAGES = {
    "network shared": ("network", DROP_ONE.format("--unshare-net"), ""),
    "capabilities kept": (
        "capabilities",
        DROP_TWO.format("--cap-drop ALL") + "\n" + BEFORE_THE_COMMAND.format("--cap-add ALL"),
        "",
    ),
    "no filter": ("system-calls", "    --seccomp\\ *) shift; left=$((left - 1)) ;;", ""),
    "canary writable": ("canary-write", BEFORE_THE_COMMAND.format(f"--bind {TEMP} {TEMP}"), ""),
    "root without bounds": ("elsewhere", DROP_TWO.format("--remount-ro /"), ""),
    "scratch folders without bounds": ("elsewhere", "    --size\\ *) shift; left=$((left - 1)) ;;", ""),
    "processes of the machine shown": ("invisible", BEFORE_THE_COMMAND.format("--bind /proc /proc"), ""),
    "descriptor passed on": ("descriptors", "", "exec 9</dev/null"),
}
"""The probe that notices it, what bwrap is told instead, and what is done before it starts."""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that the user of a submission may enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.parametrize("sabotage", SABOTAGES)
def test_bubblewrap_without_one_of_its_walls_is_caught(bubblewrap, controls, open_folder, sabotage):
    probe, cases, before = SABOTAGES[sabotage]
    saboteur = open_folder / "bwrap"
    saboteur.write_text(SABOTEUR.format(cases=cases, before=before, bwrap=bubblewrap.binary))
    saboteur.chmod(0o755)
    assert probe in broken(replace(bubblewrap, binary=saboteur), controls)


@pytest.mark.parametrize(
    ("wall", "probes"),
    [
        ("landlock_enforce", {"canary-read", "canary-write", "hidden-below", "elsewhere", "signal"}),
        ("load_seccomp", {"system-calls", "canary-touch", "affinity"}),
    ],
)
def test_landlock_without_one_of_its_walls_is_caught(controls, monkeypatch, wall, probes) -> None:
    landlock = backend_or_skip("landlock")
    monkeypatch.setattr(kernel, wall, lambda given: None)
    if os.geteuid() == 0:
        probes = probes - {"signal"}  # there the user of submissions may signal nobody else's processes
    assert broken(landlock, controls) >= probes


def test_a_filter_that_refuses_nothing_is_caught(backend: Any, controls: Controls) -> None:
    inside = {"in_spaces": ALLOW_ALL} if isinstance(backend, Landlock) else {}
    found = broken(replace(backend, seccomp=ALLOW_ALL, noticing=None, **inside), controls)
    assert "system-calls" in found
    assert "seccomp" not in found


def test_missing_limits_of_the_process_are_caught(backend, controls, monkeypatch) -> None:
    monkeypatch.setattr(rlimits, "process_limits", lambda limits, others: {})
    assert broken(backend, controls) >= {"address-space", "core", "open-files", "file-size"}


def test_missing_limits_of_processes_are_caught(backend, controls, monkeypatch) -> None:
    """The watch ends a fork bomb all the same: it is the kernel's own limit that is missing."""
    real = rlimits.process_limits
    monkeypatch.setattr(
        rlimits,
        "process_limits",
        lambda *given: {key: value for key, value in real(*given).items() if key != resource.RLIMIT_NPROC},
    )
    assert broken(backend, controls) == {"process-limit"}


def test_a_descriptor_that_is_passed_on_is_caught(backend, controls, monkeypatch) -> None:
    monkeypatch.setattr(kernel, "close_on_exec", lambda least: None)
    left_open = os.open(os.devnull, os.O_RDONLY)
    os.set_inheritable(left_open, True)
    found = broken(backend, controls)
    os.close(left_open)
    assert "descriptors" in found


def test_landlock_with_the_network_shared_is_caught(controls, monkeypatch) -> None:
    landlock = backend_or_skip("landlock")
    assert isinstance(landlock, Landlock)
    weak = replace(landlock, abi=3, seccomp=ALLOW_ALL, noticing=None, in_spaces=b"")
    found = broken(weak, controls)
    assert found >= {"tcp", "udp", "unix-path", "unix-abstract"}


def test_landlock_with_the_canary_writable_is_caught(controls, monkeypatch) -> None:
    real, write_and_truncate = kernel.landlock_allow, 1 << 1 | 1 << 14
    monkeypatch.setattr(
        kernel, "landlock_allow", lambda *given: real(*given[:2], given[2] | write_and_truncate)
    )
    assert "canary-write" in broken(Weakened(backend_or_skip("landlock"), host_folder_visible), controls)


@pytest.mark.needs("root")
def test_landlock_that_stays_root_is_caught(controls: Controls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Identity, "assume_in_thread", lambda self: None)
    assert broken(backend_or_skip("landlock"), controls) >= {"capabilities", "root", "process-limit"}


def ends_that_do_not_come(monkeypatch: pytest.MonkeyPatch) -> dict[int, Callable[[], object]]:
    """Let nobody kill what is left of a run; what would have done it, to be called later."""
    later: dict[int, Callable[[], object]] = {}
    real_close, real_end = bwrap.NamespaceCell.close, ProcessGroup.end

    def close(cell: bwrap.NamespaceCell) -> None:
        later[id(cell)] = partial(real_close, cell)

    def end(group: ProcessGroup) -> dict[int, tuple[int, float]]:
        later[id(group)] = partial(real_end, replace(group, ended={}))
        while (found := os.wait4(-group.leader, os.WNOHANG))[0]:
            group.ended[found[0]] = found[1], 0.0
        return group.ended

    monkeypatch.setattr(bwrap.NamespaceCell, "close", close)
    monkeypatch.setattr(bwrap.NamespaceCell, "finish", lambda cell: ProgramEnd(0, 0.0))
    monkeypatch.setattr(ProcessGroup, "end", end)
    return later


@pytest.fixture
def careless_end(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Runs end without anybody killing what is left of them, until the test is over."""
    later = ends_that_do_not_come(monkeypatch)
    yield
    monkeypatch.undo()
    for end in later.values():
        end()


@pytest.mark.usefixtures("careless_end")
def test_a_process_that_nobody_ends_is_caught(backend: Backend, controls: Controls) -> None:
    assert broken(backend, controls) == {"orphan"}
    with pytest.raises(JudgeError, match="Nothing is alive after the end: a program inside got through"):
        quick(backend)


# -- an unproved guarantee does not hold: the doctor's judgement, and a back end without guarantees


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


result = partial(replace, DONE)


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


MUTE = Scripted([DONE])
"""Runs nothing and says that all is well."""


def test_a_sandbox_that_runs_nothing_proves_nothing(controls: Controls) -> None:
    report = examine(MUTE, controls)
    assert [one.id for one in report.guarantees if one.ok] == []
    assert report.guarantees[0].detail == "the probe gave no answer, so nothing is proved"


def test_quick_refuses_a_sandbox_that_runs_nothing() -> None:
    with pytest.raises(JudgeError, match="the probe gave no answer, so nothing is proved"):
        quick(MUTE)


def test_a_sandbox_that_does_not_start_is_unfit_and_says_why(controls: Controls) -> None:
    error = JudgeError("sandbox broken", "no room", "make room")
    report = examine(Scripted([error]), controls)
    assert not report.fit
    assert [(one.id, one.ok) for one in report.guarantees] == [("sandbox", False)]
    assert report.seen["sandbox"] == "sandbox broken: no room\nFix: make room"


PROBE = survey.Probe("tcp", "network", "No network")
CONFINED = survey.Probe("root", "rights", "Not root", anywhere=True)
OUT, NOT_OUT = {"tcp": True, "root": True}, {"tcp": False, "root": False}


EXCESS = {one.id: one for one in excess.EXCESSES}


def judged(probe: survey.Probe, answer: Any, effects: Mapping[str, bool], outside: Mapping[str, bool]) -> str:
    found = survey.judged(probe, answer, effects, outside)
    assert found == Guarantee(probe.id, probe.title, found.ok, found.detail, True)
    return f"{found.ok}: {found.detail}"


def excess_judged(which: str, answer: RunResult) -> str:
    found = excess.exceeded(Scripted([answer]), EXCESS[which], {which: True})
    return f"{found.ok}: {found.detail}"


def test_how_probes_and_excesses_are_judged() -> None:
    values_agree(
        "sandbox/judged.txt",
        judged=judged,
        PROBE=PROBE,
        OUT=OUT,
        NOT_OUT=NOT_OUT,
        CONFINED=CONFINED,
        excess_judged=excess_judged,
        result=result,
        Ended=Ended,
    )


def test_an_excess_without_its_control_proves_nothing() -> None:
    found = excess.exceeded(Scripted([result(killed_for=Ended.CPU)]), EXCESS["cpu"], {"cpu": False})
    assert (found.ok, found.detail) == (False, "the control outside failed, so nothing is proved")


def test_a_pipe_as_output_does_not_pass_when_nothing_at_all_came_out() -> None:
    said = result(stdout=b"fifo.txt\nplain.txt\n", refused={"fifo.txt": "not a regular file"})
    outside = {key: True for key, _, _ in excess.KINDS}
    found = excess.strange_outputs(Scripted([said]), outside, Path("/"))
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
