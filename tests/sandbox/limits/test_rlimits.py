"""The limits set by shells are equal in each shell of this machine."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys

import pytest

from gograde.sandbox.limits.rlimits import process_limits, shell_commands
from gograde.sandbox.protocol import MIB, Limits

LIMITS = Limits(cpu_s=2.5, memory_bytes=512 * MIB, open_files=100, file_bytes=MIB, processes=40)

TELL = "import resource as r; print([r.getrlimit(n) for n in ({numbers})])"


def test_the_limits_of_a_process():
    assert process_limits(LIMITS) == {
        resource.RLIMIT_AS: 4096 * MIB,
        resource.RLIMIT_CPU: 5,
        resource.RLIMIT_FSIZE: MIB,
        resource.RLIMIT_NOFILE: 100,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_STACK: 8 * MIB,
    }


def test_address_space_grows_with_the_memory_of_the_tree():
    assert process_limits(Limits(memory_bytes=3072 * MIB))[resource.RLIMIT_AS] == 12288 * MIB


@pytest.mark.parametrize("shell", [["sh"], ["dash"], ["bash", "--posix"], ["busybox", "sh"]])
def test_a_shell_sets_them_soft_and_hard(shell):
    if shutil.which(shell[0]) is None:
        pytest.skip(f"no {shell[0]} here")
    numbers = {**process_limits(LIMITS), resource.RLIMIT_NPROC: 40 + 4 + 1000}
    tell = TELL.format(numbers=", ".join(map(str, numbers)))
    script = f'{shell_commands(LIMITS, others=1000)} && exec "$@"'
    result = subprocess.run(
        [*shell, "-c", script, "sh", sys.executable, "-c", tell], capture_output=True, check=False
    )
    assert result.stdout.decode().strip() == str([(value, value) for value in numbers.values()])
