"""Programs that live on after their end, or write then."""

import atexit
import glob
import os
import pty
import signal
import threading
import time

from tests.attacks.harness.corpus import act
from tests.attacks.harness.tools import CLONE, attempt, child, deaf, libc, write


def off(after=0.3):
    """End at once, without what Python does at its end, when the children are where they want to be."""
    time.sleep(after)
    os.write(1, b"done\n")
    os._exit(0)


def stop():
    """Stop itself, then sleep on."""
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(40)


@act("end", "alive", control="naive", cpu_s=4, wall_s=1)
def many_chains():
    """Tries: to be nowhere when it is killed, in twelve chains at once: each process changes its group, forks
    and ends at once, so that none lives long enough to be hit.
    Seen: all chains are dead when the run is over."""

    def chain():
        end = time.monotonic() + 5
        while time.monotonic() < end:
            attempt(os.setpgid, 0, 0)
            if os.fork():
                os._exit(0)
            time.sleep(0.001)

    for _ in range(12):
        child(chain, streams=False)
    off(0.5)


@act("end", "alive", flagged=True, cpu_s=2, wall_s=4)
def daemon():
    """Tries: to live on as a daemon: forked twice, in a session of its own, without a descriptor, argument or
    variable of before.
    Seen: it is dead when the run is over."""

    def second():
        os.chdir("/")
        os.closerange(0, 64)
        time.sleep(0.1)  # for the harness to see whose it is
        os.execve("/bin/sleep", ["sleep", "40"], {})

    def first():
        attempt(os.setsid)
        child(second)

    child(first)
    time.sleep(0.4)


@act("end", "alive", control="naive", ends="wall", cpu_s=2, wall_s=1)
def ignores_signals():
    """Tries: to live on by ignoring every signal that can be ignored, in a child, and blocking the rest.
    Seen: it is dead when the run is over."""
    deaf(*range(1, 65))
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    os.fork()
    os.closerange(0, 3)
    time.sleep(40)


@act("end", "alive", control="naive", cpu_s=2, wall_s=3)
def forever():
    """Tries: to leave sleeping children behind, some of whom nobody is the parent of any more.
    Seen: they are dead when the run is over."""

    def orphan(depth):
        for _ in range(depth):
            if os.fork():
                os._exit(0)
        time.sleep(40)

    for depth in range(5):
        child(orphan, depth, streams=False)
    off()


@act("end", "alive late", control="naive", cpu_s=2, wall_s=1)
def keeps_stdout():
    """Tries: to hold up the grader: a child keeps the program's streams open after the program's end.
    Seen: the run is over when the program is, and the child dead."""
    child(time.sleep, 6)
    off(0)


@act("end", "alive", control="naive", cpu_s=3, wall_s=3)
def last_words():
    """Tries: to fork while it dies: at its exit, in a handler, and in a thread while the main one ends.
    Seen: none of these lives when the run is over."""

    def leave():
        child(time.sleep, 40, streams=False)

    def keep_forking():
        for _ in range(20):
            leave()
            time.sleep(0.001)

    atexit.register(leave)
    threading.Thread(target=keep_forking, daemon=True).start()
    time.sleep(0.01)


@act("end", "foreign alive", control="naive", cpu_s=2, wall_s=3)
def late_writer():
    """Tries: to write its answer after the end, when the time that is measured is over.
    Seen: the answer is what lay there at the end."""
    write("answer.txt")

    def late():
        parent = os.getppid()
        while os.getppid() == parent:
            time.sleep(0.01)
        time.sleep(0.5)
        write("answer.new", "too late\n")
        os.rename("answer.new", "answer.txt")

    child(late)
    off(0.2)


@act("end", "alive", flagged=True, cpu_s=2, wall_s=4)
def own_group():
    """Tries: to leave its process group, by which it would be killed, in every way that there is.
    Seen: no such process lives when the run is over."""

    def leave(*ways):
        for way in ways:
            attempt(way)
        time.sleep(40)

    for way in (os.setsid, lambda: os.setpgid(0, 0), lambda: os.setpgid(0, os.getppid()), pty.openpty):
        child(leave, way, lambda: os.setpgid(0, 0), os.setpgrp)
    time.sleep(0.4)


@act("end", "alive", flagged=True, cpu_s=3, wall_s=4)
def shell_ways():
    """Tries: to leave processes behind in the ways that a shell and the system offer.
    Seen: none lives when the run is over."""
    script = """
sleep 41 &
nohup sleep 42 >/dev/null 2>&1 &
setsid sleep 43 >/dev/null 2>&1 &
setsid -f sleep 44 >/dev/null 2>&1
(sleep 45 & sleep 46 &)
(trap '' TERM HUP INT; sleep 47) &
sh -mc 'sleep 48 & kill -STOP $!' 2>/dev/null
echo 'sleep 49' | at now 2>/dev/null
systemd-run --user sleep 50 2>/dev/null
script -qc 'sleep 51' /dev/null >/dev/null 2>&1 &
timeout 60 sleep 52 &
flock . sleep 53 &
env -i sleep 54 >/dev/null 2>&1 &
sleep 0.3
exit 0
"""
    os.execv("/bin/sh", ["sh", "-c", script])


@act("clock", "alive", control="naive", ends="wall", cpu_s=2, wall_s=1)
def stopped():
    """Tries: to outlast the clock by stopping itself, where no time of its own goes by.
    Seen: the run ends by the clock, and the stopped processes are dead."""
    child(stop, streams=False)
    stop()


@act("end", "alive", control="naive", flagged=True, cpu_s=2, wall_s=3)
def traced():
    """Tries: to keep a child in a state that is not left by ordinary signals: stopped under ptrace(2), or
    stopped at least.
    Seen: it is dead when the run is over."""
    child(lambda: (libc.ptrace(0, 0, None, None), stop()), streams=False)
    off()


@act("end", "alive", control="naive", ends="wall", cpu_s=2, wall_s=1)
def vfork_hangs():
    """Tries: to hang in vfork(2), whose parent waits in the kernel for a child that never goes on.
    Seen: both are dead when the run is over."""
    os.closerange(0, 3)
    if libc.syscall(CLONE, 0x4100 | signal.SIGCHLD, 0, 0, 0, 0) == 0:
        while True:
            libc.pause()


@act("end", "next alive", flagged=True, cpu_s=2, wall_s=3)
def waits_for_next():
    """Tries: to leave a process that waits for the next run and writes that one's answer.
    Seen: the next run's answer is its own."""

    def wait():
        attempt(os.setsid)
        own = os.getcwd()
        end = time.monotonic() + 4
        while time.monotonic() < end:
            for path in glob.glob("/tmp/gograde-*/box/answer.txt") + glob.glob("/proc/[0-9]*/cwd/answer.txt"):
                try:
                    if os.path.dirname(os.path.realpath(path)) != own:
                        write(path, "from the run before\n")
                except OSError:
                    pass
            time.sleep(0.01)

    child(wait)
    write("answer.txt")
    off(0.6)
