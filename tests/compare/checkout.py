"""A checkout of gograde, and its command line."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

TIMEOUT_S = 3600
_SET_HERE = ("GOGRADE_TESTS_SHARED", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")


class CompareError(Exception):
    """Something could not be compared; the text says what and why."""


@dataclass(frozen=True)
class Checkout:
    """The folder of a checkout that has a `.venv` made by `make install`."""

    path: Path

    def __post_init__(self) -> None:
        """Raise `CompareError` unless the checkout runs its own code."""
        program = self.path / ".venv/bin/python"
        if not program.is_file():
            raise CompareError(f"{self.path}: no .venv in it (make install makes it)")
        code = "import gograde; print(gograde.__file__)"
        file = _output([str(program), "-P", "-c", code], Path("/"))
        if not Path(file.strip()).is_relative_to(self.path):
            raise CompareError(f"{self.path}: its .venv runs {file.strip()} (make clean install mends it)")

    @property
    def cases(self) -> Path:
        """The folder of the packages."""
        return self.path / "cases"

    def gograde(self, room: Path, *words: str) -> str:
        """What a command prints, called from a folder; raises `CompareError` when it does not end with 0.

        The name of the folder is left out, since two checkouts work in two folders.
        """
        printed = _output([str(self.path / ".venv/bin/gograde"), *words], room)
        return printed.replace(str(room), "ROOM")


def _output(command: list[str], folder: Path) -> str:
    env = {name: value for name, value in os.environ.items() if name not in _SET_HERE}
    env |= {"LC_ALL": "C.UTF-8", "COLUMNS": "110", "TZ": "UTC", "NO_COLOR": "1"}
    done = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=TIMEOUT_S
    )
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).splitlines()[-20:])
        raise CompareError(f"{' '.join(command)} ended with {done.returncode}:\n{said}")
    return done.stdout
