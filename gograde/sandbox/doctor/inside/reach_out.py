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
from functools import partial
from pathlib import Path
from typing import Any

Bait = dict[str, Any]

CLONE_NEWUSER = 0x10000000
MIB = 1024 * 1024
SMALL = 64 * MIB
"""Bytes.  A file system with more space than this is not the run's private one."""


_libc = ctypes.CDLL(None, use_errno=True)


def function_of(probe: str) -> str:
    """The name of the function that tries a probe.

    It returns what it has reached, or None; an OSError means a refusal.
    """
    return f"try_{probe.replace('-', '_')}"


def try_canary_read(bait: Bait) -> str | None:
    return bait["token"] if bait["token"] in Path(bait["canary"]).read_text() else None


def try_canary_write(bait: Bait) -> str | None:
    with Path(bait["canary"]).open("a") as file:
        file.write("written")
    return "appended"


def try_canary_touch(bait: Bait) -> str | None:
    before = Path(bait["touched"]).stat().st_mtime_ns
    os.utime(bait["touched"])
    return "new time" if Path(bait["touched"]).stat().st_mtime_ns != before else None


def try_canary_stat(bait: Bait) -> str | None:
    return f"{Path(bait['canary']).stat().st_size} bytes"


def try_hidden_below(bait: Bait) -> str | None:
    return bait["token"] if bait["token"] in Path(bait["hidden"]).read_text() else None


def try_elsewhere(bait: Bait) -> str | None:
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


def try_environment(bait: Bait) -> str | None:
    """Find the grader's secret in the environment of this process or of another visible process."""
    token = bait["token"]
    own = [name for name, value in os.environ.items() if token in value]
    seen = [pid for pid, text in _proc_files("environ") if token.encode() in text]
    return " ".join(own + seen) or None


def try_descriptors(bait: Bait) -> str | None:
    return " ".join(str(number) for number in bait["descriptors"]) or None


def _proc_files(name: str) -> Iterator[tuple[str, bytes]]:
    if not Path("/proc").is_dir():
        return
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            yield entry.name, (entry / name).read_bytes()
        except OSError:
            continue


def try_invisible(bait: Bait) -> str | None:
    seen = [pid for pid, text in _proc_files("cmdline") if bait["victim_mark"].encode() in text]
    return " ".join(seen) or None


def _victim(bait: Bait) -> int:
    """The victim's pid.  Raises ProcessLookupError where another process has it, as in a pid namespace."""
    line = Path("/proc", str(bait["victim"]), "cmdline")
    if line.exists() and bait["victim_mark"].encode() not in line.read_bytes():
        raise ProcessLookupError
    return int(bait["victim"])


def try_signal(bait: Bait) -> str | None:
    os.kill(_victim(bait), signal.SIGTERM)
    return "sent"


def try_prlimit(bait: Bait) -> str | None:
    resource.prlimit(_victim(bait), resource.RLIMIT_NOFILE, (77, 77))
    return "its limits changed"


def try_priority(bait: Bait) -> str | None:
    victim = _victim(bait)
    try:
        os.setpriority(os.PRIO_PROCESS, victim, 19)
    finally:  # the grader itself may have the lowest priority
        os.sched_setscheduler(victim, os.SCHED_BATCH, os.sched_param(0))
    return "its priority changed"


def _call(name: str, bait: Bait) -> str | None:
    family, kind, address = bait["listeners"][name]
    with socket.socket(family, kind) as mine:
        mine.settimeout(0.5)
        mine.connect(tuple(address) if family == socket.AF_INET else address)
        mine.send(bait["password"].encode())
        return "connected"


try_tcp = partial(_call, "tcp")
try_udp = partial(_call, "udp")
try_unix_path = partial(_call, "unix-path")
try_unix_abstract = partial(_call, "unix-abstract")


def try_network(bait: Bait) -> str | None:
    """Find the grader's socket in the kernel's table of Unix sockets."""
    return "abstract socket" if bait["token"] in Path("/proc/net/unix").read_text() else None


def try_no_new_privileges(bait: Bait) -> str | None:
    return None if _libc.prctl(39, 0, 0, 0, 0) == 1 else "set-user-id programs give rights"


def try_capabilities(bait: Bait) -> str | None:
    """The capabilities of this process, or those that it gets in a new user namespace."""
    own = _capabilities()
    return _capabilities() if own is None and _libc.unshare(CLONE_NEWUSER) == 0 else own


def _capabilities() -> str | None:
    """Effective, permitted and inheritable sets of this process (`capget`, version 3)."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    sets = (ctypes.c_uint32 * 6)()
    if _libc.capget(header, sets) != 0:
        raise OSError(ctypes.get_errno(), "capget")
    return " ".join(f"{word:x}" for word in sets) if any(sets) else None


def try_seccomp(bait: Bait) -> str | None:
    mode = _libc.prctl(21, 0, 0, 0, 0)
    return None if mode == 2 else f"mode {mode}"


def try_system_calls(bait: Bait) -> str | None:
    """Make forbidden calls that every user may make outside."""
    done = []
    segment = _libc.shmget(0, 4096, 0o600)
    if segment != -1:
        _libc.shmctl(segment, 0, None)
        done.append("shmget")
    if hasattr(_libc, "memfd_create") and _libc.memfd_create(b"hoard", 0) != -1:
        done.append("memfd_create")
    if _libc.personality(ctypes.c_ulong(0xFFFFFFFF)) != -1:
        done.append("personality")
    if _libc.ptrace(ctypes.c_long(0), 0, None, None) == 0:
        done.append("ptrace")
    return " ".join(done) or None


def try_namespaces(bait: Bait) -> str | None:
    return "user namespace" if _libc.unshare(CLONE_NEWUSER) == 0 else None


def try_root(bait: Bait) -> str | None:
    """Whether this process is the owner of `/usr`, who is root of the machine."""
    return "root" if os.getuid() == Path("/usr").stat().st_uid else None


def try_affinity(bait: Bait) -> str | None:
    os.sched_setaffinity(0, os.sched_getaffinity(0))
    return "affinity set"


def try_core(bait: Bait) -> str | None:
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    return None if (soft, hard) == (0, 0) else "core files are written"


def try_address_space(bait: Bait) -> str | None:
    map_noreserve = 0x4000
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | map_noreserve
    mmap.mmap(-1, 1 << 36, flags=flags, prot=mmap.PROT_READ).close()
    return "64 GiB mapped"


def try_process_limit(bait: Bait) -> str | None:
    """Whether the limit of processes is the grader's, or does not bind, as the kernel exempts root."""
    if resource.getrlimit(resource.RLIMIT_NPROC)[1] == bait["most_processes"]:
        return "as many as the grader"
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return "one beyond the limit"


def try_open_files(bait: Bait) -> str | None:
    for _ in range(bait["open_files"]):
        os.dup(0)
    return f"{bait['open_files']} files open"


def try_file_size(bait: Bait) -> str | None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    name = "long"
    try:
        os.truncate(os.open(name, os.O_CREAT | os.O_WRONLY), bait["file_bytes"])
    finally:
        Path(name).unlink(missing_ok=True)
    return f"{bait['file_bytes']} bytes in one file"


def try_determinism(bait: Bait) -> str | None:
    """Settings that could make two runs of one program differ."""
    faults = {
        "hash seed": sys.flags.hash_randomization != 0,
        "time zone": time.tzname != ("UTC", "UTC"),
        "encoding": sys.getfilesystemencoding() != "utf-8" or sys.stdout.encoding != "utf-8",
        "umask": os.umask(0o022) != 0o022,
    }
    return ", ".join(name for name, fault in faults.items() if fault) or None


def try_orphan(bait: Bait) -> str | None:
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


def survey(bait: Bait) -> None:
    """Try each probe in a separate process, so that the survey continues when a probe dies."""
    for name in bait["probes"]:
        print(json.dumps({"probe": name, **_forked(globals()[function_of(name)], bait)}), flush=True)


def _forked(probe: Callable[[Bait], str | None], bait: Bait) -> dict[str, str | None]:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(5)
        reached = None
        with contextlib.suppress(OSError, ValueError):
            reached = probe(bait)
        os.write(writer, json.dumps({"reached": reached}).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        text = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status or not text:
        return {"died": f"signal {-status}" if status < 0 else f"exit {status}"}
    answer: dict[str, str | None] = json.loads(text)
    return answer


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
