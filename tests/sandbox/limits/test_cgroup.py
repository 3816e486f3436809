"""Control groups, where this machine has them: memory is limited, CPU time counted, none is left over."""

import os
import resource
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from gograde.package.config import LimitsConfig
from gograde.sandbox import cgroup
from gograde.sandbox.attempts import Notices
from gograde.sandbox.cgroup import Cgroups, Groups, RunGroup, find, probe, proved, settle
from gograde.sandbox.host import kernel, system
from gograde.sandbox.host.processes import HOST, NamespaceTree, host_task
from gograde.sandbox.landlock import Unsandboxed
from gograde.sandbox.protocol import MIB, Ended, Job, Limits
from gograde.sandbox.run import carry_out
from gograde.sandbox.run.carry_out import process_limits
from tests.needs import lacks
from tests.sandboxes import WAITS, bystander, comes_true, require_listener

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


# -- A busy machine fails nobody: a program that waits for a CPU is not charged, nor is its ----------


ASKING = "import time\nend = time.monotonic() + 2\nwhile time.monotonic() < end: open('prog.py').close()"
WORK = "import time\nwhile time.process_time() < 0.4: pass\nprint('done')"
BUSY = """
import os, sys
parent = os.getpid()
for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        os.setsid()
        while os.getppid() == parent: pass
        os._exit(0)
print("busy", flush=True)
sys.stdin.read(1)
"""


@contextmanager
def busy_cpu(others: int) -> Iterator[None]:
    """One CPU for this process and its children, which others want too.

    Each of the others has a session of its own, since some kernels share the CPU among sessions.
    """
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    command = [sys.executable, "-S", "-c", BUSY, str(others)]
    load = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert load.stdout is not None
        assert load.stdout.readline() == b"busy\n"
        yield
    finally:
        load.kill()
        load.communicate()
        os.sched_setaffinity(0, before)


@pytest.mark.alone
def test_time_that_other_programs_took_is_not_charged(box):
    """The program gets a fourteenth of a CPU and needs three seconds by the clock, whose limit is two."""
    with busy_cpu(others=13):
        result = box.python(WORK.replace("0.4", "0.2"), limits={"wall_s": 2.0})
    assert (result.stdout, result.killed_for) == (b"done\n", None)
    assert result.wall_s - result.delay_s < 2.0


@pytest.mark.alone
def test_a_program_that_never_gets_a_cpu_is_ended_at_last(box):
    with busy_cpu(others=40):
        result = box.python(WORK.replace("0.4", "2"), limits={"wall_s": 0.5})
    assert result.killed_for is Ended.WALL
    assert result.delay_s >= 4 * 0.5


@pytest.mark.alone
def test_waiting_for_an_answer_of_the_grader_is_waiting_for_a_cpu(box, monkeypatch):
    """Each time a file is opened the grader is asked, which here goes after all others.

    How long one answer takes then differs much between kernels, so the program looks at the clock, and
    what the grader waited is told a thousandfold: the program's own waiting cannot be taken for it.
    """
    require_listener(box)
    begin, waits = Notices.begin, carry_out._waited_s

    def last_in_the_queue(notices: Notices) -> None:
        begin(notices)
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))

    monkeypatch.setattr(Notices, "begin", last_in_the_queue)
    monkeypatch.setattr(carry_out, "_waited_s", lambda: 1000 * waits())
    with busy_cpu(others=4), ThreadPoolExecutor(1) as pool:  # an ordinary user's thread never comes back
        result = pool.submit(box.python, ASKING, limits={"wall_s": 60}).result()
    assert result.killed_for is None
    assert result.delay_s > 10 * result.wall_s


def test_a_program_that_sleeps_is_charged(box):
    result = box.shell(WAITS, limits={"wall_s": 2.0})
    assert result.killed_for is Ended.WALL
    assert result.delay_s < result.wall_s - 1, "on a busy machine the grader wakes late"


@pytest.mark.alone
def test_waiting_for_a_cpu_is_measured_for_every_thread():
    source = "import threading\ndef spin():\n    while True: pass\nthreading.Thread(target=spin).start()\n"
    with busy_cpu(others=6):
        child = subprocess.Popen([sys.executable, "-S", "-c", source], start_new_session=True)
        try:
            assert comes_true(lambda: delay_of_threads(child.pid) >= 0.3)
        finally:
            child.kill()
            child.wait()


def delay_of_threads(pid: int) -> float:
    """How long a process waited for a CPU, once it has a second thread."""
    task = host_task(pid)
    assert task is not None
    return (task.threads > 1 and NamespaceTree(0, HOST).delay_s(task)) or 0.0


def test_waiting_is_not_known_for_a_process_that_is_gone():
    with bystander() as child:
        task = host_task(child.pid)
    assert task is not None
    assert NamespaceTree(0, HOST).delay_s(task) is None
    assert NamespaceTree(0, HOST).delay_s(replace(task, threads=2)) is None


SLOW_SHELL = """#!/bin/sh
i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done
exec /bin/sh "$@"
"""


def test_a_sandbox_that_is_slow_to_make_costs_the_program_nothing(backend, monkeypatch):
    """The shell before the program works for longer than the program may."""
    folder = Path(f"/var/tmp/gograde-slow-{os.getpid()}")
    folder.mkdir()
    try:
        shell = folder / "sh"
        shell.write_text(SLOW_SHELL)
        shell.chmod(0o755)
        with monkeypatch.context() as patch:
            patch.setattr(system, "SHELL", os.fspath(shell))
            command = ("/bin/sh", "-c", "echo done")
            used, started = sum(os.times()[2:4]), time.monotonic()
            result = backend.run(Job(command, limits=Limits(0.1, 20.0), readable=(folder,)))
            used, took_s = sum(os.times()[2:4]) - used, time.monotonic() - started
        assert (result.stdout, result.killed_for) == (b"done\n", None)
        assert result.cpu_s < 0.1 < used
        assert result.wall_s < took_s - 0.1
    finally:
        (folder / "sh").unlink()
        folder.rmdir()


def test_limits_that_nobody_sets_leave_room_between_cpu_time_and_the_clock():
    for limits in (Limits(), LimitsConfig()):
        assert limits.wall_s >= 2 * limits.cpu_s


def test_where_no_clock_of_tasks_is_permitted_there_is_none(monkeypatch):
    def refuse(pid: int) -> int:
        raise PermissionError

    monkeypatch.setattr(kernel, "open_task_clock", refuse)
    assert Unsandboxed(groups=Groups([None])).run(Job(("/bin/true",))).exit_code == 0


# -- the kernel's limits of a process ----------------------------------------------------------


LIMITS = Limits(cpu_s=2.5, memory_bytes=512 * MIB, open_files=100, file_bytes=MIB, processes=40)


def test_the_limits_of_a_process():
    assert process_limits(LIMITS, 1000) == {
        resource.RLIMIT_AS: 4096 * MIB, resource.RLIMIT_CPU: 5, resource.RLIMIT_FSIZE: MIB,
        resource.RLIMIT_NOFILE: 100, resource.RLIMIT_CORE: 0, resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_STACK: 8 * MIB, resource.RLIMIT_NPROC: 40 + 4 + 1000,
    }  # fmt: skip
    assert process_limits(Limits(memory_bytes=3072 * MIB), 0)[resource.RLIMIT_AS] == 12288 * MIB
