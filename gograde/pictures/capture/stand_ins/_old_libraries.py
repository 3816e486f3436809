"""Restores old names in numpy; makes matplotlib use the back end of the stand-ins and the runtime's fonts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

BUILT_IN: dict[str, type] = {"int": int, "float": float, "bool": bool, "object": object, "str": str}
RENAMED = {
    "bool8": "bool_", "int0": "intp", "float_": "float64", "complex_": "complex128", "unicode_": "str_",
    "string_": "bytes_", "Inf": "inf", "Infinity": "inf", "infty": "inf", "NaN": "nan", "NAN": "nan",
    "product": "prod", "cumproduct": "cumprod", "alltrue": "all", "sometrue": "any", "in1d": "isin",
    "row_stack": "vstack",
}  # fmt: skip
"""Maps old names of numpy to current names."""

NUMBERS = {"PINF": float("inf"), "NINF": float("-inf"), "PZERO": 0.0, "NZERO": -0.0}
"""Numbers that had a name in older versions of numpy."""


def _old_numpy(numpy: ModuleType) -> None:
    names = vars(numpy)
    for old, value in {**BUILT_IN, **NUMBERS, "complex": complex}.items():
        names.setdefault(old, value)
    for old, new in RENAMED.items():
        if new in names:
            names.setdefault(old, names[new])


BACKEND = os.environ.get("MPLBACKEND", "module://_matplotlib_windows")


FONTS = f"{sys.prefix}/fonts"
"""Where a runtime keeps matplotlib's list of fonts, which takes 2 s to make; nobody can write there."""

get_cachedir: list[Callable[[], str]] = []


def _change_matplotlib(matplotlib: Any) -> None:
    use = matplotlib.use
    matplotlib.use = lambda *backend, **options: use(BACKEND)
    sys.modules["matplotlib.backends._tkagg"] = _tkagg()
    if Path(FONTS).is_dir():
        get_cachedir.append(matplotlib.get_cachedir)
        matplotlib.get_cachedir = lambda: FONTS


def _tkagg() -> ModuleType:
    """The part of matplotlib that copies pixels into windows, which needs the real tkinter; copies none."""
    module = ModuleType("matplotlib.backends._tkagg")
    names = {"TK_PHOTO_COMPOSITE_OVERLAY": 0, "TK_PHOTO_COMPOSITE_SET": 1}
    vars(module).update(names, blit=lambda *_: None, enable_dpi_awareness=lambda *_: None)
    return module


def _fonts_read(manager: Any) -> None:
    """Give everything that matplotlib keeps besides the list of fonts a folder that can be written."""
    while get_cachedir:
        manager.mpl.get_cachedir = get_cachedir.pop()


def _no_switching(pyplot: Any) -> None:
    switch = pyplot.switch_backend
    pyplot.switch_backend = lambda newbackend: switch(BACKEND)


CHANGES: dict[str, Callable[[Any], None]] = {
    "numpy": _old_numpy,
    "matplotlib": _change_matplotlib,
    "matplotlib.font_manager": _fonts_read,
    "matplotlib.pyplot": _no_switching,
}
