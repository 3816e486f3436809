"""Writes a problem package into a new folder, whole or not at all."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from gograde.errors import UsageError
from gograde.files import FILE_MODE, make_folder


def write_folder(files: Mapping[str, bytes], target: Path) -> None:
    """Write the files, which may hold hidden cases, for the user alone; raises `UsageError`."""
    where = f"-o {target}"
    if target.exists() or target.is_symlink():
        raise UsageError(where, "is there already", "name a new folder, or delete this one")
    try:
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as room:
            folder = Path(room) / target.name
            for path, data in files.items():
                _write(folder / path, data)
            folder.rename(target)
    except OSError as error:
        what = f"cannot be written ({error.strerror})"
        raise UsageError(where, what, "name a new folder in a folder of yours") from None


def _write(path: Path, data: bytes) -> None:
    make_folder(path.parent)
    path.write_bytes(data)
    path.chmod(FILE_MODE)
