"""Exceeds a limit: runs once outside the sandbox as the control, and once inside.

The script uses only the standard library and is staged into the working directory as a file.  Its argument
names the action, which for an excess is the name of the limit, and a JSON object on stdin gives the limits.
The exit code tells whether the action reached its end.
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

_SEEN_S = 0.4
"""Seconds that files stay, until the grader has looked at them."""

_FELT_S = 1.5
"""Seconds that processes stay: the grader, which samples them, may wait for a CPU."""


def cpu(limits: Bait) -> int:
    while time.process_time() < 4 * limits["cpu_s"]:
        pass
    return 0


def wall(limits: Bait) -> int:
    time.sleep(2.5 * limits["wall_s"])
    return 0


def stdout(limits: Bait) -> int:
    return _flood(1, 16 * limits["stdout_bytes"])


def stderr(limits: Bait) -> int:
    return _flood(2, 16 * limits["stderr_bytes"])


def _flood(stream: int, size: int) -> int:
    chunk = b"x" * 65536
    for _ in range(size // len(chunk)):
        os.write(stream, chunk)
    return 0


def memory(limits: Bait) -> int:
    """Fill the memory of four children with half of the limit each."""
    reader, writer = os.pipe()
    held, hold = os.pipe()
    for _ in range(4):
        if os.fork() == 0:
            os.close(hold)
            block = b"\x01" * (limits["memory_bytes"] // 2)
            os.write(writer, b"." if block else b"")
            os.read(held, 1)
            os._exit(0)
    os.close(writer)
    full = sum(len(os.read(reader, 1)) for _ in range(4))
    time.sleep(_FELT_S)
    return 0 if full == 4 else STOPPED


def work_bytes(limits: Bait) -> int:
    block = b"x" * (limits["work_bytes"] // 8)
    for number in range(3 * 8):
        Path(f"block{number}").write_bytes(block)
    time.sleep(_SEEN_S)
    return 0


def work_files(limits: Bait) -> int:
    for number in range(6 * limits["work_files"]):
        os.close(os.open(f"f{number}", os.O_CREAT | os.O_WRONLY))
    time.sleep(_SEEN_S)
    return 0


def processes(limits: Bait) -> int:
    reader, writer = os.pipe()
    for _ in range(3 * limits["processes"]):
        if os.fork() == 0:
            os.close(writer)
            os.read(reader, 1)
            os._exit(0)
    time.sleep(_FELT_S)
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


EXCESSES = (cpu, wall, stdout, stderr, memory, work_bytes, work_files, processes)
ACTIONS: dict[str, Callable[[Bait], int]] = {action.__name__: action for action in (*EXCESSES, kinds, echo)}


def main() -> int:
    try:
        return ACTIONS[sys.argv[1]](json.load(sys.stdin))
    except (OSError, MemoryError):
        return STOPPED


if __name__ == "__main__":
    os._exit(main())
