"""Commands of gograde whose processes begin with its libraries loaded.

Most of the CPU time of a command goes into imports, the most of them Snakemake's.  A server that has imported
them is forked for each command: a process of its own, with its own streams, folder and environment, that
begins where `python -m gograde` calls `entry`.  What that process starts, as the steps of a class, is started
as ever.  Whatever is set for an interpreter before it starts (`PYTHONPATH`, its options) needs a real start.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

LOADED = (
    "gograde.cli.main",
    "gograde.cli.grade",
    "gograde.workflow.grade_class",
    "gograde.workflow.forecast",
    "gograde.report.exports.reports_folder",
    "snakemake.cli",
)
"""What the commands on a class import; no matplotlib and no numba, which read the environment then."""

_LONGEST = 1 << 20
"""The most bytes of a request: an environment has thousands."""

_PATIENCE_S = 900.0
"""Seconds that a command may take."""

Ended = tuple[int, bytes, bytes]
"""The exit code of a command, and what it wrote to its two streams."""


def gograde(args: Sequence[str], env: Mapping[str, str]) -> Ended:
    """Run `gograde …` in the current folder, without input."""
    with (
        Path(os.devnull).open("rb") as nothing,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        wish = json.dumps({"args": list(args), "folder": str(Path.cwd()), "env": dict(env)}).encode()
        server = _server()
        socket.send_fds(server, [wish], [file.fileno() for file in (nothing, out, err)])
        code = int(server.recv(_LONGEST))
        for file in (out, err):
            file.seek(0)
        return code, out.read(), err.read()


@cache
def _server() -> socket.socket:
    """The line to a server of this process's own; the server ends when this process does."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        command = [sys.executable, "-P", __file__, str(theirs.fileno())]
        process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
    ours.settimeout(_PATIENCE_S)
    atexit.register(_end, ours, process)
    return ours


def _end(line: socket.socket, process: subprocess.Popen[bytes]) -> None:
    line.close()
    process.wait()


def _serve(line: socket.socket) -> None:
    """Fork a command for each request, one after another, until the other end is closed."""
    for name in LOADED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    while True:
        wish, streams, _, _ = socket.recv_fds(line, _LONGEST, 3)
        if not wish:
            return
        child = os.fork()
        if child == 0:
            line.close()
            _become(json.loads(wish), streams)
        for stream in streams:
            os.close(stream)
        line.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


def _become(wish: Mapping[str, object], streams: Sequence[int]) -> None:
    """Be the command that is wished for; ends with SystemExit, as a program does."""
    from gograde.__main__ import entry

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(str(wish["folder"]))
    os.environ.clear()
    os.environ.update(wish["env"])  # type: ignore[call-overload]
    sys.argv = ["gograde", *wish["args"]]  # type: ignore[misc]
    entry()


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
