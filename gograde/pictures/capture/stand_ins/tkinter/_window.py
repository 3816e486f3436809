# ruff: noqa: N803  (the names are Tk's)
"""Windows, the base of widgets, and the functions that start the loop."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from typing import Any, ClassVar

from _clock import CLOCK  # type: ignore[import-not-found]

from ._drawing import arrange, keep, seen
from ._loop import call_safely
from ._mild import SCREEN, Mild
from ._misc import Misc, pixels
from ._values import Interpreter


class Wm(Mild):
    """Requests to the window manager: titles, sizes and the action on closing."""

    _tk_loop: ClassVar[Any]

    def _wm(self, what: str, value: Any, default: Any) -> Any:
        """Store a given value; without one, return the stored value or the default."""
        kept = self.__dict__.setdefault("_tk_wm", {})
        if value in (None, "", (None, None)):
            return kept.get(what, default)
        kept[what] = value
        return ""

    def title(self, string: Any = None) -> Any:
        if string is not None:
            self._tk_loop.before_change()
        return self._wm("title", string, "tk")

    def geometry(self, newGeometry: Any = None) -> Any:
        self._tk_loop.stale = True
        width, height = self._size_asked((200, 200))
        return self._wm("geometry", newGeometry, f"{width}x{height}+0+0")

    def state(self, newstate: Any = None) -> Any:
        return self._wm("state", newstate, "normal")

    def withdraw(self) -> None:
        self._wm("state", "withdrawn", "")

    def iconify(self) -> None:
        self._wm("state", "iconic", "")

    def deiconify(self) -> None:
        self._wm("state", "normal", "")

    def resizable(self, width: Any = None, height: Any = None) -> Any:
        return self._wm("resizable", (width, height), (True, True))

    def maxsize(self, width: Any = None, height: Any = None) -> Any:
        return self._wm("maxsize", (width, height), SCREEN)

    def minsize(self, width: Any = None, height: Any = None) -> Any:
        return self._wm("minsize", (width, height), (1, 1))

    def overrideredirect(self, boolean: Any = None) -> Any:
        return self._wm("overrideredirect", boolean, False)

    def attributes(self, *args: Any, **kw: Any) -> Any:
        return "" if kw or len(args) != 1 else 0

    def protocol(self, name: Any = None, func: Any = None) -> Any:
        return self._wm(f"protocol {name}", func, "")

    def _size_asked(self, natural: tuple[int, int]) -> tuple[int, int]:
        """Width and height in pixels from the last `geometry` call, at least 1; else the natural size."""
        asked = str(self.__dict__.get("_tk_wm", {}).get("geometry", "")).strip("=")
        width, _, height = asked.partition("+")[0].partition("-")[0].partition("x")
        return max(1, pixels(width, natural[0])), max(1, pixels(height, natural[1]))

    wm_title, wm_geometry, wm_state, wm_resizable, wm_maxsize = title, geometry, state, resizable, maxsize
    wm_withdraw, wm_iconify, wm_deiconify, wm_minsize = withdraw, iconify, deiconify, minsize
    wm_overrideredirect, wm_attributes, wm_protocol = overrideredirect, attributes, protocol


class _Window(Misc, Wm):
    """A top-level window."""

    _natural_size = (200, 200)
    _is_window = True

    _tk_closing = False
    _tk_noted: tuple[str, bytes] | None = None
    _tk_last_kept: tuple[str, bytes] | None = None
    """The last kept title and drawing, so that equal drawings are not kept twice in a row."""

    def _size_of_options(self) -> tuple[int, int]:
        return self._size_asked(self._natural_size)

    def destroy(self) -> None:
        if self._tk_alive:
            keep(self, seen(self))
        self._tk_closing = True
        super().destroy()

    def winfo_toplevel(self) -> Any:
        return self

    def _windows(self) -> Iterator[_Window]:
        """This window and its descendant windows."""
        yield self
        for child in list(self.children.values()):
            if isinstance(child, _Window):
                yield from child._windows()

    def _lay_out(self) -> None:
        """Place every widget of this window and its descendants; send `<Configure>` where sizes change."""
        for window in self._windows():
            arrange(window)
            for widget in _within(window):
                widget._size_changed()

    def _catch_all(self, noted: bool = False) -> None:
        """Keep the current or the `noted` drawings of this window and its descendants."""
        for window in self._windows():
            keep(window, window._tk_noted if noted else seen(window))

    def _looks(self) -> list[tuple[str, bytes] | None]:
        """The titles and drawings of this window and its descendants."""
        return [seen(window) for window in self._windows()]

    def _note(self) -> None:
        """Note the drawings of this window and its descendants."""
        for window in self._windows():
            window._tk_noted = seen(window)


def _within(widget: Any) -> list[Any]:
    """The widget and all widgets placed in it."""
    return [widget, *(inner for slave in list(widget._tk_slaves) for inner in _within(slave))]


class Tk(_Window):
    """A main window."""

    _default: ClassVar[Tk | None] = None

    def __init__(self, screenName: Any = None, *names: Any, **kw: Any) -> None:
        self._begin(None, "", {})
        CLOCK.start()
        self._tk_loop.opened(self)
        if Tk._default is None:
            Tk._default = self

    def __getattr__(self, name: str) -> Any:
        """A method of the interpreter, such as `eval`, as in Tk."""
        of_tk = name[0] != "_" and name in vars(Interpreter)
        return getattr(self.tk, name) if of_tk else super().__getattr__(name)

    def destroy(self) -> None:
        super().destroy()
        if self in self._tk_loop.windows:
            self._tk_loop.windows.remove(self)
        if Tk._default is self:
            Tk._default = None

    def _close_by_hand(self) -> None:
        """Act as if a person presses the closing button repeatedly."""
        self._tk_closing = True
        handler = self.protocol("WM_DELETE_WINDOW")
        if callable(handler):
            call_safely(handler)
        if self._tk_alive and not self._tk_loop.left:
            self.destroy()

    def report_callback_exception(self, *error: Any) -> None:
        return None


class Widget(Misc):
    """A widget; `Button(root, text=…).pack()` returns None, as in Tk."""

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        if master is None:
            master = Tk._default if Tk._default is not None else Tk()
        options = {**(cnf or {}), **kw}
        options.pop("class_", None)
        kind = type(self).__name__.lower()
        taken = sum(child.startswith(f"!{kind}") for child in master.children)
        name = str(options.pop("name", "") or f"!{kind}{taken + 1 if taken else ''}")
        self._begin(master, name, options)
        master.children[name] = self


class Toplevel(Widget, _Window):
    """A further window."""


BaseWidget, XView, YView, Pack, Place, Grid = Widget, Mild, Mild, Misc, Misc, Misc
atexit.register(Misc._tk_loop.keep)


def mainloop(n: int = 0) -> None:
    """Run the loop of all windows; raises `RuntimeError` without a main window, as in Tk."""
    if not Misc._tk_loop.windows:
        raise RuntimeError("Too early to run the main loop: no default root window")
    Misc._tk_loop.main()


class CallWrapper:
    """What Tk wraps callbacks in; no program calls it."""


def NoDefaultRoot() -> None:  # noqa: N802
    Tk._default = None


def Tcl(*args: Any, **kw: Any) -> Tk:  # noqa: N802
    return Tk()
