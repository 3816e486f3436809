"""The effect of an interrupt of the grader on its jobs."""

import signal
import subprocess
import sys

import pytest

# The job forgets what it is told first, as a shell does that is about to become another program.
GRADER = """
import signal, subprocess, sys
from gograde.workflow.snakemake_run import _stop_on_interrupt

JOB = '''
import signal, time
signal.signal(signal.SIGTERM, lambda *_: signal.signal(signal.SIGTERM, signal.SIG_DFL))
print("started", flush=True)
time.sleep(60)
'''
job = subprocess.Popen([sys.executable, "-c", JOB], stdout=subprocess.PIPE, text=True)
job.stdout.readline()
signal.signal(signal.SIGTERM, lambda *_: None)  # Snakemake waits for its jobs
with _stop_on_interrupt() as stopped:
    try:
        signal.raise_signal(signal.{name})
    except KeyboardInterrupt:
        pass
    print(job.wait(), stopped())
"""


def run(code: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_jobs_are_asked_to_end_until_they_do(name: str) -> None:
    assert run(GRADER.replace("{name}", name)) == [f"{-signal.SIGTERM} True"]


OTHER_SIGNAL = """
import signal
from gograde.workflow.snakemake_run import _stop_on_interrupt

signal.signal(signal.SIGUSR1, lambda *_: None)
with _stop_on_interrupt() as stopped:
    signal.raise_signal(signal.SIGUSR1)
    print(stopped())
"""


def test_other_signals_end_nothing() -> None:
    assert run(OTHER_SIGNAL) == ["False"]
