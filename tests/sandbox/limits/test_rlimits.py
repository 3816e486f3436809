"""The kernel's limits of a process."""

from __future__ import annotations

import resource

from gograde.sandbox.protocol import MIB, Limits
from gograde.sandbox.run.carry_out import process_limits

LIMITS = Limits(cpu_s=2.5, memory_bytes=512 * MIB, open_files=100, file_bytes=MIB, processes=40)


def test_the_limits_of_a_process():
    assert process_limits(LIMITS, 1000) == {
        resource.RLIMIT_AS: 4096 * MIB, resource.RLIMIT_CPU: 5, resource.RLIMIT_FSIZE: MIB,
        resource.RLIMIT_NOFILE: 100, resource.RLIMIT_CORE: 0, resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_STACK: 8 * MIB, resource.RLIMIT_NPROC: 40 + 4 + 1000,
    }  # fmt: skip
    assert process_limits(Limits(memory_bytes=3072 * MIB), 0)[resource.RLIMIT_AS] == 12288 * MIB
