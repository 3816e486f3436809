"""Packages on disk, with the descriptor `datapackage.json`: every file with size and hash (Data Package v2).

A folder that differs from its descriptor is an error where it is loaded, and findings where it is checked.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import mimetypes
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from posixpath import basename
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, field

from gograde.codec import Record
from gograde.errors import DataError, UsageError
from gograde.package.config import ID_PATTERN, AssignmentConfig
from gograde.package.contents import CONFIG, content_digest, parse_json, sha256
from gograde.package.yaml_files import did_you_mean, load_json_model, parse_model, read_capped, read_mapping
from gograde.resources import packages_dir

GENERATOR = "generator.yaml"
SUBMISSIONS = "submissions"


@dataclass(frozen=True)
class Package:
    """An assignment package on disk; `hashes` are the hashes of the listed files, by path.

    `sha256` is a digest of all paths and hashes; it changes with every byte and every name.  `lock` is a file
    elsewhere that counts instead of the package's `runtime.lock`.
    """

    path: Path
    config: AssignmentConfig
    sha256: str
    hashes: Mapping[str, str]
    lock: Path | None = None

    def paths(self, top: str) -> dict[str, str]:
        """The listed file, or the listed files below the folder, by name there."""
        below = {path.removeprefix(f"{top}/"): path for path in self.hashes if path.startswith(f"{top}/")}
        return {basename(top): top} if top in self.hashes else below

    def folders(self, top: str) -> tuple[str, ...]:
        """Names of the folders directly below a folder of the package, sorted."""
        return tuple(sorted({name.partition("/")[0] for name in self.paths(top) if "/" in name}))

    def files(self, top: str) -> dict[str, bytes]:
        """The bytes of `paths`; raises `DataError`."""
        return {name: checked_file(self.path, p, self.hashes[p]) for name, p in self.paths(top).items()}

    def code(self) -> dict[str, bytes]:
        """The Python files of the package's own code (`code:`) by their paths; none without.

        The grader runs them with all its rights, so they are listed with their hashes.  Raises `DataError`.
        """
        if self.config.code is None:
            return {}
        folder = self.config.code.partition(":")[0]
        for path in files_of(self.path):
            if path.startswith(f"{folder}/") and path.endswith(".py") and path not in self.hashes:
                what = f"not listed in {DESCRIPTOR}, so it is not run"
                raise DataError(str(self.path / path), what, describe_hint(self.path))
        files = self.files(folder)
        if "__init__.py" not in files:
            where = f"{self.path / CONFIG}: code"
            raise DataError(where, f"there is no {folder}/__init__.py", "name the folder with the Python")
        return {f"{folder}/{name}": data for name, data in files.items() if name.endswith(".py")}

    def generator(self) -> Mapping[str, Any]:
        """The content of `generator.yaml`; raises `DataError`."""
        return read_mapping(self.path / GENERATOR, "see another package's")


def load_package(path: Path) -> Package:
    """The package in a folder; raises `DataError` when a listed file is missing or changed."""
    package = open_package(path)
    for listed, expected in package.hashes.items():
        checked_file(path, listed, expected)
    return package


def open_package(path: Path) -> Package:
    """Like `load_package`, but does not check the files in the descriptor."""
    config = load_config(path)
    descriptor = load_json_model(path / DESCRIPTOR, Descriptor)
    if (descriptor.name, descriptor.version) != (config.id, config.version):
        what = f"describes {descriptor.name} {descriptor.version}, not {config.id} {config.version}"
        raise DataError(str(path / DESCRIPTOR), what, describe_hint(path))
    hashes = {entry.path: entry.hash for entry in descriptor.resources}
    if len(hashes) < len(descriptor.resources):
        raise DataError(str(path / DESCRIPTOR), "lists a file twice", describe_hint(path))
    for listed in hashes:
        if listed.startswith("/") or ".." in listed.split("/"):
            raise DataError(
                str(path / DESCRIPTOR), f"{listed!r} leads out of the package", describe_hint(path)
            )
    return Package(path, config, content_digest(hashes), hashes)


def load_config(path: Path) -> AssignmentConfig:
    """`assignment.yaml` of a package's folder; raises `DataError`."""
    if not (path / CONFIG).is_file():
        raise DataError(str(path), f"not a package: no {CONFIG} in it", "give the folder of a package")
    return _config(read_capped(path / CONFIG), str(path / CONFIG))


@lru_cache(maxsize=32)
def _config(data: bytes, where: str) -> AssignmentConfig:
    """From bytes; a command asks for the same few packages again and again."""
    return parse_model(data, where, AssignmentConfig)


def find_package(name: str) -> Package:
    """The package with the id `name`, or in the folder `name` with a slash; raises `UsageError`."""
    return load_package(package_path(name))


def package_path(name: str) -> Path:
    """The folder of a package, by its id or path; raises `UsageError` for an unknown id."""
    if "/" in name or name in (".", ".."):
        return Path(name)
    path = packages_dir() / name
    if not re.fullmatch(ID_PATTERN, name) or not (path / CONFIG).is_file():
        raise UsageError(name, "no such assignment", _meant(name))
    return path


def _meant(name: str) -> str:
    if (Path(name) / CONFIG).is_file():  # its code runs only if a path is given
        return f"for the package in this folder say ./{name}"
    return did_you_mean(name, package_ids())


def package_ids() -> tuple[str, ...]:
    """The ids of the packages that ship, sorted."""
    return tuple(sorted(path.parent.name for path in packages_dir().glob(f"*/{CONFIG}")))


def checked_file(folder: Path, path: str, expected: str) -> bytes:
    """A listed file's bytes; raises `DataError` when it is missing or changed."""
    where = folder / path
    if not where.exists():
        raise DataError(str(where), "listed in the descriptor, but not there", describe_hint(folder))
    data = read_capped(folder / path, links=False)
    if sha256(data) != expected:
        raise DataError(str(where), "changed since the descriptor was written", describe_hint(folder))
    return data


def named_by_path(folder: Path) -> str:
    """How a command names the package in a folder; a word without a slash would be an id."""
    return str(folder) if folder.is_absolute() or folder.parts[:1] == ("..",) else f"./{folder}"


def describe_hint(folder: Path) -> str:
    """Advice for a package whose files and descriptor differ."""
    return f"restore it, or if the change is meant: gograde cases describe {named_by_path(folder)}"


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
JUNK = frozenset({"__pycache__", ".DS_Store", ".git", ".ipynb_checkpoints"})


class Resource(Record, forbid_unknown_fields=False):
    """A listed file; keys that this program does not use are allowed."""

    name: str
    path: Annotated[str, Meta(pattern=r"^[^/\x00\\][^\x00\\]{0,299}$")]
    bytes: Annotated[int, Meta(ge=0)]
    hash: Annotated[str, Meta(pattern=r"^sha256:[0-9a-f]{64}$")]
    schema: Any = None


class Descriptor(Record, forbid_unknown_fields=False):
    """The part of `datapackage.json` that this program uses."""

    name: str
    version: str
    resources: tuple[Resource, ...]
    profile: Literal["https://datapackage.org/profiles/2.0/datapackage.json"] = field(name="$schema")


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
        "resources": [resource(path, read_capped(folder / path, links=False)) for path in files_of(folder)],
    }
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def _description(folder: Path) -> str:
    """The first paragraph of the statement, in English where there is one, without marks."""
    found = sorted(path.name for path in (folder / "statement").glob("statement.*.md"))
    if not found:
        return ""
    name = "statement.en.md" if "statement.en.md" in found else found[0]
    text = read_capped(folder / f"statement/{name}", links=False).decode("utf-8", "replace")
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    first = next((part for part in paragraphs if part and not part.startswith("#")), "")
    return re.sub(r"[*`]", "", first)


def files_of(folder: Path) -> Iterator[str]:
    """The sorted paths of all files in a package's folder, without the descriptor and tools' leftovers."""
    relative = (path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir())
    paths = (path.as_posix() for path in relative if not JUNK.intersection(path.parts))
    return iter(sorted(path for path in paths if path != DESCRIPTOR and not path.endswith(".pyc")))


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


class Finding(NamedTuple):
    """A fault: its place, and its description."""

    where: str
    what: str


def check_files(package: Package) -> Iterator[Finding]:
    """Unlisted, missing and changed files, and an outdated descriptor."""
    listed, there = set(package.hashes), set(files_of(package.path))
    for path in sorted(there - listed):
        yield Finding(path, f"not listed in {DESCRIPTOR}; {describe_hint(package.path)}")
    for path, expected in sorted(package.hashes.items()):
        try:
            checked_file(package.path, path, expected)
        except DataError as error:
            yield Finding(path, f"{error.what}; {error.fix}")
    if listed == there and describe(package.path, package.config) != (package.path / DESCRIPTOR).read_bytes():
        yield Finding(DESCRIPTOR, f"not what would be written now; {describe_hint(package.path)}")


def check_descriptor(path: Path) -> Iterator[Finding]:
    """The errors that frictionless reports on the descriptor and its tables."""
    import frictionless

    report = frictionless.validate(str(path / DESCRIPTOR))
    for task in report.tasks:
        yield from (Finding(str(task.place), str(error.message)) for error in task.errors)
    yield from (Finding(DESCRIPTOR, str(error.message)) for error in report.errors)
    for entry in load_json_model(path / DESCRIPTOR, Descriptor).resources:
        if entry.schema and entry.path.endswith(".json"):
            yield from _check_rows(path, entry.path, entry.schema)


def _check_rows(folder: Path, path: str, schema: Mapping[str, Any]) -> Iterator[Finding]:
    """The errors in a list of rows in JSON, whose schema frictionless passes over in a descriptor."""
    import frictionless

    try:
        rows = parse_json(read_capped(folder / path, links=False), path)
    except DataError as error:
        yield Finding(path, error.what)
        return
    table = frictionless.Resource.from_descriptor({"name": "rows", "data": rows, "schema": schema})
    for task in frictionless.validate(table).tasks:
        yield from (Finding(path, str(error.message)) for error in task.errors)
