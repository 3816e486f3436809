"""Gradescope: `submission_metadata.yml` and a folder `submission_<id>` for each submission.

The metadata also hold results and what programs printed; only who handed in and when are kept of it,
before it is read as YAML.  A submission of a group belongs to each of its members.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from gograde.errors import DataError
from gograde.intake.downloads.part import Claim, Entry, LeftOut, Part, Says, Sorted
from gograde.intake.names import RefusedError
from gograde.package.yaml_files import parse_yaml

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


def sort(entries: Sequence[Entry], read: Callable[[Entry, int], bytes], where: str) -> Sorted:
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
