"""The packages that a submission asks for: in `requirements.txt` and in `pyproject.toml`."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

_NAMES = re.compile(r"requirements[\w.-]*\.txt|pyproject\.toml", re.IGNORECASE)
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]{0,99})\s*(?:\[[^\]\n]*\])?\s*(?=[=<>!~;@#(,]|$)")

LONGEST = 64 * 1024
"""Bytes of a file that is read; lists of all that an environment holds are shorter."""

MOST = 300
"""Packages that are read of a submission."""


def required(files: Mapping[str, bytes]) -> dict[str, list[str]]:
    """The names of packages by the path of the file that asks for them; no file without one."""
    found: dict[str, list[str]] = {}
    for path in sorted(files):
        if _NAMES.fullmatch(posixpath.basename(path)) and len(files[path]) <= LONGEST:
            text = files[path].decode("utf-8-sig", "replace")
            names = dict.fromkeys(_of_project(text) if path.lower().endswith(".toml") else _of_lines(text))
            room = MOST - sum(map(len, found.values()))
            found[path] = list(names)[:room]
    return {path: names for path, names in found.items() if names}


def _of_lines(text: str) -> Iterator[str]:
    return (found[1] for line in text.splitlines() if (found := _REQUIREMENT.match(line)))


def _of_project(text: str) -> Iterator[str]:
    """Those of `[project]`, and of Poetry."""
    try:
        table: Any = tomllib.loads(text)
    except (ValueError, RecursionError):
        return
    listed = _inner(table, "project", "dependencies")
    asked = [line for line in listed if isinstance(line, str)] if isinstance(listed, list) else []
    poetry = _inner(table, "tool", "poetry", "dependencies")
    asked += [name for name in poetry if name != "python"] if isinstance(poetry, dict) else []
    yield from _of_lines("\n".join(asked))


def _inner(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value
