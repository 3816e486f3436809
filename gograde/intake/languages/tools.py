"""Finds the tools of a language on this machine, and what programs must be able to read of them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gograde.errors import JudgeError
from gograde.intake.languages.table import LANGUAGES, Language, Tool
from gograde.sandbox.host.system import PROGRAMS

SYSTEM_PATH = "/usr/bin:/bin"
"""The `PATH` of programs in the sandbox."""


SHELLS = ("bash", "sh")
"""The programs that start scripts of the shell, which every system has."""


class NoToolError(JudgeError):
    """A tool of a language is missing on this machine, which is no fault of who wrote the program.

    `install` are the packages of Debian that bring it.
    """

    def __init__(self, where: str, what: str, install: str, why: str = "install it") -> None:
        super().__init__(where, what, f"{why}: apt install {install}")
        self.install = install


@dataclass(frozen=True)
class Tools:
    """The paths of a language's tools by their first names, and what lies outside /usr of what they read."""

    paths: Mapping[str, Path]
    readable: tuple[Path, ...]


def tools_of(name: str) -> Tools:
    """The tools of a language; raises `NoToolError` with what is to be installed."""
    row = LANGUAGES[name]
    found = {tool.names[0]: path for tool in row.tools if (path := _program_of(tool)) is not None}
    for tool in row.tools:
        if tool.names[0] not in found:
            what = f"no {' or '.join(tool.names)} on this machine"
            raise NoToolError(row.title, what, tool.install)
    settings = (path for pattern in row.settings for path in Path("/").glob(pattern.lstrip("/")))
    return Tools(found, tuple(sorted({*settings, *_outside(row, found)})))


def missing(name: str) -> str:
    """Which tool of a language is missing; empty when none is."""
    try:
        tools_of(name)
    except NoToolError as error:
        return error.what
    return ""


def check_can_run(name: str, backend: str) -> None:
    """Raise `NoToolError` when a back end cannot run programs in a language on this machine."""
    row = LANGUAGES[name]
    if row.needs_proc and backend == "landlock":
        what = f"programs in {row.title} need /proc, which the sandbox landlock does not give them"
        raise NoToolError(row.title, what, "bubblewrap", "grade with bwrap")
    tools_of(name)


def every_readable() -> Iterator[Path]:
    """All that the tools of this machine make readable to programs."""
    return (path for name in LANGUAGES if not missing(name) for path in tools_of(name).readable)


def identity(name: str) -> list[str]:
    """What tells the programs that build and start a language from others: path, size and time of each.

    They are those of `tools_of`, so that a digest and a run never mean two programs.
    """
    shells = (shutil.which(word, path=SYSTEM_PATH) for word in SHELLS if name == "shell")
    tools = (*map(_program_of, LANGUAGES[name].tools), *shells)
    stats = ((path, Path(path).stat()) for path in tools if path is not None)
    return [f"{path} {stat.st_size} {stat.st_mtime_ns}" for path, stat in stats]


def _program_of(tool: Tool) -> Path | None:
    """The program that does the work, links resolved where it lies outside /usr."""
    named = next(filter(None, map(shutil.which, tool.names)), None)
    if named is None:
        return None
    path = Path(named)
    if _is_system(path):
        return path
    return _behind(path, path.stat().st_mtime_ns, tool.asks) if tool.asks else path.resolve()


@lru_cache(maxsize=64)
def _behind(path: Path, _changed_ns: int, asks: tuple[str, ...]) -> Path | None:
    """The program for which another one stands in, as that one says; None when it knows none."""
    # In a folder of a student's, `rust-toolchain.toml` could have rustup start a program of the student's.
    done = subprocess.run([path, *asks], cwd="/", capture_output=True, text=True, check=False)
    inner = Path(done.stdout.strip()) / "bin" / path.name
    own = path.resolve()
    return inner if inner.is_file() else own if own.name == path.name else None


def _is_system(path: Path) -> bool:
    """Whether programs can read it: it and what it links to are the system's."""
    return all(any(each.is_relative_to(top) for top in PROGRAMS) for each in (path, path.resolve()))


def _outside(row: Language, found: Mapping[str, Path]) -> Iterator[Path]:
    """The folders of tools outside /usr: no more than they need, since others' files may lie beside them."""
    for tool in row.tools:
        path = found[tool.names[0]]
        if not _is_system(path):
            home = path.parent.parent
            yield from (place for name in ("bin", *tool.beside) if (place := home / name).exists())
