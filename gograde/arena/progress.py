"""How work that takes long tells how far it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

_T = TypeVar("_T")


class Progress(Protocol):
    """Hands on items one by one, of which there are about `length`, and may show how many came."""

    def __call__(self, items: Iterable[_T], length: int) -> Iterable[_T]: ...


def no_progress(items: Iterable[_T], length: int) -> Iterable[_T]:
    """Shows nothing."""
    return items
