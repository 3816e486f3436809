"""Recognises by the names in an export where it comes from, and sorts it.

What no system names are folders, archives and files, each named by its student.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from gograde.errors import DataError, UsageError
from gograde.intake.downloads.archives import LINK, NO_FILE, open_folder, open_zip
from gograde.intake.downloads.part import Claim, Export, Known, LeftOut, Member, Part, Says, Sorted, head
from gograde.intake.downloads.systems import PLAIN, ROWS, System, time_in
from gograde.intake.names import ZIP_SUFFIXES, RefusedError, without_suffix
from gograde.package.yaml_files import parse_yaml

# -- a file with metadata, and a folder for each submission ------------------------------------------------
# The metadata of Gradescope also hold results and what programs printed; only who handed in and when are kept
# of them, before they are read as YAML.  A submission of a group belongs to each of its members.

METADATA_BYTES = 64 * 1024 * 1024
"""Bytes of the largest metadata that are read: 300 students with 200 KiB of results each."""

_KEPT = (b":submitters", b":created_at")
_KEY = re.compile(rb"  (?P<key>:?\w+):")
_CLAIMS = ((":sid", Says.ID), (":sid", Says.LOGIN), (":email", Says.EMAIL), (":name", Says.NAME))

_AGAIN = "export the submissions from Gradescope again"


def sort_metadata(
    system: System, entries: Sequence[Member], read: Callable[[Member, int], bytes], where: str
) -> Sorted:
    """Sort the files of an export; raises `DataError` for metadata that cannot be read."""
    metadata = next((entry for entry in entries if entry.path == system.metadata), None)
    if metadata is None:
        raise DataError(where, f"no {system.metadata} in it", _AGAIN)
    place = f"{where}: {system.metadata}"
    try:
        data = read(metadata, METADATA_BYTES)
    except RefusedError as refusal:
        raise DataError(where, str(refusal), _AGAIN) from None
    value, _ = parse_yaml(_short(data, place), place)
    if not isinstance(value, dict):
        raise DataError(place, "no submissions in it", _AGAIN)
    folders: dict[str, dict[str, Member]] = {}
    for entry in entries:
        folder, slash, path = entry.path.partition("/")
        if slash:
            folders.setdefault(folder, {})[path] = entry
    left = [
        *(LeftOut(name, f"not in {system.metadata}", _AGAIN) for name in folders if name not in value),
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


def _parts(label: str, told: Any, files: Mapping[str, Member]) -> Iterator[Part]:
    """A part for each member of the group that handed in."""
    said = told if isinstance(told, dict) else {}
    people = said.get(":submitters")
    people = [one for one in people if isinstance(one, dict)] if isinstance(people, list) else []
    for one in people or [{}]:
        claims = tuple(Claim(says, str(one[key])) for key, says in _CLAIMS if one.get(key) not in (None, ""))
        name = f"{label} ({one.get(':name', '')})" if len(people) > 1 else label
        yield Part(name, claims, files, time_in(str(said.get(":created_at"))))


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


# -- files that are named by who handed them in ------------------------------------------------------------
# Their names say no more, or nothing that is sure: people choose names of files, and some choose their own.
# So what can be read as that of two students is nobody's.

HEADER_BYTES = 2048
"""Bytes that are read of a file that tells of an attempt: its first lines, with room for long names."""

SEVERAL_READINGS = "its name can be read in several ways, so it is nobody's"

IDS = (Says.MOODLE_ID, Says.CANVAS_ID)
"""Ids of the systems themselves, which nobody chooses."""

CLAIMS: Mapping[str, tuple[Says, ...]] = {
    **{one.name.lower(): (one,) for one in (*IDS, Says.LOGIN, Says.EMAIL, Says.NAME, Says.PACKED_NAME)},
    "account": (Says.ID, Says.LOGIN, Says.EMAIL),
}
"""What a group of a layout says of a person; an account is what people of the school log in with."""


@dataclass
class _Attempt:
    """What has one label: the fields of a file, the files, the one that tells of it, if one is late."""

    fields: Mapping[str, str]
    files: dict[str, Member] = field(default_factory=dict)
    tells: Member | None = None
    late: bool | None = None


def sort_names(
    system: System, entries: Sequence[Member], read: Callable[[Member, int], bytes], known: Known
) -> Sorted:
    """Sort files that all have a reading; `read` gives the first bytes of one, `known` whom a claim names."""
    attempts: dict[str, _Attempt] = {}
    several: dict[str, tuple[dict[str, Member], dict[Claim, None]]] = {}
    for entry in entries:
        ways = [*system.readings(entry.path)]
        if doubt := _doubt(system, ways, known):
            label, _, path = entry.path.partition("/")
            files, of_all = several.setdefault(label, ({}, {}))
            files[path or label] = entry
            of_all.update(dict.fromkeys(doubt))
        else:
            _add(attempts.setdefault(ways[0]["label"], _Attempt(ways[0])), ways[0], entry)
    parts, left, notes = list[Part](), list[LeftOut](), list[str]()
    for label, attempt in sorted(attempts.items()):
        if not attempt.files:
            left.append(LeftOut(label, system.nothing, "ask for the file"))
            continue
        newest, older = last_versions(attempt.files, system.versions)
        notes += [f"{label}: {name} is an earlier version of {now}" for name, now in older.items()]
        told = _header(system, attempt.tells, read)
        claims = _claims(system, attempt.fields, known, told)
        at = _time(system, told) or _time(system, attempt.fields)
        parts.append(Part(label, claims, newest, at, attempt.late))
    doubtful = [
        Part(label, tuple(of_all), files, doubt=SEVERAL_READINGS)
        for label, (files, of_all) in several.items()
    ]
    return Sorted([*parts, *doubtful], left, notes)


def _add(attempt: _Attempt, fields: Mapping[str, str], entry: Member) -> None:
    if path := fields.get("path"):
        attempt.files[fields.get("number", "") + path] = entry
        if "late" in fields:
            attempt.late = attempt.late or bool(fields["late"])
    elif fields.get("tells"):
        attempt.tells = entry


def _doubt(system: System, ways: Sequence[Mapping[str, str]], known: Known) -> list[Claim]:
    """Whom the readings of a path mean, where different students or people choose names; else none."""
    if len(ways) == 1:
        return []
    claims = [_claims(system, fields, known, {}) for fields in ways]
    meant = {frozenset(student for claim in them for student in known(claim)) for them in claims}
    several = system.free_names or len(meant - {frozenset()}) > 1
    return [claim for them in claims for claim in them] if several else []


def _claims(
    system: System, fields: Mapping[str, str], known: Known, told: Mapping[str, str]
) -> tuple[Claim, ...]:
    """Whom a reading means: where no id is known, also who is named after a group or an assignment.

    A file that tells of the attempt goes first; one that names somebody else is not of this attempt.
    """
    own = [
        Claim(says, text) for group, them in CLAIMS.items() if (text := fields.get(group)) for says in them
    ]
    if not any(claim.says in IDS and known(claim) for claim in own):
        own += [Claim(claim.says, end) for claim in own for end in _endings(claim.value, system.joined)]
    named = tuple(Claim(CLAIMS[group][0], told[group]) for group in ("login", "name") if group in told)
    return tuple(own) if not named else named if named[0] in own else ()


def _endings(text: str, sign: str) -> Iterator[str]:
    """What follows one of the signs."""
    return (text[at.end() :] for at in re.finditer(re.escape(sign), text) if sign and text[at.end() :])


def _time(system: System, fields: Mapping[str, str]) -> datetime | None:
    at = time_in(" ".join(filter(None, (fields.get("at"), fields.get("at_2")))))
    return at.replace(tzinfo=UTC) if at and system.utc and at.tzinfo is None else at


def _header(system: System, tells: Member | None, read: Callable[[Member, int], bytes]) -> dict[str, str]:
    """What the first lines of a file tell of the attempt; nothing of one that is broken."""
    try:
        data = b"" if tells is None else read(tells, HEADER_BYTES)
    except RefusedError:
        return {}
    told: dict[str, str] = {}
    for line in data.decode("utf-8", "replace").replace("\r", "").split("\n\n")[0].split("\n"):
        for form in system.tells:
            if found := re.fullmatch(form, line):
                told = {**found.groupdict(), **told}
    return told


def last_versions(files: Mapping[str, Member], form: str) -> tuple[dict[str, Member], dict[str, str]]:
    """The files under the names that they were handed in by, and each earlier version with its later one.

    `a-1.py` is `a.py` handed in again.  Where only such files of a name are there, and several of them, the
    numbers are the student's own: nothing is renamed.
    """
    groups: dict[str, dict[int, str]] = {}
    for name in files:
        found = re.fullmatch(form, name, re.S) if form else None
        parts = {key: text or "" for key, text in found.groupdict().items()} if found else {"stem": name}
        number = int(parts.get("number") or parts.get("again") or 0)
        groups.setdefault(parts["stem"] + parts.get("suffix", ""), {})[number] = name
    renamed, older = dict[str, Member](), dict[str, str]()
    for plain, versions in groups.items():
        if "again" in form and 0 not in versions and len(versions) > 1:
            renamed.update((name, files[name]) for name in versions.values())
            continue
        last = max(versions)
        renamed[plain] = files[versions[last]]
        older.update((name, versions[last]) for number, name in versions.items() if number != last)
    return renamed, older


# -- which system it is -------------------------------------------------------------------------------------

_MOST = 0.5
"""The part of the names that must be a system's for an export to be one of it."""

_SAMPLE = 2000
"""Names that are looked at for that."""


@contextmanager
def open_export(path: Path) -> Iterator[Export]:
    """The export at a path, a folder or an archive; raises `UsageError` or `DataError`."""
    if path.is_dir():
        with open_folder(path) as folder:
            yield folder
    elif not path.is_file():
        raise UsageError(str(path), "no such file or folder", "give what the learning system exported")
    elif path.name.lower().endswith(ZIP_SUFFIXES):
        with open_zip(path) as archive:
            yield archive
    else:
        fix = "give a folder, a .zip or a .csv; unpack another archive"
        raise UsageError(str(path), "not an export that is read here", fix)


def sort(source: Export, where: str, asked: System | None, known: Known) -> tuple[System, Sorted]:
    """Sort an export into the parts of students.

    Raises `DataError` for an export without files, or not of the system that was asked.
    """
    if not source.entries:
        raise DataError(where, "no files in it", "give what the learning system exported")
    below = _below_the_root(source.entries)
    system = asked or next((row for row in ROWS if _is_of(row, source.entries) or _is_of(row, below)), PLAIN)
    entries = source.entries if _fitting(system, source.entries) else below
    if system is PLAIN:
        inside = any(map(known, claims_of(source.entries[0].path.partition("/")[0])))
        found = _plain(source.entries if inside else below)
    elif system.metadata:
        found = sort_metadata(system, below, partial(head, source), where)
    else:
        found = _by_names(system, entries, source, where, known)
    left = [LeftOut(path, why, _mended(why)) for path, why in source.skipped.items()]
    return system, replace(found, left=[*found.left, *left])


_BY_HAND = "put it into submissions/ by hand, named by the student's id"


def _mended(why: str) -> str:
    return "put the file itself there" if why in (LINK, NO_FILE) else "ask for the file under another name"


def _by_names(system: System, entries: Sequence[Member], source: Export, where: str, known: Known) -> Sorted:
    fitting = _fitting(system, entries)
    if not fitting:
        what = f"no file in it is named as {system.name} names them"
        raise DataError(where, what, "leave --from out, or export the submissions again")
    found = sort_names(system, fitting, partial(head, source), known)
    others = [one for one in entries if not any(system.readings(one.path))]
    others = [one for one in others if not re.fullmatch(system.beside, one.path)]
    left = [LeftOut(one.path, f"not named as {system.name} names files", _BY_HAND) for one in others]
    return replace(found, left=[*found.left, *left])


def _fitting(system: System, entries: Sequence[Member]) -> list[Member]:
    return [entry for entry in entries if any(system.readings(entry.path))]


def _is_of(system: System, entries: Sequence[Member]) -> bool:
    """Whether the names of an export are a system's."""
    sample = entries[:: len(entries) // _SAMPLE + 1]
    return any(entry.path == system.metadata for entry in entries) or (
        len(_fitting(system, sample)) >= _MOST * len(sample)
    )


def _below_the_root(entries: Sequence[Member]) -> Sequence[Member]:
    """The entries without the one folder that holds them all."""
    tops = {entry.path.partition("/")[0] for entry in entries}
    if len(tops) > 1 or not all("/" in entry.path for entry in entries):
        return entries
    return [replace(entry, path=entry.path.partition("/")[2]) for entry in entries]


_OURS = ("submitted_at.csv", "README.md", "README.txt", "README")


def _plain(entries: Sequence[Member]) -> Sorted:
    """Sort the entries by the first name of their paths."""
    groups: dict[str, dict[str, Member]] = {}
    left = []
    for entry in entries:
        name, slash, path = entry.path.partition("/")
        if slash:
            groups.setdefault(name, {})[path] = entry
        elif (stem := without_suffix(name)) != name:
            groups.setdefault(name, {})[name] = entry
        elif name not in _OURS:
            left.append(LeftOut(name, "a file that no program is handed in as", "put it into a folder"))
    parts = []
    for name, files in groups.items():
        stem = without_suffix(name) if name in files else name
        parts.append(Part(name, claims_of(stem), files))
    return Sorted(parts, left)


def claims_of(name: str) -> tuple[Claim, ...]:
    """Whom the name of a folder or a file may mean."""
    said = (Says.ID, Says.LOGIN, Says.EMAIL)
    return (*(Claim(one, name) for one in said), Claim(Says.NAME, name.replace("_", " ")))
