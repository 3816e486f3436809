"""The limit that is named when several were exceeded since the last look."""

from dataclasses import dataclass
from typing import cast

import pytest

from gograde.sandbox.host.processes import Task
from gograde.sandbox.protocol import MIB, Ended, Limits
from gograde.sandbox.run.carry_out import Meter, Watch
from gograde.sandbox.run.wires import Cell
from gograde.sandbox.workdir.collect import Usage

LIMITS = Limits(cpu_s=3.0, processes=16, memory_bytes=100 * MIB)


@dataclass(frozen=True)
class Alike:
    """A tree of so many processes, each of which has used and holds the same."""

    count: int
    cpu_s: float
    resident: int
    mapped: int = 100

    def main(self) -> Task | None:
        return self.tasks()[0]

    def tasks(self) -> list[Task]:
        return [
            Task(pid, 1, 1, pid, "R", self.cpu_s, self.cpu_s, 1, self.resident, 0)
            for pid in range(2, 2 + self.count)
        ]

    def proportional(self, task: Task) -> int:
        return task.resident

    def mappings(self, task: Task, most: int) -> int:
        return self.mapped

    def delay_s(self, task: Task) -> float | None:
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
    watch = Watch(cast("Cell", None), LIMITS, Usage(0, 0, 0), Meter(tree), started=0.0)
    assert watch.passed() is named
    assert watch._pause(0.05, taken=60.0) <= 0.1, "who makes looks slow does not make pauses long"
