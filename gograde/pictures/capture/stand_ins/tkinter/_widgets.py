# ruff: noqa: N803  (the names are Tk's)
"""Buttons, labels, menus and the rest."""

from __future__ import annotations

from typing import Any

from . import _drawing as drawing
from ._window import Widget


class Frame(Widget):
    """A box for other widgets."""


class LabelFrame(Widget):
    """A box with a caption."""

    _border = (2, 0)
    _caption = 15
    _relief = "groove"

    def _look(self, width: int, height: int, images: dict[str, Any]) -> list[Any]:
        text, font = str(self._tk_options.get("text", "")), self._tk_options.get("font", "")
        return [*drawing.border(self, width, height), *drawing.lines_look(self, text, font, 1)]


class Label(Widget):
    """A text or an image."""

    _border = (1, 0)
    _pads = (1, 1)

    def _label_text(self) -> str:
        """The text of the label: the value of its variable if it has one, else its `text`."""
        variable = self._tk_options.get("textvariable")
        return str(self._tk_options.get("text", "") if variable is None else variable.get())

    def _empty_size(self) -> tuple[int, int]:
        told = self._tk_options
        pads = (told.get("padx", self._pads[0]), told.get("pady", self._pads[1]))
        return drawing.label_size(self, (drawing.distance(pads[0]), drawing.distance(pads[1])))

    def _look(self, width: int, height: int, images: dict[str, Any]) -> list[Any]:
        return drawing.label_look(self, width, height, images)


Message = Menubutton = Label


class Button(Label):
    """A widget to press, which then calls its `command`."""

    _border = (1, 1)
    _pads = (11, 4)
    _relief = "raised"
    _is_button = True

    def invoke(self) -> Any:
        command = self._tk_options.get("command")
        return command() if callable(command) else ""


class Checkbutton(Button):
    """A box to tick; its variable takes `onvalue` and `offvalue`."""

    _pads = (1, 1)
    _relief = "flat"
    _tk_values = (("onvalue", 1), ("offvalue", 0))

    def _tick(self, which: int) -> None:
        variable, (name, otherwise) = self._tk_options.get("variable"), self._tk_values[which]
        if variable is not None:
            variable.set(self._tk_options.get(name, otherwise))

    def select(self) -> None:
        self._tick(0)

    def deselect(self) -> None:
        self._tick(-1)

    def toggle(self) -> None:
        variable = self._tk_options.get("variable")
        ticked = variable is not None and variable.get() == self._tk_options.get("onvalue", 1)
        self._tick(-1 if ticked else 0)

    def invoke(self) -> Any:
        self.toggle()
        return super().invoke()


class Radiobutton(Checkbutton):
    """One of several choices; its variable takes `value`."""

    _tk_values = (("value", ""),)  # type: ignore[assignment]


class Menu(Widget):
    """A menu; its entries are counted."""

    _tk_entries = 0

    def add(self, itemType: Any = None, cnf: Any = None, **kw: Any) -> None:
        self._tk_entries += 1

    add_cascade = add_checkbutton = add_command = add_radiobutton = add_separator = add

    def index(self, index: Any) -> int | None:
        return self._tk_entries - 1 if self._tk_entries else None


class OptionMenu(Label):
    """A choice of values, kept in a variable."""

    def __init__(self, master: Any, variable: Any, value: Any = None, *values: Any, **kw: Any) -> None:
        super().__init__(master, textvariable=variable, **kw)
        self._tk_menu = Menu(self)

    def __getitem__(self, key: str) -> Any:
        return self._tk_menu if key == "menu" else super().__getitem__(key)


class Scale(Widget):
    """A slider; begins at `from_`."""

    def get(self) -> Any:
        variable = self._tk_options.get("variable")
        found = self._tk_options.get("value", self._tk_options.get("from_", 0))
        return found if variable is None else variable.get()

    def set(self, value: Any) -> None:
        self._tk_options["value"] = value
        if self._tk_options.get("variable") is not None:
            self._tk_options["variable"].set(value)


class Scrollbar(Widget):
    """A scroll bar that shows everything."""

    def get(self) -> tuple[float, float]:
        return (0.0, 1.0)


class PanedWindow(Widget):
    """Widgets beside or above one another; all are shown."""

    def add(self, child: Any, **kw: Any) -> None:
        upright = str(self._tk_options.get("orient", "horizontal")) == "vertical"
        child._manage("pack", {"in_": self, "side": "top" if upright else "left", "fill": "both"})

    def panes(self) -> tuple[Any, ...]:
        return tuple(self._tk_slaves)

    tabs = panes


# -- text -----------------------------------------------------------------------------------


class _Lines(Widget):
    """A widget with text on a white background; `_offset` says where an index lies in the text."""

    _natural_bg = "#ffffff"
    _border = (1, 1)
    _relief = "sunken"
    _letters = (20, 1)
    """The natural width and height in letters and lines."""

    _font: Any = ""
    _tk_text = ""

    def _offset(self, index: Any) -> int:
        return min(int(index), len(self._whole())) if str(index).isdigit() else len(self._whole())

    def _put(self, text: str) -> None:
        self._tk_text = text

    def _whole(self) -> str:
        """The text that is shown."""
        return self._tk_text

    def insert(self, index: Any, chars: Any, *tags: Any) -> None:
        text, at = self._whole(), self._offset(index)
        self._put(text[:at] + str(chars) + text[at:])

    def delete(self, first: Any, last: Any = None) -> None:
        text, start = self._whole(), self._offset(first)
        self._put(text[:start] + text[start + 1 if last is None else self._offset(last) :])

    def index(self, index: Any) -> Any:
        return self._offset(index)

    def _empty_size(self) -> tuple[int, int]:
        names = zip(("width", "height"), self._letters, strict=True)
        wide, high = (drawing.distance(self._tk_options.get(name, most)) for name, most in names)
        letter = drawing.text_size("0", self._tk_options.get("font", self._font))
        edge = 2 * drawing.inset(self) + 2
        return letter[0] * wide + edge, letter[1] * high + edge

    def _look(self, width: int, height: int, images: dict[str, Any]) -> list[Any]:
        font, text = self._tk_options.get("font", self._font), self._whole()
        return [*drawing.border(self, width, height), *drawing.lines_look(self, text, font, height)]


class Entry(_Lines):
    """One line of text, stored in the widget or in its `textvariable`."""

    def _put(self, text: str) -> None:
        self._tk_text = text
        if self._tk_options.get("textvariable") is not None:
            self._tk_options["textvariable"].set(text)

    def _whole(self) -> str:
        variable = self._tk_options.get("textvariable")
        return self._tk_text if variable is None else str(variable.get())

    def get(self) -> str:
        return self._whole()


class Spinbox(Entry):
    """A line of text with arrows; begins at `from_` or the first of `values`."""

    def _whole(self) -> str:
        values = self._tk_options.get("values") or (self._tk_options.get("from_", ""),)
        return super()._whole() or str(values[0])


class Text(_Lines):
    """Lines of text; indices are `line.column` from 1.0, and `end`."""

    _letters = (80, 24)
    _font = ("Courier", 10)

    def _offset(self, index: Any) -> int:
        line, _, column = str(index).split("+")[0].split("-")[0].strip().partition(".")
        if not line.isdigit():
            return len(self._tk_text)
        lines = self._tk_text.split("\n")[: int(line)]
        before = sum(len(text) + 1 for text in lines[:-1])
        return before + min(int(column) if column.isdigit() else len(lines[-1]), len(lines[-1]))

    def get(self, index1: Any, index2: Any = None) -> str:
        start = self._offset(index1)
        if index2 is None:
            return self._tk_text[start : start + 1]
        return self._tk_text[start : self._offset(index2)] + ("\n" if str(index2) == "end" else "")

    def index(self, index: Any) -> str:
        before = self._tk_text[: self._offset(index)].split("\n")
        return f"{len(before)}.{len(before[-1])}"


class Listbox(_Lines):
    """Lines to choose from, of which none is chosen until the program does."""

    _letters = (20, 10)

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        super().__init__(master, cnf, **kw)
        self._tk_lines_of: list[Any] = []
        self._tk_chosen: set[int] = set()

    def index(self, index: Any) -> int:
        return int(index) if str(index).isdigit() else len(self._tk_lines_of)

    def _span(self, first: Any, last: Any) -> slice:
        start = self.index(first)
        return slice(start, (start if last is None else self.index(last)) + 1)

    def _changed(self) -> None:
        self._tk_text = "\n".join(map(str, self._tk_lines_of))

    def insert(self, index: Any, *elements: Any) -> None:
        at = self.index(index)
        self._tk_lines_of[at:at] = elements
        self._changed()

    def delete(self, first: Any, last: Any = None) -> None:
        del self._tk_lines_of[self._span(first, last)]
        self._changed()

    def get(self, first: Any, last: Any = None) -> Any:
        found = tuple(self._tk_lines_of[self._span(first, last)])
        return found if last is not None else (found[0] if found else "")

    def size(self) -> int:  # type: ignore[override]
        return len(self._tk_lines_of)

    def curselection(self) -> tuple[int, ...]:
        return tuple(sorted(self._tk_chosen))

    def selection_set(self, first: Any, last: Any = None) -> None:
        self._tk_chosen |= set(range(len(self._tk_lines_of))[self._span(first, last)])

    def selection_clear(self, first: Any, last: Any = None) -> None:
        self._tk_chosen -= set(range(len(self._tk_lines_of))[self._span(first, last)])

    select_set, select_clear = selection_set, selection_clear
