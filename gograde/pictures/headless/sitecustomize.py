"""Lets programs written for older numpy, and for matplotlib with a screen, run as they are.

Python imports this before the program.  It costs a look at a name for every import; numpy and
matplotlib are changed only when the program imports them.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import Any

BUILT_IN: dict[str, type] = {"int": int, "float": float, "bool": bool, "object": object, "str": str}
RENAMED = {
    "bool8": "bool_", "int0": "intp", "float_": "float64", "complex_": "complex128", "unicode_": "str_",
    "string_": "bytes_", "Inf": "inf", "Infinity": "inf", "infty": "inf", "NaN": "nan", "NAN": "nan",
    "product": "prod", "cumproduct": "cumprod", "alltrue": "all", "sometrue": "any", "in1d": "isin",
    "row_stack": "vstack",
}  # fmt: skip
"""Old names of numpy and what they are called now."""


def _old_numpy(numpy: ModuleType) -> None:
    names = vars(numpy)
    for old, value in {**BUILT_IN, "complex": complex}.items():
        names.setdefault(old, value)
    for old, new in RENAMED.items():
        if new in names:
            names.setdefault(old, names[new])


def _no_other_backend(matplotlib: Any) -> None:
    use = matplotlib.use
    matplotlib.use = lambda *backend, **options: use("Agg")


def _no_switching(pyplot: Any) -> None:
    switch = pyplot.switch_backend
    pyplot.switch_backend = lambda newbackend: switch("Agg")


def _nobody_clicks(backend_bases: Any) -> None:
    backend_bases.FigureCanvasBase.start_event_loop = lambda self, timeout=0: None


CHANGES: dict[str, Callable[[Any], None]] = {
    "numpy": _old_numpy,
    "matplotlib": _no_other_backend,
    "matplotlib.pyplot": _no_switching,
    "matplotlib.backend_bases": _nobody_clicks,
}


class Changer:
    """Finds the modules of `CHANGES` as the others do, and changes them once they are loaded."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        change = CHANGES.get(name)
        if change is None:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        specs = (finder.find_spec(name, path, target) for finder in others if hasattr(finder, "find_spec"))
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is not None and hasattr(spec.loader, "exec_module"):
            _change_after(spec.loader, change)
        return spec


def _change_after(loader: Any, change: Callable[[Any], None]) -> None:
    load = loader.exec_module

    def exec_module(module: ModuleType) -> None:
        load(module)
        change(module)

    loader.exec_module = exec_module


sys.meta_path.insert(0, Changer())
