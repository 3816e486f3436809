# ruff: noqa: RUF022  (in the order of the real one)
"""Themed widgets: most equal those of `tkinter`, a few exist only here."""

from __future__ import annotations

from itertools import count
from typing import Any

from . import _widgets, _window
from ._base.mild import Mild, tell
from ._base.variables import IntVar
from ._widgets import (
    Button,
    Checkbutton,
    Frame,
    Label,
    LabelFrame,
    Menubutton,
    PanedWindow,
    Radiobutton,
    Scale,
    Scrollbar,
)
from ._window import Widget

__all__ = [
    "Button", "Checkbutton", "Combobox", "Entry", "Frame", "Label", "Labelframe", "LabelFrame", "Menubutton",
    "Notebook", "Panedwindow", "PanedWindow", "Progressbar", "Radiobutton", "Scale", "Scrollbar", "Separator",
    "Sizegrip", "Spinbox", "Style", "Treeview", "LabeledScale", "OptionMenu", "tclobjs_to_py", "setup_master",
]  # fmt: skip

Labelframe, Panedwindow = LabelFrame, PanedWindow


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
        self.set_menu(value)

    def set_menu(self, default: Any = None, *values: Any) -> None:
        if default is not None and self._tk_options["textvariable"] is not None:
            self._tk_options["textvariable"].set(default)


class LabeledScale(Frame):
    """A slider that shows its value."""

    def __init__(self, master: Any = None, variable: Any = None, from_: Any = 0, *to: Any, **kw: Any) -> None:
        kw.pop("to", None)
        super().__init__(master, **kw)
        self._variable = variable if variable is not None else IntVar(value=from_)
        self.label, self.scale = Label(self), Scale(self, variable=self._variable, from_=from_)

    @property
    def value(self) -> Any:
        return self._variable.get()

    @value.setter
    def value(self, value: Any) -> None:
        self._variable.set(value)


class Notebook(PanedWindow):
    """Pages, which all are shown beside one another."""

    def tabs(self) -> tuple[str, ...]:
        return tuple(map(str, self._tk_slaves))

    def select(self, tab_id: Any = None) -> str:
        return "" if tab_id is not None else next(iter(self.tabs()), "")


class Treeview(Widget):
    """Rows of values, by the names that `insert` returns; they are not shown, which is told."""

    def __init__(self, master: Any = None, **kw: Any) -> None:
        super().__init__(master, **kw)
        self._tk_rows: dict[str, dict[str, Any]] = {}
        self._tk_numbers = count(1)

    def insert(self, parent: Any, index: Any, iid: Any = None, **kw: Any) -> str:
        tell(self, "insert")
        name = str(iid) if iid is not None else f"I{next(self._tk_numbers):03X}"
        self._tk_rows[name] = {"text": "", "values": "", **kw, " parent": str(parent)}
        return name

    def get_children(self, item: Any = None) -> tuple[str, ...]:
        return tuple(name for name, row in self._tk_rows.items() if row[" parent"] == str(item or ""))

    def delete(self, *items: Any) -> None:
        for item in items:
            self._tk_rows.pop(str(item), None)

    def exists(self, item: Any) -> bool:
        return str(item) in self._tk_rows

    def item(self, item: Any, option: Any = None, **kw: Any) -> Any:
        row = self._tk_rows.setdefault(str(item), {" parent": ""})
        row.update(kw)
        told = {name: value for name, value in row.items() if name != " parent"}
        return told.get(option, "") if option else told


class Style(Mild):
    """The style of themed widgets; its settings have no effect."""

    def __init__(self, master: Any = None) -> None:
        self.master = master


def tclobjs_to_py(adict: dict[str, Any]) -> dict[str, Any]:
    return adict


def setup_master(master: Any = None) -> Any:
    return _window.Tk.default() if master is None else master
