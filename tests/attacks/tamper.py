"""Programs that change, signal or fool what is not theirs."""

import ctypes
import fcntl
import glob
import itertools
import os
import pathlib
import resource
import signal
import socket
import struct
import termios
import time

from tests.attacks.harness.corpus import act
from tests.attacks.harness.tools import COLUMN, attempt, bait, deaf, libc, others, syscall, text, write


@act("writes", "canary", flagged=True)
def change_metadata():
    """Tries: to change mode, owner, times and attributes of files of its own user, by every call that can.
    Seen: they are as they were; a call that says 0 has done nothing."""
    for path in (*bait()["own"], bait()["writable"], bait()["folder"]):
        for change, *words in (
            (os.chmod, 0o777),
            (os.chown, os.getuid(), os.getgid()),
            (os.lchown, os.getuid(), os.getgid()),
            (os.utime, (1, 1)),
            (os.utime,),
            (os.setxattr, "user.mark", b"mine"),
            (lambda path: os.chmod(os.open(path, os.O_RDONLY), 0o4777),),
            (lambda path: os.utime(os.open(path, os.O_PATH), (1, 1)),),
            (lambda path: os.chmod(f"/proc/self/fd/{os.open(path, os.O_PATH)}", 0o777),),
        ):
            attempt(change, path, *words)


@act("writes", "canary", flagged=True)
def write_canary():
    """Tries: to overwrite, lengthen and cut off files that everybody may write.
    Seen: they are as they were."""
    for path in (bait()["writable"], bait()["shm"], *bait()["own"]):
        for mode in ("a", "r+", "w"):
            attempt(write, path, "changed", mode)
        attempt(os.truncate, path, 1)
        for flags in (os.O_RDONLY | os.O_TRUNC, os.O_RDWR | os.O_TRUNC):
            attempt(os.open, path, flags)


@act("writes", "canary")
def move_canary():
    """Tries: to rename, link and delete files in a folder that everybody may write.
    Seen: they are where they were, under one name."""
    folder, path = bait()["folder"], bait()["writable"]
    attempt(os.link, path, f"{folder}/twin")
    attempt(os.rename, path, f"{folder}/elsewhere")
    attempt(os.replace, "input.txt", path)
    attempt(os.rename, f"{folder}/elsewhere", "mine")
    attempt(os.unlink, path)
    attempt(os.unlink, bait()["secret"])


@act("writes", "litter")
def litter_everywhere():
    """Tries: to leave a file in every folder that might take one, and to make it one that whoever starts it
    becomes this user by.
    Seen: nothing is made outside of the working directory."""
    for place in (*bait()["places"], "/usr/local/lib", "/usr/lib/python3", "/sys"):
        path = os.path.join(place, bait()["litter"])
        attempt(write, path, "I was here")
        attempt(os.chmod, path, 0o6777)


@act("writes", "litter", flagged=True)
def make_nodes():
    """Tries: to make folders, links, pipes, sockets and devices in every folder that might take one.
    Seen: nothing is made outside of the working directory."""
    for place in bait()["places"]:
        path = os.path.join(place, bait()["litter"])
        attempt(os.symlink, "/etc/passwd", path)
        attempt(os.link, "input.txt", path)
        attempt(os.rename, "input.txt", path)
        attempt(os.mkfifo, path)
        attempt(os.mknod, path, 0o600 | 0o20000, os.makedev(1, 3))
        attempt(socket.socket(socket.AF_UNIX).bind, path)
        attempt(os.mkdir, path)


@act("writes", "imported", control="careless")
def plant_modules():
    """Tries: to leave modules that the grader imports in place of its own.
    Seen: no Python of the grader runs where the program did."""
    planted = "planted = True\n\n\ndef loads(text):\n    return {'score': 100}\n"
    for name in ("json", "sitecustomize", "usercustomize", "conftest", "gograde", "numpy"):
        write(f"{name}.py", planted)
    write("pyproject.toml", "[tool.pytest.ini_options]\naddopts = '--co'\n")


@act("writes", "calls victim", flagged=True)
def kernel_settings():
    """Tries: to write settings of the kernel and of processes in /proc and /sys.
    Seen: none can be opened for writing."""
    settings = """
    /proc/sys/kernel/core_pattern /proc/sys/kernel/sysrq /proc/sysrq-trigger /proc/sys/vm/drop_caches
    /proc/sys/kernel/hostname /sys/fs/cgroup/cgroup.procs /sys/kernel/uevent_helper /dev/mem /dev/kmsg
    /proc/1/mem /proc/1/oom_score_adj /proc/1/coredump_filter /proc/1/comm
    """
    for path in settings.split():
        attempt(os.open, path, os.O_WRONLY, got=f"opening {path} answered 0")
    for pid in others():
        attempt(write, f"/proc/{pid}/oom_score_adj", "900")
    write("/proc/self/oom_score_adj", "-1000")


@act("answers", "submission", control="careless")
def overwrite_input():
    """Tries: to change the question that it is asked, and its own source, for whoever reads them afterwards.
    Seen: what was handed in and what is judged by are copies that it never sees."""
    for path in (__file__, "input.txt", *glob.glob("../input/*"), "/box/input.txt"):
        attempt(write, path, "# an easier question\n", "a")


@act("rights", "calls", control="careless")
def raise_limits():
    """Tries: to lift its own limits.
    Seen: none is above what the run was given."""
    most_of = {"AS": 1 << 34, "CPU": 10_000, "FSIZE": 1 << 34, "NOFILE": 500, "NPROC": 5000}
    for name, most in most_of.items():
        number = getattr(resource, f"RLIMIT_{name}")
        for wanted in ((-1, -1), (most, most), (resource.getrlimit(number)[1],) * 2):
            try:
                resource.setrlimit(number, wanted)
            except (OSError, ValueError) as error:
                print(name, error)
        soft, _ = resource.getrlimit(number)
        if soft < 0 or soft >= most:
            print(f"limit {name} answered {soft if soft >= 0 else 10**18}")


# -- the grader's own channels ----------------------------------------------------------------------------


@act("inherited", "status exit_3", control="careless")
def fake_status():
    """Tries: to tell the grader that all went well, on every descriptor there is, and end with 3.
    Seen: nobody reads it; the exit code is 3."""
    said = b'ready\ngo\n{"child-pid": 1}\n{"exit-code": 0}\n{"score": 100}\n'
    for number in (0, *range(3, 1024)):
        attempt(os.write, number, said)
        attempt(lambda number: socket.socket(fileno=os.dup(number)).send(said), number)
    print("12 passed in 0.01s\nSCORE 100/100", flush=True)
    os._exit(3)


@act("inherited", "terminal")
def terminal():
    """Tries: to type into the grader's terminal, write to it and change its settings.
    Seen: there is no terminal."""
    deaf(signal.SIGTTOU, signal.SIGTTIN)
    try:
        tty = os.open("/dev/tty", os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        print(error)
        tty = 2

    def settings(fd):
        try:
            termios.tcsetattr(fd, termios.TCSANOW, [0] * 6 + [[b"\0"] * 32])
        except termios.error as error:
            print(error)

    for fd in (tty, 0, 1, 2):
        attempt(lambda fd: [fcntl.ioctl(fd, termios.TIOCSTI, bytes([byte])) for byte in b"rm -rf work\n"], fd)
        attempt(fcntl.ioctl, fd, termios.TIOCSWINSZ, struct.pack("HHHH", 1, 1, 0, 0))
        settings(fd)
    if tty != 2:
        os.write(tty, b"\033[2J100 of 100 points")


# -- other processes, and what belongs to all ----------------------------------------------------------


@act("share", "victim", flagged=True)
def hold_back_others():
    """Tries: to slow its neighbours down: priority, scheduler, processors, limits, who dies first without
    memory.
    Seen: their settings are as they were."""
    for pid in bait()["victims"]:
        attempt(os.setpriority, os.PRIO_PROCESS, pid, 19)
        attempt(os.sched_setscheduler, pid, os.SCHED_IDLE, os.sched_param(0))
        attempt(os.sched_setaffinity, pid, {0})
        attempt(resource.prlimit, pid, resource.RLIMIT_NOFILE, (20, 20))
        attempt(pathlib.Path(f"/proc/{pid}/oom_score_adj").write_text, "1000")
    attempt(os.setpriority, os.PRIO_USER, 0, 19)


@act("share", "calls")
def hold_by_lease():
    """Tries: to make others wait who open a file of its user: a lease, and word of what happens in a folder.
    Seen: EINVAL for each."""
    for name, fd, command, value in (
        ("lease", os.open("own", os.O_RDONLY | os.O_CREAT), fcntl.F_SETLEASE, fcntl.F_WRLCK),
        ("notify", os.open(".", os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_CREATE | fcntl.DN_MULTISHOT),
    ):
        attempt(fcntl.fcntl, fd, command, value, got=f"{name} answered 0")


@act("share", "calls")
def own_priority():
    """Tries: to get more of the machine: priority, scheduler, all processors, another user.
    Seen: EPERM or EACCES for each."""
    for change, *words in (
        (os.nice, -5),
        (os.setpriority, os.PRIO_PROCESS, 0, -5),
        (os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1)),
        (os.sched_setscheduler, 0, os.SCHED_BATCH, os.sched_param(0)),
        (os.sched_setparam, 0, os.sched_param(0)),
        (os.sched_setaffinity, 0, range(os.cpu_count() or 1)),
        (os.setuid, 0),
        (os.setresuid, -1, 0, -1),
        (os.setgroups, [0]),
    ):
        attempt(change, *words, got=f"{change.__name__} answered 0")


@act("signals", "victim", flagged=True)
def kill_all():
    """Tries: to signal every process that it may signal, and its group.
    Seen: the grader and the neighbours live and were sent nothing."""
    for number in (signal.SIGUSR1, signal.SIGTERM):
        deaf(number)
        for target in (0, -1):
            attempt(os.kill, target, number)


@act("signals", "victim", flagged=True)
def kill_parent():
    """Tries: to stop and to kill its parent, process 1 and its neighbours, so that no limit is kept.
    Seen: they live and were sent nothing."""
    for number in (signal.SIGUSR1, signal.SIGSTOP, signal.SIGKILL):
        for pid in filter(None, others(1)):
            attempt(os.kill, pid, number)
        time.sleep(0.1)


@act("signals", "victim", flagged=True)
def signal_by_other_calls():
    """Tries: to signal a neighbour by the calls that are not kill: for threads, with values, by descriptor.
    Seen: the neighbour was sent nothing."""
    thread, thread_of, queue, queue_to_thread = (200, 130), (234, 131), (129, 138), (297, 240)
    told = ctypes.addressof(ctypes.create_string_buffer(struct.pack("3i", signal.SIGUSR1, 0, -1), 128))
    for pid in others(1):
        for numbers, *words in (
            (thread, pid, signal.SIGUSR1),
            (thread_of, pid, pid, signal.SIGUSR1),
            (queue, pid, signal.SIGUSR1, told),
            (queue_to_thread, pid, pid, signal.SIGUSR1, told),
        ):
            answer = syscall(numbers[COLUMN], *words)
            print(numbers, answer, os.strerror(ctypes.get_errno()))
        attempt(lambda pid: signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGUSR1), pid)


@act("signals", "victim")
def signal_by_descriptor():
    """Tries: to have the kernel signal a neighbour: as the owner of a descriptor that something happens to,
    by fcntl and by ioctl.
    Seen: the neighbour was sent nothing."""

    def by_fcntl(command, owner):
        reader, writer = os.pipe()
        fcntl.fcntl(reader, command, owner)
        fcntl.fcntl(reader, 10, signal.SIGUSR2)
        fcntl.fcntl(reader, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
        os.write(writer, b"now")

    def by_ioctl(request, owner):
        left, right = socket.socketpair()
        fcntl.ioctl(left, request, owner)
        fcntl.ioctl(left, 0x5452, struct.pack("i", 1))
        right.send(b"now")

    for pid, number in itertools.product(others(), range(4)):
        way, command, owner = (
            (by_fcntl, fcntl.F_SETOWN, pid),
            (by_fcntl, 15, struct.pack("ii", 1, pid)),
            (by_ioctl, 0x8901, struct.pack("i", pid)),
            (by_ioctl, 0x8902, struct.pack("i", pid)),
        )[number]
        attempt(way, command, owner)


@act("signals", "victim", flagged=True)
def write_memory():
    """Tries: to write into the memory of its neighbours.
    Seen: their memory is as it was."""
    mine = ctypes.create_string_buffer(b"changed")
    for pid in bait()["victims"]:
        there = 0x7FFFFFFFE000
        try:
            [line] = [line for line in text(f"/proc/{pid}/maps").split(b"\n") if b"[stack]" in line]
            first, last = (int(word, 16) for word in line.split()[0].split(b"-"))
            with open(f"/proc/{pid}/mem", "r+b", 0) as memory:
                memory.seek(first)
                there = first + memory.read(last - first).find(b"SECRET=")
                memory.seek(there)
                memory.write(b"changed")
        except OSError as error:
            print(error)
        pieces = [(ctypes.c_size_t * 2)(place, 7) for place in (ctypes.addressof(mine), there)]
        size = libc.process_vm_writev(pid, pieces[0], 1, pieces[1], 1, 0)
        print(size, os.strerror(ctypes.get_errno()))
