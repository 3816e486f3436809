"""Writes an export to a file or to standard output."""

from __future__ import annotations

import errno
from pathlib import Path

import click

from gograde.errors import UsageError
from gograde.files import FILE_MODE, write_atomic


def write_export(path: Path | None, data: bytes, option: str = "-o", mode: int = FILE_MODE) -> None:
    """Write an export to a file, whole or not at all; without a file to standard output.

    Raises `UsageError`, about the option that names the file, when it cannot be written.
    """
    if path is None:
        click.echo(data, nl=False)
        return
    try:
        if not path.parent.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "no such folder")
        write_atomic(path, data, mode)
    except OSError as error:
        what = f"cannot be written ({error.strerror})"
        raise UsageError(f"{option} {path}", what, "name a file in a folder of yours") from None
