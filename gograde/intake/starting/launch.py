"""How programs of each language are started."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gograde.intake.entry import Entry
from gograde.intake.languages.row import NO_ROOM, Room
from gograde.intake.languages.table import LANGUAGES
from gograde.intake.languages.tools import tools_of
from gograde.intake.marks import Mark
from gograde.intake.starting.build import replaced
from gograde.intake.starting.environment import ENVIRONMENT
from gograde.pictures.capture import stand_in_bytes
from gograde.runtimes.runtime import Runtime
from gograde.sandbox.protocol import BOX, MIB, OURS, Limits, StagedFile

SHOWN = {"PYTHONPATH": f"{BOX}/{OURS}", "MPLBACKEND": "module://_matplotlib_windows"}
"""Added to `ENVIRONMENT` with the stand-in files, which record what a program shows."""


@dataclass(frozen=True)
class Launch:
    """The language's part of a job: the command, files beside the program, folders of the host.

    `room` is what the machinery of the language needs beyond the limits of the package, `heap` the option
    that tells it how much memory the package grants, `harmless` what it tries itself.
    """

    argv: tuple[str, ...]
    files: tuple[StagedFile, ...] = ()
    readable: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    env: dict[str, str] = field(default_factory=lambda: dict(ENVIRONMENT))
    room: Room = NO_ROOM
    heap: str = ""
    harmless: tuple[str, ...] = ()

    def command(self, limits: Limits) -> tuple[str, ...]:
        """The command under the limits of a package."""
        told = [f"{self.heap}{limits.memory_bytes // MIB}m"] if self.heap else []
        return (self.argv[0], *told, *self.argv[1:])


def launch(entry: Entry, marks: Collection[Mark], built: Sequence[StagedFile], runtime: Runtime) -> Launch:
    """How to start the entry; `built` is what its build made."""
    if entry.language == "python":
        return python_launch(entry.name, runtime)
    if entry.language == "shell":
        return _shell_launch(entry, marks, runtime)
    row, found = LANGUAGES[entry.language], tools_of(entry.language)
    values = {name: str(path) for name, path in found.paths.items()}
    argv = replaced(row.run, {**values, "entry": f"./{entry.name}", "class": entry.start})
    mine = (row.room, row.heap, row.harmless)
    return Launch(argv, tuple(built), found.readable, runtime.hidden(), {**ENVIRONMENT, **row.env}, *mine)


def python_launch(name: str, runtime: Runtime) -> Launch:
    """How to start the Python program `name`."""
    # -s hides the user's own packages; -P would also hide modules submitted beside the program.
    argv = (str(runtime.python), "-s", "-B", f"./{name}")
    stand_in = stand_in_files()
    env = {**ENVIRONMENT, **SHOWN} if stand_in else dict(ENVIRONMENT)
    return Launch(argv, stand_in, runtime.readable(), runtime.hidden(), env)


def _shell_launch(entry: Entry, marks: Collection[Mark], runtime: Runtime) -> Launch:
    """The start of a shell script; one that contains `python` also gets the interpreter and modules."""
    start = Launch((_shell(marks), f"./{entry.name}"), hidden=runtime.hidden())
    if Mark.PYTHON not in marks:
        return start
    names = (f"{OURS}/bin/{name}" for name in ("python", "python3"))
    text = f'#!/bin/sh\nexec {shlex.quote(str(runtime.python))} -s -B "$@"\n'.encode()
    wrappers = tuple(StagedFile(name, text, executable=True) for name in names)
    path = f"{BOX}/{OURS}/bin:{ENVIRONMENT['PATH']}"
    env = {**ENVIRONMENT, **SHOWN, "PATH": path}
    return Launch(start.argv, (*stand_in_files(), *wrappers), runtime.readable(), start.hidden, env)


def stand_in_files() -> tuple[StagedFile, ...]:
    """The stand-in modules in `gograde/pictures/capture/stand_ins`; they come before the system's modules."""
    return tuple(StagedFile(f"{OURS}/{path}", data) for path, data in stand_in_bytes().items())


def _shell(marks: Collection[Mark]) -> str:
    """The shell of a script: bash when its first line asks for it and bash exists, else sh."""
    bash = shutil.which("bash", path=ENVIRONMENT["PATH"])
    return bash if bash and Mark.BASH in marks else "/bin/sh"
