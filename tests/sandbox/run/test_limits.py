"""Each limit ends a run that exceeds it, and is named; a run just below it goes on."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace

import pytest

from gograde.sandbox.host.processes import HOST, NamespaceTree, host_task
from gograde.sandbox.protocol import MIB, Ended
from tests.sandboxes import WAITS, bystander

FORK_BOMB = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass\n"


def test_cpu_time_of_one_process(box):
    result = box.python("while True: pass", limits={"cpu_s": 0.4})
    assert (result.killed_for, result.exit_code, result.signal) == (Ended.CPU, None, 9)
    assert 0.4 < result.cpu_s < 3, "the kernel's own limit is 2 s"


@pytest.mark.every_box
def test_cpu_time_of_many_processes_together(box):
    """Far less in sum than the second that each of them could use by itself."""
    script = "for i in 1 2 3 4 5 6 7 8 9; do (while :; do :; done) & done; wait"
    result = box.shell(script, limits={"cpu_s": 0.5})
    assert result.killed_for is Ended.CPU
    assert result.cpu_s < 8


def test_cpu_time_of_many_short_processes_one_after_another(box):
    result = box.shell("while :; do /bin/true; done", limits={"cpu_s": 0.3, "wall_s": 15})
    assert result.killed_for is Ended.CPU


@pytest.mark.every_box
def test_wall_time(box):
    started = time.monotonic()
    result = box.shell(WAITS, limits={"wall_s": 0.3})
    assert (result.killed_for, result.signal) == (Ended.WALL, 9)
    assert 0.3 <= result.wall_s < 30
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("blocked", ["SIGTERM", "SIGINT", "SIGHUP", "SIGXCPU", ""])
def test_wall_time_of_a_program_that_ignores_a_signal_or_stops_itself(box, blocked):
    wait = f"trap '' {blocked[3:]}; {WAITS}" if blocked else "kill -STOP $$"
    assert box.shell(wait, limits={"wall_s": 0.3}).killed_for is Ended.WALL


@pytest.mark.every_box
@pytest.mark.parametrize("first", [0, 310], ids=["", "first more than half of it, fast"])
def test_memory_of_one_process_that_grows(box, first):
    grow, pause = "data += [bytearray(1 << 20)]", "sum(range(50_000))"
    source = f"data = []\nfor _ in range({first}): {grow}\nfor _ in range(2000): {grow}; {pause}"
    assert box.python(source).killed_for is Ended.MEMORY


@pytest.mark.every_box
def test_memory_of_many_children_each_below_the_limit(box):
    source = (
        "import os, signal\n"
        "for _ in range(8):\n"
        "    if os.fork() == 0:\n"
        "        data = bytearray(b'x') * 40_000_000\n"
        "        signal.pause()\n"
        "signal.pause()\n"
    )
    result = box.python(source, limits={"memory_bytes": 200 * MIB})
    assert result.killed_for is Ended.MEMORY


def test_memory_that_children_share_counts_once(box):
    source = (
        "import os, time\n"
        "data = bytearray(b'x') * 60_000_000\n"
        "pids = [os.fork() for _ in range(3)]\n"
        "end = time.process_time() + 0.1\n"
        "while time.process_time() < end: pass\n"
    )
    result = box.python(source, limits={"memory_bytes": 150 * MIB})
    assert (result.killed_for, result.exit_code) == (None, 0)


def test_more_memory_than_one_process_may_map_is_the_programs_own_error(box):
    result = box.python("bytearray(10 ** 11)")
    assert (result.exit_code, result.killed_for) == (1, None)
    assert b"MemoryError" in result.stderr


@pytest.mark.every_box
def test_a_fork_bomb(box):
    result = box.python(FORK_BOMB, limits={"processes": 8})
    assert result.killed_for is Ended.PROCESSES


def test_threads_count_as_processes(box):
    source = "import threading\nfor _ in range(20): threading.Thread(target=threading.Event().wait).start()"
    assert box.python(source, limits={"processes": 8}).killed_for is Ended.PROCESSES


def test_as_many_processes_as_are_allowed(box):
    numbers = "1 2 3 4 5 6 7"
    start = f"mkfifo p; exec 3<>p; for n in {numbers}; do read -r x <&3 & done"
    script = f"{start}; for n in {numbers}; do echo >&3; done; wait; echo all"
    result = box.shell(script, limits={"processes": 8})
    assert (result.stdout, result.killed_for) == (b"all\n", None)


def test_a_process_beyond_the_limit_and_its_spares_cannot_be_made(box):
    source = (
        "import os, signal\n"
        "count = 0\n"
        "try:\n"
        "    while os.fork(): count += 1\n"
        "    signal.pause()\n"
        "except OSError: print(count, flush=True)\n"
    )
    result = box.python(source, limits={"processes": 8})
    # Without namespaces the kernel counts all processes of an ordinary user: the end of others makes room.
    counted_apart = box.backend.name == "bwrap" or box.user == "root"
    assert int(result.stdout or b"0") <= 12 or not counted_apart


def test_open_files(box):
    source = "import os\nn = 0\ntry:\n    while True: os.dup(0); n += 1\nexcept OSError: print(n)"
    assert box.python(source, limits={"open_files": 40}).stdout == b"37\n"


def test_the_size_of_one_file(box):
    result = box.python("open('a', 'wb').write(bytes(2_000_000))", limits={"file_bytes": MIB})
    assert (result.exit_code, result.killed_for) == (1, None)
    assert b"File too large" in result.stderr


def test_a_program_that_dies_of_too_large_a_file_is_named_so(box):
    result = box.shell("exec head -c 2000000 /dev/zero >a", limits={"file_bytes": MIB})
    assert (result.signal, result.killed_for) == (signal.SIGXFSZ, Ended.WORK_BYTES)


@pytest.mark.every_box
def test_bytes_in_the_working_directory(box):
    source = "import signal\nfor n in range(40): open(f'f{n}', 'wb').write(bytes(500_000))\nsignal.pause()\n"
    result = box.python(source, limits={"work_bytes": 5 * MIB})
    assert result.killed_for is Ended.WORK_BYTES


def test_bytes_in_deleted_files_count(box):
    source = (
        "import os, signal\n"
        "held = []\n"
        "for n in range(20):\n"
        "    held.append(open('f', 'wb')); held[-1].write(bytes(500_000)); held[-1].flush(); os.unlink('f')\n"
        "signal.pause()\n"
    )
    assert box.python(source, limits={"work_bytes": 5 * MIB}).killed_for is Ended.WORK_BYTES


def test_a_full_working_directory_is_named_even_when_the_program_ends_at_once(box):
    script = "head -c 3000000 /dev/zero >a; head -c 3000000 /dev/zero >b"
    result = box.shell(script, limits={"work_bytes": 5 * MIB})
    assert result.killed_for is Ended.WORK_BYTES


def test_files_in_the_working_directory(box):
    source = "import itertools\nfor n in itertools.count(): open(f'f{n}', 'w').close()"
    result = box.python(source, limits={"work_files": 300})
    assert result.killed_for is Ended.WORK_FILES


def test_folders_count_as_files_however_deep(box):
    source = "import os\nfor _ in range(3000):\n    os.mkdir('d'); os.chdir('d')\n"
    result = box.python(source, limits={"work_files": 300})
    assert result.killed_for is Ended.WORK_FILES


def test_three_thousand_nested_folders_are_cleaned_up(box):
    source = "import os\nfor _ in range(3000):\n    os.mkdir('d'); os.chdir('d')\n"
    result = box.python(source, limits={"work_files": 5000})
    assert (result.killed_for, result.exit_code) == (None, 0)


@pytest.mark.parametrize(("redirect", "ended"), [("", Ended.STDOUT), (">&2", Ended.STDERR)])
@pytest.mark.every_box
def test_endless_output(box, redirect, ended):
    result = box.shell(f"yes {redirect}", limits={"stdout_bytes": MIB, "stderr_bytes": MIB})
    assert result.killed_for is ended
    assert max(len(result.stdout), len(result.stderr)) <= 64 * 1024
    assert max(result.stdout_bytes, result.stderr_bytes) > MIB


def test_output_up_to_the_limit_is_fine(box):
    result = box.shell("head -c 1048576 /dev/zero", limits={"stdout_bytes": MIB})
    assert (result.killed_for, result.stdout_bytes) == (None, MIB)


@pytest.mark.every_box
def test_nobody_can_raise_a_limit(box):
    source = (
        "import resource\n"
        "for name in ('AS', 'NOFILE', 'NPROC', 'FSIZE', 'CPU', 'CORE'):\n"
        "    number = getattr(resource, 'RLIMIT_' + name)\n"
        "    soft, hard = resource.getrlimit(number)\n"
        "    try: resource.setrlimit(number, (hard + 1, hard + 1)); print('raised', name)\n"
        "    except (ValueError, OSError): pass\n"
        "    print(name, soft == hard)\n"
    )
    result = box.python(source)
    assert result.stdout.decode().split("\n")[:-1] == [
        f"{name} True" for name in ("AS", "NOFILE", "NPROC", "FSIZE", "CPU", "CORE")
    ]


def test_a_process_that_has_ended_since_it_was_looked_at_holds_no_memory():
    tree = NamespaceTree(0, HOST)
    with bystander() as child:
        task = host_task(child.pid)
        child.kill()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        ended = tree.proportional(replace(task, resident=MIB))
    assert (ended, tree.proportional(replace(task, resident=MIB))) == (0, 0)


OWN_COPIES = """
import mmap, os, signal, time
block = mmap.mmap(-1, 30 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
block.write(bytes(30 << 20))
children = [os.fork() for _ in range(1)] + [os.fork()]
end = time.process_time() + 0.2
while time.process_time() < end: pass  # meanwhile they are looked at
for at in range(0, 30 << 20, 4096): block[at] = 1
signal.pause()
"""


def test_own_copies_of_shared_pages_are_seen_though_no_process_seems_to_grow(box):
    result = box.python(OWN_COPIES, limits={"memory_bytes": 90 * MIB})
    assert result.killed_for is Ended.MEMORY
