# ruff: noqa: N803  (the names are Tk's)
"""Windows, the base of widgets, and the functions that start the loop."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from _clock import CLOCK  # type: ignore[import-not-found]

from ._base.loop import call_safely, tell_of_crashes
from ._base.no_effect import answers
from ._drawing.drawing import keep, seen
from ._drawing.layout import arrange
from ._geometry import Grid, Pack, Place
from ._misc import SCREEN, Misc, pixels

_WM_NO_OP = """
aspect client colormapwindows command forget frame grid group iconbitmap iconmask
iconname iconphoto iconposition iconwindow manage positionfrom sizefrom transient
"""


def _with_prefix(names: str) -> str:
    return " ".join(f"{name} wm_{name}" for name in names.split())


@answers(_with_prefix(_WM_NO_OP))
@answers(_with_prefix("focusmodel"), result="passive")
class Wm:
    """Requests to the window manager: titles, sizes and the action on closing."""

    _told_wm: dict[str, Any]
    loop: ClassVar[Any]
    winfo_width: Callable[[], int]
    winfo_height: Callable[[], int]

    def _wm(self, what: str, value: Any, default: Any) -> Any:
        """Store a given value; without one, return the stored value or the default."""
        kept = self.__dict__.setdefault("_told_wm", {})
        if value in (None, "", (None, None)):
            return kept.get(what, default)
        kept[what] = value
        return ""

    def title(self, string: Any = None) -> Any:
        return self._wm("title", string, "tk")

    def geometry(self, newGeometry: Any = None) -> Any:
        self.loop.stale = True
        return self._wm("geometry", newGeometry, f"{self.winfo_width()}x{self.winfo_height()}+0+0")

    def state(self, newstate: Any = None) -> Any:
        return self._wm("state", newstate, "normal")

    def withdraw(self) -> None:
        self.state("withdrawn")

    def iconify(self) -> None:
        self.state("iconic")

    def deiconify(self) -> None:
        self.state("normal")

    wm_withdraw, wm_iconify, wm_deiconify = withdraw, iconify, deiconify

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

    def size_asked(self, natural: tuple[int, int]) -> tuple[int, int]:
        """Width and height in pixels from the last `geometry` call, at least 1; else the natural size."""
        asked = str(self.__dict__.get("_told_wm", {}).get("geometry", "")).strip("=")
        width, _, height = asked.partition("+")[0].partition("-")[0].partition("x")
        return max(1, pixels(width, natural[0])), max(1, pixels(height, natural[1]))

    wm_title, wm_geometry, wm_state, wm_resizable, wm_maxsize = title, geometry, state, resizable, maxsize
    wm_minsize, wm_overrideredirect, wm_attributes = minsize, overrideredirect, attributes
    wm_protocol = protocol


class _Window(Misc, Wm):
    """A top-level window."""

    _natural_size = (200, 200)

    closing = False
    _noted: tuple[str, bytes] | None = None
    last_kept: tuple[str, bytes] | None = None
    """The last kept title and drawing, so that equal drawings are not kept twice in a row."""

    def winfo_width(self) -> int:
        return self._box[2] if self._box else self.size_asked(self._natural_size)[0]

    def winfo_height(self) -> int:
        return self._box[3] if self._box else self.size_asked(self._natural_size)[1]

    def destroy(self) -> None:
        if self._alive:
            keep(self, seen(self))
        super().destroy()

    def winfo_toplevel(self) -> Any:
        return self

    def _windows(self) -> Iterator[_Window]:
        """This window and its descendant windows."""
        yield self
        for child in list(self.children.values()):
            if isinstance(child, _Window):
                yield from child._windows()

    def lay_out(self) -> None:
        """Place every widget of this window and its descendants; send `<Configure>` where sizes change."""
        for window in self._windows():
            arrange(window)
            for widget in _within(window):
                widget.size_changed()

    def catch_all(self, noted: bool = False) -> None:
        """Keep the current or the `noted` drawings of this window and its descendants."""
        for window in self._windows():
            keep(window, window._noted if noted else seen(window))

    def looks(self) -> list[tuple[str, bytes] | None]:
        """The titles and drawings of this window and its descendants."""
        return [seen(window) for window in self._windows()]

    def note(self) -> None:
        """Note the drawings of this window and its descendants."""
        for window in self._windows():
            window._noted = seen(window)

    def title(self, string: Any = None) -> Any:
        if string is not None:
            self.loop.before_change()
        return super().title(string)

    wm_title = title


def _within(widget: Any) -> list[Any]:
    """The widget and all widgets placed in it."""
    return [widget, *(inner for slave in list(widget._slaves) for inner in _within(slave))]


@answers("loadtk readprofile")
class Tk(_Window):
    """A main window."""

    _default: ClassVar[Tk | None] = None

    def __init__(self, screenName: Any = None, *names: Any, **kw: Any) -> None:
        self._begin(None, "", {})
        CLOCK.start()
        self.loop.opened(self)
        if Tk._default is None:
            Tk._default = self

    @classmethod
    def default(cls) -> Tk:
        """The window of widgets without a master; made on the first call."""
        return cls._default if cls._default is not None else Tk()

    @classmethod
    def forget_default(cls) -> None:
        """Make the next window the default window."""
        cls._default = None

    def destroy(self) -> None:
        super().destroy()
        if self in self.loop.windows:
            self.loop.windows.remove(self)
        if Tk._default is self:
            Tk.forget_default()

    def close_by_hand(self) -> None:
        """Act as if a person presses the closing button repeatedly."""
        self.closing = True
        handler = self.protocol("WM_DELETE_WINDOW")
        if callable(handler):
            call_safely(handler)
        if self._alive and not self.loop.left:
            self.destroy()

    def report_callback_exception(self, exc: Any, val: Any, tb: Any) -> None:
        call_safely(_raise, val)


def _raise(error: BaseException) -> None:
    raise error


class BaseWidget(Misc):
    """A window inside another one."""

    def __init__(self, master: Any = None, widgetName: Any = "", cnf: Any = None, kw: Any = None) -> None:
        self._place_below(master, {**(cnf or {}), **(kw or {})})

    def _place_below(self, master: Any, options: dict[str, Any]) -> None:
        master = Tk.default() if master is None else master
        options.pop("class_", None)
        kind = type(self).__name__.lower()
        taken = sum(child.startswith(f"!{kind}") for child in master.children)
        name = str(options.pop("name", "") or f"!{kind}{taken + 1 if taken else ''}")
        self._begin(master, name, options)
        master.children[name] = self


class Toplevel(BaseWidget, _Window):
    """A further window."""

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        self._place_below(master, {**(cnf or {}), **kw})


@answers("location")
class Widget(BaseWidget, Pack, Place, Grid):
    """A widget; `Button(root, text=…).pack()` returns None, as in Tk."""

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        self._place_below(master, {**(cnf or {}), **kw})


@answers("xview_moveto xview_scroll")
class XView:
    """A widget that can be scrolled sideways; it shows everything."""

    def xview(self, *args: Any) -> Any:
        return None if args else (0.0, 1.0)


@answers("yview_moveto yview_scroll")
class YView:
    """A widget that can be scrolled up and down; it shows everything."""

    def yview(self, *args: Any) -> Any:
        return None if args else (0.0, 1.0)


class CallWrapper:
    """A callback function, as Tk wraps it."""

    def __init__(self, func: Callable[..., Any], subst: Any, widget: Any) -> None:
        self.func, self.subst, self.widget = func, subst, widget

    def __call__(self, *args: Any) -> Any:
        return call_safely(self.func, *(self.subst(*args) if self.subst else args))


atexit.register(Misc.loop.keep)
tell_of_crashes()


def mainloop(n: int = 0) -> None:
    """Run the loop of all windows; raises `RuntimeError` without a main window, as in Tk."""
    if not Misc.loop.windows:
        raise RuntimeError("Too early to run the main loop: no default root window")
    Misc.loop.main()


def NoDefaultRoot() -> None:  # noqa: N802
    Tk.forget_default()


def Tcl(*args: Any, **kw: Any) -> Tk:  # noqa: N802
    return Tk()
