"""The environment of students' programs, and the folders that they must not read."""

from __future__ import annotations

from pathlib import Path

from gograde.errors import DataError
from gograde.intake.languages.tools import SYSTEM_PATH, every_readable
from gograde.sandbox.host import system
from gograde.sandbox.protocol import BOX

ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MPLBACKEND": "Agg",
    "QT_QPA_PLATFORM": "offscreen",
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "GOGRADE_SHOWN": str(BOX),
    "HOME": str(BOX),
    "TMPDIR": str(BOX),
    "PATH": SYSTEM_PATH,
}


def check_out_of_reach(folder: Path, name: str = "the class") -> None:
    """Raise `DataError` when students' programs may read the folder, which `name` describes."""
    real = folder.resolve()
    theirs = system.existing((*system.PROGRAMS, *system.SETTINGS))
    for path in (*theirs, *system.interpreter_folders(), *every_readable()):
        if real.is_relative_to(path.resolve()):
            what = f"{name} lies below {path}, which programs may read"
            raise DataError(str(folder), what, f"move {name} elsewhere")
