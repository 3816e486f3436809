"""Control groups, where this machine has them: memory is limited, CPU time counted, none is left over."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from gograde.sandbox.limits import cgroup
from gograde.sandbox.limits.cgroup import Cgroups, Groups, RunGroup, find, probe, proved, settle
from gograde.sandbox.protocol import MIB, Ended, Job, Limits
from tests.needs import lacks
from tests.sandboxes import WAITS

HERE = find()
needs_groups = pytest.mark.needs("control groups")

HIDES = """
import os, signal, sys
sys.stdin.read()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
if os.fork():
    try: os.wait()
    except OSError: pass
else:
    while sum(os.times()[:2]) < 0.3: pass
"""
"""A parent that does not wait for its child takes none of its CPU time."""


@pytest.fixture
def own() -> Cgroups:
    assert HERE is not None
    return HERE


@pytest.fixture
def grouped(backend):
    """A back end that has looked for control groups, and found them."""
    backend.run(Job(("/bin/true",)))
    if backend.groups._groups[0] is None:
        lacks("control groups", "they do not hold here")
    return backend


@pytest.fixture
def left(monkeypatch):
    """Tells the groups that were made since and are still there; others may make some too meanwhile."""
    assert HERE is not None
    own, mark, numbers = HERE, f"test-{os.getpid()}-", count()
    monkeypatch.setattr(secrets, "token_hex", lambda size: f"{mark}{next(numbers)}")
    return lambda: [path.name for top in {own.memory, own.cpu} for path in top.glob(f"gograde-{mark}*")]


def started_in(group, command, **options):
    """A process that was started by a thread in the group."""

    def start():
        group.enter()
        return subprocess.Popen(command, **options)

    with ThreadPoolExecutor(1) as one:
        return one.submit(start).result()


@needs_groups
def test_the_trial_leaves_nothing(own, left):
    assert probe() in (None, own)
    assert left() == []


@needs_groups
def test_what_the_trial_told_is_kept_until_the_next_start_of_the_machine(tmp_path, monkeypatch):
    monkeypatch.setattr(cgroup, "lock_folder", lambda: tmp_path)
    trials = []
    monkeypatch.setattr(cgroup, "probe", lambda: trials.append(1))
    assert proved() is None
    assert proved() is None
    assert len(trials) == 1
    (tmp_path / "cgroups").write_text("another-boot hold\n")
    assert proved() is None
    assert len(trials) == 2


@needs_groups
def test_a_group_that_holds_nobody_back_is_not_believed(own, monkeypatch):
    monkeypatch.setattr(cgroup, "_TRIAL_LIMIT", 1024 * MIB)
    assert probe() is None


@needs_groups
def test_a_group_counts_the_cpu_time_of_a_process_that_nobody_waits_for(own, left):
    group = own.make(256 * MIB)
    command = [sys.executable, "-S", "-c", HIDES]
    child = started_in(group, command, stdin=subprocess.PIPE)
    counting = group.around(child.pid)
    child.communicate()
    assert 0.29 <= counting.cpu_s() <= group.cpu_s()
    assert not group.killed()
    group.remove()
    assert left() == []


@needs_groups
def test_groups_of_dead_graders_are_removed_and_those_in_use_stay(own):
    old, used, young = (own.make(64 * MIB) for _ in range(3))
    child = started_in(used, ["/bin/cat"], stdin=subprocess.PIPE)
    used.around(child.pid)
    for group in (old, used):
        for folder in {group.memory, group.cpu}:
            os.utime(folder, (0, 0))
    own.sweep()
    assert [group.memory.exists() for group in (old, used, young)] == [False, True, True]
    child.kill()
    child.communicate()
    used.remove()
    young.remove()


def test_memory_that_is_taken_between_two_looks_ends_the_run(grouped):
    """Faster than the watch looks; and the figure of the group's limit leaves room for files in memory."""
    limits = Limits(memory_bytes=64 * MIB, work_bytes=MIB, cpu_s=10, wall_s=20)
    script = "exec dd if=/dev/zero of=/dev/null bs=150M count=1"
    result = grouped.run(Job(("/bin/sh", "-c", script), limits=limits))
    assert (result.killed_for, result.signal) == (Ended.MEMORY, 9)


def test_without_groups_the_watch_alone_names_the_limit(backend):
    sampled = replace(backend, groups=Groups([None]))
    source = "data = []\nwhile True: data.append(bytearray(b'x') * 5_000_000)"
    job = Job(("/usr/bin/python3", "-c", source), limits=Limits(memory_bytes=100 * MIB))
    assert sampled.run(job).killed_for is Ended.MEMORY


def test_a_run_leaves_no_group(grouped, left):
    for script in ("true", f"({WAITS}) & exit 1"):
        grouped.run(Job(("/bin/sh", "-c", script)))
        assert left() == []


def test_a_program_sees_no_folder_of_its_group(grouped):
    result = grouped.run(Job(("/bin/sh", "-c", "ls -d /sys/fs/cgroup/*; cat /sys/fs/cgroup/*/cgroup.procs")))
    assert result.stdout == b""


def test_where_groups_cannot_be_made_the_run_goes_on_without(tmp_path):
    groups = Groups([Cgroups(tmp_path / "gone", tmp_path / "gone", cgroup._VERSION_1)])
    with groups.lent(Limits()) as group:
        assert group is None


# -- what the kernel's files say -----------------------------------------------------------------

V1_GROUPS = "5:memory:/lab\n2:cpu,cpuacct:/\n1:name=systemd:/init\n0::/\n"


def mounts(top: Path, *, container: str = "/") -> str:
    return (
        f"31 23 0:28 / {top} rw - tmpfs tmpfs rw\n"
        f"35 31 0:32 {container} {top}/memory rw,relatime - cgroup cgroup rw,memory\n"
        f"33 31 0:30 / {top}/cpu\\040acct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
        f"41 31 0:38 / {top}/unified rw,relatime - cgroup2 cgroup2 rw\n"
    )


def made(folder: Path, groups: str, mounted: str) -> Path:
    (folder / "cgroup").write_text(groups)
    (folder / "mountinfo").write_text(mounted)
    return folder


def test_the_own_groups_of_version_1_are_found(tmp_path):
    (tmp_path / "memory" / "lab").mkdir(parents=True)
    (tmp_path / "cpu acct").mkdir()
    found = find(made(tmp_path, V1_GROUPS, mounts(tmp_path)))
    assert found is not None
    assert (found.memory, found.cpu) == (tmp_path / "memory" / "lab", tmp_path / "cpu acct")


def test_in_a_container_the_mounted_part_may_be_the_own_group(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "cpu acct").mkdir()
    found = find(made(tmp_path, V1_GROUPS, mounts(tmp_path, container="/lab")))
    assert found is not None
    assert found.memory == tmp_path / "memory"


def test_a_group_above_the_mounted_part_is_nobodys(tmp_path):
    assert find(made(tmp_path, V1_GROUPS, mounts(tmp_path, container="/other"))) is None


@pytest.mark.parametrize(("enabled", "there"), [("cpu memory\n", True), ("cpu\n", False)])
def test_version_2_needs_memory_below_the_own_group(tmp_path, enabled, there):
    own = tmp_path / "unified" / "lab"
    own.mkdir(parents=True)
    (own / "cgroup.subtree_control").write_text(enabled)
    found = find(made(tmp_path, "0::/lab\n", mounts(tmp_path).splitlines(keepends=True)[3]))
    assert (found == Cgroups(own, own, cgroup._VERSION_2)) is there


@pytest.mark.parametrize(("inside", "moves"), [((), True), (("1",), False)])
def test_a_grader_that_is_alone_in_a_group_of_version_2_makes_room_for_the_groups_of_runs(
    tmp_path, inside, moves
):
    own = tmp_path / "unified" / "lab"
    (own / "gograders").mkdir(parents=True)
    (own / "gograders" / "cgroup.procs").touch()
    (own / "cgroup.procs").write_text("\n".join([str(os.getpid()), *inside]))
    (own / "cgroup.subtree_control").touch()
    mounted = mounts(tmp_path).splitlines(keepends=True)[3]
    settle(made(tmp_path, "0::/lab\n", mounted))
    assert (own / "gograders" / "cgroup.procs").read_text() == (str(os.getpid()) if moves else "")
    assert bool((own / "cgroup.subtree_control").read_text()) is moves
    (own / "cgroup.subtree_control").write_text("memory pids\n")
    there = made(tmp_path, "0::/lab/gograders\n", mounted)
    assert find(there) == Cgroups(own, own, cgroup._VERSION_2)
    settle(there)
    assert not (own / "gograders" / "gograders").exists()


def test_version_2_limits_processes_too(tmp_path):
    for name in ("memory.max", "memory.swap.max", "memory.oom.group", "pids.max"):
        (tmp_path / name).touch()
    RunGroup(tmp_path, tmp_path, cgroup._VERSION_2).limit(5 * MIB, 36)
    assert (tmp_path / "memory.max").read_text() == str(5 * MIB)
    assert (tmp_path / "pids.max").read_text() == "36"


def test_no_files_are_no_groups(tmp_path):
    assert find(tmp_path) is None


def test_figures_of_both_versions_are_read(tmp_path):
    (tmp_path / "memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 2\n")
    (tmp_path / "cpuacct.usage").write_text("1500000000\n")
    (tmp_path / "memory.events").write_text("low 0\nhigh 0\nmax 7\noom 0\noom_kill 0\noom_group_kill 0\n")
    (tmp_path / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 1\nsystem_usec 2\n")
    first = RunGroup(tmp_path, tmp_path, cgroup._VERSION_1)
    second = RunGroup(tmp_path, tmp_path, cgroup._VERSION_2)
    assert (first.killed(), first.cpu_s()) == (True, pytest.approx(1.5))
    assert (second.killed(), second.cpu_s()) == (False, pytest.approx(2.5))
