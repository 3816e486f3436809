"""Lets programs written for older numpy, and for matplotlib with a screen, run as they are.

Python imports this before every program, so it is short and imports nothing: each import costs a
look at a name, and numpy and matplotlib are changed only when the program imports them.
"""

import sys

CHANGED = frozenset({"numpy", "matplotlib", "matplotlib.pyplot", "matplotlib.backend_bases"})


class Changer:
    """Finds the modules of `CHANGED` as the others do, and has them changed once they are loaded."""

    def find_spec(self, name: str, path: object, target: object = None) -> object:
        if name not in CHANGED:
            return None
        others = [finder for finder in sys.meta_path if finder is not self]  # type: ignore[comparison-overlap]
        specs = (finder.find_spec(name, path, target) for finder in others)  # type: ignore[arg-type]
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is not None and hasattr(spec.loader, "exec_module"):
            from _old_libraries import change_after  # type: ignore[import-not-found]

            change_after(name, spec.loader)
        return spec


sys.meta_path.insert(0, Changer())  # type: ignore[arg-type]
