# ruff: noqa: F401, F403, I001  (it exports what the real package does)
"""A stand-in for tkinter: programs that open windows run where there is no screen.

The parent folder is first on the module path of Python submissions, so hostile programs import this
package; it imports nothing of the grader.

It has every class, constant and method name of the real package; methods without effect answer mildly, and
those that would show something tell the grader.  Variables keep their values.  `after` callbacks run in the
order of their times, up to a limit.  Then `mainloop` acts as if a person had closed the window, and returns.

The windows are saved as **drawings** (data files) when a loop begins, a window closes, a drawing is cleared
or the program ends; the grader renders them after the run.  Text sizes are estimated, since there are no
fonts.  Of widgets that do not show boards (scales, trees, notebooks), only the background is drawn.
"""

from types import ModuleType as _ModuleType

# fmt: off
from ._canvas import Canvas
from ._dialogs import enter as _enter
from ._images import BitmapImage, Image, PhotoImage, image_names, image_types
from ._loop import TclError
from ._misc import Misc
from ._values import BooleanVar, DoubleVar, Event, EventType, IntVar, StringVar, Variable
from ._values import boolean as getboolean
from ._widgets import (Button, Checkbutton, Entry, Frame, Label, LabelFrame, Listbox, Menu, Menubutton,
                       Message, OptionMenu, PanedWindow, Radiobutton, Scale, Scrollbar, Spinbox, Text)
from ._window import (BaseWidget, CallWrapper, Grid, NoDefaultRoot, Pack, Place, Tcl, Tk, Toplevel, Widget,
                      Wm, XView, YView, mainloop)
from .constants import *

# fmt: on
TkVersion = TclVersion = 8.6
READABLE = 2
WRITABLE = 4
EXCEPTION = 8
getint, getdouble = int, float

__all__ = [name for name, value in globals().items() if name[0] != "_" and not isinstance(value, _ModuleType)]
_enter(__name__)
