"""Detects Python 2 submissions by syntax and names; fissix translates them inside the sandbox.

The course's own skeleton was Python 2.7.  `/` of two integers still rounds down after translation.
The order of values of different types is not translated.
"""

from __future__ import annotations

import posixpath
import sys
from collections.abc import Mapping

from gograde.intake.languages import BUILD_LIMITS, ENVIRONMENT, hidden_folders, stand_in_files
from gograde.intake.python_sources import imports, is_python_2, is_python_3
from gograde.sandbox.host.system import interpreter_folders
from gograde.sandbox.protocol import BOX, MIB, OURS, Collect, Job, StagedFile

TRANSLATOR = "_python_2"
"""The stand-in package that translates; translated sources import it."""

MOST_READ = MIB
"""Bytes; when a submission has more Python than this, only its entry is examined."""

TAB = 8
"""Columns between the tab stops of Python 2; Python 3 rejects mixed tabs and spaces."""


def python_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The Python sources of a submission."""
    return {path: data for path, data in files.items() if path.lower().endswith(".py")}


def is_python_2_program(files: Mapping[str, bytes], path: str) -> bool:
    """Whether the program at `path`, or a submitted module that it imports, is Python 2."""
    sources = python_files(files)
    if sum(map(len, sources.values())) > MOST_READ:
        return is_python_2(files[path])
    return any(is_python_2(files[source]) for source in _reached(sources, path))


def _reached(sources: Mapping[str, bytes], path: str) -> set[str]:
    """The entry and the sources that it imports, directly or not, matched by module name."""
    reached: set[str] = set()
    new = {path}
    while new:
        reached |= new
        names = {name for source in new for name in imports(sources.get(source, b""))}
        new = {source for source in sources if _module(source) in names} - reached
    return reached


def _module(path: str) -> str:
    folder, name = posixpath.split(path)
    return posixpath.basename(folder) if name == "__init__.py" else posixpath.splitext(name)[0]


def translation_job(sources: Mapping[str, bytes]) -> Job:
    """The job that translates the sources; numbers replace the students' own file names."""
    names = _numbered(sources)
    staged = tuple(StagedFile(name, _untabbed(sources[path])) for name, path in names.items())
    tools = tuple(file for file in stand_in_files() if file.path.startswith(f"{OURS}/{TRANSLATOR}/"))
    argv = (sys.executable, "-s", "-B", "-m", TRANSLATOR)
    return Job(
        argv=(*argv, *(f"./{name}" for name in names)),
        files=(*staged, *tools),
        limits=BUILD_LIMITS,
        collect=Collect(patterns=("*.py",), file_bytes=MIB, files=len(staged)),
        readable=interpreter_folders(),
        hidden=hidden_folders(),
        env={**ENVIRONMENT, "PYTHONPATH": f"{BOX}/{OURS}"},
    )


def translated(sources: Mapping[str, bytes], output: Mapping[str, bytes]) -> dict[str, bytes]:
    """The sources by path; each is translated when its translation is Python 3."""
    found = {path: output.get(name, b"") for name, path in _numbered(sources).items()}
    return {path: found[path] if _usable(found[path]) else data for path, data in sources.items()}


def _usable(source: bytes) -> bool:
    return bool(source) and is_python_3(source)


def _numbered(sources: Mapping[str, bytes]) -> dict[str, str]:
    return {f"source_{number}.py": path for number, path in enumerate(sorted(sources))}


def _untabbed(source: bytes) -> bytes:
    """The source with leading tabs expanded to spaces."""
    return b"\n".join(_untabbed_line(line) for line in source.split(b"\n"))


def _untabbed_line(line: bytes) -> bytes:
    code = line.lstrip(b" \t")
    return line[: len(line) - len(code)].expandtabs(TAB) + code
