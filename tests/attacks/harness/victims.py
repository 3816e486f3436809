"""Other processes of the same user, which a program must neither read, signal nor slow down.

A victim blocks every signal that can be blocked, so that a sent signal stays visible. The secret is in its
environment, its arguments and an open file.
"""

import os
import signal
import subprocess
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from gograde.errors import JudgeError
from gograde.sandbox.host import kernel
from tests.sandboxes import comes_true

_PR_SET_PTRACER, _PR_SET_PTRACER_ANY = 0x59616D61, -1


@dataclass(frozen=True)
class Victim:
    """A process, and how it was when it started."""

    process: subprocess.Popen[bytes]
    at_first: tuple[object, ...]

    @property
    def pid(self) -> int:
        return self.process.pid

    def harm(self) -> str:
        """What was done to it; "" when nothing was."""
        if self.process.poll() is not None:
            return f"process {self.pid} was ended: {self.process.returncode}"
        status = _status(self.pid)
        if int(status["SigPnd"], 16) | int(status["ShdPnd"], 16):
            return f"process {self.pid} was sent signals: {status['ShdPnd']} {status['SigPnd']}"
        if status["State"].startswith(("T", "t")):
            return f"process {self.pid} was stopped"
        now = _settings(self.pid)
        changed = [str(value) for value, before in zip(now, self.at_first, strict=True) if value != before]
        return f"process {self.pid} was changed: {', '.join(changed)}" if changed else ""


def start_victim(uid: int, secret: Path, text: str, stack: ExitStack) -> Victim:
    """Start a victim of the user `uid`, which ends with `stack`."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    other = uid if os.geteuid() == 0 else None
    try:
        with secret.open("rb") as opened:
            process = subprocess.Popen(
                ["/bin/cat", "-", text],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=secret.parent,
                env={"SECRET": text},
                user=other,
                group=other,
                extra_groups=None if other is None else [],
                pass_fds=[opened.fileno()],
                preexec_fn=_open_to_tracers,  # noqa: PLW1509 - the harness has no threads
            )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    stack.callback(_end, process)
    _await(process.pid, text.encode())
    return Victim(process, _settings(process.pid))


def _await(pid: int, text: bytes) -> None:
    """Wait until a victim is the program that it becomes, and has its environment."""
    if not comes_true(lambda: text in Path(f"/proc/{pid}/environ").read_bytes()):
        raise JudgeError("attacks", "a victim does not start", "run it again")


def _open_to_tracers() -> None:
    """Allow what some systems allow a parent only, so that nothing but the sandbox refuses it."""
    with suppress(OSError):
        kernel.prctl(_PR_SET_PTRACER, _PR_SET_PTRACER_ANY)


def _settings(pid: int) -> tuple[object, ...]:
    return (
        Path(f"/proc/{pid}/limits").read_text(), os.getpriority(os.PRIO_PROCESS, pid),
        os.sched_getscheduler(pid), sorted(os.sched_getaffinity(pid)),
        Path(f"/proc/{pid}/oom_score_adj").read_text().strip(), Path(f"/proc/{pid}/environ").read_bytes(),
    )  # fmt: skip


def _status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()
