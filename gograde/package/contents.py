"""Names and contents of files: digests, text, JSON, changes; light, since every job that scores loads it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from gograde.codec import strict_json
from gograde.errors import DataError

CONFIG = "assignment.yaml"


def sha256(data: bytes) -> str:
    """The SHA-256 in the form of descriptors, `sha256:` and hex digits."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def content_digest(hashes: Mapping[str, str] | Iterable[tuple[str, str]]) -> str:
    """One digest (hex) over paths and hashes."""
    lines = sorted(f"{path}\0{value}\n" for path, value in dict(hashes).items())
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def text_of(data: bytes, where: str, fix: str = "save it as UTF-8") -> str:
    """The text, whose lines end with "\\n" only; raises `DataError` unless it is UTF-8."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise DataError(where, "not UTF-8 text", fix) from None


def parse_json(data: bytes, where: str) -> Any:
    """The JSON value; raises `DataError` for duplicate keys, NaN and infinities too."""
    try:
        return strict_json(text_of(data, where))
    except json.JSONDecodeError as error:
        raise DataError(
            f"{where}:{error.lineno}:{error.colno}", f"not JSON: {error.msg}", "mend the line"
        ) from None
    except ValueError as error:
        raise DataError(where, f"not JSON: {error}", "mend the value") from None


def changed(source: str, change: str, where: str) -> str:
    """The source with the change: a diff without line numbers, `@@` between two places.

    Lines with `-` are taken out, lines with `+` put in, and lines with a space only say where.  Raises
    `DataError` for a place that is not in the source exactly once.
    """
    for part in change.removesuffix("\n").split("\n@@\n"):
        source = _changed(source, part.split("\n"), where)
    return source


def _changed(source: str, lines: list[str], where: str) -> str:
    old, new = ("".join(f"\n{line[1:]}" for line in lines if line[:1] in kinds) for kinds in (" -", " +"))
    times, odd = f"\n{source}".count(f"{old}\n"), [line for line in lines if line[:1] not in ("+", "-", " ")]
    if odd and lines != [""]:
        raise DataError(where, f"has lines that are no change: {odd}", "write `-`, `+` or ` ` before each")
    if old == new:
        raise DataError(where, "changes nothing", "take lines out with `-`, put lines in with `+`")
    if times != 1:
        what = f"its lines {old.splitlines()[1:]} are {times} times in the program, not once"
        what = what if old else "does not say where its lines with `+` go"
        raise DataError(where, what, "copy whole lines of the program")
    return f"\n{source}".replace(f"{old}\n", f"{new}\n").removeprefix("\n")
