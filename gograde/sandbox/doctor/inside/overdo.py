"""Exceeds a limit: runs once outside the sandbox as the control, and once inside.

The script uses only the standard library and is staged into the working directory as a file.  Its argument
names the action, and a JSON object on stdin gives the amounts.  The exit code tells whether the action
reached its end.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Bait = dict[str, Any]

STOPPED = 3
"""Exit code of an excess that an error stopped before its end."""

MIB = 1024 * 1024


def spin(bait: Bait) -> int:
    while time.process_time() < bait["seconds"]:
        pass
    return 0


def wait(bait: Bait) -> int:
    time.sleep(bait["seconds"])
    return 0


def flood(bait: Bait) -> int:
    chunk = b"x" * 65536
    for _ in range(bait["bytes"] // len(chunk)):
        os.write(bait["stream"], chunk)
    return 0


def hoard(bait: Bait) -> int:
    """Fill the memory of several children with `bytes` each."""
    reader, writer = os.pipe()
    held, hold = os.pipe()
    for _ in range(bait["children"]):
        if os.fork() == 0:
            os.close(hold)
            block = b"\x01" * bait["bytes"]
            os.write(writer, b"." if block else b"")
            os.read(held, 1)
            os._exit(0)
    os.close(writer)
    full = sum(len(os.read(reader, 1)) for _ in range(bait["children"]))
    time.sleep(bait["seconds"])
    return 0 if full == bait["children"] else STOPPED


def fill(bait: Bait) -> int:
    block = b"x" * (MIB // 4)
    for number in range(bait["bytes"] // len(block)):
        Path(f"block{number}").write_bytes(block)
    time.sleep(bait["seconds"])
    return 0


def litter(bait: Bait) -> int:
    for number in range(bait["files"]):
        os.close(os.open(f"f{number}", os.O_CREAT | os.O_WRONLY))
    time.sleep(bait["seconds"])
    return 0


def multiply(bait: Bait) -> int:
    reader, writer = os.pipe()
    for _ in range(bait["children"]):
        if os.fork() == 0:
            os.close(writer)
            os.read(reader, 1)
            os._exit(0)
    time.sleep(bait["seconds"])
    return 0


def _twin(name: str, bait: Bait) -> None:
    Path(name).touch()
    Path("other").hardlink_to(name)


def _large(name: str, bait: Bait) -> None:
    Path(name).write_bytes(b"x" * bait["bytes"])


MAKERS: dict[str, Callable[[str, Bait], object]] = {
    "symlink.txt": lambda name, bait: Path(name).symlink_to(bait["canary"]),
    "fifo.txt": lambda name, bait: os.mkfifo(name),
    "twin.txt": _twin,
    "large.txt": _large,
    "folder.txt": lambda name, bait: Path(name).mkdir(),
    "plain.txt": lambda name, bait: Path(name).write_bytes(b"plain"),
}


def kinds(bait: Bait) -> int:
    """Make an output of every wrong kind, and an ordinary file; print the names of those made."""
    for name, make in MAKERS.items():
        try:
            make(name, bait)
        except OSError:
            continue
        os.write(1, f"{name}\n".encode())
    return 0


def echo(bait: Bait) -> int:
    """Copy the staged file, the text and the arguments to a file, stdout and stderr."""
    Path("out.bin").write_bytes(Path(bait["name"]).read_bytes())
    os.write(1, bait["text"].encode())
    os.write(2, "|".join(sys.argv[2:]).encode())
    return 7


ACTIONS: dict[str, Callable[[Bait], int]] = {
    action.__name__: action for action in (spin, wait, flood, hoard, fill, litter, multiply, kinds, echo)
}


def main() -> int:
    try:
        return ACTIONS[sys.argv[1]](json.load(sys.stdin))
    except (OSError, MemoryError):
        return STOPPED


if __name__ == "__main__":
    os._exit(main())
