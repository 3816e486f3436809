"""Runs a job in a process of its own between grader and sandbox.

The supervisor is forked from the grader, so no interpreter starts.  It inherits every
orphan of the program (and has no other children, so what the kernel counts for its
children is the program's), changes users and mounts without touching the grader, and
outlives it: when the grader dies, the supervisor notices, kills the program and ends.
"""

from __future__ import annotations

import dataclasses
import gc
import json
import os
import signal
import socket
import traceback
from collections.abc import Callable
from typing import Any

from gograde.errors import JudgeError
from gograde.sandbox import kernel
from gograde.sandbox.protocol import Ended, RunResult
from gograde.sandbox.watch import AbandonedError

_CHUNK = 1 << 16
_BYTE_FIELDS = ("stdout", "stderr")


def supervised(backend: str, work: Callable[[int], RunResult]) -> RunResult:
    """Call `work` in a supervisor, with the socket to the grader; its result or its JudgeError."""
    ours, theirs = socket.socketpair()
    with ours:
        child = os.fork()
        if child == 0:
            _supervise(backend, work, theirs)
        theirs.close()
        try:
            answer = _receive(ours)
        finally:
            ours.close()
            _, status = os.waitpid(child, 0)
    if not answer:
        fault = f"the supervisor ended with status {os.waitstatus_to_exitcode(status)}"
        raise JudgeError(f"sandbox {backend}", fault, "run it again; see whether memory is short")
    return _decode(answer)


def _receive(ours: socket.socket) -> bytes:
    chunks = []
    while chunk := ours.recv(_CHUNK):
        chunks.append(chunk)
    return b"".join(chunks)


def _supervise(backend: str, work: Callable[[int], RunResult], grader: socket.socket) -> None:
    """The supervisor's whole life; does not return."""
    answer = b""
    try:
        _settle(grader.fileno())
        answer = _encode(work(grader.fileno()))
    except JudgeError as error:
        answer = json.dumps({"error": [f"sandbox {backend}", error.what, error.fix]}).encode()
    except AbandonedError:
        os._exit(1)
    except BaseException:
        what = traceback.format_exc(limit=-3).strip()
        answer = json.dumps({"error": [f"sandbox {backend}", what, "report this fault"]}).encode()
    finally:
        try:
            grader.sendall(answer)
        finally:
            os._exit(0)


def _settle(grader: int) -> None:
    """Leave everything of the grader's behind but memory, standard streams and the socket."""
    gc.disable()
    os.setsid()
    os.closerange(3, grader)
    os.closerange(grader + 1, os.sysconf("SC_OPEN_MAX"))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    kernel.become_subreaper()


def _encode(result: RunResult) -> bytes:
    """JSON, with bytes as text of the same numbers."""
    facts: dict[str, Any] = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}
    for name in _BYTE_FIELDS:
        facts[name] = facts[name].decode("latin-1")
    facts["files"] = {name: data.decode("latin-1") for name, data in result.files.items()}
    return json.dumps(facts).encode()


def _decode(answer: bytes) -> RunResult:
    facts = json.loads(answer)
    if "error" in facts:
        raise JudgeError(*facts["error"])
    for name in _BYTE_FIELDS:
        facts[name] = facts[name].encode("latin-1")
    facts["files"] = {name: data.encode("latin-1") for name, data in facts["files"].items()}
    facts["killed_for"] = Ended(facts["killed_for"]) if facts["killed_for"] else None
    facts["violations"] = tuple(facts["violations"])
    return RunResult(**facts)
