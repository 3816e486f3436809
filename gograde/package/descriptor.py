"""The descriptor `datapackage.json` of a package: every file with size and hash (Data Package v2)."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import mimetypes
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gograde.errors import DataError
from gograde.package.config import AssignmentConfig
from gograde.package.contents import sha256
from gograde.package.json_files import parse_json

_WHOLE = {"type": "integer", "constraints": {"minimum": 0}}

STONES: Mapping[str, Any] = {
    "fields": [
        {"name": "row", **_WHOLE, "description": "from 0 at the top"},
        {"name": "col", **_WHOLE, "description": "from 0 at the left"},
        {
            "name": "colour",
            "type": "integer",
            "description": "-1 black, 1 white",
            "constraints": {"enum": [-1, 1]},
        },
    ]
}

STONES_DIALECT: Mapping[str, Any] = {"header": False, "delimiter": " "}

_STONES_PATH = re.compile(r"(?:data/.*/test_|template/train_)[0-9]+\.txt")

MEANINGS = {
    "id": "the case's name in its batch",
    "question": "what is asked",
    "input": "the arguments of the call, by name",
    "features": "what the case is there for",
    "answer": "the right answer",
}
"""Of columns that gograde writes."""

_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}

DESCRIPTOR = "datapackage.json"
PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"
FILE_BYTES = 1024 * 1024
"""The most bytes of a file in a package."""
JUNK = frozenset({"__pycache__", ".DS_Store", ".git", ".ipynb_checkpoints"})


class Resource(BaseModel):
    """A listed file; keys that this program does not use are allowed."""

    model_config = ConfigDict(extra="allow", frozen=True)

    name: str
    path: str = Field(pattern=r"^[^/\x00\\][^\x00\\]{0,299}$")
    bytes: int = Field(ge=0)
    hash: str = Field(pattern=r"^sha256:[0-9a-f]{64}$")


class Descriptor(BaseModel):
    """The part of `datapackage.json` that this program uses."""

    model_config = ConfigDict(extra="allow", frozen=True)

    name: str
    version: str
    resources: tuple[Resource, ...]
    profile: Literal["https://datapackage.org/profiles/2.0/datapackage.json"] = Field(alias="$schema")


def describe(folder: Path, config: AssignmentConfig) -> bytes:
    """The descriptor of a package's folder as JSON; the same files give the same bytes."""
    made_by = [{"title": name, "roles": ["creator"]} for name in config.contributors]
    value = {
        "$schema": PROFILE,
        "name": config.id,
        "title": config.title_in("en"),
        **({"description": told} if (told := _description(folder)) else {}),
        "version": config.version,
        "licenses": [{"name": config.license}],
        **({"contributors": made_by} if made_by else {}),
        "resources": [resource(path, read_file(folder, path)) for path in files_of(folder)],
    }
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def _description(folder: Path) -> str:
    """The first paragraph of the statement, in English where there is one, without marks."""
    found = sorted(path.name for path in (folder / "statement").glob("statement.*.md"))
    if not found:
        return ""
    name = "statement.en.md" if "statement.en.md" in found else found[0]
    text = read_file(folder, f"statement/{name}").decode("utf-8", "replace")
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    first = next((part for part in paragraphs if part and not part.startswith("#")), "")
    return re.sub(r"[*`]", "", first)


def files_of(folder: Path) -> Iterator[str]:
    """The sorted paths of all files in a package's folder, without the descriptor and tools' leftovers."""
    relative = (path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir())
    paths = (path.as_posix() for path in relative if not JUNK.intersection(path.parts))
    return iter(sorted(path for path in paths if path != DESCRIPTOR and not path.endswith(".pyc")))


def read_file(folder: Path, path: str) -> bytes:
    """The bytes of a regular file; raises `DataError` for links, too large and unreadable files."""
    where = folder / path
    if where.is_symlink():
        raise DataError(str(where), "a symbolic link", "put the file itself there")
    try:
        if not where.is_file():
            raise DataError(str(where), "not a regular file", "put the file itself there")
        size = where.stat().st_size
        data = where.read_bytes() if size <= FILE_BYTES else b""
    except OSError as error:
        raise DataError(str(where), f"cannot be read ({error.strerror})", "restore it") from None
    if size > FILE_BYTES:
        raise DataError(str(where), f"larger than {FILE_BYTES} bytes", "make it smaller")
    return data


def resource(path: str, data: bytes) -> dict[str, Any]:
    """The descriptor's entry for a file; of a table it tells the columns."""
    entry: dict[str, Any] = {"name": resource_name(path), "path": path, **table_of(path, data)}
    mediatype = mimetypes.guess_type(path)[0] or "text/plain"
    text = {} if mediatype.startswith("image/") else {"encoding": "utf-8"}
    return {**entry, "mediatype": mediatype, **text, "bytes": len(data), "hash": sha256(data)}


def resource_name(path: str) -> str:
    """A name of a-z, 0-9 and `-._` that is different for different paths."""
    name = re.sub(r"[^a-z0-9.]+", "-", path.lower()).strip("-.")
    plain = path == path.lower() and re.fullmatch(r"[a-z0-9./-]+", path)
    return name if plain else f"{name}-{hashlib.sha256(path.encode()).hexdigest()[:8]}"


def table_of(path: str, data: bytes) -> dict[str, Any]:
    """What a descriptor says of a file that is a table beyond what it says of all files; else nothing.

    A list in JSON has a schema and no `type: table`: with it frictionless reads the list in another way, and
    then finds fault with every size and hash.
    """
    if _STONES_PATH.fullmatch(path) and data:
        return {"type": "table", "format": "csv", "dialect": STONES_DIALECT, "schema": STONES}
    if path.endswith(".csv"):
        fields = _fields(dict.fromkeys(_header(data), "any"))
        return {"type": "table", "format": "csv", "schema": {"fields": fields}} if fields else {}
    if path.endswith(".json"):
        fields = _fields(_columns(data))
        return {"format": "json", "schema": {"fields": fields}} if fields else {}
    return {}


def _fields(columns: Mapping[str, str]) -> list[dict[str, str]]:
    """Columns by name and type, with what those mean that gograde writes."""
    return [
        {"name": name, "type": kind, **({"description": MEANINGS[name]} if name in MEANINGS else {})}
        for name, kind in columns.items()
    ]


def _header(data: bytes) -> list[str]:
    """The names in the first line; none where two are the same, since then they name no columns."""
    try:
        names = next(csv.reader(io.StringIO(data.decode("utf-8-sig"))), [])
    except (UnicodeDecodeError, csv.Error):
        return []
    return names if len({*names}) == len(names) and all(names) else []


def _columns(data: bytes) -> dict[str, str]:
    """The type of each column of a list of objects with the same keys; nothing for any other value."""
    try:
        rows = parse_json(data, "")
    except DataError:
        return {}
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        return {}
    if any(row.keys() != rows[0].keys() for row in rows):
        return {}
    return {name: _type(row[name] for row in rows) for name in rows[0]}


def _type(values: Iterable[Any]) -> str:
    """The type that all values have; a whole number is a number too, and where they differ it is `any`."""
    kinds = {type(value) for value in values}
    kinds = {float} if kinds == {int, float} else kinds
    return _TYPES.get(kinds.pop(), "any") if len(kinds) == 1 else "any"
