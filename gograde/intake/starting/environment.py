"""The environment of students' programs, and the folders that they must not read."""

from __future__ import annotations

from pathlib import Path

from gograde.errors import DataError
from gograde.intake.languages.tools import every_readable
from gograde.sandbox.host import system
from gograde.sandbox.protocol import BOX

ENVIRONMENT = {
    **system.ENVIRONMENT,
    "PYTHONDONTWRITEBYTECODE": "1",
    "MPLBACKEND": "Agg",
    "QT_QPA_PLATFORM": "offscreen",
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "GOGRADE_SHOWN": str(BOX),
}


def check_out_of_reach(folder: Path, name: str = "the class") -> None:
    """Raise `DataError` when students' programs may read the folder, which `name` describes."""
    real = folder.resolve()
    theirs = system.existing((*system.PROGRAMS, *system.SETTINGS))
    for path in (*theirs, *system.interpreter_folders(), *every_readable()):
        if real.is_relative_to(path.resolve()):
            what = f"{name} lies below {path}, which programs may read"
            raise DataError(str(folder), what, f"move {name} elsewhere")
