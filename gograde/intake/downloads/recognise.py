"""Recognises by the names in an export where it comes from, and sorts it.

What no system names are folders, archives and files, each named by its student.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from gograde.errors import DataError, UsageError
from gograde.intake.downloads import gradescope
from gograde.intake.downloads.by_name import SYSTEMS, Moodle
from gograde.intake.downloads.folder import LINK, NO_FILE, open_folder
from gograde.intake.downloads.part import Claim, Entry, Kind, Known, LeftOut, Part, Says, Sorted, Source, head
from gograde.intake.downloads.tar_archive import open_tar
from gograde.intake.downloads.zip_archive import open_zip
from gograde.intake.languages.table import SOURCES
from gograde.intake.names import ARCHIVE_SUFFIXES, TAR_SUFFIXES, ZIP_SUFFIXES, fold

_MOST = 0.5
"""The part of the names that must be a system's for an export to be one of it."""


@contextmanager
def open_export(path: Path) -> Iterator[Source]:
    """The export at a path, a folder or an archive; raises `UsageError` or `DataError`."""
    if path.is_dir():
        with open_folder(path) as folder:
            yield folder
    elif not path.is_file():
        raise UsageError(str(path), "no such file or folder", "give what the learning system exported")
    elif path.name.lower().endswith(ZIP_SUFFIXES):
        with open_zip(path) as archive:
            yield archive
    elif path.name.lower().endswith(TAR_SUFFIXES):
        with open_tar(path) as unpacked:
            yield unpacked
    else:
        fix = "give a folder, a .zip, a .tar.gz or a .csv"
        raise UsageError(str(path), "not an export that is read here", fix)


def sort(source: Source, where: str, asked: Kind | None, known: Known) -> tuple[Kind, Sorted]:
    """Sort an export into the parts of students.

    Raises `DataError` for an export without files, or not of the kind that was asked.
    """
    if not source.entries:
        raise DataError(where, "no files in it", "give what the learning system exported")
    entries = _below_the_root(source.entries)
    kind = asked or _kind(entries)
    if kind is Kind.PLAIN:
        top = source.entries[0].path.partition("/")[0]
        inside = any(map(known, claims_of(top)))
        found = _plain(source.entries if inside else entries, claims_of)
    else:
        found = _sorted(source, entries, kind, where, known)
    left = [LeftOut(path, why, _mended(why)) for path, why in source.skipped.items()]
    return kind, replace(found, left=[*found.left, *left])


def _mended(why: str) -> str:
    return "put the file itself there" if why in (LINK, NO_FILE) else "ask for the file under another name"


def _sorted(source: Source, entries: Sequence[Entry], kind: Kind, where: str, known: Known) -> Sorted:
    read = partial(head, source)
    if kind is Kind.GRADESCOPE:
        return gradescope.sort(entries, read, where)
    system = SYSTEMS[kind](read, known)
    fitting = [entry for entry in entries if system.split(entry.path)]
    if not fitting:
        what = f"no file in it is named as {kind.value.capitalize()} names them"
        raise DataError(where, what, "leave --from out, or export the submissions again")
    why, found = f"not named as {kind.value.capitalize()} names files", system.sort(fitting)
    others = [LeftOut(entry.path, why) for entry in entries if not system.split(entry.path)]
    return replace(found, left=[*found.left, *others])


def _kind(entries: Sequence[Entry]) -> Kind:
    if gradescope.fits([entry.path for entry in entries]):
        return Kind.GRADESCOPE
    for kind, system in SYSTEMS.items():
        if sum(system.split(entry.path) is not None for entry in entries) >= _MOST * len(entries):
            return kind
    return Kind.PLAIN


def _below_the_root(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries without the one folder that holds them all; a student's folder of Moodle is no such one."""
    tops = {entry.path.partition("/")[0] for entry in entries}
    inside = all("/" in entry.path for entry in entries)
    if len(tops) > 1 or not inside or Moodle.split(entries[0].path):
        return entries
    return [replace(entry, path=entry.path.partition("/")[2]) for entry in entries]


SUFFIXES = (*ARCHIVE_SUFFIXES, ".rar", ".7z", *SOURCES)
_OURS = ("submitted_at.csv", "README.md", "README.txt", "README")


def _plain(entries: Sequence[Entry], claims: Callable[[str], tuple[Claim, ...]]) -> Sorted:
    """Sort the entries by the first name of their paths; `claims` says whom a name may mean."""
    groups: dict[str, dict[str, Entry]] = {}
    left = []
    for entry in entries:
        name, slash, path = entry.path.partition("/")
        if slash:
            groups.setdefault(name, {})[path] = entry
        elif (stem := _stem(name)) != name:
            groups.setdefault(name, {})[name] = entry
        elif name not in _OURS:
            left.append(LeftOut(name, "a file that no program is handed in as", "put it into a folder"))
    parts = []
    for name, files in groups.items():
        stem = _stem(name) if name in files else name
        parts.append(Part(name, claims(stem), files))
    return Sorted(parts, left)


def claims_of(name: str) -> tuple[Claim, ...]:
    """Whom the name of a folder or a file may mean."""
    said = (Says.ID, Says.LOGIN, Says.EMAIL)
    return (*(Claim(one, name) for one in said), Claim(Says.NAME, name.replace("_", " ")))


def _stem(name: str) -> str:
    fits = [suffix for suffix in SUFFIXES if fold(name).endswith(suffix)]
    return name[: len(name) - len(max(fits, key=len))] if fits else name
