"""Runs programs with the stand-ins for screens, as grading does, and returns their drawings."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from gograde.pictures.capture import STAND_INS

SECONDS = 150


def files_kept(program: Path, folder: Path, python: str = sys.executable) -> Mapping[str, bytes]:
    """The files that hold what a program showed, by name and in order; the program must end well."""
    kept = folder / "kept"
    kept.mkdir(exist_ok=True)
    for old in kept.iterdir():
        old.unlink()
    environment = {
        "PATH": os.environ["PATH"], "PYTHONPATH": str(STAND_INS), "PYTHONDONTWRITEBYTECODE": "1",
        "MPLBACKEND": "module://_matplotlib_windows", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
        "GOGRADE_SHOWN": str(kept), "HOME": str(folder),
    }  # fmt: skip
    done = subprocess.run(
        [python, str(program)], cwd=program.parent, env=environment,
        capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return {path.name: path.read_bytes() for path in sorted(kept.iterdir())}


def drawings(program: Path, folder: Path) -> dict[str, bytes]:
    """Those of them that are drawings of windows."""
    return {name: data for name, data in files_kept(program, folder).items() if name.endswith(".drawing")}
