"""Each limit ends a run that exceeds it, and is named; a run just below it goes on."""

import os
import signal
from dataclasses import dataclass, replace
from typing import cast

import pytest

from gograde.sandbox.collect import Usage
from gograde.sandbox.host.processes import HOST, NamespaceTree, Process, host_task
from gograde.sandbox.protocol import MIB, Ended, Limits
from gograde.sandbox.run.carry_out import LimitWatch, Meter
from gograde.sandbox.run.wires import Cell
from tests.sandboxes import bystander


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


def test_a_program_that_dies_of_too_large_a_file_is_named_so(box):
    result = box.shell("exec head -c 2000000 /dev/zero >a", limits={"file_bytes": MIB})
    assert (result.signal, result.killed_for) == (signal.SIGXFSZ, Ended.WORK_BYTES)


def test_a_full_working_directory_is_named_even_when_the_program_ends_at_once(box):
    script = "head -c 3000000 /dev/zero >a; head -c 3000000 /dev/zero >b"
    result = box.shell(script, limits={"work_bytes": 5 * MIB})
    assert result.killed_for is Ended.WORK_BYTES


def test_output_up_to_the_limit_is_fine(box):
    result = box.shell("head -c 1048576 /dev/zero", limits={"stdout_bytes": MIB})
    assert (result.killed_for, result.stdout_bytes) == (None, MIB)


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


# -- the limit that is named when several were exceeded since the last look --------------------


LIMITS = Limits(cpu_s=3.0, processes=16, memory_bytes=100 * MIB)


@dataclass(frozen=True)
class Alike:
    """A tree of so many processes, each of which has used and holds the same."""

    count: int
    cpu_s: float
    resident: int
    mapped: int = 100

    def main(self) -> Process | None:
        return self.tasks()[0]

    def tasks(self) -> list[Process]:
        return [
            Process(pid, 1, 1, pid, "R", self.cpu_s, self.cpu_s, 1, self.resident, 0)
            for pid in range(2, 2 + self.count)
        ]

    def proportional(self, task: Process) -> int:
        return task.resident

    def mappings(self, task: Process, most: int) -> int:
        return self.mapped

    def delay_s(self, task: Process) -> float | None:
        return None


@pytest.mark.parametrize(
    ("tree", "named"),
    [
        (Alike(17, cpu_s=0.0, resident=0), Ended.PROCESSES),
        (Alike(20, cpu_s=0.2, resident=0), Ended.PROCESSES),
        (Alike(20, cpu_s=0.2, resident=10 * MIB), Ended.PROCESSES),
        (Alike(16, cpu_s=0.2, resident=10 * MIB), Ended.CPU),
        (Alike(16, cpu_s=0.1, resident=10 * MIB), Ended.MEMORY),
        (Alike(3, cpu_s=0.1, resident=0, mapped=60_000), Ended.MEMORY),
    ],
    ids=["processes", "processes and time", "all three", "time and memory", "memory", "mappings"],
)
def test_too_many_processes_are_named_before_what_they_use(tree: Alike, named: Ended) -> None:
    # No limit of the working directory is asked for, so there is no need of a cell.
    watch = LimitWatch(cast("Cell", None), LIMITS, Usage(0, 0, 0), Meter(tree), started=0.0)
    assert watch.passed() is named
    assert watch._pause(0.05, taken=60.0) <= 0.1, "who makes looks slow does not make pauses long"
