"""Salted commitments to hidden cases.

The instructor hands out the commitment before the deadline, and publishes the files and the salt
after it.  `docs/hidden-cases.md` says how to recompute a commitment without this program.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gograde.errors import DataError
from gograde.package.config import ID_PATTERN
from gograde.package.yaml_files import read_capped

LABEL = "gograde-seal-v1"
SALT_BYTES = 32
TEXT_BYTES = 1024
"""The most bytes of a file with a commitment or a salt."""

_LINE = re.compile(rf"{LABEL} ({ID_PATTERN}) ([0-9]{{1,9}}(?:\.[0-9]{{1,9}}){{2}}) ([0-9a-f]{{64}})")
_SALT = re.compile(rf"[0-9a-f]{{{2 * SALT_BYTES}}}")


@dataclass(frozen=True)
class Commitment:
    """A commitment, which is handed out before the deadline; `digest` is in hex."""

    assignment: str
    version: str
    digest: str

    def __str__(self) -> str:
        return f"{LABEL} {self.assignment} {self.version} {self.digest}"


@dataclass(frozen=True)
class Seal:
    """A commitment with its salt, which the instructor keeps secret."""

    commitment: Commitment
    salt: bytes


def commit(salt: bytes, assignment: str, version: str, files: Mapping[str, bytes]) -> Commitment:
    """The commitment to files by path; their order does not matter.

    The digest is the HMAC-SHA-256 of `encoded(…)` with the salt as key.  Raises `ValueError` for a salt
    of another length than `SALT_BYTES`: HMAC pads short keys with zeros, so that two salts could open
    one commitment.
    """
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt of {len(salt)} bytes")
    digest = hmac.new(salt, encoded(assignment, version, files), hashlib.sha256).hexdigest()
    return Commitment(assignment, version, digest)


def encoded(assignment: str, version: str, files: Mapping[str, bytes]) -> bytes:
    """The label, the assignment, the version, then path and bytes of every file, sorted by path.

    The length of each part precedes it (8 bytes, big-endian), so that different files are encoded
    differently.
    """
    parts = [LABEL.encode(), assignment.encode(), version.encode()]
    for path, data in sorted((path.encode(), data) for path, data in files.items()):
        parts += [path, data]
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def parse_commitment(data: bytes, where: str) -> Commitment:
    """The commitment in a file of one line; raises `DataError` for any other content."""
    match = _LINE.fullmatch(_text(data).strip(" \t\r\n"))
    if match is None or len(data) > TEXT_BYTES:
        form = f"{LABEL} ASSIGNMENT VERSION and 64 hex digits"
        raise DataError(where, "not a commitment", f"give the one line that was handed out: {form}")
    return Commitment(*match.groups())


def parse_salt(data: bytes, where: str) -> bytes:
    """The salt in a file of one line; raises `DataError` for any other content."""
    text = _text(data).strip(" \t\r\n")
    if not _SALT.fullmatch(text):
        what = f"not a salt ({2 * SALT_BYTES} hex digits on a line)"
        raise DataError(where, what, "give the folder as it was published")
    return bytes.fromhex(text)


def _text(data: bytes) -> str:
    """Bytes as ASCII text; other bytes become a character that no pattern matches."""
    return data.removeprefix(b"\xef\xbb\xbf").decode("ascii", "replace")


def read_seal(path: Path) -> Seal | None:
    """A seal from disk, None without a file; raises `DataError` for an invalid file."""
    if not path.exists() and not path.is_symlink():
        return None
    first, _, second = read_capped(path, TEXT_BYTES).partition(b"\n")
    try:
        return Seal(parse_commitment(first, str(path)), parse_salt(second, str(path)))
    except DataError:
        fix = "restore it; if it is lost, seal again with --force and hand out the new line"
        raise DataError(str(path), "not a commitment with its salt", fix) from None


def write_seal(path: Path, seal: Seal) -> None:
    """Write a seal atomically, readable by its owner only; raises `DataError`."""
    new = path.with_name(f".{path.name}.new")
    try:
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{seal.commitment}\n{seal.salt.hex()}\n")
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        raise DataError(str(path), f"cannot be written ({error.strerror})", "make it writable") from None
