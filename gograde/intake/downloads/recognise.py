"""Recognises by the names in an export where it comes from, and sorts it.

What no system names are folders, archives and files, each named by its student.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from gograde.errors import DataError, UsageError
from gograde.intake.downloads.archives import LINK, NO_FILE, open_folder, open_tar, open_zip
from gograde.intake.downloads.by_name import SYSTEMS, Moodle
from gograde.intake.downloads.part import Claim, Entry, Kind, Known, LeftOut, Part, Says, Sorted, Source, head
from gograde.intake.languages.table import SOURCES
from gograde.intake.names import ARCHIVE_SUFFIXES, TAR_SUFFIXES, ZIP_SUFFIXES, RefusedError, fold
from gograde.package.yaml_files import parse_yaml

# -- gradescope: `submission_metadata.yml` and a folder `submission_<id>` for each submission --------------
# The metadata also hold results and what programs printed; only who handed in and when are kept of it,
# before it is read as YAML.  A submission of a group belongs to each of its members.

METADATA = "submission_metadata.yml"
METADATA_BYTES = 64 * 1024 * 1024
"""Bytes of the largest metadata that are read: 300 students with 200 KiB of results each."""

_KEPT = (b":submitters", b":created_at")
_KEY = re.compile(rb"  (?P<key>:?\w+):")
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)? *(Z|[+-]\d\d:?\d\d)?")
_CLAIMS = ((":sid", Says.ID), (":sid", Says.LOGIN), (":email", Says.EMAIL), (":name", Says.NAME))

_AGAIN = "export the submissions from Gradescope again"


def fits(paths: Sequence[str]) -> bool:
    """Whether these are the paths of an export."""
    return METADATA in paths


def sort_gradescope(entries: Sequence[Entry], read: Callable[[Entry, int], bytes], where: str) -> Sorted:
    """Sort the files of an export; raises `DataError` for metadata that cannot be read."""
    metadata = next((entry for entry in entries if entry.path == METADATA), None)
    if metadata is None:
        raise DataError(where, f"no {METADATA} in it", _AGAIN)
    place = f"{where}: {METADATA}"
    try:
        data = read(metadata, METADATA_BYTES)
    except RefusedError as refusal:
        raise DataError(where, str(refusal), _AGAIN) from None
    value, _ = parse_yaml(_short(data, place), place)
    if not isinstance(value, dict):
        raise DataError(place, "no submissions in it", _AGAIN)
    folders: dict[str, dict[str, Entry]] = {}
    for entry in entries:
        folder, slash, path = entry.path.partition("/")
        if slash:
            folders.setdefault(folder, {})[path] = entry
    left = [
        *(LeftOut(name, f"not in {METADATA}", _AGAIN) for name in folders if name not in value),
        *(
            LeftOut(name, "no files in the export", "ask for the file")
            for name in value
            if name not in folders
        ),
    ]
    parts = [
        part for name, told in value.items() if name in folders for part in _parts(name, told, folders[name])
    ]
    return Sorted(parts, left)


def _parts(label: str, told: Any, files: Mapping[str, Entry]) -> Iterator[Part]:
    """A part for each member of the group that handed in."""
    said = told if isinstance(told, dict) else {}
    people = said.get(":submitters")
    people = [one for one in people if isinstance(one, dict)] if isinstance(people, list) else []
    for one in people or [{}]:
        claims = tuple(Claim(says, str(one[key])) for key, says in _CLAIMS if one.get(key) not in (None, ""))
        name = f"{label} ({one.get(':name', '')})" if len(people) > 1 else label
        yield Part(name, claims, files, _time(said.get(":created_at")))


def _time(value: object) -> datetime | None:
    found = _TIME.fullmatch(str(value).strip())
    if found is None:
        return None
    return datetime.fromisoformat(f"{found[1]}T{found[2]}{(found[3] or '').replace('Z', '+00:00')}")


def _short(data: bytes, where: str) -> bytes:
    """The lines that say who and when; the others may be many, and students wrote some of them."""
    if len(data) >= METADATA_BYTES:
        raise DataError(
            where,
            f"larger than {METADATA_BYTES} bytes",
            "put the folders, named by their students, into a folder and import that",
        )
    kept, keep = [], False
    for line in data.split(b"\n"):
        if line and not line.startswith((b" ", b"-", b"#")):
            keep = True
        elif (key := _KEY.match(line)) is not None:
            keep = key["key"] in _KEPT
            if not keep:
                continue
        if keep:
            kept.append(line)
    return b"\n".join(kept)


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
        return sort_gradescope(entries, read, where)
    system = SYSTEMS[kind](read, known)
    fitting = [entry for entry in entries if system.split(entry.path)]
    if not fitting:
        what = f"no file in it is named as {kind.value.capitalize()} names them"
        raise DataError(where, what, "leave --from out, or export the submissions again")
    why, found = f"not named as {kind.value.capitalize()} names files", system.sort(fitting)
    others = [LeftOut(entry.path, why) for entry in entries if not system.split(entry.path)]
    return replace(found, left=[*found.left, *others])


def _kind(entries: Sequence[Entry]) -> Kind:
    if fits([entry.path for entry in entries]):
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
