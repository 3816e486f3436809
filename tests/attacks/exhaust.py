"""Programs that take more of the machine than they are given."""

import ctypes
import fcntl
import mmap
import os
import re
import signal
import socket
import sys
import threading
import time

from tests.attacks.harness.corpus import act
from tests.attacks.harness.tools import (
    CLONE,
    COLUMN,
    MIB,
    attempt,
    child,
    deaf,
    gathered,
    libc,
    say,
    tell,
    write,
)

MEMORY = {"memory_bytes": 128 << 20, "cpu_s": 4, "wall_s": 4}
DISK = {"work_bytes": 4 << 20, "cpu_s": 3, "wall_s": 4}
MORE_DISK = {"work_bytes": 64 << 20}
FILES = {"work_files": 300, "cpu_s": 4, "wall_s": 4}
MORE_FILES = {"work_files": 20_000, "wall_s": 15, "cpu_s": 12}
PROCESSES = {"processes": 16, "cpu_s": 2, "wall_s": 3}
STREAMS = {"stdout_bytes": MIB, "stderr_bytes": MIB, "cpu_s": 4, "wall_s": 4}
TIME = {"cpu_s": 0.5, "wall_s": 4}
HIDDEN_TIME = {"control": "naive", "cpu_s": 6, "wall_s": 8}
KEPT = []
"""What must not be let go of."""


def spin(seconds):
    """Use this much CPU time."""
    while time.process_time() < seconds:
        pass


def hog(times, step, pause=0.0):
    """Hold memory in steps, and tell how much."""
    held = []
    for _ in range(times):
        held.append(b"x" * step)
        time.sleep(pause)
    say("held", len(held) * step)
    time.sleep(0.3)


def hoard(keep):
    """Hold files without a name, each kept by some other means, and tell how much that is."""
    held = []
    while len(held) < 40:
        file = os.open("hoard", os.O_RDWR | os.O_CREAT | os.O_EXCL)
        os.write(file, bytes(MIB))
        held.append(keep(file))
        os.unlink("hoard")
        time.sleep(0.005)
    time.sleep(0.3)
    say("held", len(held) * MIB)


def without_main_thread(work, *words):
    """Do this in a thread after the main one has ended, of which /proc shows nothing then."""

    def later():
        time.sleep(0.05)
        work(*words)
        os._exit(0)

    threading.Thread(target=later).start()
    libc.syscall((60, 93)[COLUMN], 0)


def filled(most, size, room=0):
    """Bytes that wait in sockets, which are kept open."""
    held, pairs = 0, []
    try:
        while held < most:
            pairs.append(socket.socketpair())
            for end in pairs[-1]:
                if room:
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, room)
                end.setblocking(False)
                try:
                    while held < most:
                        held += end.send(bytes(size))
                except BlockingIOError:
                    pass
    except OSError as error:
        print(error)
    KEPT.extend(pairs)
    return held


def pause():
    """Sleep for ever."""
    while True:
        libc.pause()


# -- memory --------------------------------------------------------------------------------------------------


@act("memory", "memory", loose={"memory_bytes": 600 << 20}, ends="memory", **MEMORY)
def one_hog():
    """Tries: to take all memory in one process, in small steps.
    Seen: the run ends for its memory, not far above the limit."""
    hog(120, 4 << 20)


@act("memory", "memory", loose={"memory_bytes": 700 << 20}, ends="memory", **MEMORY)
def at_one_stroke():
    """Tries: to take memory faster than anybody looks: one call fills it all.
    Seen: the run ends for its memory; less than one look's worth above the limit."""
    block = mmap.mmap(-1, 600 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x8000)
    say("held", len(block))
    time.sleep(0.5)


@act("memory", "memory", loose={"memory_bytes": 600 << 20}, ends="memory", **MEMORY)
def eating_child():
    """Tries: to take memory in a grandchild whose parents sleep or have ended.
    Seen: the run ends for its memory, not far above the limit."""
    child(child, hog, 60, 8 << 20, 0.002)
    time.sleep(2)


@act("memory", "memory", loose={"memory_bytes": 650 << 20}, ends="memory", **{**MEMORY, "wall_s": 20})
def many_hogs():
    """Tries: to take much memory in 16 children, each far below the limit; no faster than a busy machine
    looks.
    Seen: the run ends for its memory, not far above the limit."""
    gathered(16, lambda: hog(36, 1 << 20, 0.1) or 0)
    time.sleep(1)


@act("memory", "held", loose={"memory_bytes": 600 << 20}, ends="memory", **MEMORY)
def main_thread_gone():
    """Tries: to take all memory after its main thread has ended: what /proc shows of the process is then
    empty.
    Seen: the run ends for its memory, not far above the limit."""
    without_main_thread(hog, 100, 4 << 20, 0.002)


@act("memory", "memory", loose={"memory_bytes": 650 << 20, "wall_s": 15, "cpu_s": 12}, ends="memory",
     memory_bytes=64 << 20, cpu_s=4, wall_s=4)  # fmt: skip
def recursion():
    """Tries: to take memory by way of its stack, as deep as a thread's may be, and to leave a core file when
    it bursts.
    Seen: the run ends for its memory, or the program dies of its limits."""
    sys.setrecursionlimit(10**9)
    threading.stack_size(400 << 20)

    def deeper(depth):
        held = [depth] * 200
        if depth:
            return max([depth], key=lambda _: deeper(depth - 1)) + held[0]
        time.sleep(0.3)
        return 0

    thread = threading.Thread(target=deeper, args=(150_000,))
    thread.start()
    thread.join()


@act("memory", "memory", loose={"memory_bytes": 700 << 20}, ends="memory", **MEMORY)
def slow_look():
    """Tries: to make each look at its memory slow, then to take memory between two looks. Children share a
    large block, so that the sum over all is above the limit and each must be asked for its share.
    Seen: the run ends for its memory, not far above the limit."""
    KEPT.append(b"x" * (60 << 20))
    for _ in range(12):
        child(time.sleep, 60)
    time.sleep(0.5)
    block = mmap.mmap(-1, 500 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x8000)
    say("held", len(block))
    time.sleep(0.7)


@act("memory", "held", control="naive", memory_bytes=128 << 20, cpu_s=3, wall_s=4)
def shared_memory():
    """Tries: to hold memory in files below /dev/shm and other file systems in memory, deleted but open.
    Seen: no more than the 1 MiB that /dev/shm has; the rest is refused."""
    held = 0
    for number in range(9):
        for folder in ("/dev/shm", "/run", "/run/lock", "/dev/mqueue", "/sys/fs/cgroup", "/dev"):
            name = f"{folder}/hoard-{os.getpid()}-{number}"
            try:
                file = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
                os.unlink(name)
                for _ in range(12):
                    held += os.write(file, b"x" * MIB)
            except OSError:
                pass
    say("held", held)


@act("memory", "held", loose={"memory_bytes": 700 << 20}, **MEMORY)
def shared_then_let_go():
    """Tries: to hold memory in shared mappings whose pages it lets go of: they stay, and no process shows
    them.
    Seen: the run ends for its memory, or "Cannot allocate memory"."""
    held = []
    for _ in range(6):
        part = mmap.mmap(-1, 48 << 20)
        for start in range(0, len(part), MIB):
            part[start : start + MIB] = b"x" * MIB
            part.madvise(mmap.MADV_DONTNEED, start, MIB)
        held.append(part)
    time.sleep(0.1)
    say("held", MIB * sum(part[start] == ord("x") for part in held for start in range(0, len(part), MIB)))


@act("memory", "held", **MEMORY)
def socket_buffers():
    """Tries: to hold memory in the buffers of connected sockets, which belong to no process's figures.
    Seen: the run is ended for its memory, or less is held than its limit."""
    held = filled(400 << 20, 1 << 16, 1 << 24)
    time.sleep(0.3)
    say("held", held)


@act("memory", "held", loose={"memory_bytes": 1 << 30}, memory_bytes=128 << 20, cpu_s=6, wall_s=5)
def many_sockets():
    """Tries: the same with buffers as they are, but in as many processes as there may be.
    Seen: the run is ended for its memory, or less is held than its limit."""
    held = gathered(28, lambda: filled(12 << 20, 1 << 15))
    time.sleep(0.3)
    say("held", held)


@act("memory", "mappings", control="naive", ends="memory", memory_bytes=128 << 20, cpu_s=10, wall_s=20)
def many_mappings():
    """Tries: to hold memory of the kernel in descriptions of mappings, tens of thousands in each process.
    Seen: the run is ended for its memory."""
    libc.mmap.restype = ctypes.c_void_p
    libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]

    def describe():
        place = libc.mmap(None, ctypes.c_size_t(64_000 << 12), 0, 0x4022, -1, 0)
        for number in range(0, 64_000, 2):
            if libc.mprotect(place + (number << 12), 4096, 1):
                break
        return number

    made = gathered(28, describe)
    time.sleep(0.3)
    say("mappings", made)


# -- the disk ------------------------------------------------------------------------------------------


@act("disk", "held_on_disk", loose=MORE_DISK, **DISK)
def deleted_files():
    """Tries: to fill the disk with files that have no name any more but are open.
    Seen: the run ends for its bytes, or "No space left on device"."""
    hoard(lambda file: file)


@act("disk", "held_on_disk", loose=MORE_DISK, **DISK)
def undumpable():
    """Tries: to fill the disk with deleted files that its own user is not shown: it makes itself undumpable.
    Seen: the run ends for its bytes, or "No space left on device"."""
    libc.prctl(4, 0, 0, 0, 0)
    hoard(lambda file: file)


@act("disk", "held_on_disk", loose=MORE_DISK, **DISK)
def main_thread_gone_files():
    """Tries: to fill the disk with deleted files that are open, after its main thread has ended: it has none.
    Seen: the run ends for its bytes, or "No space left on device"."""
    without_main_thread(hoard, lambda file: file)


@act("disk", "held_on_disk", **DISK)
def files_in_flight():
    """Tries: to fill the disk with files that have no name and that no process has open: each is on its way
    through a socket.
    Seen: the run ends for its bytes, or "No space left on device", or the sending is refused."""
    here, there = socket.socketpair()
    KEPT.append(there)
    hoard(lambda file: (socket.send_fds(here, [b"x"], [file]), os.close(file)))


@act("disk", "held_on_disk", loose=MORE_DISK, **DISK)
def mapped_files():
    """Tries: to fill the disk with files that have no name and are not open: one mapped page keeps each.
    Seen: the run ends for its bytes, or "No space left on device"."""
    libc.mmap.restype = ctypes.c_void_p
    page = ctypes.c_size_t(4096)
    hoard(
        lambda file: (
            libc.mmap(None, page, mmap.PROT_READ, mmap.MAP_SHARED, file, ctypes.c_long(0)),
            os.close(file),
        )
    )


@act("disk", "held_on_disk", control="naive", **DISK)
def elsewhere():
    """Tries: to fill the disk in every folder but its own that anybody may write to, in deleted files.
    Seen: each is refused."""
    held = 0
    for folder in ("/tmp", "/var/tmp", "/var/lock", "/var/crash", "/var/mail", "/home", ".."):
        try:
            file = os.open(f"{folder}/hoard-0", os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            os.unlink(f"{folder}/hoard-0")
            held += sum(os.write(file, bytes(MIB)) for _ in range(10))
        except OSError as error:
            print(folder, error)
    say("held", held)


@act("disk", "disk", loose=MORE_DISK, ends="work_bytes", **DISK)
def small_files():
    """Tries: to fill the disk with files of 1 MiB, each far below the limit of one.
    Seen: the run ends for its bytes, or "No space left on device"; no more on the disk than the limit and a
    little."""
    for number in range(60):
        write(f"f{number}", bytes(MIB))
        time.sleep(0.002)
    time.sleep(0.3)


@act("disk", "disk", loose={"file_bytes": 64 << 20, **MORE_DISK}, file_bytes=2 << 20, **DISK)
def one_file():
    """Tries: to write one file beyond the limit of one, by way of each call that makes a file longer.
    Seen: "File too large" from each."""
    deaf(signal.SIGXFSZ)
    file = os.open("big", os.O_RDWR | os.O_CREAT)
    attempt(os.posix_fallocate, file, 0, 40 << 20)
    attempt(lambda: [os.pwrite(file, bytes(MIB), at << 20) for at in range(40)])
    attempt(os.sendfile, file, os.open("/dev/zero", os.O_RDONLY), 0, 40 << 20)
    time.sleep(0.3)


@act("disk", "disk", loose=MORE_DISK, **DISK)
def dirty_mapping():
    """Tries: to fill the disk through mapped files, whose bytes no write(2) counts.
    Seen: the run ends for its bytes, or the program dies of SIGBUS for want of space."""
    for number in range(10):
        file = os.open(f"f{number}", os.O_RDWR | os.O_CREAT)
        os.ftruncate(file, 4 << 20)
        with mmap.mmap(file, 4 << 20) as block:
            for at in range(0, 4 << 20, 4096):
                block[at] = 1
        time.sleep(0.02)
    time.sleep(0.3)


@act("disk", "calls", **DISK)
def space_in_bursts():
    """Tries: to take far more disk than its limit between two looks: space in advance, inside a file and
    behind its end, by the call of posix_fallocate and by the command of ioctl that does the same.
    Seen: EOPNOTSUPP and ENOTTY; nothing is taken."""
    libc.fallocate.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64]
    wanted = bytes(16) + (12 << 20).to_bytes(8, "little") + bytes(24)
    for number in range(4):
        file = os.open(f"hoard-{number}", os.O_RDWR | os.O_CREAT)
        for keep_size in (1, 0):
            tell("fallocate", libc.fallocate(file, keep_size, 0, 12 << 20))
        attempt(fcntl.ioctl, file, 0x4030582A, wanted, got="RESVSP answered 0")


@act("files", "files", loose=MORE_FILES, ends="work_files", **FILES)
def empty_files():
    """Tries: to use up the inodes of the disk with empty files.
    Seen: the run ends for its files."""
    for number in range(4000):
        write(f"f{number}", "")
    time.sleep(0.8)


@act("files", "files", loose=MORE_FILES, ends="work_files", **FILES)
def hard_links():
    """Tries: to fill the folder with thousands of names of one file, and thousands of links and pipes.
    Seen: the run ends for its files."""
    write("one", "")
    for number in range(2000):
        os.link("one", f"h{number}")
        os.symlink("one", f"s{number}")
        os.mkfifo(f"p{number}")
    time.sleep(0.8)


@act("files", "remains", control="naive", work_files=5000, cpu_s=4, wall_s=5)
def deep_folders():
    """Tries: to leave 2100 folders in one another, which a clean-up that calls itself cannot delete.
    Seen: the run is over in time and nothing is left on the disk."""
    for _ in range(2100):
        os.mkdir("d")
        os.chdir("d")


@act("files", "remains", control="naive", work_files=5000, cpu_s=4, wall_s=5)
def locked_folders():
    """Tries: to leave folders that their owner cannot enter, with names that no shell takes.
    Seen: the run is over in time and nothing is left on the disk; or it ends for what cannot be measured."""
    for name in (b"\n", b"\x1b[2J", "\u202egpj.exe".encode(), b"\xff\xfe", b"x" * 255, b"-rf", b"*"):
        path = name
        for _ in range(8):
            os.mkdir(path)
            write(path + b"/f", "")
            path += b"/" + name
    os.system("for i in 1 2 3; do mkdir locked$i && echo x >locked$i/f && chmod 0 locked$i; done 2>/dev/null")
    os.umask(0o777)
    os.mkdir("end")


# -- processes and time --------------------------------------------------------------------------------


@act(
    "processes",
    "processes alive",
    loose={"processes": 200},
    ends="processes",
    **{**PROCESSES, "cpu_s": 3, "wall_s": 4},
)
def fork_bomb():
    """Tries: to double its processes until the machine stands still.
    Seen: the run ends for its processes, few above the limit, and none is left."""
    while True:
        try:
            os.fork()
        except OSError:
            pass


@act("processes", "processes alive", loose={"processes": 200}, ends="processes", **PROCESSES)
def sleeping_forks():
    """Tries: to hold 500 processes that use no CPU time, so that no clock ends them, by the bare system call,
    past the C library.
    Seen: the run ends for its processes, few above the limit."""
    for _ in range(500):
        if libc.syscall(CLONE, signal.SIGCHLD, 0, 0, 0, 0) == 0:
            pause()
    pause()


@act("processes", "processes alive", loose={"processes": 200}, ends="processes", **PROCESSES)
def threads():
    """Tries: to start 3000 threads, which are no processes.
    Seen: the run ends for its processes, since each thread counts as one."""
    threading.stack_size(65536)
    try:
        for _ in range(3000):
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    except RuntimeError as error:
        print(error, flush=True)
    time.sleep(60)


@act("processes", "processes alive", loose={"processes": 200}, ends="processes", **PROCESSES)
def vfork_chain():
    """Tries: to hold processes by vfork(2), each parent asleep in the kernel until its child goes on.
    Seen: the run ends for its processes, few above the limit."""

    def vfork():
        if libc.syscall(CLONE, 0x4100 | signal.SIGCHLD, 0, 0, 0, 0) == 0:
            pause()

    for _ in range(250):
        attempt(child, vfork)
    pause()


@act("cpu", "over_time", loose={"cpu_s": 8, "wall_s": 8}, ends="cpu", **TIME)
def spin_briefly():
    """Tries: to use CPU time without end, in spins too short for a clock that ticks.
    Seen: the run ends for its CPU time."""
    while time.process_time() < 2.2:
        stop = time.perf_counter() + 0.002
        while time.perf_counter() < stop:
            pass
        time.sleep(0.00005)


@act("cpu", "over_time", loose={"cpu_s": 8, "wall_s": 8}, ends="cpu", **TIME)
def spin_on_eight():
    """Tries: to use eight times the CPU time, on eight processes at once.
    Seen: the run ends for its CPU time."""
    for _ in range(8):
        child(spin, 0.3)
    for _ in range(8):
        os.wait()


@act("cpu", "over_time", loose={"cpu_s": 3, "wall_s": 8}, ends="cpu", **TIME)
def regex():
    """Tries: to use CPU time inside one call of C that no signal handler of Python interrupts.
    Seen: the run ends for its CPU time."""
    deaf(signal.SIGXCPU)
    re.match(r"(x+x+)+y", "x" * 40)


@act("cpu", "cpu", **HIDDEN_TIME)
def killed_while_spinning():
    """Tries: to hide CPU time in children that still work when the program ends, and are killed with what
    they used.
    Seen: most of what was used is counted."""
    reader, writer = os.pipe()

    def work():
        spin(0.4)
        os.write(writer, b".")
        spin(20)

    for _ in range(3):
        child(work)
    for _ in range(3):
        os.read(reader, 1)
    os.write(1, b"used 1.2 seconds\n")
    os._exit(0)


@act("cpu", "cpu", **HIDDEN_TIME)
def no_children_waited_for():
    """Tries: to hide CPU time in children that the kernel buries unseen, since SIGCHLD is ignored.
    Seen: most of what was used is counted."""
    deaf(signal.SIGCHLD)
    for _ in range(3):
        child(spin, 0.4)
    attempt(os.wait)
    os.write(1, b"used 1.2 seconds\n")


@act("cpu", "cpu", **HIDDEN_TIME)
def orphans_work():
    """Tries: to hide CPU time in grandchildren whose parents have ended, so that nobody of the program waits
    for them.
    Seen: most of what was used is counted."""
    reader, writer = os.pipe()
    for _ in range(3):
        child(child, lambda: (spin(0.4), os.write(writer, b".")))
        os.wait()
    for _ in range(3):
        os.read(reader, 1)
    os.write(1, b"used 1.2 seconds\n")


@act("cpu", "cpu", **HIDDEN_TIME)
def short_lives():
    """Tries: to hide CPU time in hundreds of children so short that nobody sees one alive, none of them
    waited for.
    Seen: most of what was used is counted."""
    deaf(signal.SIGCHLD)
    reader, writer = os.pipe()
    for _ in range(120):
        child(lambda: (spin(0.01), os.write(writer, b".")))
        os.read(reader, 1)
    os.write(1, b"used 1.2 seconds\n")


@act("clock", "late", loose={"wall_s": 9}, ends="wall", cpu_s=2, wall_s=1)
def sleep():
    """Tries: to hold the place of others by sleeping on, deaf to every signal that can be ignored.
    Seen: the run ends by the clock."""
    deaf(*range(1, 32))
    end = time.monotonic() + 4
    while time.monotonic() < end:
        time.sleep(0.5)


# -- streams and descriptors ---------------------------------------------------------------------------


@act("streams", "output", loose={"stdout_bytes": 32 << 20}, ends="stdout", **STREAMS)
def endless_stdout():
    """Tries: to fill the grader's memory through its standard output.
    Seen: the run ends for its output; little is kept."""
    for _ in range(320):
        os.write(1, b"x" * 65536)


@act("streams", "output alive", loose={"stderr_bytes": 32 << 20}, ends="stderr", **STREAMS)
def after_closing():
    """Tries: to write without end on its error output after it has closed its streams, by copies that a child
    has kept.
    Seen: the run ends for its error output; little is kept."""
    copy = os.dup(2)
    os.closerange(0, 3)
    child(lambda: [os.write(copy, b"x" * 65536) for _ in range(320)])
    os.close(copy)
    time.sleep(2)


@act("streams", "output", loose={"stdout_bytes": 32 << 20, "stderr_bytes": 32 << 20, "cpu_s": 9, "wall_s": 9},
     **{**STREAMS, "cpu_s": 3})  # fmt: skip
def both_slowly():
    """Tries: to write on both streams by turns, in pieces so small that each takes the grader a wake-up.
    Seen: the run ends for its output, or by a clock; little is kept."""
    for _ in range(40000):
        os.write(1, b"x" * 100)
        os.write(2, b"x" * 99)


@act("open-files", "descriptors", loose={"open_files": 2000}, open_files=64, cpu_s=3, wall_s=4)
def descriptors():
    """Tries: to open files until the machine has no more room for them.
    Seen: "Too many open files" at the limit."""
    count = 3
    try:
        while count < 1500:
            count = os.dup(0) + 1
    except OSError as error:
        print(error.strerror)
    say("held", count)


# -- what the kernel has one number of -----------------------------------------------------------------


@act("kernel", "calls", loose={"work_files": 30_000, "wall_s": 15, "cpu_s": 12}, **FILES)
def empty_files_in_memory():
    """Tries: to use up the kernel's memory with empty files in /dev/shm, made from a folder that is open.
    Seen: the run ends for its files, or /dev/shm is not its own."""
    folder = os.open("/dev/shm", os.O_RDONLY)
    for number in range(4000):
        os.mknod(f"f{number}", 0o100644, dir_fd=folder)
    time.sleep(0.5)
    os.write(1, b"mknod answered 0\n")


@act("kernel", "locks", cpu_s=10, wall_s=20)
def many_locks():
    """Tries: to hold memory of the kernel in locks, of which no figure of a process tells.
    Seen: ENOLCK after some thousands; then no lock is given to this run any more."""

    def lock():
        count = 0
        try:
            file = os.open(f"own-{os.getpid()}", os.O_RDWR | os.O_CREAT)
            KEPT.append(file)
            while count < 4_000:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 2 * count)
                count += 1
        except OSError as error:
            print(error, flush=True)
        return count

    say("locks", gathered(4, lock))


@act("kernel", "got", cpu_s=3, wall_s=8)
def terminals():
    """Tries: to open so many terminals that the machine, which has one number of them, has none left.
    Seen: no terminal can be opened."""

    def take():
        try:
            for _ in range(120):
                KEPT.extend(os.openpty())
        except OSError as error:
            print(error)
        return len(KEPT) // 2

    if count := gathered(20, take):
        print(f"got {count} terminals")
