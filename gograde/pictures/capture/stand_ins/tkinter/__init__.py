# ruff: noqa: F401, F403  (it exports what the real package does)
"""A stand-in for tkinter: programs that open windows run where there is no screen.

The folder above this one is put first on the module path of Python submissions, so it
is imported by hostile programs and imports nothing of the grader.

What it does: every class, constant and method name of the real package is there; calls
are accepted and answered with the type that the real ones answer with (`create_*` give
item numbers, `winfo_*` integers, variables hold their values).  `after` callbacks run in
the order of their times, a bounded number of them; then `mainloop` acts as if a person
had closed the window, and returns.

When a loop begins, a window closes, a drawing is cleared or the program ends, the windows are
written down as **drawings**, files of data; the grader draws them after the run.  Texts are
measured roughly, since there are no fonts here.  Of widgets that boards are not made of (scales,
trees, notebooks) only the ground is drawn.
"""

from types import ModuleType as _ModuleType

from ._base.events import (
    EXCEPTION,
    READABLE,
    WRITABLE,
    Event,
    EventType,
    TclVersion,
    TkVersion,
    getboolean,
    getdouble,
    getint,
)
from ._base.loop import TclError
from ._base.variables import BooleanVar, DoubleVar, IntVar, StringVar, Variable
from ._canvas import Canvas
from ._drawing.images import BitmapImage, Image, PhotoImage, image_names, image_types
from ._geometry import Grid, Pack, Place
from ._misc import Misc
from ._text import Entry, Listbox, Spinbox, Text
from ._widgets import (
    Button,
    Checkbutton,
    Frame,
    Label,
    LabelFrame,
    Menu,
    Menubutton,
    Message,
    OptionMenu,
    PanedWindow,
    Radiobutton,
    Scale,
    Scrollbar,
)
from ._window import (
    BaseWidget,
    CallWrapper,
    NoDefaultRoot,
    Tcl,
    Tk,
    Toplevel,
    Widget,
    Wm,
    XView,
    YView,
    mainloop,
)
from .constants import *

__all__ = [name for name, value in globals().items() if name[0] != "_" and not isinstance(value, _ModuleType)]
