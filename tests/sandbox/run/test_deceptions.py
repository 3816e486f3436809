"""Programs that imitate a fault of the sandbox, or hide their attempts."""

from __future__ import annotations

from tests.sandboxes import Box, require_listener

_GO_ON = """
import os, signal, time
try:
    os.kill(1, signal.SIGCONT)  # the first process of the namespace, which is stopped
except OSError:
    pass
while time.process_time() < 0.1: pass  # let it go on
os._exit(3)
"""

_FALSE_NAME = """
import ctypes
for name in ({name}, b"python"):
    ctypes.CDLL(None).prctl(15, name, 0, 0, 0)
    try:
        open("/proc/1/environ")
    except OSError:
        pass
"""


def test_a_program_that_ends_its_namespace_before_the_grader_is_no_fault(box: Box) -> None:
    codes = {box.python(_GO_ON).exit_code for _ in range(4)}
    assert codes <= {3, 137}, "its own code may be lost with the first process"


def test_a_name_with_a_carriage_return_is_no_line_of_the_kernels_report(box: Box) -> None:
    require_listener(box)
    for name in (b"\rNStgid: none", b"\rNSpid:\t1"):
        result = box.python(_FALSE_NAME.format(name=name))
        assert result.violations == ("files: opens /proc/N/environ",)
