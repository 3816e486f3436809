"""Names of Python 2 that Python 3 lacks; every translated source imports all of them.

The import also restores the names that Python 2 had in `string` and `sys`.
"""

from __future__ import annotations

import importlib
import string
import sys
from collections.abc import Callable
from functools import cmp_to_key
from types import ModuleType
from typing import Any

__all__ = ["_by_comparing", "_divided", "cmp", "file", "reload"]

file = open
_by_comparing = cmp_to_key


def _divided(left: Any, right: Any) -> Any:
    """`left / right`, rounded down when both are whole numbers."""
    if hasattr(type(left), "__div__"):
        return type(left).__div__(left, right)
    return left // right if _whole(left) and _whole(right) else left / right


def _whole(value: Any) -> bool:
    """Whether a value is an int, or a numpy number or array of an integer type."""
    return isinstance(value, int) or getattr(getattr(value, "dtype", None), "kind", "") in tuple("iub")


def cmp(left: Any, right: Any) -> int:
    """-1, 0 or 1."""
    return int(left > right) - int(left < right)


def reload(module: ModuleType) -> ModuleType:
    """Reload a module; `sys`, which programs reloaded to set an encoding, stays unchanged."""
    return module if module is sys else importlib.reload(module)


def _method(name: str) -> Callable[..., Any]:
    return lambda text, *rest: getattr(text, name)(*rest)


def _joined(words: Any, between: str = " ") -> str:
    return between.join(words)


def _restore() -> None:
    names = "split rsplit strip lstrip rstrip upper lower replace find rfind index count zfill ljust rjust"
    old: dict[str, Any] = {name: _method(name) for name in [*names.split(), "center", "expandtabs"]}
    old |= {"join": _joined, "joinfields": _joined, "splitfields": old["split"]}
    old |= {"atoi": int, "atol": int, "atof": float, "maketrans": str.maketrans}
    old |= {"letters": string.ascii_letters, "lowercase": string.ascii_lowercase}
    for name, value in (old | {"uppercase": string.ascii_uppercase}).items():
        if not hasattr(string, name):
            setattr(string, name, value)
    if not hasattr(sys, "setdefaultencoding"):
        sys.setdefaultencoding = lambda name: None  # type: ignore[attr-defined]


_restore()
