"""The dialog for colours, which is always cancelled."""

from __future__ import annotations

from typing import Any

from ._base.dialogs import Dialog


def askcolor(color: Any = None, **options: Any) -> tuple[None, None]:
    return (None, None)


class Chooser(Dialog):
    """The dialog as an object."""

    answer = (None, None)
