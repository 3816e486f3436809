# ruff: noqa: N803  (the names are Tk's)
"""The methods of every window and widget."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from _clock import CLOCK  # type: ignore[import-not-found]

from ._base.events import Event, Interpreter
from ._base.loop import Loop, TclError, call_safely
from ._base.no_effect import answers
from ._base.variables import boolean
from ._drawing import layout, looks
from ._drawing.colours import rgb
from ._geometry import Container

SCREEN = (1920, 1080)
"""Width and height in pixels; four pixels are a millimetre."""

_NO_OP = """
deletecommand tk_strictMotif tk_bisque tk_setPalette waitvar setvar focus_set focus focus_force
tk_focusFollowsMouse bell clipboard_clear clipboard_append grab_release grab_set grab_set_global option_add
option_clear option_readfile selection_clear selection_handle selection_own lower tkraise lift
unbind unbind_all unbind_class grid_anchor anchor event_add event_delete wait_visibility send
focus_get focus_displayof focus_lastfor tk_focusNext tk_focusPrev grab_current grab_status selection_own_get
winfo_containing tk_busy_hold tk_busy tk_busy_forget busy busy_hold busy_forget busy_configure busy_config
tk_busy_configure tk_busy_config
"""
_TEXT = """
getvar clipboard_get option_get selection_get winfo_atomname winfo_colormapfull winfo_pathname
winfo_screen winfo_server winfo_visualid busy_cget tk_busy_cget
"""
_ZERO = "winfo_atom winfo_rootx winfo_rooty winfo_vrootx winfo_vrooty winfo_id"
_LISTS = "bindtags event_info winfo_visualsavailable"


@answers(_NO_OP)
@answers(_TEXT, result="")
@answers(_ZERO, result=0)
@answers(_LISTS, result=())
@answers("winfo_cells winfo_screencells", result=256)
@answers("winfo_depth winfo_screendepth", result=24)
@answers("winfo_pointerx winfo_pointery", result=-1)
@answers("winfo_pointerxy grid_location", result=(-1, -1))
@answers("winfo_visual winfo_screenvisual", result="truecolor")
@answers("winfo_interps image_names after_info", result=())
@answers("image_types", result=("photo", "bitmap"))
@answers("winfo_screenwidth winfo_vrootwidth", result=SCREEN[0])
@answers("winfo_screenheight winfo_vrootheight", result=SCREEN[1])
@answers("winfo_screenmmwidth", result=SCREEN[0] // 4)
@answers("winfo_screenmmheight", result=SCREEN[1] // 4)
@answers("grid_bbox bbox", result=(0, 0, 1, 1))
@answers("info_patchlevel", result="8.6.13")
@answers("tk_busy_status busy_status", result=False)
@answers("tk_busy_current busy_current", result=[])
class Misc(Container):
    """A node of the window tree, with its options, bindings and children."""

    loop: ClassVar[Loop] = Interpreter.loop
    _natural_size: ClassVar[tuple[int, int]] = (1, 1)
    _border: ClassVar[tuple[int, int]] = (0, 0)
    """Pixels of the border, and of the focus ring around it."""

    _natural_bg: ClassVar[str] = "#d9d9d9"
    _caption: ClassVar[int] = 0
    """Pixels of a caption above the widgets that are placed inside."""

    master: Any
    tk: Interpreter
    children: dict[str, Any]
    options: dict[str, Any]
    _w: str
    _alive: bool
    _bound: dict[str, list[Callable[..., Any]]]

    def _begin(self, master: Any, name: str, options: dict[str, Any]) -> None:
        self.master, self.children, self.widgetName = master, {}, type(self).__name__.lower()
        self.tk = master.tk if master is not None else Interpreter()
        self._name, self._w = name, f"{'' if str(master) == '.' else master}.{name}" if name else "."
        self.options, self._bound, self._alive = dict(options), {}, True
        self._told_size = (1, 1)
        self._begin_placing()
        self.loop.before_change()

    def __str__(self) -> str:
        return self._w

    def configure(self, cnf: Any = None, **kw: Any) -> Any:
        """Set options; without arguments, return a map from names to tuples, as Tk does."""
        if isinstance(cnf, str):
            return self._told(cnf)
        new = {**(cnf or {}), **kw}
        if not new:
            return {name: self._told(name) for name in self.options}
        self.loop.before_change()
        self.options.update(new)
        self.loop.stale = True
        return None

    config = configure

    def _told(self, name: str) -> tuple[Any, ...]:
        return (name, name, name.capitalize(), "", self.cget(name))

    def cget(self, key: str) -> Any:
        return self._option(key)

    def _option(self, key: str) -> Any:
        """The value of an option; unset colours, states and sizes have Tk's defaults.

        Programs and libraries have a `cget` of their own, which knows other options.
        """
        if key in self.options:
            return self.options[key]
        width, height = self._natural_size
        defaults = {
            "width": width,
            "height": height,
            "state": "normal",
            "bg": self._natural_bg,
            "fg": "#000000",
        }
        return defaults.get({"background": "bg", "foreground": "fg"}.get(key, key), "")

    def __getitem__(self, key: str) -> Any:
        return self.cget(key)

    def __setitem__(self, key: str, value: Any) -> None:
        self.configure({key: value})

    def keys(self) -> list[str]:
        return sorted({*self.options, "width", "height", "bg", "state"})

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def destroy(self) -> None:
        for child in list(self.children.values()):
            child.destroy()
        self._unmanage()
        if self.master is not None:
            self.master.children.pop(self._name, None)
        self._alive = False

    def after(self, ms: Any, func: Callable[..., Any] | None = None, *args: Any, **kw: Any) -> Any:
        if func is None:
            return CLOCK.skip(int(ms))
        call = func
        return self.loop.after(0 if ms == "idle" else int(ms), lambda: call(*args, **kw))

    def after_idle(self, func: Callable[..., Any], *args: Any) -> Any:
        return self.after(0, func, *args)

    def after_cancel(self, id: Any) -> None:
        if not id:
            raise ValueError("id must be a valid identifier returned from after or after_idle")
        self.loop.cancel(str(id))

    def update(self) -> None:
        self.loop.update()

    def update_idletasks(self) -> None:
        self.loop.update(idle=True)

    grid_size = size = Container.grid_size

    def _empty_size(self) -> tuple[int, int]:
        """The requested size in pixels, including the border, when no widget is placed inside."""
        width, height = self._natural_size
        asked = pixels(self.options.get("width"), width), pixels(self.options.get("height"), height)
        border = 2 * layout.inset(self)
        return max(1, asked[0] + border), max(1, asked[1] + border)

    _relief: ClassVar[str] = "flat"

    def _ground(self) -> str:
        """The background colour."""
        return str(self._option("bg" if "bg" in self.options else "background"))

    def _look(self, width: int, height: int, images: dict[str, Any]) -> list[Any]:
        """The items (kind, coordinates, options) of the widget in a box of this size."""
        return looks.relief(self, width, height)

    def size_changed(self) -> None:
        """Send `<Configure>` if the size has changed, as Tk does when a window is shown or resized."""
        size = self.winfo_width(), self.winfo_height()
        if size != self._told_size and self._box is not None:
            self._told_size = size
            self.event_generate("<Configure>", x=0, y=0, width=size[0], height=size[1])

    def mainloop(self, n: int = 0) -> None:
        self.loop.main()

    def quit(self) -> None:
        self.loop.left = True

    def wait_variable(self, name: Any = "PY_VAR") -> None:
        written: list[Any] = []
        if hasattr(name, "trace_add"):
            name.trace_add("write", lambda *told: written.append(told))
        self.loop.main(lambda: bool(written))

    def wait_window(self, window: Any = None) -> None:
        self.loop.keep()
        (window if window is not None else self).destroy()

    def bind(self, sequence: Any = None, func: Any = None, add: Any = None) -> Any:
        if sequence is None:
            return tuple(self._bound)
        if not callable(func):
            return ""
        kept = self._bound.get(sequence, []) if add else []
        self._bound[sequence] = [*kept, func]
        return f"{len(self._bound)}{getattr(func, '__name__', 'call')}"

    bind_all = bind

    def bind_class(self, className: str, sequence: Any = None, func: Any = None, add: Any = None) -> Any:
        return self.bind(sequence, func, add)

    def event_generate(self, sequence: str, **about: Any) -> None:
        for func in list(self._bound.get(sequence, [])):
            call_safely(func, Event(widget=self, **about))

    def register(self, func: Callable[..., Any], *args: Any, **kw: Any) -> str:
        return f"0{getattr(func, '__name__', 'call')}"

    _register = register

    def _root(self) -> Any:
        return self if self.master is None else self.master._root()

    def nametowidget(self, name: Any) -> Any:
        found = self._root()
        for part in str(name).split("."):
            found = found.children[part] if part else found
        return found

    def getint(self, s: Any) -> int:
        return int(s)

    def getdouble(self, s: Any) -> float:
        return float(s)

    def getboolean(self, s: Any) -> bool:
        return boolean(s)

    def winfo_children(self) -> list[Any]:
        return list(self.children.values())

    def winfo_class(self) -> str:
        return type(self).__name__

    def winfo_exists(self) -> bool:
        return self._alive

    winfo_ismapped = winfo_viewable = winfo_exists

    def winfo_fpixels(self, number: Any) -> float:
        return float(number)

    def winfo_pixels(self, number: Any) -> int:
        return int(float(number))

    def winfo_width(self) -> int:
        return self._box[2] if self._box else pixels(self._option("width"), self._natural_size[0])

    def winfo_height(self) -> int:
        return self._box[3] if self._box else pixels(self._option("height"), self._natural_size[1])

    def winfo_reqwidth(self) -> int:
        return layout.requested(self)[0]

    def winfo_reqheight(self) -> int:
        return layout.requested(self)[1]

    def winfo_x(self) -> int:
        return self._box[0] if self._box else 0

    def winfo_y(self) -> int:
        return self._box[1] if self._box else 0

    def winfo_geometry(self) -> str:
        return f"{self.winfo_width()}x{self.winfo_height()}+0+0"

    def winfo_name(self) -> str:
        return self._name

    def winfo_parent(self) -> str:
        return str(self.master or "")

    def winfo_rgb(self, color: str) -> tuple[int, int, int]:
        return _rgb(str(color))

    def winfo_toplevel(self) -> Any:
        return self.master.winfo_toplevel()


def pixels(value: Any, otherwise: int) -> int:
    """A size in whole pixels; `otherwise` when the value is no size."""
    text = str(value)
    return layout.distance(text) if text[:1].isdigit() else otherwise


def _rgb(colour: str) -> tuple[int, int, int]:
    """A colour as three numbers from 0 to 65535."""
    found = rgb(colour)
    if found is None:
        raise TclError(f'unknown color name "{colour}"')
    red, green, blue = found
    return 257 * red, 257 * green, 257 * blue
