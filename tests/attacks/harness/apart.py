"""A place for dangerous programs: a pid namespace of its own, with a user of its own.

A program that runs there without a sandbox sees, signals and leaves behind no process of this machine. When
the first process of the namespace ends, the kernel ends all others.
"""

import ctypes
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel
from tests.sandboxes import ORDINARY, become, call_in_child

LET_LOOSE = ORDINARY + 1000
"""The user that controls run as when root runs them: nobody else's, since they may use up what a user has."""

_CLONE_NEWNS, _CLONE_NEWUSER, _CLONE_NEWPID = 0x00020000, 0x10000000, 0x20000000
_PR_SET_PDEATHSIG = 1


def call_apart(work: Callable[[], Any], patience_s: int = 180) -> Any:
    """Call `work` as the first process of a new pid namespace; its result or what it raises.

    Raises JudgeError when this machine makes no such namespace, or nothing is heard for `patience_s`.
    """

    def outer() -> Any:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(patience_s)  # the first process inside ends with this one
        try:
            _new_namespaces()
        except OSError as error:
            raise JudgeError("control", str(error), "allow user namespaces, or be root") from None
        return call_in_child(first, ordinary=False)

    def first() -> Any:
        kernel.private_mounts()
        kernel.mount("proc", "/proc", "proc", 0)
        become(LET_LOOSE)
        kernel.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        return work()

    try:
        return call_in_child(outer, ordinary=False)
    except EOFError:
        raise JudgeError("control", "its first process ended without a word", "run it again") from None


def _new_namespaces() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    uid, gid = os.geteuid(), os.getegid()
    own_user = 0 if uid == 0 else _CLONE_NEWUSER
    if libc.unshare(_CLONE_NEWPID | _CLONE_NEWNS | own_user):
        raise OSError(ctypes.get_errno(), "no pid namespace can be made here")
    if own_user:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
