"""A sandboxed run must not cost as much as the start of one more interpreter."""

from __future__ import annotations

import os
import resource
import statistics
from collections.abc import Callable

from gograde.sandbox.protocol import Job

RUNS = 15


def cpu_ms(work: Callable[[], object]) -> float:
    """CPU time, of this process and of its children, that a call takes."""

    def used() -> float:
        spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(one.ru_utime + one.ru_stime for one in spent)

    before = used()
    work()
    return 1000 * (used() - before)


def test_the_launch_is_cheap(backend, python):
    argv = (os.fspath(python), "-c", "pass")

    def bare() -> None:
        os.waitpid(os.posix_spawn(argv[0], argv, {}), 0)

    costs = [(cpu_ms(bare), cpu_ms(lambda: backend.run(Job(argv)))) for _ in range(RUNS)]
    alone, sandboxed = (statistics.median(column) for column in zip(*costs, strict=True))
    assert sandboxed - alone < max(alone, 10.0)
