"""Compiles functions to machine code with numba, which is loaded when this module is imported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

_Function = TypeVar("_Function", bound=Callable[..., Any])


def compiled(function: _Function) -> _Function:
    """Compile a function on its first call; the code is kept on disk where numba can write."""
    options = {"error_model": "numpy", "nogil": True}
    try:
        return cast(_Function, njit(cache=True, **options)(function))
    except RuntimeError:  # numba can write a cache neither to the package's folder nor to the user's
        return cast(_Function, njit(**options)(function))
