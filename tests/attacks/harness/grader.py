"""The grader under attack: a process of its own, with a secret to lose.

It has the secret in its environment, a controlling terminal, and descriptors that it forgot to close. The
attack may kill or stop it; the judge is another process.
"""

import os
import pickle
import select
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from gograde.errors import JudgeError
from gograde.sandbox.protocol import Backend, Job, RunResult
from tests.attacks.harness.world import TOKEN, World
from tests.sandboxes import ORDINARY, become

_STEP_S = 0.05
_SLACK_S = 60.0
_ENDS_WITHIN_S = 5.0  # seconds from the end of what a grader says to its own
_SIGNALS = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGUSR1, signal.SIGUSR2)


@dataclass(frozen=True)
class Graded:
    """What a grader says of a run; where it says nothing, what became of it."""

    result: RunResult | None
    lost: str = ""


@contextmanager
def graded(backend: Backend, job: Job, world: World, *, ordinary: bool) -> Iterator[Graded]:
    """The run of a job by a grader, who lives on inside the block.

    Raises what the grader raises.
    """
    answers, answer = os.pipe()
    released, release = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(answers)
        os.close(release)
        _grade(backend, job, world, answer, ordinary=ordinary)
        with suppress(BaseException):
            os.read(released, 1)
        os._exit(0)
    os.close(answer)
    os.close(released)
    try:
        yield _await(child, answers, time.monotonic() + job.limits.wall_s + _SLACK_S)
    finally:
        os.close(release)
        os.close(answers)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)


def _grade(backend: Backend, job: Job, world: World, answer: int, *, ordinary: bool) -> None:
    """In the child: run the job, and say how it was."""
    try:
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        world.terminal.take()
        if ordinary:
            become(ORDINARY)
        os.environ[TOKEN] = world.secret
        data = pickle.dumps((backend.run(job), None))
    except BaseException as error:
        data = pickle.dumps((None, error))
    with suppress(OSError):
        while data:
            data = data[os.write(answer, data) :]
        os.close(answer)


def _await(child: int, answers: int, deadline: float) -> Graded:
    """What the grader says; it is lost when it is killed, stopped, or silent for long."""
    said = b""
    while time.monotonic() < deadline:
        if select.select([answers], [], [], _STEP_S)[0]:
            chunk = os.read(answers, 1 << 20)
            said += chunk
            if not chunk:
                return _understood(said, child)
        elif lost := _fate(child):
            return Graded(None, lost)
    return Graded(None, "the grader is silent")


def _understood(said: bytes, child: int) -> Graded:
    if not said:
        ended = os.pidfd_open(child)
        select.select([ended], [], [], _ENDS_WITHIN_S)
        os.close(ended)
        return Graded(None, _fate(child) or "the grader says nothing")
    result, error = pickle.loads(said)
    if error is not None:
        raise error
    return Graded(result)


def _fate(child: int) -> str:
    """Whether a grader that says nothing was killed or stopped."""
    try:
        pid, status = os.waitpid(child, os.WNOHANG | os.WUNTRACED)
    except ChildProcessError:
        raise JudgeError("grader", "somebody else waited for it", "run it again") from None
    if not pid:
        return ""
    if os.WIFSTOPPED(status):
        return "the grader was stopped"
    return f"the grader was killed: {os.waitstatus_to_exitcode(status)}"
