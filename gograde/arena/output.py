"""Writes the files that a person asked for, and reports the progress of long work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

from gograde.errors import DataError

_T = TypeVar("_T")


class Progress(Protocol):
    """Yields about `length` items unchanged, and may show how many it has yielded."""

    def __call__(self, items: Iterable[_T], length: int) -> Iterable[_T]: ...


@contextmanager
def written(path: Path, fix: str = "name a file in a folder that exists") -> Iterator[None]:
    """Turn an `OSError` of the block into a `DataError` that suggests `fix`."""
    try:
        yield
    except OSError as error:
        what = f"cannot be written ({error.strerror})"
        raise DataError(str(error.filename or path), what, fix) from None


def no_progress(items: Iterable[_T], length: int) -> Iterable[_T]:
    """Return the items; show nothing."""
    return items
