"""What a program that was made of a notebook calls: at the beginning, before each cell, and at the end.

It has the names that IPython puts into a notebook, shows the figures of a cell as the page does, and names
the cell in which an error came up.
"""

from __future__ import annotations

import builtins
import sys
from bisect import bisect_right
from importlib import invalidate_caches
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any


class Page:
    """The cells that have begun, each by its number with the line on which it begins."""

    def __init__(self) -> None:
        self.file, self.figures = "", False
        self.starts: list[tuple[int, int]] = []

    def place(self, trace: TracebackType | None) -> str:
        """The cell and the line nearest to an error; empty when none of this notebook is in its way."""
        line = 0
        while trace is not None:
            line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == self.file else line
            trace = trace.tb_next
        at = bisect_right(self.starts, (line, 0)) - 1
        return f" (cell {self.starts[at][1]}, line {line - self.starts[at][0]})" if at >= 0 else ""


PAGE = Page()


class Ipython:
    """Whatever a program asks of IPython: nothing comes of it, and libraries see that it is not there."""

    def __bool__(self) -> bool:
        return False

    def __call__(self, *args: Any, **kw: Any) -> Any:
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self


def begin(name: str, *, figures: bool) -> None:
    """Make ready; `name` is that of the module, `figures` says whether cells show figures."""
    PAGE.file, PAGE.figures = sys._getframe(1).f_code.co_filename, figures
    builtins.display = display  # type: ignore[attr-defined]
    builtins.get_ipython = Ipython()  # type: ignore[attr-defined]
    for module in ("IPython", "IPython.display"):
        made = ModuleType(module)
        made.version_info = (9, 0)  # type: ignore[attr-defined]
        made.display, made.get_ipython = display, Ipython()  # type: ignore[attr-defined]
        made.__getattr__ = Ipython().__getattr__  # type: ignore[method-assign]
        sys.modules.setdefault(module, made)
    if name == "__main__":
        sys.excepthook = print_error


def cell(number: int) -> None:
    """A cell begins: the figures of the one before it are shown."""
    end()
    PAGE.starts.append((sys._getframe(1).f_lineno, number))


def end() -> None:
    """A cell is over."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if PAGE.figures and pyplot is not None and pyplot.get_fignums():
        pyplot.show()


def display(*values: Any, **kw: Any) -> None:
    """Show pictures, and print everything else."""
    for value in values:
        if not out(value):
            print(value)


def out(value: Any) -> bool:
    """Show a value that is a picture; the figures of matplotlib are shown at the end of their cell."""
    kind = type(value).__module__.partition(".")[0]
    if kind == "PIL" and hasattr(value, "show"):
        value.show()
    return kind in ("PIL", "matplotlib")


def write(path: str, text: str, mode: str) -> None:
    """Write a file, as `%%writefile` does."""
    with Path(path).open(mode, encoding="utf-8") as file:
        file.write(text)
    invalidate_caches()


def run(number: int, text: str, names: dict[str, Any]) -> None:
    """Run a cell that the reader could not parse; the Python that runs the program may know more."""
    try:
        code = compile(text, f"cell {number}", "exec")
    except SyntaxError as error:
        raise RuntimeError(f"cell {number}, line {error.lineno} is no Python: {error.msg}") from None
    exec(code, names)


def print_error(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print an error with its cell."""
    from traceback import format_exception

    text = "".join(format_exception(kind, error, trace)).rstrip("\n")
    print(text + PAGE.place(trace), file=sys.stderr)
