"""Removes the folders of this machine's interpreter from the output of a Python program."""

from __future__ import annotations

import sys
import sysconfig
from dataclasses import replace
from functools import reduce
from pathlib import Path

from gograde.sandbox.protocol import RunResult

HOME = "/python"
"""Replaces the interpreter's folder, so that a record is the same on every machine."""

SYSTEM = Path("/usr")


def without_host_folders(result: RunResult) -> RunResult:
    """The result with the interpreter's folders in its output replaced by `/python`."""
    return replace(result, stdout=_neutral(result.stdout), stderr=_neutral(result.stderr))


def _neutral(stream: bytes) -> bytes:
    return reduce(lambda text, pair: text.replace(*pair), host_folders(), stream)


def host_folders() -> tuple[tuple[bytes, bytes], ...]:
    """Each folder of the interpreter with its replacement, the longest folder first."""
    paths = sysconfig.get_paths()
    words = {Path(prefix): HOME for prefix in (sys.prefix, sys.base_prefix, sys.exec_prefix)}
    words |= {Path(paths[name]): f"{HOME}/lib" for name in ("stdlib", "platstdlib")}
    words |= {Path(paths[name]): f"{HOME}/lib/site-packages" for name in ("purelib", "platlib")}
    words |= {path.resolve(): word for path, word in words.items()}
    longest = sorted(words.items(), key=lambda item: (-len(str(item[0])), item))
    return tuple((bytes(path), word.encode()) for path, word in longest if path != SYSTEM)
