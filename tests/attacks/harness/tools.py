"""What hostile acts share. This text stands before each of them in the program that is run."""

import ctypes
import functools
import json
import os
import signal
import time

MIB = 1 << 20
COLUMN = ("x86_64", "aarch64").index(os.uname().machine)
CLONE = (56, 220)[COLUMN]
libc = ctypes.CDLL(None, use_errno=True)


@functools.cache
def bait():
    """The facts of `world.World.bait`."""
    with open("bait.json") as file:
        return json.load(file)


def others(*more):
    """The processes that an act is against: the neighbours, the parent, and more."""
    return (*bait()["victims"], os.getppid(), *more)


def attempt(way, *words, got=""):
    """Print what comes of a call: that it went well as `got`, else its answer; or why it was refused."""
    try:
        answer = way(*words)
        print(got or answer)
    except OSError as error:
        print(error)


def syscall(*words):
    """A call of the kernel by its number; below zero when it is refused."""
    return libc.syscall(*(ctypes.c_long(word) for word in words))


def tell(name, answer):
    """Print what a call of the C library answered, or why it refused."""
    print(name, f"answered {answer}" if answer >= 0 else os.strerror(ctypes.get_errno()), flush=True)


def say(what, number):
    """Print a figure past every buffer."""
    os.write(1, b"%s %d bytes\n" % (what.encode(), number))


def text(path, size=-1):
    """What a file holds."""
    with open(path, "rb") as file:
        return file.read(size)


def write(path, words="mine\n", mode="w"):
    """Leave a file."""
    with open(path, mode + "b" * isinstance(words, bytes)) as file:
        file.write(words)


def made(name, make, *words):
    """Make a file by some call, and tell its name."""
    attempt(make, *words, got=f"made {name}")


def child(act=None, *words, streams=True):
    """Fork a process that does this and ends, without streams where it must not hold up who reads them."""
    if os.fork() == 0:
        if not streams:
            os.closerange(0, 3)
        if act:
            act(*words)
        os._exit(0)


def gathered(number, act):
    """The sum of what so many children count; each then sleeps, and keeps what it has."""
    reader, writer = os.pipe()

    def count():
        os.write(writer, b"%10d\n" % act())
        time.sleep(60)

    for _ in range(number):
        child(count)
    return sum(int(os.read(reader, 11)) for _ in range(number))


def deaf(*numbers):
    """Ignore every signal of these that can be ignored."""
    for number in numbers:
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
