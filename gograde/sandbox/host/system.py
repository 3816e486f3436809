"""The parts of the host that every sandboxed program sees: programs and libraries, read only."""

from __future__ import annotations

import sys
from pathlib import Path

PROGRAMS = tuple(Path(name) for name in ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"))
"""On a merged system all but the first are links into it."""

SETTINGS = tuple(Path(name) for name in ("/etc/ld.so.cache", "/etc/alternatives"))
"""What the dynamic linker and the links in /usr/bin need; nothing that names people or machines."""

DEVICES = tuple(Path("/dev") / name for name in ("null", "zero", "full", "random", "urandom"))

SHELL = "/bin/sh"


def existing(paths: tuple[Path, ...]) -> list[Path]:
    """Those of `paths` that this machine has."""
    return [path for path in paths if path.exists()]


def interpreter_folders() -> tuple[Path, ...]:
    """What of the interpreter's folders it needs to run, where they are not the system's own.

    Not the whole folder: a class may lie beside `lib`, when its environment was made there.
    """
    prefixes = {Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable).resolve().parent.parent}
    names = {"bin", "lib", sys.platlibdir, "pyvenv.cfg"}
    found = (prefix / name for prefix in prefixes if not prefix.is_relative_to("/usr") for name in names)
    return tuple(sorted(path for path in found if path.exists()))
