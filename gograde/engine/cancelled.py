"""How a player that thinks is stopped."""

from __future__ import annotations

from collections.abc import Callable

Cancelling = Callable[[], bool]
"""Says whether the answer is wanted no more."""


class Cancelled(Exception):  # noqa: N818 - it is no error
    """A player was stopped before it had chosen."""


def never() -> bool:
    """The answer is always wanted."""
    return False


def check(cancelled: Cancelling) -> None:
    """Raise `Cancelled` when the answer is wanted no more."""
    if cancelled():
        raise Cancelled
