"""A careless grader: it starts programs where they lie, with all of its own rights."""

from __future__ import annotations

import os
import subprocess
import time
from dataclasses import dataclass

from gograde.sandbox.protocol import Ended, Job, RunResult
from tests.attacks.harness.world import World


@dataclass(frozen=True)
class Careless:
    """A back end that holds programs to their wall time and to nothing else."""

    world: World
    name: str = "careless"

    def run(self, job: Job) -> RunResult:
        started = time.monotonic()
        program = subprocess.Popen(
            job.argv,
            cwd=self.world.submission,
            env={**os.environ, **job.env},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            close_fds=False,
        )
        try:
            stdout, stderr = program.communicate(timeout=job.limits.wall_s)
            ended = None
        except subprocess.TimeoutExpired:
            program.kill()
            stdout, stderr = program.communicate()
            ended = Ended.WALL
        code = program.returncode
        return RunResult(
            backend=self.name,
            exit_code=code if code >= 0 else None,
            signal=-code if code < 0 else None,
            killed_for=ended,
            cpu_s=0.0,
            wall_s=time.monotonic() - started,
            max_rss_kib=0,
            stdout=stdout,
            stderr=stderr,
            stdout_bytes=len(stdout),
            stderr_bytes=len(stderr),
        )
