"""The software of this machine that a student's program may use, and that may change its behaviour."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

PROGRAMS = "/usr/bin:/bin"
"""The `PATH` of programs in the sandbox."""

FONTS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
"""The system's font folders, which programs may read."""


@lru_cache(maxsize=1)
def seen_by_programs() -> dict[str, object]:
    """The interpreter, its packages, the C compiler and the fonts, as JSON values."""
    return {
        "python": sys.version,
        "packages": sorted(_packages()),
        "compiler": _compiler(),
        "fonts": sorted(_fonts()),
    }


def _packages() -> Iterator[str]:
    """Names and versions of the installed packages, from their folder names."""
    for folder in {Path(entry) for entry in sys.path if entry}:
        yield from (path.name for path in folder.glob("*.dist-info") if not path.name.startswith("gograde-"))


def _compiler() -> str:
    """The first line of `cc --version`; empty without a compiler."""
    names = (shutil.which(name, path=PROGRAMS) for name in ("cc", "gcc", "clang"))
    found = next(filter(None, names), None)
    if found is None:
        return ""
    told = subprocess.run([found, "--version"], capture_output=True, text=True, errors="replace", check=False)
    return told.stdout.partition("\n")[0]


def _fonts() -> Iterator[str]:
    """Paths of the fonts, with sizes in bytes."""
    for top in FONTS:
        for folder, _, names in os.walk(top):
            for name in names:
                path = Path(folder, name)
                if path.is_file():
                    yield f"{path.relative_to(top)} {path.stat().st_size}"
