"""System calls that Python does not wrap, through the C library.

Every function raises OSError with the kernel's errno when the call fails.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import signal
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_PR_SET_PDEATHSIG = 1
_PR_GET_PDEATHSIG = 2
_PR_GET_SECCOMP = 21
_PR_SET_CHILD_SUBREAPER = 36
_PR_GET_CHILD_SUBREAPER = 37
PR_SET_NO_NEW_PRIVS = 38
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_CLEAR_ALL = 4
_CAPABILITY_VERSION_3 = 0x20080522

CLONE_VM = 0x00000100  # to unshare it does nothing, but the kernel refuses it to a process with threads
CLONE_FS = 0x00000200  # the working directory and root, which a namespace of mounts requires
CLONE_NEWNS = 0x00020000
CLONE_NEWIPC = 0x08000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000
MS_RDONLY = 1
MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
_MNT_DETACH = 2
MS_BIND = 4096
MS_REC = 16384
MS_SLAVE = 1 << 19

RESOLVE_WITHOUT_LINKS = 2 | 4 | 8
"""Flags of openat2: follow no links, do not leave the folder."""

_ADDR_NO_RANDOMIZE = 0x0040000
_ASK = 0xFFFFFFFF
_SECCOMP_MODE_FILTER = 2
_SECCOMP_SET_MODE_FILTER = 1
_NEW_LISTENER = 1 << 3
_WAIT_KILLABLE = 1 << 5
"""Only a fatal signal interrupts a call that waits for an answer (since Linux 5.19)."""
_LISTENER_SET_FLAGS = 0x40082104
_SYNC_WAKE_UP = 1
_CLOSE_RANGE_CLOEXEC = 4
_LANDLOCK_CREATE_RULESET_VERSION = 1
_LANDLOCK_RULE_PATH_BENEATH = 1

_PERF_SOFTWARE = 1
_PERF_TASK_CLOCK = 1
_PERF_CLOSE_ON_EXEC = 8
_PERF_INHERIT = 1 << 1
_PERF_EXCLUDE_KERNEL = 1 << 5
_PERF_ATTRIBUTES = struct.Struct("=IIQQQQQ64x")

_NUMBERS = {
    "close_range": 436,
    "openat2": 437,
    "pidfd_getfd": 438,
    "landlock_create_ruleset": 444,
    "landlock_add_rule": 445,
    "landlock_restrict_self": 446,
}
"""The calls that Linux has added since 2011 have the same number on every architecture."""

_OLDER_NUMBERS = {
    "x86_64": {"setresuid": 117, "setresgid": 119, "setgroups": 116, "perf_event_open": 298, "seccomp": 317},
    "aarch64": {"setresuid": 147, "setresgid": 149, "setgroups": 159, "perf_event_open": 241, "seccomp": 277},
}

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long
_STACK = ctypes.create_string_buffer(1 << 14)  # whose middle is the top of a stack


def _result(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)
    return result


def _call(name: str, *arguments: object) -> int:
    """A system call by its name, with numbers and pointers, which may be bytes or None."""
    number = _NUMBERS.get(name) or _OLDER_NUMBERS[os.uname().machine][name]
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    return _result(int(_libc.syscall(ctypes.c_long(number), *words)), name)


def prctl(option: int, value: int) -> None:
    """prctl(2) for options with one whole-number argument."""
    _result(_libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0), f"prctl {option}")


def send_at_death_of_parent(number: int) -> None:
    """Let the kernel send this process the signal `number` when its parent dies, for the calling thread.

    The kernel forgets this at every change of the thread's identity; `death_signal_kept` restores it.
    """
    prctl(_PR_SET_PDEATHSIG, number)


@contextmanager
def death_signal_kept() -> Iterator[None]:
    """Change this thread's identity in the block without losing the signal at the parent's death.

    The signal is sent after the block when the parent died in it, since the kernel then sent none.
    """
    number, parent = ctypes.c_int(), os.getppid()
    _result(_libc.prctl(_PR_GET_PDEATHSIG, ctypes.byref(number), 0, 0, 0), "prctl")
    try:
        yield
    finally:
        if number.value:
            send_at_death_of_parent(number.value)
            if os.getppid() != parent:
                os.kill(os.getpid(), number.value)


def inherit_orphans(wanted: bool) -> bool:
    """Set whether orphaned descendants become children of this process; returns the former setting."""
    before = ctypes.c_int()
    _result(_libc.prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(before), 0, 0, 0), "prctl")
    prctl(_PR_SET_CHILD_SUBREAPER, int(wanted))
    return bool(before.value)


def forbid_new_privileges() -> None:
    """From now on, set-uid programs and file capabilities give this thread no rights."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)


def give_up_capabilities() -> None:
    """Empty all capability sets of this thread, including the ambient set.

    Root regains its capabilities when it executes a program, except after `forbid_new_privileges`.
    """
    clear_ambient_capabilities()
    header = struct.pack("Ii", _CAPABILITY_VERSION_3, 0)
    _result(_libc.capset(ctypes.c_char_p(header), ctypes.c_char_p(bytes(24))), "capset")


def clear_ambient_capabilities() -> None:
    """Empty the set of capabilities that a program of an ordinary user would inherit from this thread."""
    prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)


def close_on_exec(least: int) -> None:
    """Mark every open descriptor from `least` on as not inheritable."""
    _call("close_range", least, _ASK, _CLOSE_RANGE_CLOEXEC)


def is_filtered() -> bool:
    """Whether this process already has a seccomp filter, as in a container."""
    return bool(_libc.prctl(_PR_GET_SECCOMP, 0, 0, 0, 0) == _SECCOMP_MODE_FILTER)


def load_seccomp(program: bytes) -> None:
    """Load a filter, an array of `struct sock_filter`, for this thread and its future children."""
    _load_filter(program, 0)


def listen(program: bytes) -> int:
    """Load a filter for this thread and its future children; returns the descriptor of its listener.

    They can gain no privileges any more.  Fails with EBUSY when an earlier filter has a listener.
    """
    forbid_new_privileges()
    try:
        listener = _load_filter(program, _NEW_LISTENER | _WAIT_KILLABLE)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        listener = _load_filter(program, _NEW_LISTENER)
    with suppress(OSError):  # Linux before 6.6 lacks this faster wake-up
        fcntl.ioctl(listener, _LISTENER_SET_FLAGS, _SYNC_WAKE_UP)
    return listener


class _FilterProgram(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def _load_filter(program: bytes, flags: int) -> int:
    header = ctypes.byref(_FilterProgram(len(program) // 8, program))
    return _call("seccomp", _SECCOMP_SET_MODE_FILTER, flags, header)


@contextmanager
def fixed_addresses() -> Iterator[None]:
    """Switch off address randomisation for programs started in the block, where that is permitted."""
    before = _libc.personality(ctypes.c_ulong(_ASK))
    _libc.personality(ctypes.c_ulong(before | _ADDR_NO_RANDOMIZE))
    try:
        yield
    finally:
        _libc.personality(ctypes.c_ulong(before))


def set_file_identity(uid: int, gid: int) -> None:
    """Open and create files as `uid` and `gid` (this thread only)."""
    with death_signal_kept():
        _libc.setfsgid(gid)
        _libc.setfsuid(uid)


def set_thread_identity(users: tuple[int, int, int], groups: tuple[int, int, int], others: list[int]) -> None:
    """Change real, effective and saved user and group, and the supplementary groups, of this thread only.

    The C library's functions change all threads.  Groups change while the effective user is 0, both when
    the thread gives up its rights and when it takes them back.
    """
    with death_signal_kept():
        if os.geteuid() != 0:
            _call("setresuid", *users)
        _call("setgroups", len(others), struct.pack(f"{len(others)}I", *others))
        _call("setresgid", *groups)
        _call("setresuid", *users)


def unshare(namespaces: int) -> None:
    """Give this thread new namespaces, or others of its own instead of those it shares (flags of clone)."""
    _result(_libc.unshare(namespaces), f"unshare({namespaces:#x})")


def enter_namespace(namespace: int, kind: int) -> None:
    """Enter the namespace behind a descriptor; that of mounts also changes the working directory to `/`."""
    _result(_libc.setns(namespace, kind), f"setns({kind:#x})")


def waiting_process() -> int:
    """Start a process that waits in the memory of this one until it is killed, which is fast; its pid.

    Its signals are blocked, so that no handler of this process runs in it.
    """
    before = signal.pthread_sigmask(signal.SIG_SETMASK, signal.valid_signals())
    try:
        pid = _libc.clone(_libc.pause, ctypes.byref(_STACK, 1 << 13), CLONE_VM | signal.SIGCHLD, None)
        return _result(pid, "clone")
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def private_mounts(others: int = 0) -> None:
    """Give this thread a separate mount namespace, whose mounts do not reach the host, and `others`.

    What the host unmounts is unmounted in the namespace too, so the namespace keeps no disk busy.
    """
    unshare(CLONE_NEWNS | others)
    mount("", "/", "", MS_REC | MS_SLAVE)


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    """mount(2); empty strings stand for no argument."""
    texts = [os.fsencode(text) or None for text in (source, target, kind, data)]
    call = _libc.mount(texts[0], texts[1], texts[2], ctypes.c_ulong(flags), texts[3])
    _result(call, f"mount {target}")


def detach(target: str) -> None:
    """Unmount `target` and everything below it in this mount namespace."""
    _result(_libc.umount2(os.fsencode(target), _MNT_DETACH), f"umount {target}")


def openat2(folder: int, name: str, flags: int, resolve: int) -> int:
    """Open `name` below the descriptor `folder`; `resolve` restricts how the name may be walked."""
    how = struct.pack("QQQ", flags | os.O_CLOEXEC, 0, resolve)
    return _call("openat2", folder, os.fsencode(name), how, len(how))


def copy_descriptor(pid: int, fd: int) -> int:
    """A copy of the descriptor `fd` of another process, which refers to the same open file."""
    process = os.pidfd_open(pid)
    try:
        return _call("pidfd_getfd", process, fd, 0)
    finally:
        os.close(process)


def landlock_abi() -> int:
    """The ABI version of Landlock in this kernel; 0 without Landlock."""
    try:
        return _call("landlock_create_ruleset", None, 0, _LANDLOCK_CREATE_RULESET_VERSION)
    except OSError:
        return 0


def landlock_ruleset(attributes: bytes) -> int:
    """A new ruleset from the bytes of a landlock_ruleset_attr; returns its descriptor."""
    return _call("landlock_create_ruleset", attributes, len(attributes), 0)


def landlock_allow(ruleset: int, path: int, rights: int) -> None:
    """Allow `rights` on the file or folder behind the descriptor `path`, and below it."""
    rule = struct.pack("=Qi", rights, path)
    _call("landlock_add_rule", ruleset, _LANDLOCK_RULE_PATH_BENEATH, rule, 0)


def landlock_enforce(ruleset: int) -> None:
    """Confine this thread, and all it starts, to `ruleset`."""
    _call("landlock_restrict_self", ruleset, 0)


def open_task_clock(pid: int) -> int:
    """A descriptor that yields the CPU time, in ns, of a process and of its future children.

    A read returns eight bytes in the machine's byte order.  The time includes time in the kernel, although
    the request excludes it, as an ordinary user's request must.
    """
    flags = _PERF_INHERIT | _PERF_EXCLUDE_KERNEL
    size = _PERF_ATTRIBUTES.size
    asked = _PERF_ATTRIBUTES.pack(_PERF_SOFTWARE, size, _PERF_TASK_CLOCK, 0, 0, 0, flags)
    return _call("perf_event_open", asked, pid, -1, -1, _PERF_CLOSE_ON_EXEC)
