# ruff: noqa: N803  (the names are Tk's)
"""What every window and widget can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from ._events import Event, Interpreter
from ._loop import Loop, call_safely
from ._quiet import quiet
from ._variables import boolean

SCREEN = (1920, 1080)
_COLOURS = {"white": (65535, 65535, 65535), "black": (0, 0, 0), "red": (65535, 0, 0), "blue": (0, 0, 65535)}

_NO_OP = """
deletecommand tk_strictMotif tk_bisque tk_setPalette waitvar setvar focus_set focus focus_force
tk_focusFollowsMouse bell clipboard_clear clipboard_append grab_release grab_set grab_set_global option_add
option_clear option_readfile selection_clear selection_handle selection_own lower tkraise lift
unbind unbind_all unbind_class pack_propagate propagate grid_anchor anchor grid_columnconfigure
columnconfigure grid_rowconfigure rowconfigure grid_propagate event_add event_delete wait_visibility send
focus_get focus_displayof focus_lastfor tk_focusNext tk_focusPrev grab_current grab_status selection_own_get
winfo_containing tk_busy_hold tk_busy tk_busy_forget busy busy_hold busy_forget busy_configure busy_config
tk_busy_configure tk_busy_config
"""
_TEXT = """
getvar clipboard_get option_get selection_get winfo_atomname winfo_colormapfull winfo_manager winfo_pathname
winfo_screen winfo_server winfo_visualid busy_cget tk_busy_cget
"""
_ZERO = "winfo_atom winfo_rootx winfo_rooty winfo_vrootx winfo_vrooty winfo_x winfo_y winfo_id"
_LISTS = "pack_slaves slaves place_slaves grid_slaves bindtags event_info winfo_visualsavailable"


@quiet(_NO_OP)
@quiet(_TEXT, result="")
@quiet(_ZERO, result=0)
@quiet(_LISTS, result=())
@quiet("winfo_cells winfo_screencells", result=256)
@quiet("winfo_depth winfo_screendepth", result=24)
@quiet("winfo_pointerx winfo_pointery", result=-1)
@quiet("winfo_pointerxy grid_location", result=(-1, -1))
@quiet("winfo_visual winfo_screenvisual", result="truecolor")
@quiet("winfo_interps image_names", result=())
@quiet("grid_size size", result=(0, 0))
@quiet("grid_bbox bbox", result=(0, 0, 1, 1))
@quiet("info_patchlevel", result="8.6.13")
@quiet("tk_busy_status busy_status", result=False)
@quiet("tk_busy_current busy_current", result=[])
class Misc:
    """A node of the tree of windows, with its options, bindings and children."""

    loop: ClassVar[Loop] = Interpreter.loop
    natural_size: ClassVar[tuple[int, int]] = (1, 1)

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
        self.loop.something_shown()

    def __str__(self) -> str:
        return self._w

    def configure(self, cnf: Any = None, **kw: Any) -> Any:
        """Set options; without any, tell them as Tk does: name to tuple."""
        if isinstance(cnf, str):
            return self._told(cnf)
        new = {**(cnf or {}), **kw}
        if not new:
            return {name: self._told(name) for name in self.options}
        self.options.update(new)
        return None

    config = configure

    def _told(self, name: str) -> tuple[Any, ...]:
        return (name, name, name.capitalize(), "", self.cget(name))

    def cget(self, key: str) -> Any:
        """An option's value; colours, states and sizes that were not set read as Tk's defaults."""
        if key in self.options:
            return self.options[key]
        width, height = self.natural_size
        defaults = {"width": width, "height": height, "state": "normal", "bg": "#d9d9d9", "fg": "#000000"}
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
        if self.master is not None:
            self.master.children.pop(self._name, None)
        self._alive = False

    def after(self, ms: Any, func: Callable[..., Any] | None = None, *args: Any, **kw: Any) -> Any:
        if func is None:
            return self.loop.pass_time(int(ms))
        call = func
        return self.loop.after(0 if ms == "idle" else int(ms), lambda: call(*args, **kw))

    def after_idle(self, func: Callable[..., Any], *args: Any) -> Any:
        return self.after(0, func, *args)

    def after_cancel(self, id: Any) -> None:
        if not id:
            raise ValueError("id must be a valid identifier returned from after or after_idle")
        self.loop.cancel(str(id))

    def after_info(self, id: Any = None) -> tuple[str, ...]:
        return ()

    def update(self) -> None:
        self.loop.update()

    def update_idletasks(self) -> None:
        return None

    def mainloop(self, n: int = 0) -> None:
        self.loop.main()

    def quit(self) -> None:
        self.loop.left = True

    def wait_variable(self, name: Any = "PY_VAR") -> None:
        self.loop.main()

    def wait_window(self, window: Any = None) -> None:
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

    def image_types(self) -> tuple[str, ...]:
        return ("photo", "bitmap")

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
        return pixels(self.cget("width"), self.natural_size[0])

    def winfo_height(self) -> int:
        return pixels(self.cget("height"), self.natural_size[1])

    def winfo_reqwidth(self) -> int:
        return self.winfo_width()

    def winfo_reqheight(self) -> int:
        return self.winfo_height()

    def winfo_geometry(self) -> str:
        return f"{self.winfo_width()}x{self.winfo_height()}+0+0"

    def winfo_screenwidth(self) -> int:
        return SCREEN[0]

    def winfo_screenheight(self) -> int:
        return SCREEN[1]

    winfo_vrootwidth, winfo_vrootheight = winfo_screenwidth, winfo_screenheight

    def winfo_screenmmwidth(self) -> int:
        return SCREEN[0] // 4

    def winfo_screenmmheight(self) -> int:
        return SCREEN[1] // 4

    def winfo_name(self) -> str:
        return self._name

    def winfo_parent(self) -> str:
        return str(self.master or "")

    def winfo_rgb(self, color: str) -> tuple[int, int, int]:
        return _rgb(str(color))

    def winfo_toplevel(self) -> Any:
        return self.master.winfo_toplevel()


def pixels(value: Any, otherwise: int) -> int:
    try:
        return int(float(value))
    except ValueError:
        return otherwise


def _rgb(colour: str) -> tuple[int, int, int]:
    """A colour as three numbers to 65535; names beyond a few read as grey."""
    if colour.startswith("#") and len(colour) in (4, 7, 13):
        size = len(colour) // 3
        red, green, blue = (int(colour[1 + size * i : 1 + size * (i + 1)], 16) for i in range(3))
        full = 16**size - 1
        return red * 65535 // full, green * 65535 // full, blue * 65535 // full
    return _COLOURS.get(colour.lower(), (32768, 32768, 32768))
