"""Has a submission read, builds its program, and prepares its start, by the table of languages.

The runs of a class, the games of a league and `gograde play` all start programs this way.
"""

from __future__ import annotations

import posixpath
import re
import shlex
import shutil
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from gograde.codec import replace
from gograde.errors import DataError
from gograde.intake.entry import NO_BUILDING, TRANSLATED, Building, Entry, Refusal, staged_submission
from gograde.intake.jobs import run_job
from gograde.intake.languages import (
    BUILT,
    LANGUAGES,
    Build,
    Language,
    Tools,
    check_can_run,
    every_readable,
    tools_of,
)
from gograde.intake.names import is_notebook, parents
from gograde.intake.read import Finder, SourceReading, read
from gograde.intake.runtime import Runtime
from gograde.intake.submission import Submission
from gograde.intake.traits import Trait
from gograde.listing import printable_lines
from gograde.package.config import Contract
from gograde.pictures.capture import stand_in_bytes
from gograde.sandbox.host import system
from gograde.sandbox.protocol import BOX, MIB, OURS, Backend, Collect, Job, Limits, RunResult, StagedFile
from gograde.sandbox.reader.ask import limit_text

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

SHOWN = {"PYTHONPATH": f"{BOX}/{OURS}", "MPLBACKEND": "module://_matplotlib_windows"}
"""Added to `ENVIRONMENT` with the stand-in files, which record what a program shows."""

FOR_OLD_NUMPY = ("sitecustomize.py", "_old_libraries.py")
"""The stand-in modules that programs for an older numpy need; any program may be one."""

NEED_ALL = frozenset({Trait.SHOWS, Trait.PYTHON_2})
"""The marks of programs that need all stand-in modules; beside more packages than numpy all do."""


@dataclass(frozen=True)
class Launch:
    """The language's part of a job: the command, files beside the program, folders of the host.

    `row` says what the machinery of the language needs, tries and adds.
    """

    argv: tuple[str, ...]
    row: Language
    files: tuple[StagedFile, ...] = ()
    readable: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    env: dict[str, str] = field(default_factory=lambda: dict(ENVIRONMENT))

    def job(self, limits: Limits, files: tuple[StagedFile, ...] = ()) -> Job:
        """A run with these files under the limits of a package."""
        heap = [f"{self.row.heap}{limits.memory_bytes // MIB}m"] if self.row.heap else []
        return Job(
            argv=(self.argv[0], *heap, *self.argv[1:]),
            files=files,
            limits=self.row.room.added(limits),
            readable=self.readable,
            hidden=self.hidden,
            env=self.env,
            harmless=self.row.harmless,
            frames=self.row.frames,
        )


def launch(entry: Entry, marks: Collection[Trait], built: Sequence[StagedFile], runtime: Runtime) -> Launch:
    """How to start the entry; `built` is what its build made."""
    if entry.language == "python":
        draws = not NEED_ALL.isdisjoint(marks) or is_notebook(entry.path) or {*runtime.packages} - {"numpy"}
        return python_launch(entry.name, runtime, None if draws else FOR_OLD_NUMPY)
    if entry.language == "shell":
        return _shell_launch(entry, marks, runtime)
    row, found = LANGUAGES[entry.language], tools_of(entry.language)
    values = {name: str(path) for name, path in found.paths.items()}
    argv = replaced(row.run, {**values, "entry": f"./{entry.name}", "class": entry.start})
    env = {**ENVIRONMENT, **row.env}
    return Launch(argv, row, tuple(built), found.readable, runtime.hidden(), env)


def python_launch(name: str, runtime: Runtime, beside: tuple[str, ...] | None = FOR_OLD_NUMPY) -> Launch:
    """How to start the Python program `name`, with the stand-in modules `beside` it (None: all)."""
    # -s hides the user's own packages; -P would also hide modules submitted beside the program.
    argv = (str(runtime.python), "-s", "-B", f"./{name}")
    row, env = LANGUAGES["python"], {**ENVIRONMENT, **SHOWN}
    return Launch(argv, row, stand_in_files(beside), runtime.readable(), runtime.hidden(), env)


def _shell_launch(entry: Entry, marks: Collection[Trait], runtime: Runtime) -> Launch:
    """The start of a shell script; one that contains `python` also gets the interpreter and modules."""
    bash = shutil.which("bash", path=ENVIRONMENT["PATH"]) if Trait.BASH in marks else None
    start = Launch((bash or "/bin/sh", f"./{entry.name}"), LANGUAGES["shell"], hidden=runtime.hidden())
    if Trait.PYTHON not in marks:
        return start
    names = (f"{OURS}/bin/{name}" for name in ("python", "python3"))
    text = f'#!/bin/sh\nexec {shlex.quote(str(runtime.python))} -s -B "$@"\n'.encode()
    wrappers = tuple(StagedFile(name, text, executable=True) for name in names)
    path = f"{BOX}/{OURS}/bin:{ENVIRONMENT['PATH']}"
    env = {**ENVIRONMENT, **SHOWN, "PATH": path}
    files = (*stand_in_files(), *wrappers)
    return Launch(start.argv, start.row, files, runtime.readable(), start.hidden, env)


@lru_cache(maxsize=4)
def stand_in_files(names: tuple[str, ...] | None = None) -> tuple[StagedFile, ...]:
    """The stand-in modules `names` (None: all) of `gograde/pictures/capture/stand_ins`.

    They come before the system's modules.
    """
    known = stand_in_bytes()
    return tuple(StagedFile(f"{OURS}/{path}", known[path]) for path in (known if names is None else names))


OBJECT = re.compile(rb"\bcc\w{6}(\.o\b)")
"""A temporary object file of the compiler; its name differs at each run."""

HEADING = re.compile(rb"^# .*\n", re.MULTILINE)
"""The line with which go says of which package the following lines are."""

PLACE = re.compile(rb"^(?:\./)?([^\s:]+:[0-9])", re.MULTILINE)
"""A path with the number of a line."""

NAMED = re.compile(
    rb"""(?<![^\s"'`<>(\[=,;])((?:/(?![/*])|(?:\./)*\.\./)[^\s"'`<>()\[\],;:]*)(?=(?P<told>: )?)"""
)
"""A path that does not begin in the working folder, and whether something is told of it."""

QUOTED = re.compile(rb"^\s*\d*\s*\|")
"""What stands before a line of a source that a compiler shows."""

LIMITS = Limits(
    wall_s=240,
    memory_bytes=1024 * MIB,  # ghc and javac take 300 MiB for a small program
    processes=100,  # Go compiles packages side by side
    open_files=512,
    file_bytes=64 * MIB,
    work_bytes=256 * MIB,  # newer tools of Go keep their compiled library: some 100 MiB
    stdout_bytes=MIB,
    stderr_bytes=MIB,
    address_bytes=64 * 1024 * MIB,
)
"""Of a build; the row of the language has the CPU time."""

OUTSIDE = (
    "the build reached for something outside the files that were handed in, so what the compiler says of it "
    "is for the staff; name your own files by paths from the file that takes them in"
)
"""What a student reads instead of a compiler's words about the machine: the same, whatever is there."""


@dataclass(frozen=True)
class Built:
    """What a build made, to be put beside the program, and the facts of the build."""

    files: tuple[StagedFile, ...] = ()
    building: Building = NO_BUILDING


def built(reading: SourceReading, hidden: tuple[Path, ...], backend: Backend) -> Built | Refusal:
    """What the build made, or why it made nothing.

    It may not read what is `hidden` from the program: a source can take in any file that its compiler reads.

    Raises `JudgeError` when the sandbox fails, and when a tool of the language is missing.
    """
    entry = reading.entry
    row = LANGUAGES[entry.language]
    if row.build is None:
        return Built()
    job = replace(build_job(entry, reading.program, reading.marks), hidden=hidden)
    result = run_job(job, backend)
    building = Building(result.violations, result.unlisted)
    if result.killed_for is not None:
        return Refusal(f"the compiler {limit_text(result.killed_for, job.limits)}", entry, building)
    made = {path: data for path, data in result.files.items() if path.split("/")[0] != OURS}
    if result.exit_code != 0 or (row.build.makes and not made):
        said = said_of(entry, row.build, result, _home(entry, reading.files, row.build))
        told = without_machine(said, reading.files, job.readable)
        if told is None or result.violations:
            return Refusal(OUTSIDE, entry, replace(building, output=printable_lines(said)))
        return Refusal(printable_lines(told) or "the compiler made no program", entry, building)
    files = tuple(StagedFile(path, data, path == BUILT) for path, data in made.items())
    return Built(files, building)


def build_job(entry: Entry, files: Mapping[str, bytes], marks: Collection[Trait]) -> Job:
    """The job that builds a program; raises `NoToolError` without a tool."""
    row = LANGUAGES[entry.language]
    assert row.build is not None
    found, extra = tools_of(row.name), _extra(row.build, marks)
    entry, files = _at_home(entry, files, _home(entry, files, row.build))
    patterns = (BUILT, f"{BUILT}/*", f"{BUILT}.*") if row.build.makes else ()
    return Job(
        argv=tuple(_command(entry, row, found, extra)),
        files=_staged(entry, files, row.build, extra),
        limits=replace(LIMITS, cpu_s=row.build.cpu_s),
        collect=Collect(patterns=patterns, file_bytes=16 * MIB, files=1000, depth=20, total_bytes=64 * MIB),
        readable=found.readable,
        env={**ENVIRONMENT, **row.env},
        harmless=row.harmless,
        frames=row.frames,
    )


def _home(entry: Entry, files: Collection[str], build: Build) -> str:
    """The folder in which the build starts, with a slash; empty for the top."""
    above = (f"{folder}/" for folder in parents(entry.path)) if build.home else ()
    return max((folder for folder in above if folder + build.home in files), key=len, default="")


def _at_home(entry: Entry, files: Mapping[str, bytes], home: str) -> tuple[Entry, Mapping[str, bytes]]:
    """The entry and the files below `home`, named from there."""
    below = {path.removeprefix(home): data for path, data in files.items() if path.startswith(home)}
    sources = tuple(path.removeprefix(home) for path in entry.sources if path.startswith(home))
    return replace(entry, path=entry.path.removeprefix(home), sources=sources), below


def replaced(words: Sequence[str], values: Mapping[str, str]) -> tuple[str, ...]:
    """The words with `{name}` replaced by the value of that name, in one pass."""
    known = re.compile("|".join(re.escape(f"{{{name}}}") for name in values))
    return tuple(known.sub(lambda found: values[found[0][1:-1]], word) for word in words)


def _extra(build: Build, marks: Collection[Trait]) -> tuple[dict[str, bytes], list[str]]:
    chosen = [extra for mark, extra in build.extra.items() if mark is None or mark in marks]
    files = {path: data for extra in chosen for path, data in extra.files.items()}
    return files, [*(f"./{path}" for path in files), *(word for extra in chosen for word in extra.words)]


def _staged(
    entry: Entry, files: Mapping[str, bytes], build: Build, extra: tuple[dict[str, bytes], list[str]]
) -> tuple[StagedFile, ...]:
    """What is built lies where it was handed in; what is only looked through lies where it will run."""
    if not build.makes:
        return staged_submission(files, entry, (), ())
    own = {path: data for path, data in files.items() if path.split("/")[0] not in (OURS, BUILT)}
    return tuple(StagedFile(path, data) for path, data in sorted({**own, **extra[0]}.items()))


def _command(
    entry: Entry, row: Language, found: Tools, extra: tuple[dict[str, bytes], list[str]]
) -> list[str]:
    assert row.build is not None
    folder = f"./{entry.folder}" if entry.folder else "."
    place = f"./{entry.path}" if row.build.makes else f"./{entry.name}"
    several = {
        "{sources}": [f"./{path}" for path in entry.sources] or [place],
        "{extra}": extra[1],
    }
    values = {name: str(path) for name, path in found.paths.items()}
    values |= {"entry": place, "folder": folder, "root": _root(entry, folder)}
    return [
        word
        for words in row.build.command
        for word in (several[words] if words in several else replaced([words], values))
    ]


def _root(entry: Entry, folder: str) -> str:
    """The folder above those of the entry's package; the entry's own when these have other names."""
    above = "/".join(entry.start.split(".")[:-1])
    return folder.removesuffix(above).rstrip("/") if above and folder.endswith(f"/{above}") else folder


def said_of(entry: Entry, build: Build, result: RunResult, home: str) -> bytes:
    """What the tool says, with paths as they were handed in."""
    said = OBJECT.sub(rb"program\1", result.stderr.strip() or result.stdout)
    if not build.makes:
        name, path = re.escape(entry.name.encode()), entry.path.encode()
        said = re.sub(rb"(?<![\w./])(?:\./)?" + name + rb"(?!\w)", lambda _: path, said)
    if build.home:
        said = PLACE.sub(lambda found: home.encode() + found[1], HEADING.sub(b"", said))
    return re.sub(rb"(?m)^\./", b"", said.replace(bytes(BOX) + b"/", b""))


def without_machine(said: bytes, files: Mapping[str, bytes], readable: Sequence[Path]) -> bytes | None:
    """What a compiler said, with the files of the system and of `readable` by their last names alone.

    None when it names any other place outside the submission: whatever it says of one would tell whether
    that place exists.  Lines of `files` that it quotes are the student's own words and tell nothing.
    """
    open_to_all = tuple(f"{path}/" for path in (*system.PROGRAMS, *system.SETTINGS, *readable))
    depth = max((len(parents(path)) for path in files), default=0)
    own = None
    lines = []
    for line in said.split(b"\n"):
        if not NAMED.search(line):
            lines.append(line)
            continue
        own = own or {_words(one) for data in files.values() for one in data.splitlines()}
        if not PLACE.match(line) and _words(QUOTED.sub(b"", line)) in own:
            lines.append(line)
            continue
        if any(_is_outside(named, depth, open_to_all) for named in NAMED.finditer(line)):
            return None
        lines.append(NAMED.sub(_last_name, line))
    return b"\n".join(lines)


def _words(line: bytes) -> bytes:
    return b" ".join(line.split())


def _is_path(named: re.Match[bytes]) -> bool:
    """Whether it is a path for sure: a single `/n` may be the student's own text."""
    return named[1].rstrip(b"/").count(b"/") > 1 or named["told"] is not None


def _is_outside(named: re.Match[bytes], depth: int, open_to_all: tuple[str, ...]) -> bool:
    path = posixpath.normpath(named[1].decode("utf-8", "replace"))
    if not path.startswith("/"):
        return path.split("/").count("..") > depth
    return _is_path(named) and not f"{path}/".startswith((f"{BOX}/", *open_to_all))


def _last_name(named: re.Match[bytes]) -> bytes:
    path = named[1]
    return posixpath.basename(path.rstrip(b"/")) if path.startswith(b"/") and _is_path(named) else path


def check_out_of_reach(folder: Path, name: str = "the class") -> None:
    """Raise `DataError` when students' programs may read the folder, which `name` describes."""
    real = folder.resolve()
    theirs = system.existing((*system.PROGRAMS, *system.SETTINGS))
    for path in (*theirs, *system.interpreter_folders(), *every_readable()):
        if real.is_relative_to(path.resolve()):
            what = f"{name} lies below {path}, which programs may read"
            raise DataError(str(folder), what, f"move {name} elsewhere")


class Starts(Finder, Protocol):
    """How programs of a kind of contract are found and started."""

    def started(self, entry: Entry, start: Launch) -> Launch:
        """How to start the entry; `start` is how its language starts programs."""


@dataclass(frozen=True)
class Program:
    """A submission that can be started; `sha256` is that of the submission."""

    reading: SourceReading
    start: Launch
    sha256: str
    building: Building = NO_BUILDING

    @property
    def entry(self) -> Entry:
        return self.reading.entry

    @property
    def files(self) -> Mapping[str, bytes]:
        """The submitted files as the program finds them."""
        return self.reading.program

    @property
    def language(self) -> str:
        """The language of the submitted program, before translation."""
        return TRANSLATED if Trait.PYTHON_2 in self.reading.marks else self.entry.language


def prepare(
    submission: Submission, contract: Contract, kind: Starts, runtime: Runtime, backend: Backend
) -> Program | Refusal:
    """The program of a submission, or a refusal.

    Raises `JudgeError` when the sandbox fails, and `NoToolError` when a tool of its language is missing.
    """
    reading = read(submission, contract, kind, backend)
    if isinstance(reading, Refusal):
        return reading
    check_can_run(reading.entry.language, backend.name)
    made = built(reading, runtime.hidden(), backend)
    if isinstance(made, Refusal):
        return made
    start = kind.started(reading.entry, launch(reading.entry, reading.marks, made.files, runtime))
    return Program(reading, start, submission.sha256, made.building)
