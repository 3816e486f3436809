# ruff: noqa: N803  (the names are Tk's)
"""The methods of every window and widget: options, events, places, the tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from _clock import CLOCK  # type: ignore[import-not-found]
from _tk_words import rgb  # type: ignore[import-not-found]

from . import _drawing as drawing
from ._loop import Loop, TclError, call_safely
from ._mild import Mild
from ._values import Event, Interpreter, boolean

_SHORT = {"bg": "background", "fg": "foreground", "bd": "borderwidth"}


class Misc(Mild):
    """A node of the window tree.

    Names of its own begin with `_tk_`, since programs give any other name to attributes of their subclasses.
    """

    _tk_loop: ClassVar[Loop] = Interpreter.loop
    _is_window: ClassVar[bool] = False
    _is_button: ClassVar[bool] = False
    _natural_size: ClassVar[tuple[int, int]] = (1, 1)
    _border: ClassVar[tuple[int, int]] = (0, 0)
    """Pixels of the border, and of the focus ring around it."""

    _natural_bg: ClassVar[str] = "#d9d9d9"
    _caption: ClassVar[int] = 0
    """Pixels of a caption above the widgets that are placed inside."""

    _relief: ClassVar[str] = "flat"

    def _begin(self, master: Any, name: str, options: dict[str, Any]) -> None:
        self.master, self.children, self.widgetName = master, dict[str, Any](), type(self).__name__.lower()
        self.tk = master.tk if master is not None else Interpreter()
        self._name, self._w = name, f"{'' if str(master) == '.' else master}.{name}" if name else "."
        self._tk_options, self._tk_alive = dict(options), True
        self._tk_bound: dict[str, list[Callable[..., Any]]] = {}
        self._tk_slaves: list[Any] = []
        self._tk_lines: dict[tuple[str, int], dict[str, Any]] = {}
        self._tk_placing: dict[str, Any] = {}
        self._tk_manager, self._tk_propagating = "", True
        self._tk_container: Any = None
        self._tk_box: tuple[int, int, int, int] | None = None
        self._tk_wanted: tuple[int, int] | None = None
        self._tk_sent_size = (1, 1)
        self._tk_loop.before_change()

    def __str__(self) -> str:
        return self._w

    # -- options ----------------------------------------------------------------------------

    def configure(self, cnf: Any = None, **kw: Any) -> Any:
        """Set options; without arguments, return a map from names to tuples, as Tk does."""
        if isinstance(cnf, str):
            return (cnf, cnf, cnf.capitalize(), "", self.cget(cnf))
        new = {**(cnf or {}), **kw}
        if not new:
            return {name: (name, name, name.capitalize(), "", self.cget(name)) for name in self.keys()}
        self._tk_loop.before_change()
        self._tk_options.update(new)
        self._tk_loop.stale = True
        return None

    config = configure

    def cget(self, key: str) -> Any:
        return self._option(key)

    def _option(self, key: str) -> Any:
        """The value of an option; unset colours, states and sizes have Tk's defaults.

        Programs and libraries have a `cget` of their own, which knows other options.
        """
        width, height = self._natural_size
        defaults = {
            "width": width, "height": height, "state": "normal", "bg": self._natural_bg, "fg": "#000000",
            "background": self._natural_bg, "foreground": "#000000",
        }  # fmt: skip
        names = [name for pair in _SHORT.items() if key in pair for name in pair] or [key]
        found = [self._tk_options[name] for name in names if name in self._tk_options]
        return found[0] if found else defaults.get(key, "")

    def __getitem__(self, key: str) -> Any:
        return self.cget(key)

    def __setitem__(self, key: str, value: Any) -> None:
        self.configure({key: value})

    def keys(self) -> list[str]:
        return sorted({*self._tk_options, "width", "height", "bg", "state"})

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def destroy(self) -> None:
        for child in list(self.children.values()):
            child.destroy()
        self._unmanage()
        if self.master is not None:
            self.master.children.pop(self._name, None)
        self._tk_alive = False

    # -- time and events --------------------------------------------------------------------

    def after(self, ms: Any, func: Callable[..., Any] | None = None, *args: Any, **kw: Any) -> Any:
        if func is None:
            return CLOCK.skip(int(ms))
        call = func
        return self._tk_loop.after(0 if ms == "idle" else int(ms), lambda: call(*args, **kw))

    def after_idle(self, func: Callable[..., Any], *args: Any) -> Any:
        return Misc.after(self, 0, func, *args)

    def after_cancel(self, id: Any) -> None:
        if not id:
            raise ValueError("id must be a valid identifier returned from after or after_idle")
        self._tk_loop.cancel(str(id))

    def update(self) -> None:
        self._tk_loop.update()

    def update_idletasks(self) -> None:
        self._tk_loop.update(idle=True)

    def mainloop(self, n: int = 0) -> None:
        self._tk_loop.main()

    def quit(self) -> None:
        self._tk_loop.left = True

    def wait_variable(self, name: Any = "PY_VAR") -> None:
        written: list[Any] = []
        if hasattr(name, "trace_add"):
            name.trace_add("write", lambda *told: written.append(told))
        self._tk_loop.main(lambda: bool(written))

    def wait_window(self, window: Any = None) -> None:
        self._tk_loop.keep()
        (window if window is not None else self).destroy()

    def _bind(self, sequence: Any = None, func: Any = None, add: Any = None) -> Any:
        if sequence is None:
            return tuple(self._tk_bound)
        if not callable(func):
            return ""
        kept = self._tk_bound.get(sequence, []) if add else []
        self._tk_bound[sequence] = [*kept, func]
        return f"{len(self._tk_bound)}{getattr(func, '__name__', 'call')}"

    bind = bind_all = _bind

    def bind_class(self, className: str, sequence: Any = None, func: Any = None, add: Any = None) -> Any:
        return self._bind(sequence, func, add)

    def event_generate(self, sequence: str, **about: Any) -> None:
        for func in list(self._tk_bound.get(sequence, [])):
            call_safely(func, Event(widget=self, **about))

    def register(self, func: Callable[..., Any], *args: Any, **kw: Any) -> str:
        return f"0{getattr(func, '__name__', 'call')}"

    _register = register

    # -- places, which `_drawing` computes -------------------------------------------

    def _manage(self, manager: str, options: dict[str, Any]) -> None:
        """Place this widget by a manager; earlier options of the same manager stay."""
        self._tk_loop.before_change()
        into = options.pop("in_", None) or options.pop("in", None) or self._tk_container or self.master
        kept = self._tk_placing if self._tk_manager == manager and into is self._tk_container else {}
        if manager == "grid" and "row" not in {**kept, **options}:
            options["row"] = drawing.grid_size(into)[1]
        if into is not self._tk_container or self not in into._tk_slaves:
            self._unmanage()
            into._tk_slaves.append(self)
        self._tk_manager, self._tk_container, self._tk_placing = manager, into, {**kept, **options}
        self._tk_loop.stale = True

    def _unmanage(self) -> None:
        if self._tk_container is not None and self in self._tk_container._tk_slaves:
            self._tk_container._tk_slaves.remove(self)
        self._tk_manager, self._tk_container, self._tk_box = "", None, None
        self._tk_loop.stale = True

    def pack(self, cnf: Any = None, **kw: Any) -> None:
        self._manage("pack", {**(cnf or {}), **kw})

    def place(self, cnf: Any = None, **kw: Any) -> None:
        self._manage("place", {**(cnf or {}), **kw})

    def grid(self, cnf: Any = None, **kw: Any) -> None:
        self._manage("grid", {**(cnf or {}), **kw})

    pack_configure, place_configure, grid_configure = pack, place, grid

    def pack_forget(self) -> None:
        self._unmanage()

    place_forget = grid_forget = grid_remove = forget = pack_forget

    def pack_info(self) -> dict[str, Any]:
        defaults = {"row": 0, "column": 0, "rowspan": 1, "columnspan": 1, "sticky": ""}
        gridded = defaults if self._tk_manager == "grid" else {}
        return {**gridded, "in": self._tk_container, **self._tk_placing} if self._tk_manager else {}

    info = place_info = grid_info = pack_info

    def winfo_manager(self) -> str:
        return self._tk_manager

    def _line(self, axis: str, index: Any, options: dict[str, Any]) -> Any:
        numbers = index if isinstance(index, (list, tuple)) else [index]
        for number in numbers:
            self._tk_lines.setdefault((axis, int(number)), {}).update(options)
        self._tk_loop.stale = True
        return None if options else dict(self._tk_lines[axis, int(numbers[0])])

    def grid_rowconfigure(self, index: Any, cnf: Any = None, **kw: Any) -> Any:
        return self._line("row", index, {**(cnf or {}), **kw})

    def grid_columnconfigure(self, index: Any, cnf: Any = None, **kw: Any) -> Any:
        return self._line("column", index, {**(cnf or {}), **kw})

    rowconfigure, columnconfigure = grid_rowconfigure, grid_columnconfigure

    def pack_propagate(self, flag: Any = None) -> Any:
        if flag is None:
            return self._tk_propagating
        self._tk_propagating, self._tk_loop.stale = bool(flag), True
        return None

    propagate = grid_propagate = pack_propagate

    def pack_slaves(self) -> list[Any]:
        return list(self._tk_slaves)

    slaves = place_slaves = pack_slaves

    def grid_slaves(self, row: Any = None, column: Any = None) -> list[Any]:
        """The widgets in the grid, the last widget first, as in Tk."""
        told = ((one, one._tk_placing) for one in drawing.slaves(self, "grid")[::-1])
        fits = (
            (one, row in (None, int(at.get("row", 0))) and column in (None, int(at.get("column", 0))))
            for one, at in told
        )
        return [one for one, fit in fits if fit]

    def grid_size(self) -> tuple[int, int]:
        return drawing.grid_size(self)

    size = grid_size

    # -- size and look ----------------------------------------------------------------------

    def _empty_size(self) -> tuple[int, int]:
        """The requested size in pixels, including the border, when no widget is placed inside."""
        asked = self._size_of_options()
        border = 2 * drawing.inset(self)
        return max(1, asked[0] + border), max(1, asked[1] + border)

    def _size_of_options(self) -> tuple[int, int]:
        width, height = self._natural_size
        return pixels(self._tk_options.get("width"), width), pixels(self._tk_options.get("height"), height)

    def _ground(self) -> str:
        """The background colour."""
        return str(self._option("bg"))

    def _look(self, width: int, height: int, images: dict[str, Any]) -> list[Any]:
        """The items (kind, coordinates, options) of the widget in a box of this size."""
        return drawing.border(self, width, height)

    def _size_changed(self) -> None:
        """Send `<Configure>` if the size has changed, as Tk does when a window is shown or resized."""
        if self._tk_box is not None and self._tk_box[2:] != self._tk_sent_size:
            self._tk_sent_size = width, height = self._tk_box[2:]
            Misc.event_generate(self, "<Configure>", x=0, y=0, width=width, height=height)

    def winfo_width(self) -> int:
        return self._tk_box[2] if self._tk_box else self._size_of_options()[0]

    def winfo_height(self) -> int:
        return self._tk_box[3] if self._tk_box else self._size_of_options()[1]

    def winfo_reqwidth(self) -> int:
        drawing.forget(self)
        return drawing.requested(self)[0]

    def winfo_reqheight(self) -> int:
        drawing.forget(self)
        return drawing.requested(self)[1]

    def winfo_x(self) -> int:
        return self._tk_box[0] if self._tk_box else 0

    def winfo_y(self) -> int:
        return self._tk_box[1] if self._tk_box else 0

    def winfo_geometry(self) -> str:
        return f"{self.winfo_width()}x{self.winfo_height()}+0+0"

    # -- the tree ---------------------------------------------------------------------------

    def _root(self) -> Any:
        return self if self.master is None else self.master._root()

    def nametowidget(self, name: Any) -> Any:
        found = self._root()
        for part in str(name).split("."):
            found = found.children[part] if part else found
        return found

    def winfo_children(self) -> list[Any]:
        return list(self.children.values())

    def winfo_class(self) -> str:
        return type(self).__name__

    def winfo_exists(self) -> bool:
        return self._tk_alive

    winfo_ismapped = winfo_viewable = winfo_exists

    def winfo_name(self) -> str:
        return self._name

    def winfo_parent(self) -> str:
        return str(self.master or "")

    def winfo_toplevel(self) -> Any:
        return self.master.winfo_toplevel()

    # -- values -----------------------------------------------------------------------------

    getint, getdouble, getboolean = staticmethod(int), staticmethod(float), staticmethod(boolean)

    def winfo_fpixels(self, number: Any) -> float:
        return float(drawing.distance(number))

    def winfo_pixels(self, number: Any) -> int:
        return drawing.distance(number)

    def winfo_rgb(self, color: str) -> tuple[int, int, int]:
        found = rgb(str(color))
        if found is None:
            raise TclError(f'unknown color name "{color}"')
        red, green, blue = found
        return 257 * red, 257 * green, 257 * blue


def pixels(value: Any, otherwise: int) -> int:
    """A size in whole pixels; `otherwise` when the value is no size."""
    text = str(value)
    return drawing.distance(text) if text[:1].isdigit() else otherwise
