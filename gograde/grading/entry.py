"""Which file of a submission is started, and what lies beside it.

The entry's own folder becomes the working directory, wherever it is in the submission.
"""

from __future__ import annotations

import fnmatch
import posixpath
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gograde.grading.archives import parents, shown
from gograde.grading.sources import imports
from gograde.package.faults import did_you_mean
from gograde.package.model import Contract
from gograde.sandbox.protocol import StagedFile

DECLARATION = "submission.toml"
SUFFIXES = {".py": "python", ".c": "c", ".sh": "shell"}
MOST_PARSED = 1024 * 1024
"""So many bytes of Python are looked through for what imports what."""

KEYS = ("entry", "language", "build")


@dataclass(frozen=True)
class Entry:
    """The file to start; `sources` are those that are compiled together (C only)."""

    path: str
    language: str
    sources: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        """The folder of the entry, empty for the top."""
        return posixpath.dirname(self.path)

    @property
    def name(self) -> str:
        return posixpath.basename(self.path)


@dataclass(frozen=True)
class NoEntry:
    """Why nothing can be started, in words for the student."""

    message: str


def find_entry(files: Mapping[str, bytes], contract: Contract) -> Entry | NoEntry:
    """The entry named by `submission.toml`, else by the contract, else the only one there is."""
    declared = _shallowest(path for path in files if posixpath.basename(path) == DECLARATION)
    if declared:
        return _declared_entry(declared, files, contract)
    for name in contract.entries:
        path = _shallowest(path for path in files if posixpath.basename(path) == name)
        if path:
            return _entry(path, files, contract)
    sources = [path for path in files if language_of(path) in contract.languages]
    starts = sources if len(sources) == 1 else _roots(sources, files)
    if len(starts) == 1:
        return _entry(starts[0], files, contract)
    return NoEntry(_no_entry_text(sources, files, contract))


def language_of(path: str) -> str | None:
    """The language that a file's name speaks of."""
    return SUFFIXES.get(posixpath.splitext(path)[1].lower())


def _shallowest(paths: Iterable[str]) -> str | None:
    return min(paths, key=lambda path: (path.count("/"), path), default=None)


def _entry(path: str, files: Mapping[str, bytes], contract: Contract, language: str = "") -> Entry | NoEntry:
    language = language or language_of(path) or ""
    if language not in contract.languages:
        return NoEntry(
            f"{shown(path)}: its language is not taken; write it in {' or '.join(contract.languages)}"
        )
    return Entry(path, language, _c_sources(path, files) if language == "c" else ())


def _c_sources(path: str, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """The entry and the sources beside it that have no `main` of their own."""
    folder = posixpath.dirname(path)
    beside = (other for other in sorted(files) if posixpath.dirname(other) == folder and other != path)
    return (path, *(other for other in beside if language_of(other) == "c" and not _has_main(files[other])))


def _has_main(source: bytes) -> bool:
    return re.search(rb"\bmain\s*\(", source) is not None


# -- submission.toml ------------------------------------------------------------------------


def _declared_entry(declared: str, files: Mapping[str, bytes], contract: Contract) -> Entry | NoEntry:
    try:
        table = tomllib.loads(files[declared].decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        return NoEntry(f"{shown(declared)}: not TOML ({shown(str(error))})")
    section = table.get("submission")
    problem = _declaration_problem(section)
    if problem or not isinstance(section, dict):
        return NoEntry(f"{shown(declared)}: {problem}")
    folder = posixpath.dirname(declared)
    path = posixpath.normpath(posixpath.join(folder, section["entry"]))
    build = [posixpath.normpath(posixpath.join(folder, name)) for name in section.get("build", [])]
    missing = [name for name in (path, *build) if name not in files]
    if missing:
        return NoEntry(f"{shown(declared)}: there is no file {shown(missing[0])}")
    entry = _entry(path, files, contract, section.get("language", ""))
    if isinstance(entry, Entry) and build:
        return Entry(entry.path, entry.language, tuple(build))
    return entry


def _declaration_problem(section: Any) -> str:
    if not isinstance(section, dict) or not isinstance(section.get("entry"), str):
        return 'write [submission] with a line entry = "board9.py"'
    unknown = [key for key in section if key not in KEYS]
    if unknown:
        return f"submission.{shown(unknown[0])}: unknown key; {did_you_mean(unknown[0], KEYS)}"
    if not isinstance(section.get("language", ""), str):
        return "submission.language: must be a word in quotes"
    build = section.get("build", [])
    if not isinstance(build, list) or not all(isinstance(name, str) for name in build):
        return "submission.build: must be a list of source files"
    return ""


# -- several sources and no name of the contract --------------------------------------------


def _roots(sources: Sequence[str], files: Mapping[str, bytes]) -> list[str]:
    """The sources that look started by hand: Python that no other imports, C with a `main`."""
    python = [path for path in sources if language_of(path) == "python"]
    short = sum(len(files[path]) for path in python) <= MOST_PARSED
    imported = {name for path in python if short for name in imports(files[path])}
    return [path for path in sources if _is_root(path, files[path], imported)]


def _is_root(path: str, source: bytes, imported: set[str]) -> bool:
    name = posixpath.splitext(posixpath.basename(path))[0]
    if language_of(path) == "c":
        return _has_main(source)
    return language_of(path) != "python" or (name not in imported and name != "__init__")


def _no_entry_text(sources: Sequence[str], files: Mapping[str, bytes], contract: Contract) -> str:
    wanted = f"name it {contract.entries[0]}, or name it in {DECLARATION}"
    if sources:
        return f"which of {_listed(sources)} is the program? {wanted[0].upper()}{wanted[1:]}"
    return f"no program found among {_listed(files)}; {wanted}"


def _listed(paths: Iterable[str], most: int = 4) -> str:
    names = sorted(paths)
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(shown(name) for name in names[:most]) + rest


# -- the working directory ------------------------------------------------------------------


def staged_submission(
    files: Mapping[str, bytes], entry: Entry, answers: Sequence[str], taken: Iterable[str]
) -> tuple[StagedFile, ...]:
    """The submission's own files as the program finds them.

    Files below the entry's folder keep their place in it, others keep their place below the
    top.  Left out are old answers (by name) and whatever stands in the way of `taken`, the
    files that the grader puts there.
    """
    reserved = set(taken)
    placed: dict[str, bytes] = {}
    for path in sorted(files, key=lambda path: (not _below(path, entry.folder), path)):
        place = posixpath.relpath(path, entry.folder) if _below(path, entry.folder) else path
        if not is_old_answer(path, answers) and not _in_the_way(place, reserved | placed.keys()):
            placed[place] = files[path]
    return tuple(StagedFile(place, data, data.startswith(b"#!")) for place, data in placed.items())


def is_old_answer(path: str, answers: Sequence[str]) -> bool:
    """Whether a handed-in file has the name of an answer file."""
    name = posixpath.basename(path).lower()
    wanted = any(fnmatch.fnmatchcase(name, pattern.lower()) for pattern in answers)
    return wanted and language_of(path) is None


def _below(path: str, folder: str) -> bool:
    return not folder or path.startswith(f"{folder}/")


def _in_the_way(place: str, taken: Iterable[str]) -> bool:
    above = set(parents(place))
    return any(other == place or other in above or other.startswith(f"{place}/") for other in taken)
