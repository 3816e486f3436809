"""Detects Python 2 submissions by syntax and names, and has fissix translate them.

The course's own skeleton was Python 2.7.  `/` of two integers still rounds down after translation.
The order of values of different types is not translated.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from gograde.intake.names import language_of
from gograde.intake.reading.python_sources import imports, is_python_2, is_python_3
from gograde.sandbox.protocol import MIB

MOST_READ = MIB
"""Bytes; when a submission has more Python than this, only its entry is examined."""

TAB = 8
"""Columns between the tab stops of Python 2; Python 3 rejects mixed tabs and spaces."""


def python_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The Python sources of a submission."""
    return {path: data for path, data in files.items() if language_of(path) == "python"}


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


def in_python_3(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The translations by path: of the sources whose translation is Python 3 and differs."""
    from gograde.intake.reading.translation import translations  # fissix is slow to import

    found = zip(sources, translations(map(untabbed, sources.values())), strict=True)
    return {path: new for path, new in found if new and new != sources[path] and is_python_3(new)}


def untabbed(source: bytes) -> bytes:
    """The source with leading tabs expanded to spaces."""
    return b"\n".join(_untabbed_line(line) for line in source.split(b"\n"))


def _untabbed_line(line: bytes) -> bytes:
    code = line.lstrip(b" \t")
    return line[: len(line) - len(code)].expandtabs(TAB) + code
