"""The kernel's limits of a process."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

from gograde.sandbox.host.identity import Identity
from gograde.sandbox.protocol import MIB, Limits
from gograde.sandbox.run.carry_out import process_limits, set_limits

LIMITS = Limits(cpu_s=2.5, memory_bytes=512 * MIB, open_files=100, file_bytes=MIB, processes=40)


def test_the_limits_of_a_process():
    assert process_limits(LIMITS, 1000) == {
        resource.RLIMIT_AS: 4096 * MIB,
        resource.RLIMIT_CPU: 5,
        resource.RLIMIT_FSIZE: MIB,
        resource.RLIMIT_NOFILE: 100,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_STACK: 8 * MIB,
        resource.RLIMIT_NPROC: 40 + 4 + 1000,
    }
    assert process_limits(Limits(memory_bytes=3072 * MIB), 0)[resource.RLIMIT_AS] == 12288 * MIB


def test_they_are_set_soft_and_hard_for_a_waiting_process():
    """Also by root without CAP_SYS_RESOURCE (`test_limits_are_set_inside_by_the_user_of_the_submission`)."""
    wanted = process_limits(LIMITS, 1000)
    tell = f"import resource as r; input('.'); print([r.getrlimit(n) for n in {list(wanted)}])"
    with subprocess.Popen(
        [sys.executable, "-c", tell], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as waiting:
        assert waiting.stdout is not None and waiting.stdout.read(1) == b"."
        set_limits(waiting.pid, LIMITS, 1000, Identity(os.getuid(), os.getgid(), drop=False))
        told, _ = waiting.communicate(b"go\n")
    assert told.decode().strip() == str([(value, value) for value in wanted.values()])
