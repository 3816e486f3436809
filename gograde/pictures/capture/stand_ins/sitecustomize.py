"""Lets unchanged programs for older libraries or for a screen run, and keeps what they show.

Python imports this module before every program, so it is short and imports only `sys`.  A library is patched
when the program imports it.
"""

import sys

CHANGED = {
    "numpy": "_old_libraries",
    "matplotlib": "_old_libraries",
    "matplotlib.font_manager": "_old_libraries",
    "matplotlib.pyplot": "_old_libraries",
    "turtle": "_in_tkinter",
    "matplotlib.backends.backend_agg": "_figure_shapes",
    "matplotlib.backends.backend_tkagg": "_in_tkinter",
    "PIL.Image": "_pillow_shapes",
    "PIL.ImageDraw": "_pillow_shapes",
    "PIL.ImageShow": "_pillow_shapes",
    "PIL.ImageTk": "_in_tkinter",
    "pygame": "_pygame_windows",
    "cv2": "_opencv_windows",
}
"""Maps modules of libraries to the stand-in modules whose `CHANGES` patch them."""


class Changer:
    """Finds the modules of `CHANGED` with the other finders, and patches them after loading."""

    def find_spec(self, name: str, path: object, target: object = None) -> object:
        if name not in CHANGED:
            return None
        others = [finder for finder in sys.meta_path if finder is not self]  # type: ignore[comparison-overlap]
        specs = (finder.find_spec(name, path, target) for finder in others)  # type: ignore[arg-type]
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is not None and hasattr(spec.loader, "exec_module"):
            change_after(name, spec.loader)
        return spec


def change_after(name: str, loader: object) -> None:
    """Make a loader patch the module `name` (one of `CHANGED`) after loading."""
    load = loader.exec_module  # type: ignore[attr-defined]

    def exec_module(module: object) -> None:
        load(module)
        __import__(CHANGED[name]).CHANGES[name](module)

    loader.exec_module = exec_module  # type: ignore[attr-defined]


sys.meta_path.insert(0, Changer())  # type: ignore[arg-type]
