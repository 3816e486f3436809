"""A place for dangerous programs: a pid namespace of its own, with a user of its own.

A program that runs there without a sandbox sees, signals and leaves behind no process of this machine. When
the first process of the namespace ends, the kernel ends all others.
"""

import ctypes
import os
import pickle
import select
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel
from tests.sandboxes import ORDINARY, become

LET_LOOSE = ORDINARY + 1000
"""The user that controls run as when root runs them: nobody else's, since they may use up what a user has."""

_CLONE_NEWNS, _CLONE_NEWUSER, _CLONE_NEWPID = 0x00020000, 0x10000000, 0x20000000
_PR_SET_PDEATHSIG = 1


def call_apart(work: Callable[[], Any], patience_s: float = 180.0) -> Any:
    """Call `work` as the first process of a new pid namespace; its result or what it raises.

    Raises JudgeError when this machine makes no such namespace, or nothing is heard for `patience_s`.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _enter(work, writer)
    os.close(writer)
    try:
        if not select.select([reader], [], [], patience_s)[0]:
            raise JudgeError("control", f"nothing was heard for {patience_s} s", "run it again")
        return _heard(reader)
    finally:
        os.close(reader)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _heard(reader: int) -> Any:
    with os.fdopen(os.dup(reader), "rb") as source:
        data = source.read()
    if not data:
        raise JudgeError("control", "its first process ended without a word", "run it again")
    result, error = pickle.loads(data)
    if error is not None:
        raise error
    return result


def _enter(work: Callable[[], Any], writer: int) -> None:
    """In the child: make the namespaces, whose first process is a child of this one; never comes back."""
    try:
        _new_namespaces()
        first = os.fork()
    except OSError as error:
        _tell(writer, None, JudgeError("control", str(error), "allow user namespaces, or be root"))
        os._exit(0)
    if first:
        os.close(writer)
        os.waitpid(first, 0)
        os._exit(0)
    try:
        kernel.private_mounts()
        kernel.mount("proc", "/proc", "proc", 0)
        become(LET_LOOSE)
        kernel.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        _tell(writer, work(), None)
    except BaseException as error:
        _tell(writer, None, error)
    os._exit(0)


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


def _tell(writer: int, result: Any, error: BaseException | None) -> None:
    data = pickle.dumps((result, error))
    with suppress(OSError):
        while data:
            data = data[os.write(writer, data) :]
