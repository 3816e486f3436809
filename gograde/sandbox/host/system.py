"""The parts of the host that every sandboxed program sees: programs and libraries, read only."""

from __future__ import annotations

import sys
from pathlib import Path

from gograde.sandbox.protocol import BOX

PROGRAMS = tuple(Path(name) for name in ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"))
"""On a system with merged /usr, the others are links into /usr."""

SETTINGS = tuple(Path(name) for name in ("/etc/ld.so.cache", "/etc/alternatives"))
"""What the dynamic linker and the links in /usr/bin need; no file that names people or machines."""

DEVICES = tuple(Path("/dev") / name for name in ("null", "zero", "full", "random", "urandom"))

SHELL = "/bin/sh"

ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "HOME": str(BOX),
    "TMPDIR": str(BOX),
    "PATH": "/usr/bin:/bin",
}
"""What every program finds in its environment, so that two runs agree."""


def existing(paths: tuple[Path, ...]) -> list[Path]:
    """The paths that exist on this machine."""
    return [path for path in paths if path.exists()]


def interpreter_folders() -> tuple[Path, ...]:
    """The paths outside /usr that the interpreter needs to run.

    They exclude the rest of its prefix, because the files of a class may lie beside `lib`.
    """
    prefixes = {Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable).resolve().parent.parent}
    names = {"bin", "lib", sys.platlibdir, "pyvenv.cfg"}
    found = (prefix / name for prefix in prefixes if not prefix.is_relative_to("/usr") for name in names)
    return tuple(sorted(path for path in found if path.exists()))
