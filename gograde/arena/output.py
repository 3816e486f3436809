"""Files that a person asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gograde.errors import DataError


@contextmanager
def written(path: Path, fix: str = "name a file in a folder that exists") -> Iterator[None]:
    """Turns a failure to write into `DataError`, with a way out."""
    try:
        yield
    except OSError as error:
        what = f"cannot be written ({error.strerror})"
        raise DataError(str(error.filename or path), what, fix) from None
