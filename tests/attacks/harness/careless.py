"""Careless graders, who hold nothing: one starts programs where they lie, one reads whatever they leave."""

import os
import select
import shutil
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from gograde.sandbox.protocol import BOX, Ended, Job, RunResult
from tests.attacks.harness.world import World


@dataclass(frozen=True)
class Careless:
    """A back end that holds programs to their wall time and to nothing else."""

    world: World
    name: str = "careless"

    def run(self, job: Job) -> RunResult:
        started = time.monotonic()
        program = subprocess.Popen(
            job.argv, cwd=self.world.submission, env={**os.environ, **job.env}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, close_fds=False,
        )  # fmt: skip
        try:
            stdout, stderr = program.communicate(timeout=job.limits.wall_s)
            ended = None
        except subprocess.TimeoutExpired:
            program.kill()
            stdout, stderr = program.communicate()
            ended = Ended.WALL
        code = program.returncode
        return RunResult(
            backend=self.name, exit_code=code if code >= 0 else None, signal=-code if code < 0 else None,
            killed_for=ended, cpu_s=0.0, wall_s=time.monotonic() - started, max_rss_kib=0, stdout=stdout,
            stderr=stderr, stdout_bytes=len(stdout), stderr_bytes=len(stderr),
        )  # fmt: skip


BLOCKED = b"(whoever reads this waits for ever)"
CRASHED = b"(whoever reads this crashes)"
OWN = b"mine\n"
READ_MOST = 2 << 20
_READ_WITHIN_S = 0.5
_STREAM_PATIENCE_S = 3.5


@dataclass(frozen=True)
class Naive:
    """A back end that protects nobody."""

    name: str = "naive"

    def run(self, job: Job) -> RunResult:
        folder = Path(tempfile.mkdtemp(prefix="gograde-naive-"))
        for file in job.files:
            (folder / file.path).write_bytes(file.data)
        started = time.monotonic()
        program, streams = _start(job, folder)
        code, cpu_s = _wait(program.pid, started + job.limits.wall_s)
        patience = time.monotonic() + _STREAM_PATIENCE_S
        stdout, stderr = (stream.result(patience - time.monotonic()) for stream in streams)
        wall_s = time.monotonic() - started
        files = {path.name: _read(path) for pattern in job.collect.patterns for path in folder.glob(pattern)}
        with suppress(OSError, RecursionError):
            shutil.rmtree(folder)
        return RunResult(
            backend=self.name, exit_code=code if code >= 0 else None, signal=-code if code < 0 else None,
            killed_for=Ended.WALL if wall_s > job.limits.wall_s else None, cpu_s=cpu_s, wall_s=wall_s,
            max_rss_kib=0, stdout=stdout, stderr=stderr, stdout_bytes=len(stdout), stderr_bytes=len(stderr),
            files=files,
        )  # fmt: skip


class _Stream(threading.Thread):
    """Reads a stream until nobody has it open for writing any more."""

    def __init__(self, fd: int) -> None:
        super().__init__(daemon=True)
        self.fd = fd
        self.data = bytearray()
        self.start()

    def run(self) -> None:
        with suppress(OSError):
            while chunk := os.read(self.fd, 65536):
                self.data += chunk

    def result(self, patience_s: float) -> bytes:
        self.join(max(0.0, patience_s))
        return bytes(self.data)


def _start(job: Job, folder: Path) -> tuple[subprocess.Popen[bytes], tuple[_Stream, _Stream]]:
    program = subprocess.Popen(
        [word.replace(str(BOX), str(folder)) for word in job.argv],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=dict(job.env),
    )
    program.returncode = 0  # it is waited for below, for its CPU time
    assert program.stdout is not None
    assert program.stderr is not None
    out, err = (_Stream(os.dup(stream.fileno())) for stream in (program.stdout, program.stderr))
    program.stdout.close()
    program.stderr.close()
    return program, (out, err)


def _wait(pid: int, deadline: float) -> tuple[int, float]:
    """The exit code of a program, or its signal below zero, and the CPU time it admits to."""
    ended = os.pidfd_open(pid)
    if not select.select([ended], [], [], max(0.0, deadline - time.monotonic()))[0]:
        os.kill(pid, 9)
    os.close(ended)
    _, status, used = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


def _read(path: Path) -> bytes:
    """What is behind a name; in a thread, since it may never come back."""
    answer: list[bytes] = []

    def read() -> None:
        try:
            with path.open("rb") as file:
                answer.append(file.read(READ_MOST))
        except Exception as error:
            answer.append(CRASHED + f" {type(error).__name__}".encode())

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    thread.join(_READ_WITHIN_S)
    return answer[0] if answer else BLOCKED
