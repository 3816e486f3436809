"""Python 2 homework: told apart by its syntax, translated by fissix inside the sandbox.

The course's own skeleton was Python 2.7.  What the translation does not know is division: `/` of
two whole numbers stays a division with a remainder.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from gograde.grading.languages import BUILD_LIMITS, ENVIRONMENT, hidden_folders, interpreter_folders
from gograde.grading.sources import is_python_3
from gograde.sandbox.protocol import MIB, Collect, Job, StagedFile

TAB = 8
"""Columns between the tab stops of Python 2; Python 3 refuses to guess."""


def python_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The Python sources of a submission."""
    return {path: data for path, data in files.items() if path.lower().endswith(".py")}


def translation_job(sources: Mapping[str, bytes]) -> Job:
    """The job that translates the sources; they are numbered, since names and folders are the student's."""
    names = _numbered(sources)
    staged = tuple(StagedFile(name, _untabbed(sources[path])) for name, path in names.items())
    argv = (sys.executable, "-s", "-B", "-m", "fissix", "--write", "--nobackups", "--no-diffs")
    return Job(
        argv=(*argv, *(f"./{name}" for name in names)),
        files=staged,
        limits=BUILD_LIMITS,
        collect=Collect(patterns=("*.py",), file_bytes=MIB, files=len(staged)),
        readable=interpreter_folders(),
        hidden=hidden_folders(),
        env=ENVIRONMENT,
    )


def translated(sources: Mapping[str, bytes], output: Mapping[str, bytes]) -> dict[str, bytes]:
    """The sources by path again, each in its translation where that is Python 3."""
    found = {path: output.get(name, b"") for name, path in _numbered(sources).items()}
    return {path: found[path] if _usable(found[path]) else data for path, data in sources.items()}


def _usable(source: bytes) -> bool:
    return bool(source) and is_python_3(source)


def _numbered(sources: Mapping[str, bytes]) -> dict[str, str]:
    return {f"source_{number}.py": path for number, path in enumerate(sorted(sources))}


def _untabbed(source: bytes) -> bytes:
    """Leading tabs as the columns that they meant."""
    return b"\n".join(_untabbed_line(line) for line in source.split(b"\n"))


def _untabbed_line(line: bytes) -> bytes:
    code = line.lstrip(b" \t")
    return line[: len(line) - len(code)].expandtabs(TAB) + code
