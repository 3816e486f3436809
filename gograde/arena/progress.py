"""How long work reports its progress."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

_T = TypeVar("_T")


class Progress(Protocol):
    """Yields about `length` items unchanged, and may show how many it has yielded."""

    def __call__(self, items: Iterable[_T], length: int) -> Iterable[_T]: ...


def no_progress(items: Iterable[_T], length: int) -> Iterable[_T]:
    """Return the items; show nothing."""
    return items
