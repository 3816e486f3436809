# ruff: noqa: N803  (the names are Tk's)
"""Buttons, labels, menus and the rest."""

from __future__ import annotations

from typing import Any

from ._base.no_effect import answers
from ._drawing import layout, looks
from ._drawing.images import Image
from ._window import Widget


class Frame(Widget):
    """A box for other widgets."""


class LabelFrame(Widget):
    """A box with a caption."""

    _border = (2, 0)
    _caption = 15
    _relief = "groove"

    def _look(self, width: int, height: int, images: dict[str, Any]) -> list[Any]:
        text = looks.lines_look(self, str(self.options.get("text", "")), self.options.get("font", ""), 1)
        return [*looks.relief(self, width, height), *text]


class Label(Widget):
    """A text or an image."""

    _border = (1, 0)
    _pads = (1, 1)

    def _label_text(self) -> str:
        """The text of the label: the value of its variable if it has one, else its `text`."""
        variable = self.options.get("textvariable")
        return str(self.options.get("text", "") if variable is None else variable.get())

    def _picture(self) -> Any:
        """The image of the label, or None."""
        image = self.options.get("image") or None
        return Image.by_name(image) if isinstance(image, str) else image

    def _empty_size(self) -> tuple[int, int]:
        pads = (self.options.get("padx", self._pads[0]), self.options.get("pady", self._pads[1]))
        return looks.label_size(self, (layout.distance(pads[0]), layout.distance(pads[1])))

    def _look(self, width: int, height: int, images: dict[str, Any]) -> list[Any]:
        return looks.label_look(self, width, height, images)


class Message(Label):
    """A text of several lines."""


class _Pressed(Label):
    """A widget to press, which then calls its `command`."""

    _border = (1, 1)

    def invoke(self) -> Any:
        command = self.options.get("command")
        return command() if callable(command) else ""

    def _put(self, option: str, otherwise: Any) -> None:
        variable = self.options.get("variable")
        if variable is not None and hasattr(variable, "set"):
            variable.set(self.options.get(option, otherwise))


@answers("flash")
class Button(_Pressed):
    """A button."""

    _pads = (11, 4)
    _relief = "raised"


@answers("flash")
class Checkbutton(_Pressed):
    """A box to tick; its variable takes `onvalue` and `offvalue`."""

    def select(self) -> None:
        self._put("onvalue", 1)

    def deselect(self) -> None:
        self._put("offvalue", 0)

    def toggle(self) -> None:
        variable = self.options.get("variable")
        ticked = variable is not None and variable.get() == self.options.get("onvalue", 1)
        self.deselect() if ticked else self.select()

    def invoke(self) -> Any:
        self.toggle()
        return super().invoke()


@answers("flash deselect")
class Radiobutton(_Pressed):
    """One of several choices; its variable takes `value`."""

    def select(self) -> None:
        self._put("value", "")

    def invoke(self) -> Any:
        self.select()
        return super().invoke()


class Menubutton(Label):
    """A button that opens a menu."""


@answers("tk_popup activate post unpost entryconfigure entryconfig delete")
@answers("insert insert_cascade insert_checkbutton insert_command insert_radiobutton insert_separator")
@answers("entrycget type invoke", result="")
@answers("xposition yposition", result=0)
class Menu(Widget):
    """A menu; its entries are counted."""

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        super().__init__(master, cnf, **kw)
        self._entries = 0

    def add(self, itemType: str, cnf: Any = None, **kw: Any) -> None:
        self._entries += 1

    def _add(self, cnf: Any = None, **kw: Any) -> None:
        self._entries += 1

    add_cascade = add_checkbutton = add_command = add_radiobutton = add_separator = _add

    def index(self, index: Any) -> int | None:
        return self._entries - 1 if self._entries else None


class OptionMenu(Menubutton):
    """A choice of values, kept in a variable."""

    def __init__(self, master: Any, variable: Any, value: Any, *values: Any, **kwargs: Any) -> None:
        super().__init__(master, **kwargs)
        self._menu = Menu(self)

    def __getitem__(self, name: str) -> Any:
        return self._menu if name == "menu" else super().__getitem__(name)


@answers("identify", result="")
@answers("coords", result=(0, 0))
class Scale(Widget):
    """A slider; begins at `from_`."""

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        super().__init__(master, cnf, **kw)
        self._value = self.options.get("from_", 0)

    def get(self) -> Any:
        variable = self.options.get("variable")
        return self._value if variable is None else variable.get()

    def set(self, value: Any) -> None:
        self._value = value
        if self.options.get("variable") is not None:
            self.options["variable"].set(value)


@answers("activate identify", result="")
@answers("delta fraction", result=0.0)
@answers("get", result=(0.0, 1.0))
@answers("set")
class Scrollbar(Widget):
    """A scroll bar that shows everything."""


@answers("forget remove paneconfigure paneconfig proxy_place sash_mark sash_place")
@answers("identify panecget sash", result="")
@answers("proxy proxy_coord proxy_forget sash_coord", result=())
class PanedWindow(Widget):
    """Widgets with bars between them."""

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        super().__init__(master, cnf, **kw)
        self._panes: list[Any] = []

    def add(self, child: Any, **kw: Any) -> None:
        self._panes.append(child)

    def panes(self) -> tuple[Any, ...]:
        return tuple(self._panes)
