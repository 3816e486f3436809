"""Events, and a stand-in for the Tcl interpreter."""

from __future__ import annotations

import enum
from typing import Any, ClassVar

from .loop import Loop
from .variables import boolean

TkVersion = TclVersion = 8.6
READABLE, WRITABLE, EXCEPTION = 2, 4, 8
getint, getdouble, getboolean = int, float, boolean


class Event:
    """An event as a handler sees it; missing attributes are 0 or empty."""

    x = y = x_root = y_root = num = delta = keycode = keysym_num = width = height = serial = time = state = 0
    char = keysym = type = ""
    widget: Any = None

    def __init__(self, **about: Any) -> None:
        self.__dict__.update(about)


class EventType(enum.StrEnum):
    """The numbers of events in the X protocol."""

    KeyPress = Key = "2"
    KeyRelease = "3"
    ButtonPress = Button = "4"
    ButtonRelease = "5"
    Motion = "6"
    Configure = "22"
    MouseWheel = "38"


class Interpreter:
    """A stand-in for the Tcl interpreter: it accepts every command and gives empty answers."""

    loop: ClassVar[Loop] = Loop()
    _ANSWERS: ClassVar[dict[str, Any]] = {"windowingsystem": "x11", "scaling": 1.333, "patchlevel": "8.6.13"}

    def call(self, *words: Any) -> Any:
        return self._ANSWERS.get(str(words[-1]), "") if words else ""

    eval = evalfile = globalgetvar = getvar = exprstring = createcommand = deletecommand = setvar = call
    globalsetvar = unsetvar = createfilehandler = deletefilehandler = quit = adderrorinfo = settrace = call

    def splitlist(self, text: Any) -> tuple[Any, ...]:
        return tuple(text.split()) if isinstance(text, str) else tuple(text)

    def mainloop(self, n: int = 0) -> None:
        self.loop.main()

    def dooneevent(self, flags: int = 0) -> bool:
        self.loop.update()
        return True

    def interpaddr(self) -> int:
        return 0

    wantobjects = staticmethod(bool)
    getint, getdouble, getboolean = staticmethod(int), staticmethod(float), staticmethod(boolean)
