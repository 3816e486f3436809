"""Writes the files that a person asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gograde.errors import DataError


@contextmanager
def written(path: Path, fix: str = "name a file in a folder that exists") -> Iterator[None]:
    """Turn an `OSError` of the block into a `DataError` that suggests `fix`."""
    try:
        yield
    except OSError as error:
        what = f"cannot be written ({error.strerror})"
        raise DataError(str(error.filename or path), what, fix) from None
