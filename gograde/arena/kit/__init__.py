"""Writes the kit of the 5x5 game: the modules that programs import, a referee, two players, a script.

`host.py`, `read.py` and `write.py` are those that lie beside every program when it is graded.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from gograde.arena.game.protocol_files import handed_out, write_input
from gograde.arena.game.record import written
from gograde.arena.game.rules import START
from gograde.errors import DataError

HOST = "host.py"
FUTURE = "from __future__ import annotations\n"
AS_PROGRAM = """
if __name__ == "__main__":  # before anything that can fail: a status of 1 or 2 is somebody's victory
    from sys import argv, exit, stderr

    try:
        from referee import main

        status = main(argv[1:])
    except Exception as error:
        stderr.write(f"host.py: {error!r}; nobody wins\\n")
        status = 3
    exit(status)
"""
"""What makes `host.py` a program too."""


def kit_files() -> dict[str, bytes]:
    """Every file of the kit by its path."""
    own = Path(__file__).parent / "files"
    files = {path.name: path.read_bytes() for path in sorted(own.iterdir()) if path.is_file()}
    modules = handed_out()
    host = modules[HOST].decode().replace(FUTURE, FUTURE + AS_PROGRAM, 1)
    return {**files, **modules, HOST: host.encode(), "init/input.txt": write_input(START)}


def write_kit(folder: Path) -> tuple[str, ...]:
    """Write the kit into a new or an empty folder, whole or not at all; the paths of its files.

    Raises `DataError` for a folder that holds something, and where nothing can be written.
    """
    if os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir())):
        what = "is not empty" if folder.is_dir() else "is no folder"
        raise DataError(str(folder), what, "name a new or an empty folder")
    files = kit_files()
    with written(folder):
        made = Path(tempfile.mkdtemp(prefix=".kit-", dir=folder.parent))
        try:
            for path, data in files.items():
                (made / path).parent.mkdir(exist_ok=True)
                (made / path).write_bytes(data)
            made.chmod(0o755)
            made.replace(folder)
        finally:
            shutil.rmtree(made, ignore_errors=True)
    return tuple(sorted(files))
