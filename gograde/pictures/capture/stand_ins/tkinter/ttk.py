# ruff: noqa: RUF022  (in the order of the real one)
"""Themed widgets: most equal those of `tkinter`, a few exist only here."""

from __future__ import annotations

from itertools import count
from typing import Any

from . import _text, _widgets, _window
from ._base.no_effect import answers
from ._base.variables import IntVar

__all__ = [
    "Button", "Checkbutton", "Combobox", "Entry", "Frame", "Label", "Labelframe", "LabelFrame", "Menubutton",
    "Notebook", "Panedwindow", "PanedWindow", "Progressbar", "Radiobutton", "Scale", "Scrollbar", "Separator",
    "Sizegrip", "Spinbox", "Style", "Treeview", "LabeledScale", "OptionMenu", "tclobjs_to_py", "setup_master",
]  # fmt: skip


@answers("identify", result="")
@answers("state", result=())
@answers("instate", result=False)
class Widget(_window.Widget):
    """A themed widget; it has no state set."""


class Button(Widget, _widgets.Button):
    """A button."""


class Checkbutton(Widget, _widgets.Checkbutton):
    """A box to tick."""


class Radiobutton(Widget, _widgets.Radiobutton):
    """One of several choices."""


class Frame(Widget):
    """A box for other widgets."""


class Label(Widget, _widgets.Label):
    """A text or an image."""


class Labelframe(Widget, _widgets.LabelFrame):
    """A box with a caption."""


LabelFrame = Labelframe


class Menubutton(Widget, _widgets.Menubutton):
    """A button that opens a menu."""


class Separator(Widget):
    """A line."""


class Sizegrip(Widget):
    """A corner to pull."""


class Scrollbar(Widget, _widgets.Scrollbar):
    """A scroll bar."""


class Scale(Widget, _widgets.Scale):
    """A slider."""


@answers("validate", result=True)
class Entry(Widget, _text.Entry):
    """One line of text."""

    def set(self, value: Any) -> None:
        self._put(str(value))


class Spinbox(Entry):
    """A line of text with arrows."""


class Combobox(Entry):
    """A line of text with a list of values."""

    def current(self, newindex: Any = None) -> int:
        values = [str(value) for value in self.options.get("values", ())]
        if newindex is not None:
            self.set(values[int(newindex)])
        return values.index(self.get()) if self.get() in values else -1


class OptionMenu(Menubutton):
    """A choice of values, kept in a variable."""

    def __init__(self, master: Any, variable: Any, default: Any = None, *values: Any, **kw: Any) -> None:
        super().__init__(master, **kw)
        self._variable = variable
        self.set_menu(default, *values)

    def set_menu(self, default: Any = None, *values: Any) -> None:
        if default is not None and self._variable is not None:
            self._variable.set(default)


class LabeledScale(Frame):
    """A slider that shows its value."""

    def __init__(self, master: Any = None, variable: Any = None, from_: Any = 0, *to: Any, **kw: Any) -> None:
        kw.pop("to", None)
        super().__init__(master, **kw)
        self._variable = variable if variable is not None else IntVar(value=from_)
        self.label, self.scale = Label(self), Scale(self, variable=self._variable, from_=from_, to=to)

    @property
    def value(self) -> Any:
        return self._variable.get()

    @value.setter
    def value(self, value: Any) -> None:
        self._variable.set(value)


@answers("start step stop")
class Progressbar(Widget):
    """A bar."""


@answers("forget hide insert enable_traversal")
@answers("index", result=0)
class Notebook(Widget):
    """Pages with tabs."""

    def __init__(self, master: Any = None, **kw: Any) -> None:
        super().__init__(master, **kw)
        self._pages: list[Any] = []

    def add(self, child: Any, **kw: Any) -> None:
        self._pages.append(child)

    def tabs(self) -> tuple[str, ...]:
        return tuple(str(page) for page in self._pages)

    def select(self, tab_id: Any = None) -> str:
        return str(self._pages[0]) if self._pages and tab_id is None else ""

    def tab(self, tab_id: Any, option: Any = None, **kw: Any) -> Any:
        return "" if option else {}


@answers("insert")
@answers("sashpos", result=0)
class Panedwindow(Widget, _widgets.PanedWindow):
    """Widgets with bars between them."""

    def pane(self, pane: Any, option: Any = None, **kw: Any) -> Any:
        return "" if option else {}


PanedWindow = Panedwindow


_ROW = {"text": "", "image": "", "values": "", "open": 0, "tags": ""}


@answers("detach reattach move see set_children tag_bind tag_configure selection_add selection_remove")
@answers("selection_set selection_toggle")
@answers("identify_row identify_column identify_region identify_element", result="")
@answers("focus next parent prev bbox", result="")
@answers("selection", result=())
@answers("index", result=0)
@answers("tag_has", result=False)
class Treeview(Widget, _window.XView, _window.YView):
    """Rows of values, by the names that `insert` returns."""

    def __init__(self, master: Any = None, **kw: Any) -> None:
        super().__init__(master, **kw)
        self._rows: dict[str, dict[str, Any]] = {}
        self._numbers = count(1)

    def insert(self, parent: Any, index: Any, iid: Any = None, **kw: Any) -> str:
        name = str(iid) if iid is not None else f"I{next(self._numbers):03X}"
        self._rows[name] = {**_ROW, **kw, " parent": str(parent)}
        return name

    def get_children(self, item: Any = None) -> tuple[str, ...]:
        return tuple(name for name, row in self._rows.items() if row[" parent"] == str(item or ""))

    def delete(self, *items: Any) -> None:
        for item in items:
            self._rows.pop(str(item), None)

    def exists(self, item: Any) -> bool:
        return str(item) in self._rows

    def item(self, item: Any, option: Any = None, **kw: Any) -> Any:
        row = self._rows.setdefault(str(item), {" parent": ""})
        row.update(kw)
        told = {name: value for name, value in row.items() if name != " parent"}
        return told.get(option, "") if option else told

    def set(self, item: Any, column: Any = None, value: Any = None) -> Any:
        return {} if column is None else ""

    def column(self, column: Any, option: Any = None, **kw: Any) -> Any:
        return 200 if option == "width" else "" if option else {}

    heading = column


@answers("configure map layout element_create theme_create theme_settings")
@answers("theme_names", result=("clam", "alt", "default", "classic"))
@answers("lookup", result="")
@answers("element_names element_options", result=())
class Style:
    """The style of themed widgets; its settings have no effect."""

    def __init__(self, master: Any = None) -> None:
        self.master = master

    def theme_use(self, themename: Any = None) -> Any:
        return "default" if themename is None else None


def tclobjs_to_py(adict: dict[str, Any]) -> dict[str, Any]:
    return adict


def setup_master(master: Any = None) -> Any:
    return _window.Tk.default() if master is None else master
