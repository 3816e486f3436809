# ruff: noqa: F401  (programs import them from here)
"""Themed widgets: most equal those of `tkinter`, a few exist only here."""

from __future__ import annotations

from itertools import count
from typing import Any

from . import _widgets
from ._mild import Mild, tell
from ._values import IntVar
from ._widgets import (
    Button,
    Checkbutton,
    Frame,
    Label,
    LabelFrame,
    PanedWindow,
    Radiobutton,
    Scale,
    Scrollbar,
)
from ._window import Widget

Labelframe, Panedwindow, Menubutton, Notebook = LabelFrame, PanedWindow, Label, PanedWindow


class Separator(Widget):
    """A line."""


Sizegrip = Progressbar = Separator


class Entry(_widgets.Entry):
    """One line of text."""

    def set(self, value: Any) -> None:
        self._put(str(value))


Spinbox = Entry


class Combobox(Entry):
    """A line of text with a list of values."""

    def current(self, newindex: Any = None) -> int:
        values = [str(value) for value in self._tk_options.get("values", ())]
        if newindex is not None:
            self.set(values[int(newindex)])
        return values.index(self.get()) if self.get() in values else -1


class OptionMenu(_widgets.OptionMenu):
    """A choice of values, kept in a variable, which takes the default."""

    def __init__(self, master: Any, variable: Any, value: Any = None, *values: Any, **kw: Any) -> None:
        super().__init__(master, variable, **kw)
        if value is not None:
            variable.set(value)


class LabeledScale(Scale):
    """A slider that shows its value."""

    def __init__(self, master: Any = None, variable: Any = None, from_: Any = 0, *to: Any, **kw: Any) -> None:
        super().__init__(master, variable=variable or IntVar(value=from_), from_=from_, **kw)
        self.label, self.scale = Label(self), self

    value = property(Scale.get, Scale.set)


class Treeview(Widget):
    """Rows of values, by the names that `insert` returns; they are not shown, which is told."""

    def insert(self, parent: Any, index: Any, iid: Any = None, **kw: Any) -> str:
        tell(self, "insert")
        rows = self.__dict__.setdefault("_tk_rows", {})
        name = str(iid) if iid is not None else next(f"I{n:03X}" for n in count(1) if f"I{n:03X}" not in rows)
        rows[name] = {"text": "", "values": "", **kw, "parent": str(parent)}
        return name

    def get_children(self, item: Any = None) -> tuple[str, ...]:
        rows = self.__dict__.get("_tk_rows", {})
        return tuple(name for name, row in rows.items() if row["parent"] == str(item or ""))

    def delete(self, *items: Any) -> None:
        for item in items:
            self.__dict__.get("_tk_rows", {}).pop(str(item), None)

    def item(self, item: Any, option: Any = None, **kw: Any) -> Any:
        row = self.__dict__.get("_tk_rows", {}).get(str(item), {})
        row.update(kw)
        return row.get(option, "") if option else dict(row)


class Style(Mild):
    """The style of themed widgets; its settings have no effect."""

    def __init__(self, master: Any = None) -> None:
        self.master = master
