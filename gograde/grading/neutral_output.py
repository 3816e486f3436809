"""Removes the folders of this machine's interpreter from the output of a Python program."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from pathlib import Path

from gograde.runtimes.runtime import Runtime
from gograde.sandbox.protocol import RunResult

SYSTEM = Path("/usr")


def without_host_folders(result: RunResult, runtime: Runtime) -> RunResult:
    """The result with the interpreter's folders in its output named as on every machine."""
    pairs = host_folders(runtime)

    def neutral(stream: bytes) -> bytes:
        return reduce(lambda text, pair: text.replace(*pair), pairs, stream)

    return replace(result, stdout=neutral(result.stdout), stderr=neutral(result.stderr))


def host_folders(runtime: Runtime) -> tuple[tuple[bytes, bytes], ...]:
    """Each folder of the interpreter with its replacement, the longest folder first."""
    words = dict(runtime.neutral())
    words |= {path.resolve(): word for path, word in words.items()}
    longest = sorted(words.items(), key=lambda item: (-len(str(item[0])), item))
    return tuple((bytes(path), word.encode()) for path, word in longest if path != SYSTEM)
