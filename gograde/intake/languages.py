"""How programs of each language are built and started."""

from __future__ import annotations

import shlex
import shutil
import sysconfig
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gograde.errors import DataError, JudgeError
from gograde.intake.entry import Entry
from gograde.intake.marks import Mark
from gograde.pictures.capture.stand_ins_path import stand_ins
from gograde.runtimes.runtime import Runtime
from gograde.sandbox.host import system
from gograde.sandbox.protocol import BOX, MIB, OURS, Collect, Job, Limits, StagedFile

PROGRAM = "a.out"

LINES_SOURCE = f"{OURS}/lines.c"
LINES = b"""#include <stdio.h>
__attribute__((constructor)) static void lines(void) { setvbuf(stdout, NULL, _IOLBF, BUFSIZ); }
"""
"""Compiled into every C program: stdout is line-buffered, so a crash loses no finished line."""

ZERO_SOURCE = f"{OURS}/zero.c"
ZERO = b"""void __real_main(int, char **, char **);
int __wrap_main(int count, char **words, char **environment) {
    __real_main(count, words, environment);
    return 0;
}
"""
"""Compiled into a program with `void main`: its exit code becomes 0; `exit(1)` keeps its code."""

BUILD_LIMITS = Limits(
    cpu_s=30, wall_s=90, memory_bytes=1024 * MIB, work_bytes=64 * MIB, stdout_bytes=MIB, stderr_bytes=MIB
)

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
    "PATH": "/usr/bin:/bin",
}

SHOWN = {"PYTHONPATH": f"{BOX}/{OURS}", "MPLBACKEND": "module://_matplotlib_windows"}
"""Added to `ENVIRONMENT` with the stand-in files, which record what a program shows."""


@dataclass(frozen=True)
class Launch:
    """The language's part of a job: the command, files beside the program, folders of the host."""

    argv: tuple[str, ...]
    files: tuple[StagedFile, ...] = ()
    readable: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    env: dict[str, str] = field(default_factory=lambda: dict(ENVIRONMENT))


def launch(entry: Entry, marks: Collection[Mark], program: bytes, runtime: Runtime) -> Launch:
    """How to start the entry; `program` is the result of `build_job` (C only, else empty)."""
    if entry.language == "python":
        return _python(entry, runtime)
    if entry.language == "c":
        binary = StagedFile(PROGRAM, program, executable=True)
        return Launch((f"./{PROGRAM}",), (binary,), hidden=runtime.hidden())
    return _shell_launch(entry, marks, runtime)


def build_job(entry: Entry, files: Mapping[str, bytes], marks: Collection[Mark]) -> Job:
    """The job that compiles a C program; raises `JudgeError` without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise JudgeError("cc", "no C compiler on this machine", "install one: apt install gcc libc6-dev")
    ours = {LINES_SOURCE: LINES}
    void = Mark.VOID_MAIN in marks
    if void:
        ours[ZERO_SOURCE] = ZERO
    own = {path: data for path, data in files.items() if path.split("/")[0] != OURS}
    staged = tuple(StagedFile(path, data) for path, data in sorted({**own, **ours}.items()))
    folder = [f"-I./{entry.folder}"] if entry.folder else []
    sources = [f"./{path}" for path in (*entry.sources, *ours)]
    wrap = ["-Wl,--wrap=main"] if void else []
    argv = (compiler, "-O2", "-std=gnu17", *folder, "-o", PROGRAM, *sources, *wrap, "-lm")
    collect = Collect(patterns=(PROGRAM,), file_bytes=16 * MIB, files=1)
    return Job(argv=argv, files=staged, limits=BUILD_LIMITS, collect=collect, env=ENVIRONMENT)


def _python(entry: Entry, runtime: Runtime) -> Launch:
    # -s hides the user's own packages; -P would also hide modules submitted beside the program.
    argv = (str(runtime.python), "-s", "-B", f"./{entry.name}")
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
    return tuple(StagedFile(f"{OURS}/{path}", data) for path, data in stand_ins().items())


def check_out_of_reach(folder: Path, name: str = "the class") -> None:
    """Raise `DataError` when students' programs may read the folder, which `name` describes."""
    real = folder.resolve()
    for path in (*system.existing((*system.PROGRAMS, *system.SETTINGS)), *system.interpreter_folders()):
        if real.is_relative_to(path.resolve()):
            what = f"{name} lies below {path}, which programs may read"
            raise DataError(str(folder), what, f"move {name} elsewhere")


def hidden_folders() -> tuple[Path, ...]:
    """The folders of the installed grader, which programs must not read."""
    installed = {Path(sysconfig.get_path(name)) / "gograde" for name in ("purelib", "platlib")}
    return tuple(sorted(path for path in installed if path.is_dir()))


def _shell(marks: Collection[Mark]) -> str:
    """The shell of a script: bash when its first line asks for it and bash exists, else sh."""
    bash = shutil.which("bash", path=ENVIRONMENT["PATH"])
    return bash if bash and Mark.BASH in marks else "/bin/sh"
