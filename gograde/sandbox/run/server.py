"""The server process that a warm back end keeps in a sandbox, and the messages of its channel."""

from __future__ import annotations

import os
import re
import select
import socket
import weakref
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gograde.errors import JudgeError
from gograde.sandbox.attempts import Noticing
from gograde.sandbox.collect import WorkDir
from gograde.sandbox.host import kernel
from gograde.sandbox.host.identity import Identity
from gograde.sandbox.host.processes import HOST, read
from gograde.sandbox.host.spawn import PATIENCE_S
from gograde.sandbox.protocol import Job, StagedFile
from gograde.sandbox.run.wires import Capture, received, send, wires

_INSIDE = Path(__file__).parent / "inside" / "fork_server.py"
_COLD = "programs are started anew, which is slower"
_FDINFO = re.compile(rb"^Pid:\s*(\d+)", re.MULTILINE)
SERVER = "server.py"
"""The name of the server's own program."""
OPTIONS = {"-s", "-S", "-P", "-B"}
"""Interpreter options that a forked run inherits from the server."""


@dataclass(frozen=True)
class ServerRequest:
    """A server that is about to start for runs like `job`, with the files `early` in its working directory.

    `channel` is its end, and `streams` are its stdout and stderr.
    """

    job: Job
    imports: tuple[str, ...]
    early: tuple[StagedFile, ...]
    channel: int
    streams: tuple[int, ...]

    def command(self, place: str, kind: str) -> list[str]:
        """The interpreter with its options, and the server at `place` with its arguments."""
        options = split_arguments(self.job.argv)[0]
        return [self.job.argv[0], *options, place, str(self.channel), kind, *self.imports]


def own_code() -> tuple[StagedFile, ...]:
    """The files of the server itself."""
    code = {SERVER: _INSIDE, "gograde/sandbox/host/kernel.py": Path(kernel.__file__)}
    return tuple(StagedFile(name, path.read_bytes()) for name, path in code.items())


@dataclass
class Server:
    """A server of runs like `like`, one at a time; `shadows` are the names that it has imported.

    It ends with `stack`.  `who` is the user of its runs.  `work` is their working directory where that is a
    folder of the host, and `rules` the ruleset of Landlock.  `imports` are modules of gograde that the next
    run finds imported.
    """

    like: Job
    early: tuple[StagedFile, ...]
    channel: socket.socket
    err: Capture
    stack: ExitStack
    who: Identity | None = None
    work: WorkDir | None = None
    rules: int = -1
    pid: int = 0
    shadows: frozenset[str] = frozenset()
    imports: Sequence[str] = ()
    owner: int = field(default_factory=os.getpid)

    def joined(self) -> Server:
        """The same server for this process, a forked child of its owner, over a channel of its own.

        The owner waits meanwhile.  When the child's channel closes, the server ends what the child has left.
        """
        with ExitStack() as kept:
            ours, theirs = _channel(kept)
            with theirs:
                send(self.channel, {"do": "serve"}, (theirs.fileno(),))
            return replace(self, channel=ours, stack=kept.pop_all(), owner=os.getpid())

    def greet(self) -> int:
        """Wait until the server is ready; returns a pidfd of it."""
        try:
            told, (itself,) = received(self.channel)
        except (OSError, ValueError) as error:
            raise JudgeError("warm start", self.error_text() or str(error), _COLD) from error
        self.stack.callback(os.close, itself)
        self.pid = pid_of(itself)
        self.shadows = frozenset(name.split(".")[0] for name in told["imported"])
        if not told["alone"]:
            raise JudgeError("warm start", "what it imports starts threads", _COLD)
        return itself

    def has_ended(self) -> bool:
        """Whether the server has closed its end of the channel."""
        poller = select.poll()
        poller.register(self.channel, 0)
        return bool(poller.poll(0))

    def fits(self, job: Job) -> bool:
        """Whether the job needs the server's interpreter, options, environment and folders."""
        mine, its = (
            (one.argv[0], split_arguments(one.argv)[0], one.readable, one.hidden, dict(one.env))
            for one in (self.like, job)
        )
        return mine == its

    def is_shadowed(self, job: Job) -> bool:
        """Whether an import in the job may find another file than the server has imported, or no file."""
        others = set(job.files).difference(self.early)
        missing = len(job.files) - len(others) < len(self.early)
        # The names under which a file, or a folder above it, may be imported.
        names = {part.split(".")[0] for file in others for part in file.path.split("/")}
        return missing or bool(self.shadows & names)

    def space(self) -> int:
        """Make a pid namespace for the next run; returns a pidfd of its first process, a child of the server.

        When it or the server dies, the kernel ends all that is in it, and nobody else has to reap for that.
        """
        send(self.channel, {"do": "space"}, ())
        (first,) = received(self.channel)[1]
        return first

    def begin(self, filters: tuple[bytes, Noticing | None], more: dict[str, Any], fds: Sequence[int]) -> int:
        """Fork a process, which loads the filters; `more` says what the run is, and what the last `fds` are.

        Returns a pidfd of the first process of the namespace that a server apart makes; -1 without one.
        """
        seccomp, noticing = filters
        words: dict[str, Any] = {
            "do": "begin",
            "imports": self.imports,
            "program": split_arguments(more["argv"])[1],
            "seccomp": seccomp.hex(),
            "noticing": noticing.program.hex() if noticing is not None else "",
        }
        send(self.channel, words | more, fds)
        return next(iter(received(self.channel)[1]), -1)

    def reap(self) -> tuple[int, float]:
        """Wait for all processes of a killed run: the program's wait status, and the CPU seconds of all."""
        send(self.channel, {"do": "reap"}, ())
        words, _ = received(self.channel)
        return int(words["status"]), float(words["cpu_s"])

    def error_text(self) -> str:
        """The server's error output, which is empty unless the server fails."""
        self.err.read()
        return bytes(self.err.head).decode(errors="replace").strip()

    def close(self) -> None:
        """Kill the server and all its children; in a forked child, close the child's channel alone."""
        _close(self.stack, self.owner)


Starting = Callable[[ServerRequest, ExitStack], Callable[[Server], None]]
"""Starts a server; what it returns waits until the server is ready."""


def start(starting: Starting, job: Job, imports: Sequence[str], early: Sequence[StagedFile]) -> Server:
    """Start a server for jobs like `job`; raises JudgeError or OSError on failure."""
    with ExitStack() as kept:
        ours, theirs = _channel(kept)
        with theirs, wires(kept) as (ends, streams):
            wanted = ServerRequest(job, tuple(imports), tuple(early), theirs.fileno(), streams[1:])
            greet = starting(wanted, kept)
        server = Server(job, wanted.early, ours, ends.err, kept)
        greet(server)
        server.stack = kept.pop_all()
        weakref.finalize(server, _close, server.stack, server.owner)
        return server


def _close(kept: ExitStack, owner: int) -> None:
    if os.getpid() == owner:
        kept.close()


def _channel(kept: ExitStack) -> tuple[socket.socket, socket.socket]:
    """Both ends of a new channel to a server, the first of which `kept` closes."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    kept.callback(ours.close)
    ours.settimeout(PATIENCE_S)
    return ours, theirs


def pid_of(handle: int) -> int:
    """The host's pid of the process behind a pidfd."""
    found = _FDINFO.search(read(HOST, f"self/fdinfo/{handle}"))
    return int(found[1]) if found else -1


def split_arguments(argv: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split a command into the interpreter's options, and the program with its arguments."""
    words = tuple(argv[1:])
    count = next((at for at, word in enumerate(words) if not word.startswith("-")), len(words))
    return words[:count], words[count:]
