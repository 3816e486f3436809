"""The descriptor `datapackage.json` of a package: every file with size and hash (Data Package v2)."""

from __future__ import annotations

import hashlib
import json
import mimetypes
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gograde.errors import DataError
from gograde.package.config import AssignmentConfig
from gograde.package.contents import sha256
from gograde.package.tables import table_of

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
