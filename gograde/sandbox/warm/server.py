"""The server process that a warm back end keeps in a sandbox, and the messages of its channel."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from gograde.errors import JudgeError
from gograde.private import Scratch
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
from gograde.sandbox.host.identity import GROUP, Identity, has_users, identity
from gograde.sandbox.host.processes import host_task, scheduled
from gograde.sandbox.host.slots import slot
from gograde.sandbox.host.spawn import PATIENCE_S, Program, sealed_files, start_program
from gograde.sandbox.host.threads import in_thread
from gograde.sandbox.landlock.backend import Landlock, in_folder
from gograde.sandbox.limits.cgroup import RunGroup
from gograde.sandbox.notices.attempts import Notices
from gograde.sandbox.protocol import BOX, Job, RunResult, StagedFile
from gograde.sandbox.run.carry_out import Session, carry_out
from gograde.sandbox.run.output import Capture
from gograde.sandbox.run.wires import Wires, received, send, wires
from gograde.sandbox.workdir.stage import entries, room, stage

_INSIDE = Path(__file__).parent / "inside" / "fork_server.py"
_OURS = PurePosixPath("/dev/shm")
"""The folder of the server's own code.  In each run an empty /dev/shm covers it."""
_SERVER = "server.py"
_KERNEL = "gograde/sandbox/host/kernel.py"
PLACE = str(_OURS / _SERVER)
_GRACE_S = 0.2  # seconds in which the server may end by itself
OPTIONS = {"-s", "-S", "-P", "-B"}
"""Interpreter options that a forked run inherits from the server."""
_FDINFO = re.compile(r"^Pid:\s*(\d+)", re.MULTILINE)


@dataclass
class Server(ABC):
    """The server process; `like` is the job it was started for, `shadows` the names it has imported."""

    like: Job
    early: tuple[StagedFile, ...]
    channel: socket.socket
    err: Capture
    pid: int
    shadows: frozenset[str]
    kept: ExitStack

    def fits(self, job: Job) -> bool:
        """Whether the job needs the server's interpreter, options, environment and folders."""
        return _surroundings(job) == _surroundings(self.like)

    def is_shadowed(self, job: Job) -> bool:
        """Whether an import in the job may find another file than the server has imported, or no file."""
        others = [file for file in job.files if file not in self.early]
        missing = len(job.files) - len(others) < len(self.early)
        return missing or any(self.shadows & _modules(file.path) for file in others)

    @abstractmethod
    def run(self, job: Job, imports: Sequence[str] = ()) -> RunResult:
        """Run `job` in a process that has imported `imports`, further modules of gograde."""

    def prepare(self, job: Job) -> None:  # noqa: B027 - not every server can
        """Prepare a run like `job`, where the server can."""

    def said(self) -> str:
        """The server's error output, which is empty unless the server fails."""
        self.err.read()
        return bytes(self.err.kept).decode(errors="replace").strip()

    def close(self) -> None:
        """Kill the server and all its children."""
        self.kept.close()


@dataclass
class Beside(Server):
    """A server under Landlock: it may read what its runs may, and each run has walls of its own besides."""

    backend: Landlock

    def run(self, job: Job, imports: Sequence[str] = ()) -> RunResult:
        def fork(words: Mapping[str, Any], fds: Sequence[int]) -> None:
            program = split_arguments(words["argv"])[1]
            send(self.channel, {**words, "do": "begin", "imports": imports, "program": program}, fds)
            received(self.channel)  # now the process is the grader's child

        return self.backend.run_once(job, fork)


@dataclass
class Apart(Server):
    """A server in a sandbox of bubblewrap, which makes the namespaces of its runs."""

    backend: Bubblewrap
    who: Identity
    prepared: PreparedRun | None = None

    def run(self, job: Job, imports: Sequence[str] = ()) -> RunResult:
        run = self._taken(job) or self._begin(job, imports)
        session = Session(self.backend.name, self.who, run.group)
        return carry_out(run.cell(self.channel, self.backend.name), job, session)

    def prepare(self, job: Job) -> None:
        """Ask the server to prepare a run like `job`, up to its start, without waiting for the answer."""
        self.prepared = self._taken(job) or self._begin(job)

    def close(self) -> None:
        super().close()
        if self.prepared is not None:
            self.prepared.kept.close()
            self.prepared = None

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
            noticing = self.backend.noticing
            words = {
                "do": "begin",
                "imports": imports,
                "argv": job.argv,
                "program": split_arguments(job.argv)[1],
                "doors": len(doors),
                "room": room(job),
                "entries": entries(job),
                "seccomp": self.backend.seccomp.hex(),
                "noticing": noticing.program.hex() if noticing is not None else "",
            }
            with wires(kept) as (ends, streams), sealed_files(job.stdin) as stdin:
                send(self.channel, words, (*streams, *stdin, *doors))
            return PreparedRun(job, ends, notices, group, kept.pop_all())


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
            _, (first,) = received(channel)
            kept.callback(os.close, first)
            if self.notices is not None:
                self.ends.give_listener(self.notices)
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
        send(self.channel, {"do": "reap"}, ())
        told, _ = received(self.channel)
        self.status, self.used_s = int(told["status"]), float(told["cpu_s"])
        await_end(first)


def start(
    backend: Bubblewrap | Landlock, job: Job, imports: Sequence[str] = (), early: Sequence[StagedFile] = ()
) -> Server:
    """Start a server for jobs like `job`; raises JudgeError or OSError on failure."""
    with ExitStack() as kept:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        kept.callback(ours.close)
        ours.settimeout(PATIENCE_S)
        with theirs, wires(kept) as (ends, streams):
            wanted = _Wanted(job, tuple(imports), tuple(early), theirs.fileno(), streams[1:])
            if isinstance(backend, Landlock):
                started = _start_beside(backend, wanted, kept)
            else:
                who, monitor = _start_apart(backend, wanted, kept)
        if isinstance(backend, Landlock):
            kept.callback(_end_beside, started, ours)
            pid, shadows = _hello(ours, ends.err, kept)
            return Beside(job, (), ours, ends.err, pid, shadows, kept.pop_all(), backend)
        monitor.watch(ours)
        pid, shadows = _hello(ours, ends.err, kept, monitor)
        return Apart(job, wanted.early, ours, ends.err, pid, shadows, kept.pop_all(), backend, who)


@dataclass(frozen=True)
class _Wanted:
    """A server that is about to start; `channel` is its end, and `streams` are its stdout and stderr."""

    job: Job
    imports: tuple[str, ...]
    early: tuple[StagedFile, ...]
    channel: int
    streams: tuple[int, ...]

    def command(self, place: str, kind: str) -> list[str]:
        """The interpreter with its options, and the server at `place` with its arguments."""
        options = split_arguments(self.job.argv)[0]
        return [self.job.argv[0], *options, place, str(self.channel), kind, *self.imports]


def _start_apart(backend: Bubblewrap, wanted: _Wanted, kept: ExitStack) -> tuple[Identity, Monitor]:
    """Start a server in a sandbox of its own; `kept` ends it."""
    who = identity(kept.enter_context(slot()))
    way = backend.ways.to((*wanted.job.readable, backend.binary), who)
    code = (_INSIDE.read_bytes(), Path(kernel.__file__).read_bytes())
    with sealed_files(b"", b"", *code, *(file.data for file in wanted.early)) as (empty, stdin, *placed):
        paths = (PLACE, str(_OURS / _KERNEL), *(f"{BOX}/{file.path}" for file in wanted.early))
        options = backend.server_options(wanted.job, stdin, dict(zip(paths, placed, strict=True)))
        command = [os.fspath(backend.binary), *options, "--", *wanted.command(PLACE, "apart")]
        inherited = (wanted.channel, stdin, *placed)
        program = Program(command, (empty, *wanted.streams), inherited, folder="/")
        return who, started(program, lambda: enter(way, who), kept)


def _start_beside(backend: Landlock, wanted: _Wanted, kept: ExitStack) -> int:
    """Start a server of the grader's own user, which may read what its runs may; returns its pid.

    It can write where the folders of runs lie.  It finds no files of `early`, whose places would differ.
    """
    home = Scratch.make(GROUP if has_users() else None)
    kept.callback(home.remove)
    code = {_SERVER: _INSIDE, _KERNEL: Path(kernel.__file__)}
    stage(home.fd, tuple(StagedFile(name, path.read_bytes()) for name, path in code.items()))
    env = {name: in_folder(value, home.path) for name, value in wanted.job.env.items()}
    command = wanted.command(str(home.path / _SERVER), "beside")
    streams = (subprocess.DEVNULL, *wanted.streams)
    program = Program(command, streams, (wanted.channel,), env, folder=os.fspath(home.path))

    def begin() -> int:
        with kernel.fixed_addresses():
            backend.confine_server(wanted.job, home.path.parent)
            return start_program(program)

    return in_thread(begin)


def _hello(
    channel: socket.socket, said: Capture, kept: ExitStack, monitor: Monitor | None = None
) -> tuple[int, frozenset[str]]:
    """Wait until the server is ready; returns its pid and the top-level names it has imported.

    With a `monitor`, `kept` ends the server, and waits for the last process to end: the server's parent,
    which is the first process of the namespaces that bwrap has made.
    """
    try:
        told, (itself,) = received(channel)
        kept.callback(os.close, itself)
    except (OSError, ValueError) as error:
        said.read()
        text = bytes(said.kept).decode(errors="replace").strip() or str(error)
        raise JudgeError("warm start", text, "programs are started anew, which is slower") from error
    server = host_task(pid := _pid(itself))
    if server is None:
        raise JudgeError("warm start", "the server ended at once", "programs are started anew")
    if monitor is not None:
        last = os.pidfd_open(server.parent)
        kept.callback(os.close, last)
        kept.callback(await_end, last)
        kept.callback(monitor.end)
        kept.callback(_hang_up, channel, monitor.pid)
    if not told["alone"]:
        raise JudgeError("warm start", "what it imports starts threads", "programs are started anew")
    return pid, frozenset(name.split(".")[0] for name in told["imported"])


def _hang_up(channel: socket.socket, pid: int) -> None:
    """Let the server end by itself, so that the kernel counts the CPU time of the server's children."""
    channel.close()
    handle = os.pidfd_open(pid)
    has_ended(handle, _GRACE_S)
    os.close(handle)


def _end_beside(pid: int, channel: socket.socket) -> None:
    """End a server that is the grader's own child."""
    _hang_up(channel, pid)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def _surroundings(job: Job) -> tuple[object, ...]:
    """The properties that all jobs of one server share."""
    return job.argv[0], split_arguments(job.argv)[0], job.readable, job.hidden, dict(job.env)


def _modules(path: str) -> set[str]:
    """The names under which a file, or a folder above it, may be imported."""
    return {part.split(".")[0] for part in PurePosixPath(path).parts}


def _pid(handle: int) -> int:
    """The host's pid of the process behind a pidfd."""
    found = _FDINFO.search(Path(f"/proc/self/fdinfo/{handle}").read_text())
    return int(found[1]) if found else -1


def split_arguments(argv: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split a command into the interpreter's options, and the program with its arguments."""
    words = tuple(argv[1:])
    count = next((at for at, word in enumerate(words) if not word.startswith("-")), len(words))
    return words[:count], words[count:]
