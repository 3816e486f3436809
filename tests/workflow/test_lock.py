"""One grader per class; a step ends with its grader."""

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gograde.errors import JudgeError, UsageError
from gograde.workflow import lock
from tests.sandboxes import comes_true


def python(code: str, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code, *args], stdout=subprocess.PIPE, text=True)


HOLD = """
import sys, time
from pathlib import Path
from gograde.workflow import lock
from tests.sandboxes import comes_true
with getattr(lock, sys.argv[2])(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_grader_is_refused_at_once_and_told_who(tmp_path, monkeypatch) -> None:
    holder = python(HOLD, str(tmp_path / "work"), "grader")
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with monkeypatch.context() as patch:
        patch.setattr(time, "sleep", lambda _: pytest.fail("it waits"))
        with pytest.raises(UsageError) as caught, lock.grader(tmp_path / "work"):
            pass
    assert str(caught.value) == (
        f"{tmp_path}: another gograde run is grading this class (process {holder.pid})\n"
        "Fix: wait until it has ended, or stop it"
    )
    holder.kill()
    holder.wait()
    with lock.grader(tmp_path / "work"):
        pass


def test_a_grader_waits_for_the_steps_of_a_killed_one(tmp_path: Path) -> None:
    step = python(HOLD, str(tmp_path), "step")
    assert step.stdout is not None
    assert step.stdout.readline() == "held\n"
    with pytest.raises(JudgeError) as caught, lock.grader(tmp_path, wait_s=0.1):
        pass
    assert str(caught.value) == (
        f"{tmp_path}/steps.lock: steps of an earlier gograde run are still at work\n"
        "Fix: wait for them, or end them"
    )
    step.kill()
    step.wait()
    with lock.grader(tmp_path):
        pass


ORPHAN = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", '''
import os, sys, time
from gograde.workflow.lock import end_with
end_with(os.getppid())
try:
    # Told within: the grader may be killed before the line is over.
    print(os.getpid(), flush=True)
    time.sleep(60)
finally:
    print("cleaned up", flush=True)
'''])
time.sleep(60)
"""


def test_a_step_ends_cleanly_when_its_grader_is_killed() -> None:
    grader = python(ORPHAN)
    assert grader.stdout is not None
    child = int(grader.stdout.readline())
    grader.send_signal(signal.SIGKILL)
    grader.wait()
    assert grader.stdout.read() == "cleaned up\n"
    stat = Path(f"/proc/{child}/stat")
    assert comes_true(lambda: not stat.exists() or "Z" in stat.read_text())


def test_a_step_whose_grader_has_died_before_ends_at_once() -> None:
    code = "from gograde.workflow.lock import end_with; end_with(1 << 22); print('went on')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (130, "")


ENDING = """
import atexit, os, signal, sys
sys.argv[1:] = ["--version"]
for number in (signal.SIGINT, signal.SIGTERM):
    atexit.register(os.kill, os.getpid(), number)
from gograde.__main__ import entry
entry()
"""


def test_a_command_that_has_ended_is_not_interrupted_while_it_cleans_up() -> None:
    done = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("gograde")


APART = """
import os, signal, sys, time
from gograde.errors import JudgeError
from gograde.workflow.apart import apart
def fails():
    raise ValueError("of the child alone")
def is_asked_to_end_while_it_forks():
    print("goes on")
signal.signal(signal.SIGTERM, signal.default_int_handler)
os.register_at_fork(
    after_in_child=lambda: work is is_asked_to_end_while_it_forks and os.kill(os.getpid(), signal.SIGTERM)
)
killed, done = lambda: os.kill(os.getpid(), signal.SIGKILL), lambda: print("done")
for work in (fails, killed, is_asked_to_end_while_it_forks, done):
    try:
        apart("alice", work)
    except JudgeError as error:
        print(error.what)
print("waits", flush=True)
apart("bob", lambda: (print(os.getpid(), flush=True), time.sleep(60)))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_forked_process_fails_for_itself_alone_and_ends_with_its_parent(number: signal.Signals) -> None:
    parent = python(APART)
    assert parent.stdout is not None
    told = [parent.stdout.readline().strip() for _ in range(5)]
    ends = ["its process ended with 4", "its process was killed (SIGKILL)", "its process ended with 130"]
    assert told == [*ends, "done", "waits"]
    child = os.pidfd_open(int(parent.stdout.readline()))
    parent.send_signal(number)
    assert parent.wait() != 0
    assert select.select([child], [], [], 30)[0] == [child]


# -- the effect of an interrupt of the grader on its jobs --------------------------------------


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
