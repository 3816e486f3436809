"""Programs whose answers are no plain files of their own."""

import array
import ctypes
import fcntl
import os
import shutil
import signal
import socket
import stat
import time

from tests.attacks.harness.corpus import act
from tests.attacks.harness.tools import attempt, bait, child, libc, made, write

BRIEF = {"control": "naive", "cpu_s": 2, "wall_s": 3}


def silenced(act, *words):
    """Do this in a child that has no output."""
    os.close(1)
    os.close(2)
    act(*words)


@act("answers", "foreign unnamed remains", **BRIEF)
def attributes():
    """Tries: to leave what cannot be deleted, or holds more than its bytes: immutable files, extended
    attributes, folders that may not be written to.
    Seen: only its own bytes are taken, and nothing is left on the disk."""
    os.mkdir("folder")
    for number, flag in enumerate((0x10, 0x20)):  # immutable, append
        with open(f"answer{number}.txt", "w") as file, open(f"folder/{number}", "w"):
            file.write("mine\n")
            file.flush()
            attempt(os.setxattr, file.fileno(), "user.hidden", b"x" * 1000)
            attempt(fcntl.ioctl, file, 0x40086602, array.array("L", [flag]))
        print(f"made answer{number}.txt")
    os.chmod("folder", 0o500)


@act("answers", "foreign unnamed", **BRIEF)
def closed():
    """Tries: to crash the grader by a file that its owner may not read.
    Seen: "permission denied", or its own bytes."""
    os.umask(0o777)
    made("answer.txt", write, "answer.txt")
    os.chmod("answer.txt", 0)


@act("answers", "foreign unnamed", flagged=True, **BRIEF)
def devices():
    """Tries: to have the grader read a device, without end or from a disk, or a pipe that nobody writes to.
    Seen: it cannot be made, or is refused as a device, or as a FIFO at once."""
    for number, (kind, device) in enumerate(
        ((stat.S_IFCHR, (1, 5)), (stat.S_IFCHR, (5, 0)), (stat.S_IFBLK, (254, 0)), (stat.S_IFIFO, (0, 0)))
    ):
        name = f"answer{number}.txt"
        made(name, os.mknod, name, kind | 0o666, os.makedev(*device))


@act("answers", "marker foreign", **BRIEF)
def folder_replaced():
    """Tries: to have another folder read in place of its own: it moves its folder away and puts a link there.
    Seen: its own answer, or nothing."""
    own = os.getcwd()
    write("answer.txt")
    attempt(os.rename, own, own + "-before")
    attempt(os.symlink, bait()["folder"], own)
    attempt(os.symlink, bait()["secret"], bait()["folder"] + "/answer.txt")


@act("answers", "foreign unnamed", **BRIEF)
def folders():
    """Tries: to crash the grader: its answers are folders, one of them full, one closed.
    Seen: each refused, "directory"."""
    for number, mode in enumerate((0o755, 0o000, 0o7777)):
        name = f"answer{number}.txt"
        made(name, os.mkdir, name)
        write(f"{name}/answer.txt")
        os.chmod(name, mode)


@act("answers", "foreign alive", **BRIEF)
def growing():
    """Tries: to grow while it is read: a child appends to the answer without pause.
    Seen: its own bytes, no more than the cap."""

    def grow():
        end = time.monotonic() + 1
        with open("answer.txt", "ab", buffering=0) as file:
            while time.monotonic() < end and file.tell() < 8_000_000:
                file.write(b"mine\n" * 4000)

    write("answer.txt")
    child(silenced, grow)
    time.sleep(0.05)
    os._exit(0)


@act("answers", "marker foreign unnamed", flagged=True, **BRIEF)
def hard_links():
    """Tries: to hand in a file that has another name, by hard link: its own source, the task's data, or a
    file outside.
    Seen: refused, "2 links", or the link is."""
    targets = (__file__, "bait.json", bait()["secret"], "/etc/hostname", "/proc/self/exe")
    for number, target in enumerate(targets):
        made(f"answer{number}.txt", os.link, target, f"answer{number}.txt")


@act("answers", "foreign unnamed", **BRIEF)
def holes():
    """Tries: to fill the grader's memory with zeros: files that are one hole, up to ten gigabytes.
    Seen: refused as too large, or "File too large"."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    for name, size in {"answer1.txt": 12 << 20, "answer2.txt": 10 << 30}.items():
        file = os.open(name, os.O_WRONLY | os.O_CREAT)
        try:
            os.ftruncate(file, size)
            print("made", name)
        except OSError as error:
            os.unlink(name)
            print(error.strerror)


@act("answers", "marker foreign unnamed", flagged=True, **BRIEF)
def link_to_secret():
    """Tries: to have the reference read for it: its answers are symbolic links to it, one by a relative way,
    up to the root and down again, through a folder of its own that is a link.
    Seen: refused, "symbolic link"."""
    secret = bait()["secret"]
    made("answer1.txt", os.symlink, secret, "answer1.txt")
    os.mkdir("d")
    os.symlink("../" * 40 + os.path.dirname(secret)[1:], "d/up")
    made("answer2.txt", os.symlink, "d/up/" + os.path.basename(secret), "answer2.txt")


@act("answers", "foreign unnamed", flagged=True, **BRIEF)
def links_about():
    """Tries: to confuse by links that lead nowhere, in a circle, to a folder, to another answer, and into
    /proc, where the reader reads about itself, or to a device without end.
    Seen: each refused, "symbolic link"; the plain answer is taken."""
    write("plain.txt", "not mine\n")
    for number, target in enumerate((
        "plain.txt", "nowhere", "answer2.txt", ".", "/etc/passwd", "/proc/self/environ", "/proc/self/status",
        "/proc/self/fd/0", "/proc/self/exe", "/proc/1/cmdline", "/dev/zero",
    )):  # fmt: skip
        made(f"answer{number}.txt", os.symlink, target, f"answer{number}.txt")
    made("answer99.txt", write, "answer99.txt")


@act("answers", "flood", control="naive", cpu_s=4, wall_s=5)
def many_names():
    """Tries: to keep the grader busy with many hundred files that all match, and to have each refusal kept.
    Seen: as many are taken as are wanted, few refusals are kept, or the run ends for its files."""
    for number in range(1500):
        os.close(os.open(f"answer{number:04}{'x' * 200}.txt", os.O_WRONLY | os.O_CREAT))


@act("answers", "got foreign", flagged=True, cpu_s=2, wall_s=3)
def mounted_over():
    """Tries: to have another file read in place of its own: mounted over it, in a namespace of its own.
    Seen: mounting is refused; its own answer is taken."""
    write("answer.txt")
    if os.fork() == 0:
        for flags in (0x20000, 0x10020000):  # a mount namespace, and one of a new user
            if libc.unshare(flags) == 0 and libc.mount(b"", b"/", None, 0x4C000, None) == 0:
                libc.mount(b"/etc/passwd", b"answer.txt", None, 4096, None)
                break
        print(os.strerror(ctypes.get_errno()))
        with open("answer.txt") as file:
            own = file.read() == "mine\n"
        print("mine" if own else "got another file in the place of the answer", flush=True)
        os._exit(0)
    os.wait()


@act("answers", "setuid", cpu_s=2, wall_s=3)
def special_modes():
    """Tries: to leave a program on the grader's disk that runs as its owner, for a friend to start:
    set-user-id for everybody.
    Seen: where anybody could reach it no such file is ever there."""
    shutil.copy("/bin/sleep", "answer.txt")
    for folder in (".", ".."):
        attempt(os.chmod, folder, 0o777)
    os.chmod("answer.txt", 0o6777)
    time.sleep(0.4)


@act("answers", "foreign", flagged=True, **BRIEF)
def strange_names():
    """Tries: to be taken for another file, or for a way out, by its name: control characters, other
    directions of writing, bytes of no text, slashes that are none, the longest name.
    Seen: only its own bytes are taken, in this folder; nothing is made outside."""
    for name in (
        b"\n", b"\x1b[2J\x1b]0;x\x07", "\u202etxt".encode(), b"\xff\xfe", "\u2215..\u2215up".encode(),
        b"x" * 245, b"$(id)`id`;id", b"%s%n{0}",
    ):  # fmt: skip
        write(b"answer" + name + b".txt")
    os.symlink("/etc/passwd", b"answer\r.txt")


@act("answers", "marker foreign alive", flagged=True, **BRIEF)
def swapped():
    """Tries: to be looked at as a file and read as a link, or as a pipe that opening waits for: children swap
    the kinds without pause, while the program ends and after.
    Seen: refused, or its own bytes, at once."""

    def swap(kind, change):
        end = time.monotonic() + 2
        while time.monotonic() < end:
            for number in range(8):
                for make in (write, change):
                    make(f"new-{kind}")
                    os.replace(f"new-{kind}", f"answer-{kind}-{number}.txt")

    child(silenced, swap, "link", lambda new: os.symlink(bait()["secret"], new))
    child(silenced, swap, "pipe", os.mkfifo)
    time.sleep(0.3)
    os._exit(0)


@act("answers", "foreign unnamed", **BRIEF)
def too_large():
    """Tries: to hand in more than is taken: one byte above the cap, far above it, and more files than are
    wanted.
    Seen: each beyond is refused by its name; the others are its own bytes."""
    for number in range(60):
        name = f"answer{number:02}.txt"
        made(name, write, name, "mine\n" * (14000 if number % 2 else 1))
    made("answer99.txt", write, "answer99.txt", "mine\n" * 1_000_000)


@act("answers", "foreign unnamed", **BRIEF)
def unix_socket():
    """Tries: to block or crash the grader: its answer is a socket.
    Seen: refused, "socket", or it cannot be made."""
    made("answer.txt", socket.socket(socket.AF_UNIX).bind, "answer.txt")
