"""The server process that a warm back end keeps in a sandbox, and the messages of its channel."""

from __future__ import annotations

import json
import os
import re
import socket
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
    has_ended,
    started,
)
from gograde.sandbox.host import kernel
from gograde.sandbox.host.identity import Identity, identity
from gograde.sandbox.host.processes import host_task, scheduled
from gograde.sandbox.host.slots import slot
from gograde.sandbox.host.spawn import PATIENCE_S, Program, sealed_files
from gograde.sandbox.limits.cgroup import RunGroup
from gograde.sandbox.notices.attempts import Notices
from gograde.sandbox.protocol import BOX, Job, RunResult, StagedFile
from gograde.sandbox.run.carry_out import Session, carry_out
from gograde.sandbox.run.output import Capture
from gograde.sandbox.run.wires import Wires, wires
from gograde.sandbox.workdir.stage import entries, room

_INSIDE = Path(__file__).parent / "inside" / "fork_server.py"
_OURS = PurePosixPath("/dev/shm")
"""The folder of the server's own code.  In each run an empty /dev/shm covers it."""
PLACE = str(_OURS / "server.py")
_KERNEL = str(_OURS / "gograde/sandbox/host/kernel.py")
_MESSAGE = 1 << 16  # bytes of the longest message of the server
_MOST_FDS = 16  # of a message: one, and room for the credentials that the kernel may add
_GRACE_S = 0.2  # seconds in which the server may end by itself
OPTIONS = {"-s", "-S", "-P", "-B"}
"""Interpreter options that a forked run inherits from the server."""
_FDINFO = re.compile(r"^Pid:\s*(\d+)", re.MULTILINE)


@dataclass
class Server:
    """The server process; `like` is the job it was started for, `shadows` the names it has imported."""

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
        """Whether the job needs the server's interpreter, options, environment and folders."""
        return _surroundings(job) == _surroundings(self.like)

    def is_shadowed(self, job: Job) -> bool:
        """Whether an import in the job may find another file than the server has imported, or no file."""
        others = [file for file in job.files if file not in self.early]
        missing = len(job.files) - len(others) < len(self.early)
        return missing or any(self.shadows & _modules(file.path) for file in others)

    def run(self, job: Job, imports: Sequence[str] = ()) -> RunResult:
        """Run `job` in a process that has imported `imports`, further modules of gograde."""
        run = self._taken(job) or self._begin(job, imports)
        session = Session(self.backend.name, self.who, run.group)
        return carry_out(run.cell(self.channel, self.backend.name), job, session)

    def prepare(self, job: Job) -> None:
        """Ask the server to prepare a run like `job`, up to its start, without waiting for the answer."""
        self.prepared = self._taken(job) or self._begin(job)

    def _taken(self, job: Job) -> PreparedRun | None:
        """The prepared run if it suits `job`; an unsuitable run is closed."""
        run, self.prepared = self.prepared, None
        if run is not None and not run.suits(job):
            run.cell(self.channel, self.backend.name).close()
            return None
        return run

    def _begin(self, job: Job, imports: Sequence[str] = ()) -> PreparedRun:
        with ExitStack() as kept:
            group = kept.enter_context(self.backend.groups.lent(job.limits))
            notices = self.backend.notices(job, kept)
            doors = group.doors(kept) if group is not None else ()
            with wires(kept) as (ends, streams), sealed_files(job.stdin) as stdin:
                _send(self.channel, self._request(job, imports), (*streams, *stdin, *doors))
            return PreparedRun(job, ends, notices, group, kept.pop_all())

    def said(self) -> str:
        """The server's error output, which is empty unless the server fails."""
        self.err.read()
        return bytes(self.err.kept).decode(errors="replace").strip()

    def close(self) -> None:
        """Kill the server and all its children."""
        self.kept.close()
        if self.prepared is not None:
            self.prepared.kept.close()
            self.prepared = None

    def _request(self, job: Job, imports: Sequence[str]) -> dict[str, Any]:
        noticing = self.backend.noticing
        return {
            "do": "begin",
            "imports": imports,
            "argv": job.argv,
            "program": split_arguments(job)[1],
            "room": room(job),
            "entries": entries(job),
            "seccomp": self.backend.seccomp.hex(),
            "noticing": noticing.program.hex() if noticing is not None else "",
        }


@dataclass
class PreparedRun:
    """A run that the server prepares for jobs like `like`."""

    like: Job
    ends: Wires
    notices: Notices | None
    group: RunGroup | None
    kept: ExitStack

    def suits(self, job: Job) -> bool:
        """Whether the run can carry out `job`, which may have other files than `like`, but equal space."""
        return (_readied(job), job.stdin) == (_readied(self.like), self.like.stdin)

    def cell(self, channel: socket.socket, backend: str) -> NamespaceCell:
        """Wait until the run is ready; returns its sandbox."""
        with self.kept as kept:
            _, (first,) = _received(channel)
            kept.callback(os.close, first)
            if self.notices is not None:
                with suppress(ConnectionError):  # `await_ready` reports what went wrong
                    _, (listener,) = _received(self.ends.control)
                    self.notices.take(listener)
            program = self.ends.await_ready(backend)
            others_s = scheduled(_pid(first)).ran_s
            reaper = _ServerReaper(channel)
            # The kernel counts the server and the first process with the program's.
            return NamespaceCell(self.ends, self.notices, program, kept, reaper, first, others_s, others=2)


def _readied(job: Job) -> tuple[object, ...]:
    """The properties of a job that its prepared run depends on."""
    return job.argv, job.limits, room(job), entries(job)


@dataclass
class _ServerReaper:
    """Asks the server to wait for the processes of a run."""

    channel: socket.socket
    status: int | None = None
    used_s: float = 0.0

    def reap(self, first: int) -> None:
        _send(self.channel, {"do": "reap"}, ())
        told, _ = _received(self.channel)
        self.status, self.used_s = int(told["status"]), float(told["cpu_s"])
        await_end(first)


def start(
    backend: Bubblewrap, job: Job, imports: Sequence[str] = (), early: Sequence[StagedFile] = ()
) -> Server:
    """Start a server for jobs like `job`; raises JudgeError or OSError on failure."""
    with ExitStack() as kept:
        who = identity(kept.enter_context(slot()))
        way = backend.ways.to((*job.readable, backend.binary), who)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        kept.callback(ours.close)
        ours.settimeout(PATIENCE_S)
        code = (_INSIDE.read_bytes(), Path(kernel.__file__).read_bytes())
        texts = (b"", b"", *code, *(file.data for file in early))
        with theirs, wires(kept) as (ends, streams), sealed_files(*texts) as (empty, stdin, *placed):
            paths = (PLACE, _KERNEL, *(f"{BOX}/{file.path}" for file in early))
            options = backend.server_options(job, stdin, dict(zip(paths, placed, strict=True)))
            words = (job.argv[0], *split_arguments(job)[0], PLACE, str(theirs.fileno()), *imports)
            command = [os.fspath(backend.binary), *options, "--", *words]
            inherited = (theirs.fileno(), stdin, *placed)
            program = Program(command, (empty, *streams[1:]), inherited, folder="/")
            monitor = started(program, lambda: enter(way, who), kept)
        pid, shadows = _await_server(ours, ends.err, monitor, kept)
        return Server(backend, who, job, tuple(early), ours, ends.err, pid, shadows, kept.pop_all())


def _await_server(
    channel: socket.socket, said: Capture, monitor: Monitor, kept: ExitStack
) -> tuple[int, frozenset[str]]:
    """Wait until the server is ready; returns its pid and the top-level names it has imported.

    `kept` ends the server, and waits for the last process to end: the server's parent, which is the first
    process of the namespaces that bwrap has made.
    """
    monitor.watch(channel)
    try:
        told, (itself,) = _received(channel)
        kept.callback(os.close, itself)
    except (OSError, ValueError) as error:
        said.read()
        text = bytes(said.kept).decode(errors="replace").strip() or str(error)
        raise JudgeError("warm start", text, "programs are started anew, which is slower") from error
    server = host_task(pid := _pid(itself))
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
    """Let the server end by itself, so that the kernel counts the CPU time of the server's children."""
    channel.close()
    handle = os.pidfd_open(monitor)
    has_ended(handle, _GRACE_S)
    os.close(handle)


def _surroundings(job: Job) -> tuple[object, ...]:
    """The properties that all jobs of one server share."""
    return job.argv[0], split_arguments(job)[0], job.readable, job.hidden, dict(job.env)


def _modules(path: str) -> set[str]:
    """The names under which a file, or a folder above it, may be imported."""
    return {part.split(".")[0] for part in PurePosixPath(path).parts}


def _send(channel: socket.socket, words: Mapping[str, Any], fds: Sequence[int]) -> None:
    socket.send_fds(channel, [json.dumps(words).encode()], fds)


def _received(channel: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """A message, and the descriptors that came with it.

    Raises TimeoutError, and ConnectionError when the other side is gone.
    """
    data, fds, _, _ = socket.recv_fds(channel, _MESSAGE, _MOST_FDS, socket.MSG_CMSG_CLOEXEC)
    if not data:
        raise ConnectionError("it ended without a word")
    return json.loads(data), fds


def _pid(handle: int) -> int:
    """The host's pid of the process behind a pidfd."""
    found = _FDINFO.search(Path(f"/proc/self/fdinfo/{handle}").read_text())
    return int(found[1]) if found else -1


def split_arguments(job: Job) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split a job's command into the interpreter's options, and the program with its arguments."""
    words = job.argv[1:]
    count = next((at for at, word in enumerate(words) if not word.startswith("-")), len(words))
    return words[:count], words[count:]
