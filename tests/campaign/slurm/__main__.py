"""Grades a class on a Slurm of two nodes on this machine while something goes wrong, and compares every byte.

    python -m tests.campaign.slurm node cancelled
    python -m tests.campaign.slurm killed --students 4

Each scene meets a fresh class.  After it the class is graded again until that is done, and what it leaves is
compared with what a grading without Slurm leaves.  Ends with 1 when something is wrong.  Only root can have a
Slurm; who is not, or has none, is told so.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from gograde.sandbox.host.kernel import inherit_orphans
from gograde.sandbox.select import BACKEND
from gograde.workflow.slurm import SENT
from tests.campaign.kills.__main__ import survivors
from tests.campaign.kills.results import differences, seen
from tests.campaign.slurm.cluster import PATIENCE_S, WITHOUT_BWRAP, Cluster, cluster, said
from tests.needs import missing_here
from tests.sandboxes import ROOT, comes_true

ON_SLURM = ("--profile", "slurm")
SAMPLES = ("accepted/python_file", "wrong_answer/single_stones_only", "run_time_error/crashes_halfway")


def begun(room: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-P", "-m", "gograde", "run", str(room), *options]
    pipe, env = subprocess.PIPE, {**os.environ, BACKEND: "bwrap"}
    return subprocess.Popen(command, env=env, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


def ended(run: subprocess.Popen[str], code: int, *words: str) -> Iterator[str]:
    """Wait for a grading, and show what it told but for finished jobs; what is wrong with its end."""
    out, err = run.communicate(timeout=900)
    print("".join(f"    {line}\n" for line in err.splitlines() if not line.startswith("[")), end="")
    if run.returncode != code or not all(word in err for word in words):
        yield f"ended with {run.returncode}, not with {code} and {words}: {(out + err)[-800:]}"


def in_the_middle(room: Path, slurm: Cluster) -> subprocess.Popen[str]:
    """A grading of which the first record is written, and a job runs on the first node."""
    run = begun(room, *ON_SLURM)
    there = room / "work/runs/board9"
    assert comes_true(lambda: any(there.glob("*.jsonl")) and slurm.jobs("n1"), PATIENCE_S), run.communicate()
    return run


def left(room: Path, slurm: Cluster) -> Iterator[str]:
    if slurm.jobs() or (room / "work" / SENT).exists():
        yield f"jobs are left: {slurm.jobs()}"


def node(room: Path, slurm: Cluster) -> Iterator[str]:
    """A node dies: Slurm gives its job to the other one."""
    run = in_the_middle(room, slurm)
    slurm.lose("n1")
    yield from ended(run, 0, "running", "queued")
    slurm.start("n1")


def cancelled(room: Path, slurm: Cluster) -> Iterator[str]:
    """Somebody cancels a job: it is named as that, and the others end."""
    run = in_the_middle(room, slurm)
    said("scancel", *slurm.jobs("n1"))
    yield from ended(run, 4, "cancelled by Slurm\nFix: run gograde run again; finished steps are kept\n")


def killed(room: Path, slurm: Cluster) -> Iterator[str]:
    """The grader is killed: the next one, without Slurm, cancels its jobs before it begins."""
    run = in_the_middle(room, slurm)
    run.kill()
    run.communicate()
    yield from [] if slurm.jobs() else ["no job was left to be cancelled"]
    yield from ended(begun(room), 0)
    yield from left(room, slurm)


def stopped(room: Path, slurm: Cluster) -> Iterator[str]:
    """The grader is asked to end by each signal that asks for it: no job is left."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        shutil.rmtree(room / "work", ignore_errors=True)
        run, asked = in_the_middle(room, slurm), time.monotonic()
        run.send_signal(number)
        yield from ended(run, 130, "Interrupted.\n")
        print(f"    {number.name}: ended after {time.monotonic() - asked:.1f} s")
        yield from left(room, slurm)


def silent(room: Path, slurm: Cluster) -> Iterator[str]:
    """The controller, or what proves who asks it, is away: that is told at once."""
    for name in ("slurmctld", "munged"):
        slurm.stop(name)
        asked = time.monotonic()
        yield from ended(begun(room, *ON_SLURM), 4, "Slurm: ", "Fix: mend Slurm")
        print(f"    without {name}: ended after {time.monotonic() - asked:.1f} s")
        slurm.start(name)
    conf = Path("/etc/slurm/slurm.conf")
    text = conf.read_text()
    conf.write_text(f"{text}MinJobAge=9\n")
    said("scontrol", "reconfigure")
    yield from ended(begun(room, *ON_SLURM), 4, "it forgets a job 9 s after its end")
    conf.write_text(f"{text}MinJobAge=300\n")
    said("scontrol", "reconfigure")


def bare(room: Path, slurm: Cluster) -> Iterator[str]:
    """A node has no sandbox: it grades nothing, and that is told."""
    slurm.stop("n2")
    slurm.start("n2", *WITHOUT_BWRAP)
    yield from ended(begun(room, *ON_SLURM), 4, f"{os.uname().nodename}: sandbox bwrap: ")
    slurm.stop("n2")
    slurm.start("n2")


SCENES: Mapping[str, Callable[[Path, Cluster], Iterator[str]]] = {
    scene.__name__: scene for scene in (node, cancelled, killed, stopped, silent, bare)
}


def main(words: Sequence[str]) -> int:
    """Play the scenes that are asked for; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", choices=[[], *SCENES], help=", ".join(SCENES))
    parser.add_argument("--students", type=int, default=30)
    asked = parser.parse_args(words)
    if missing_here("slurm"):
        print("left out: a Slurm needs root, slurmctld, slurmd, munge, and the executor (make slurm-test)")
        return 0
    os.environ["PYTHONPATH"] = f"{ROOT}:{ROOT / '.slurm'}"
    inherit_orphans(wanted=True)
    with tempfile.TemporaryDirectory(prefix="gograde-slurm-") as scratch:
        try:
            wrong = [*_played(Path(scratch), asked.scenes or [*SCENES], asked.students)]
        finally:
            outlived = survivors()
    return int(bool(wrong or outlived))


def _played(scratch: Path, scenes: Sequence[str], students: int) -> Iterator[str]:
    from tests.workflow.conftest import make_class

    fresh, room = scratch / "fresh", scratch / "class"
    make_class(fresh, {f"student-{number:02}": SAMPLES[number % len(SAMPLES)] for number in range(students)})
    shutil.copytree(fresh, room)
    yield from ended(begun(room), 0)
    expected = seen(room)
    with cluster(scratch) as slurm:
        for name in scenes:
            shutil.rmtree(room)
            shutil.copytree(fresh, room)
            began = time.monotonic()
            print(f"{name}:", flush=True)
            faults = [*SCENES[name](room, slurm), *ended(begun(room, *ON_SLURM), 0)]
            faults += differences(expected, seen(room))
            print("".join(f"  {fault}\n" for fault in faults[:8]), end="")
            print(
                f"{name}: {'WRONG' if faults else 'the same'} ({time.monotonic() - began:.0f} s)", flush=True
            )
            yield from faults


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
