"""The software of this machine that a student's program may use, and that may change its behaviour."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

FONTS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
"""The system's font folders, which programs may read."""


@lru_cache(maxsize=1)
def seen_by_programs() -> dict[str, object]:
    """The interpreter, its packages and the fonts, as JSON values."""
    return {
        "python": sys.version,
        "packages": sorted(_packages()),
        "fonts": sorted(_fonts()),
    }


def _packages() -> Iterator[str]:
    """Names and versions of the installed packages, from their folder names."""
    for folder in {Path(entry) for entry in sys.path if entry}:
        yield from (path.name for path in folder.glob("*.dist-info") if not path.name.startswith("gograde-"))


def _fonts() -> Iterator[str]:
    """Paths of the fonts, with sizes in bytes."""
    for top in FONTS:
        for folder, _, names in os.walk(top):
            for name in names:
                path = Path(folder, name)
                if path.is_file():
                    yield f"{path.relative_to(top)} {path.stat().st_size}"
