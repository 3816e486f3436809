"""Variables that widgets share, events, and a stand-in for the Tcl interpreter."""

from __future__ import annotations

import enum
from collections.abc import Callable
from itertools import count
from typing import Any, ClassVar

from ._loop import Loop, call_safely


def boolean(value: Any) -> bool:
    """A truth value as Tk reads it, for example from `yes`, `on` or `true`."""
    return value.strip().lower() in ("1", "true", "yes", "on") if isinstance(value, str) else bool(value)


class Variable:
    """A named value of any type."""

    numbers: ClassVar[count[int]] = count()
    initial: ClassVar[Any] = ""
    kind: ClassVar[Any] = staticmethod(lambda value: value)

    def __init__(self, master: Any = None, value: Any = None, name: str | None = None) -> None:
        self._name = name or f"PY_VAR{next(Variable.numbers)}"
        self._watchers: dict[str, Callable[..., Any]] = {}
        self._value = self.initial if value is None else value

    def __str__(self) -> str:
        return self._name

    def get(self) -> Any:
        return self.kind(self._value)

    def set(self, value: Any) -> None:
        """Write, and call the watchers; one that writes again is not called again."""
        self._value = value
        watchers, self._watchers = self._watchers, {}
        for callback in watchers.values():
            call_safely(callback, self._name, "", "write")
        self._watchers = {**watchers, **self._watchers}

    initialize = set

    def trace_add(self, mode: Any, callback: Callable[..., Any]) -> str:
        name = f"{next(Variable.numbers)}{getattr(callback, '__name__', 'call')}"
        if str(mode if isinstance(mode, str) else mode[0])[:1] == "w":
            self._watchers[name] = callback
        return name

    def trace_remove(self, mode: Any, cbname: str) -> None:
        self._watchers.pop(cbname, None)

    def trace_info(self) -> list[tuple[Any, ...]]:
        return [(("write",), name) for name in self._watchers]

    trace = trace_variable = trace_add
    trace_vdelete, trace_vinfo = trace_remove, trace_info


def _variable(name: str, initial: Any, kind: Callable[[Any], Any]) -> type[Variable]:
    return type(name, (Variable,), {"initial": initial, "kind": staticmethod(kind)})


StringVar = _variable("StringVar", "", str)
IntVar = _variable("IntVar", 0, lambda value: int(float(value)))
DoubleVar = _variable("DoubleVar", 0.0, float)
BooleanVar = _variable("BooleanVar", False, boolean)


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

    eval = getvar = setvar = createcommand = deletecommand = quit = globalgetvar = globalsetvar = call

    def splitlist(self, text: Any) -> tuple[Any, ...]:
        return tuple(text.split()) if isinstance(text, str) else tuple(text)

    def mainloop(self, n: int = 0) -> None:
        self.loop.main()

    def dooneevent(self, flags: int = 0) -> bool:
        self.loop.update()
        return True

    wantobjects = staticmethod(bool)
    getint, getdouble, getboolean = staticmethod(int), staticmethod(float), staticmethod(boolean)
