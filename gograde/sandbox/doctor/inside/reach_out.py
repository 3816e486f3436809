"""Tries to reach the baits: runs once outside the sandbox as the control, and once inside.

The script uses only the standard library and is staged into the working directory as a file.  It reads one
JSON object (the bait) from stdin, tries each probe in a separate process, and prints one line of JSON for
each probe.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import mmap
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Bait = dict[str, Any]

CLONE_NEWUSER = 0x10000000
MIB = 1024 * 1024
SMALL = 64 * MIB
"""Bytes.  A file system with more space than this is not the run's private one."""


# What a run must not reach.  A probe returns what it reached, or None; an OSError means a refusal.


def read_canary(bait: Bait) -> str | None:
    return bait["token"] if bait["token"] in Path(bait["canary"]).read_text() else None


def write_canary(bait: Bait) -> str | None:
    with Path(bait["canary"]).open("a") as file:
        file.write("written")
    return "appended"


def touch_canary(bait: Bait) -> str | None:
    before = Path(bait["touched"]).stat().st_mtime_ns
    os.utime(bait["touched"])
    return "new time" if Path(bait["touched"]).stat().st_mtime_ns != before else None


def stat_canary(bait: Bait) -> str | None:
    return f"{Path(bait['canary']).stat().st_size} bytes"


def read_hidden(bait: Bait) -> str | None:
    return bait["token"] if bait["token"] in Path(bait["hidden"]).read_text() else None


def write_elsewhere(bait: Bait) -> str | None:
    """The places where a file can be created and much space is free."""
    roomy = []
    for place in bait["places"]:
        try:
            # `touch` would only set the time of a file, which a sandbox may pretend to do.
            os.close(os.open(Path(place, bait["litter"]), os.O_CREAT | os.O_WRONLY))
            room = os.statvfs(place)
        except OSError:
            continue
        if room.f_bavail * room.f_frsize > SMALL:
            roomy.append(place)
    return " ".join(roomy) or None


def read_environment(bait: Bait) -> str | None:
    """Find the grader's secret in the environment of this process or of another visible process."""
    token = bait["token"]
    own = [name for name, value in os.environ.items() if token in value]
    seen = [pid for pid, text in _proc_files("environ") if token.encode() in text]
    return " ".join(own + seen) or None


def inherited_descriptors(bait: Bait) -> str | None:
    return " ".join(str(number) for number in bait["descriptors"]) or None


def _proc_files(name: str) -> Iterator[tuple[str, bytes]]:
    if not Path("/proc").is_dir():
        return
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            yield entry.name, (entry / name).read_bytes()
        except OSError:
            continue


def see_processes(bait: Bait) -> str | None:
    seen = [pid for pid, text in _proc_files("cmdline") if bait["victim_mark"].encode() in text]
    return " ".join(seen) or None


def _is_another(bait: Bait) -> bool:
    """Whether the victim's pid belongs to another process, as it may in a pid namespace."""
    line = Path("/proc", str(bait["victim"]), "cmdline")
    return line.exists() and bait["victim_mark"].encode() not in line.read_bytes()


def signal_victim(bait: Bait) -> str | None:
    if _is_another(bait):
        return None
    os.kill(bait["victim"], signal.SIGTERM)
    return "sent"


def limit_victim(bait: Bait) -> str | None:
    if _is_another(bait):
        return None
    resource.prlimit(bait["victim"], resource.RLIMIT_NOFILE, (77, 77))
    return "its limits changed"


def slow_victim(bait: Bait) -> str | None:
    if _is_another(bait):
        return None
    try:
        os.setpriority(os.PRIO_PROCESS, bait["victim"], 19)
    finally:  # the grader itself may have the lowest priority
        os.sched_setscheduler(bait["victim"], os.SCHED_BATCH, os.sched_param(0))
    return "its priority changed"


def _answer(family: int, kind: int, address: Any) -> str | None:
    with socket.socket(family, kind) as mine:
        mine.settimeout(0.5)
        mine.connect(address)
        mine.send(b"hello")
        return "connected"


def connect_tcp(bait: Bait) -> str | None:
    return _answer(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", bait["tcp"]))


def connect_udp(bait: Bait) -> str | None:
    return _answer(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", bait["udp"]))


def connect_path(bait: Bait) -> str | None:
    return _answer(socket.AF_UNIX, socket.SOCK_STREAM, bait["socket"])


def connect_abstract(bait: Bait) -> str | None:
    return _answer(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + bait["abstract"])


def see_sockets(bait: Bait) -> str | None:
    """Find the grader's socket in the kernel's table of Unix sockets."""
    return "abstract socket" if bait["abstract"] in Path("/proc/net/unix").read_text() else None


# What a run must not be.


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def gain_privileges(bait: Bait) -> str | None:
    return None if _libc().prctl(39, 0, 0, 0, 0) == 1 else "set-user-id programs give rights"


def have_capabilities(bait: Bait) -> str | None:
    """The capabilities of this process, or those that it gets in a new user namespace."""
    own = _capabilities()
    return _capabilities() if own is None and _libc().unshare(CLONE_NEWUSER) == 0 else own


def _capabilities() -> str | None:
    """Effective, permitted and inheritable sets of this process (`capget`, version 3)."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    sets = (ctypes.c_uint32 * 6)()
    if _libc().capget(header, sets) != 0:
        raise OSError(ctypes.get_errno(), "capget")
    return " ".join(f"{word:x}" for word in sets) if any(sets) else None


def be_unfiltered(bait: Bait) -> str | None:
    mode = _libc().prctl(21, 0, 0, 0, 0)
    return None if mode == 2 else f"mode {mode}"


def call_kernel(bait: Bait) -> str | None:
    """Make forbidden calls that every user may make outside."""
    libc = _libc()
    done = []
    segment = libc.shmget(0, 4096, 0o600)
    if segment != -1:
        libc.shmctl(segment, 0, None)
        done.append("shmget")
    if hasattr(libc, "memfd_create") and libc.memfd_create(b"hoard", 0) != -1:
        done.append("memfd_create")
    if libc.personality(ctypes.c_ulong(0xFFFFFFFF)) != -1:
        done.append("personality")
    if libc.ptrace(ctypes.c_long(0), 0, None, None) == 0:
        done.append("ptrace")
    return " ".join(done) or None


def make_namespace(bait: Bait) -> str | None:
    return "user namespace" if _libc().unshare(CLONE_NEWUSER) == 0 else None


def be_root(bait: Bait) -> str | None:
    """Whether this process is the owner of `/usr`, who is root of the machine."""
    return "root" if os.getuid() == Path("/usr").stat().st_uid else None


def take_all_cores(bait: Bait) -> str | None:
    os.sched_setaffinity(0, os.sched_getaffinity(0))
    return "affinity set"


def dump_core(bait: Bait) -> str | None:
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    return None if (soft, hard) == (0, 0) else "core files are written"


def map_much(bait: Bait) -> str | None:
    map_noreserve = 0x4000
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | map_noreserve
    mmap.mmap(-1, 1 << 36, flags=flags, prot=mmap.PROT_READ).close()
    return "64 GiB mapped"


def multiply_freely(bait: Bait) -> str | None:
    """Whether the limit of processes is the grader's, or does not bind, as the kernel exempts root."""
    if resource.getrlimit(resource.RLIMIT_NPROC)[1] == bait["most_processes"]:
        return "as many as the grader"
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return "one beyond the limit"


def open_many(bait: Bait) -> str | None:
    for _ in range(bait["open_files"]):
        os.dup(0)
    return f"{bait['open_files']} files open"


def write_long(bait: Bait) -> str | None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    name = "long"
    try:
        os.truncate(os.open(name, os.O_CREAT | os.O_WRONLY), bait["file_bytes"])
    finally:
        Path(name).unlink(missing_ok=True)
    return f"{bait['file_bytes']} bytes in one file"


def differ(bait: Bait) -> str | None:
    """Settings that could make two runs of one program differ."""
    faults = {
        "hash seed": sys.flags.hash_randomization != 0,
        "time zone": time.tzname != ("UTC", "UTC"),
        "encoding": sys.getfilesystemencoding() != "utf-8" or sys.stdout.encoding != "utf-8",
        "umask": os.umask(0o022) != 0o022,
    }
    return ", ".join(name for name, fault in faults.items() if fault) or None


def leave_orphan(bait: Bait) -> str | None:
    """Leave a process behind, in a new session where that is allowed, with this process's stdout open.

    The grader looks for it from outside after the run.
    """
    told, tells = os.pipe()
    empty, kept = os.pipe()
    os.set_inheritable(kept, True)  # so that the orphan's read from `empty` never ends
    if os.fork() == 0:
        with contextlib.suppress(OSError):
            os.setsid()
        if os.fork() == 0:
            try:
                os.dup2(empty, 0)
                os.dup2(tells, 2)
                signal.alarm(20)
                # It reports that /proc shows its command line, and then makes no call that may be refused.
                os.execv("/bin/sh", ["sh", "-c", "echo >&2; read -r word", bait["orphan"]])
            finally:
                os._exit(1)
        os._exit(0)
    os.close(tells)
    os.read(told, 1)
    return None


PROBES: dict[str, Callable[[Bait], str | None]] = {
    "canary-read": read_canary,
    "canary-write": write_canary,
    "canary-touch": touch_canary,
    "canary-stat": stat_canary,
    "hidden-below": read_hidden,
    "elsewhere": write_elsewhere,
    "environment": read_environment,
    "descriptors": inherited_descriptors,
    "invisible": see_processes,
    "prlimit": limit_victim,
    "priority": slow_victim,
    "signal": signal_victim,
    "tcp": connect_tcp,
    "udp": connect_udp,
    "unix-path": connect_path,
    "unix-abstract": connect_abstract,
    "network": see_sockets,
    "no-new-privileges": gain_privileges,
    "capabilities": have_capabilities,
    "seccomp": be_unfiltered,
    "system-calls": call_kernel,
    "namespaces": make_namespace,
    "root": be_root,
    "affinity": take_all_cores,
    "core": dump_core,
    "address-space": map_much,
    "process-limit": multiply_freely,
    "open-files": open_many,
    "file-size": write_long,
    "determinism": differ,
    "orphan": leave_orphan,
}


def survey(bait: Bait) -> None:
    """Try each probe in a separate process, so that the survey continues when a probe dies."""
    for name in bait["probes"]:
        print(json.dumps({"probe": name, **_forked(PROBES[name], bait)}), flush=True)


def _forked(probe: Callable[[Bait], str | None], bait: Bait) -> dict[str, str | None]:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(5)
        os.write(writer, json.dumps(_tried(probe, bait)).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        text = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status or not text:
        return {"died": f"signal {-status}" if status < 0 else f"exit {status}"}
    answer: dict[str, str | None] = json.loads(text)
    return answer


def _tried(probe: Callable[[Bait], str | None], bait: Bait) -> dict[str, str | None]:
    try:
        return {"reached": probe(bait)}
    except (OSError, ValueError) as error:
        return {"reached": None, "refusal": type(error).__name__}


def _open_descriptors() -> list[int]:
    found = []
    for number in range(3, 1024):
        try:
            os.fstat(number)
        except OSError:
            continue
        found.append(number)
    return found


if __name__ == "__main__":
    survey({"descriptors": _open_descriptors(), **json.load(sys.stdin)})
