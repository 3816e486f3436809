"""The process that a warm back end keeps in a sandbox, and what is said over its channel."""

from __future__ import annotations

import json
import os
import re
import resource
import select
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from gograde.errors import JudgeError
from gograde.sandbox.bwrap.backend import (
    Bubblewrap,
    Monitor,
    NamespaceCell,
    await_end,
    enter,
    hold,
    room,
    started,
)
from gograde.sandbox.host.identity import Identity, identity
from gograde.sandbox.host.processes import host_task, scheduled
from gograde.sandbox.host.slots import slot
from gograde.sandbox.host.spawn import PATIENCE_S, Program, sealed_files
from gograde.sandbox.limits.cgroup import RunGroup
from gograde.sandbox.limits.rlimits import SPARE_PROCESSES, process_limits
from gograde.sandbox.notices.attempts import Notices
from gograde.sandbox.protocol import BOX, Job, Limits, RunResult, StagedFile
from gograde.sandbox.run.carry_out import Session, carry_out
from gograde.sandbox.run.output import Capture
from gograde.sandbox.run.wires import Wires, wires

_INSIDE = Path(__file__).parent / "inside" / "fork_server.py"
_PLACE = "/dev/shm/server.py"
"""Where each run finds an empty folder of its own."""
_MESSAGE = 1 << 16  # bytes of the longest message of the server
_BESIDE = 2  # processes that the kernel counts beside the program's: the server, and the namespace's first
_SPARE_ENTRIES = 48  # files and folders beyond the limit, so that the watch can name it
_STEP = 16  # files; numbers of staged files are rounded up to it, so that similar jobs suit one another
_GRACE_MS = 200  # milliseconds that the server has to end by itself
OPTIONS = {"-s", "-S", "-B"}
"""Those of an interpreter that its forked children have too."""
_FDINFO = re.compile(r"^Pid:\s*(\d+)", re.MULTILINE)
_FD_BYTES = 4


@dataclass
class Server:
    """The process inside; `like` is the job that it was started for, `shadows` names that it has taken."""

    backend: Bubblewrap
    who: Identity
    like: Job
    early: tuple[StagedFile, ...]
    channel: socket.socket
    err: Capture
    pid: int
    shadows: frozenset[str]
    kept: ExitStack
    prepared: PreparedRun | None = None

    def fits(self, job: Job) -> bool:
        """Whether the job has the interpreter, environment and folders that the server has."""
        return _surroundings(job) == _surroundings(self.like)

    def is_shadowed(self, job: Job) -> bool:
        """Whether an import may mean another file than the one that the server has imported, or none."""
        others = [file for file in job.files if file not in self.early]
        missing = len(job.files) - len(others) < len(self.early)
        return missing or any(self.shadows & _modules(file.path) for file in others)

    def run(self, job: Job) -> RunResult:
        run = self._taken(job) or self._begin(job)
        session = Session(self.backend.name, self.who, run.group)
        return carry_out(run.cell(self.channel, self.backend.name), job, session)

    def prepare(self, job: Job) -> None:
        """Have the server prepare a run like `job`, up to its start, without waiting for it."""
        self.prepared = self._taken(job) or self._begin(job)

    def _taken(self, job: Job) -> PreparedRun | None:
        """The run that was prepared, if it suits `job`; one that does not is closed."""
        run, self.prepared = self.prepared, None
        if run is not None and not run.suits(job):
            run.cell(self.channel, self.backend.name).close()
            return None
        return run

    def _begin(self, job: Job) -> PreparedRun:
        with ExitStack() as kept:
            group = kept.enter_context(self.backend.groups.lent(job.limits))
            notices = self.backend.notices(job, kept)
            doors = group.doors(kept) if group is not None else ()
            with wires(kept) as (ends, streams), sealed_files(job.stdin) as stdin:
                _send(self.channel, self._request(job), (*streams, *stdin, *doors))
            return PreparedRun(job, ends, notices, group, kept.pop_all())

    def said(self) -> str:
        """What the server has written: only when it breaks."""
        self.err.read()
        return bytes(self.err.kept).decode(errors="replace").strip()

    def close(self) -> None:
        """Kill the server and all it has started."""
        self.kept.close()
        if self.prepared is not None:
            self.prepared.kept.close()
            self.prepared = None

    def _request(self, job: Job) -> dict[str, Any]:
        noticing = self.backend.noticing
        return {
            "do": "begin",
            "argv": job.argv,
            "program": split_arguments(job)[1],
            "room": room(job),
            "entries": _entries(job),
            "limits": sorted(_limits(job.limits).items()),
            "seccomp": self.backend.seccomp.hex(),
            "noticing": noticing.program.hex() if noticing is not None else "",
        }


@dataclass
class PreparedRun:
    """A run that the server was asked to prepare; `like` is a job that it is prepared for."""

    like: Job
    ends: Wires
    notices: Notices | None
    group: RunGroup | None
    kept: ExitStack

    def suits(self, job: Job) -> bool:
        """Whether it can carry out a job: the job may have other files, but needs as much room for them."""
        return (_readied(job), job.stdin) == (_readied(self.like), self.like.stdin)

    def cell(self, channel: socket.socket, backend: str) -> NamespaceCell:
        """The sandbox, when it is ready."""
        with self.kept as kept:
            _, fds, _ = _received(channel)
            (first,) = fds
            kept.callback(os.close, first)
            if self.notices is not None:
                with suppress(ConnectionError):  # what went wrong is told by who waits for the word
                    _take_listener(self.ends.control, self.notices)
            program = self.ends.await_ready(backend)
            others_s = scheduled(_pid(first)).ran_s
            cell = hold(self.ends, _ServerReaper(channel), (program, first, others_s), kept)
            cell.notices = self.notices
            cell.kept = kept.pop_all()
        return cell


def _readied(job: Job) -> tuple[object, ...]:
    """What of a job the server prepares for, before files are staged."""
    return job.argv, job.limits, room(job), _entries(job)


@dataclass
class _ServerReaper:
    """Has the server wait for a move's processes."""

    channel: socket.socket
    status: int | None = None
    used_s: float = 0.0

    def reap(self, first: int) -> None:
        _send(self.channel, {"do": "reap"}, ())
        told, _, _ = _received(self.channel)
        self.status, self.used_s = int(told["status"]), float(told["cpu_s"])
        await_end(first)


def start(
    backend: Bubblewrap, job: Job, imports: Sequence[str] = (), early: Sequence[StagedFile] = ()
) -> Server:
    """A server for jobs like this one; raises JudgeError or OSError where none can be."""
    with ExitStack() as kept:
        who = identity(kept.enter_context(slot()))
        way = backend.ways.to((*job.readable, backend.binary), who)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        kept.callback(ours.close)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        ours.settimeout(PATIENCE_S)
        texts = (b"", b"", _INSIDE.read_bytes(), *(file.data for file in early))
        with theirs, wires(kept) as (ends, streams), sealed_files(*texts) as (empty, stdin, *placed):
            paths = (_PLACE, *(f"{BOX}/{file.path}" for file in early))
            options = backend.server_options(job, stdin, dict(zip(paths, placed, strict=True)))
            words = (job.argv[0], *split_arguments(job)[0], _PLACE, str(theirs.fileno()), *imports)
            command = [os.fspath(backend.binary), *options, "--", *words]
            inherited = (theirs.fileno(), stdin, *placed)
            program = Program(command, (empty, *streams[1:]), inherited, folder="/")
            monitor = started(program, lambda: enter(way, who), kept)
        pid, shadows = _await_server(ours, ends.err, monitor, kept)
        return Server(backend, who, job, tuple(early), ours, ends.err, pid, shadows, kept.pop_all())


def _await_server(
    channel: socket.socket, said: Capture, monitor: Monitor, kept: ExitStack
) -> tuple[int, frozenset[str]]:
    """The server's pid and what it has imported, when it is ready; all is waited for when `kept` closes.

    The last one to end is the server's parent, the first process of the namespaces that bwrap has made.
    """
    try:
        told, _, pid = _received(channel)
    except (OSError, ValueError) as error:
        said.read()
        text = bytes(said.kept).decode(errors="replace").strip() or str(error)
        raise JudgeError("warm start", text, "programs are started anew, which is slower") from error
    server = host_task(pid)
    if server is None:
        raise JudgeError("warm start", "the server ended at once", "programs are started anew")
    last = os.pidfd_open(server.parent)
    kept.callback(os.close, last)
    kept.callback(await_end, last)
    kept.callback(monitor.end)
    kept.callback(_hang_up, channel, monitor.pid)
    if told["threads"] != 1:
        raise JudgeError("warm start", "what it imports starts threads", "programs are started anew")
    return pid, frozenset(name.split(".")[0] for name in told["imported"])


def _hang_up(channel: socket.socket, monitor: int) -> None:
    """Let the server end by itself, so that its children's CPU time is known to the grader's kernel."""
    channel.close()
    handle = os.pidfd_open(monitor)
    poller = select.poll()
    poller.register(handle, select.POLLIN)
    poller.poll(_GRACE_MS)
    os.close(handle)


def _surroundings(job: Job) -> tuple[object, ...]:
    """What a job shares with all that one server can run."""
    return job.argv[0], split_arguments(job)[0], job.readable, job.hidden, dict(job.env)


def _modules(path: str) -> set[str]:
    """Names that a file, or a folder it lies in, may be imported by."""
    return {part.split(".")[0] for part in PurePosixPath(path).parts}


def _limits(limits: Limits) -> Mapping[int, int]:
    count = limits.processes + SPARE_PROCESSES + _BESIDE
    return {**process_limits(limits), resource.RLIMIT_NPROC: count}


def _entries(job: Job) -> int:
    """How many files and folders the kernel lets a run have, names of one file each counted.

    Jobs that differ by a few files have the same number.
    """
    staged = sum(len(PurePosixPath(file.path).parts) for file in job.files)
    return -(-staged // _STEP) * _STEP + job.limits.work_files + _SPARE_ENTRIES


def _send(channel: socket.socket, words: Mapping[str, Any], fds: Sequence[int]) -> None:
    socket.send_fds(channel, [json.dumps(words).encode()], fds)


def _received(channel: socket.socket) -> tuple[dict[str, Any], list[int], int]:
    """A message, the descriptors that came with it, and the host's pid of the sender.

    Raises TimeoutError, and ConnectionError when the other side is gone.
    """
    room = socket.CMSG_SPACE(12) + socket.CMSG_SPACE(_FD_BYTES)
    data, ancillary, _, _ = channel.recvmsg(_MESSAGE, room, socket.MSG_CMSG_CLOEXEC)
    if not data:
        raise ConnectionError("it ended without a word")
    rights = [item for _, kind, item in ancillary if kind == socket.SCM_RIGHTS]
    senders = [item for _, kind, item in ancillary if kind == socket.SCM_CREDENTIALS]
    fds = [_int(item[at : at + _FD_BYTES]) for item in rights for at in range(0, len(item), _FD_BYTES)]
    return json.loads(data), fds, _int(senders[0][:_FD_BYTES]) if senders else 0


def _int(data: bytes) -> int:
    return int.from_bytes(data, sys.byteorder)


def _take_listener(control: socket.socket, notices: Notices) -> None:
    """The listener of the filter that a run has loaded comes over its socket before it says it is ready."""
    _, (listener,), _ = _received(control)
    notices.take(listener)


def _pid(handle: int) -> int:
    """The host's number of the process behind a pidfd."""
    found = _FDINFO.search(Path(f"/proc/self/fdinfo/{handle}").read_text())
    return int(found[1]) if found else -1


def split_arguments(job: Job) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The interpreter's options; the program and its arguments."""
    words = job.argv[1:]
    count = next((at for at, word in enumerate(words) if not word.startswith("-")), len(words))
    return words[:count], words[count:]
