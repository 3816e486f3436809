"""Widgets that store text: a program can read back what it wrote."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from ._base.no_effect import answers
from ._drawing import layout, looks
from ._window import Widget, XView, YView

_SELECT = """
selection_adjust select_adjust selection_clear select_clear selection_from select_from selection_range
select_range selection_to select_to icursor scan_mark scan_dragto
"""


class _Lines(Widget, XView):
    """A widget with lines of text on a white background."""

    _natural_bg = "#ffffff"
    _natural_font: ClassVar[Any] = ""
    _border = (1, 1)
    _relief = "sunken"

    @abstractmethod
    def _visible(self) -> str:
        """The text from the first visible line on."""

    def _look(self, width: int, height: int, images: dict[str, Any]) -> list[Any]:
        font = self.options.get("font", self._natural_font)
        return [*looks.relief(self, width, height), *looks.lines_look(self, self._visible(), font, height)]


@answers(_SELECT)
@answers("selection_present select_present", result=False)
class Entry(_Lines):
    """One line of text, stored in the widget or in its `textvariable`."""

    _natural_size = (166, 19)

    def _empty_size(self) -> tuple[int, int]:
        size = looks.font_parts(self.options.get("font", ""))[1]
        letters = layout.distance(self.options.get("width", 20))
        border = 2 * layout.inset(self) + 2
        return round(looks.LETTER * size * letters) + border, round(looks.LINE * size) + border

    def _visible(self) -> str:
        return self.get()

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        super().__init__(master, cnf, **kw)
        self._text = ""

    def get(self) -> str:
        variable = self.options.get("textvariable")
        return self._text if variable is None else str(variable.get())

    def _put(self, text: str) -> None:
        self._text = text
        if self.options.get("textvariable") is not None:
            self.options["textvariable"].set(text)

    def insert(self, index: Any, string: Any) -> None:
        text, at = self.get(), self.index(index)
        self._put(text[:at] + str(string) + text[at:])

    def delete(self, first: Any, last: Any = None) -> None:
        text, start = self.get(), self.index(first)
        self._put(text[:start] + text[start + 1 if last is None else self.index(last) :])

    def index(self, index: Any) -> int:
        return min(int(index), len(self.get())) if str(index).isdigit() else len(self.get())


@answers("invoke scan selection selection_element")
@answers("identify", result="")
class Spinbox(Entry):
    """A line of text with arrows; begins at `from_` or the first of `values`."""

    def get(self) -> str:
        values = self.options.get("values")
        first = values[0] if isinstance(values, (list, tuple)) and values else self.options.get("from_", "")
        return super().get() or str(first)


_TEXT_NO_OP = """
edit edit_modified edit_redo edit_reset edit_separator edit_undo image_configure mark_gravity
mark_set mark_unset peer_create scan_mark scan_dragto see tag_add tag_unbind tag_bind tag_configure
tag_config tag_delete tag_lower tag_raise tag_remove window_configure window_config window_create
yview_pickplace debug
"""


@answers(_TEXT_NO_OP)
@answers("image_cget image_create tag_cget window_cget search mark_next mark_previous", result="")
@answers("image_names mark_names peer_names tag_names window_names", result=())
@answers("tag_nextrange tag_prevrange tag_ranges", result=())
@answers("bbox dlineinfo", result=None)
@answers("dump", result=[])
@answers("count", result=None)
class Text(_Lines, YView):
    """Lines of text; indices are `line.column` from 1.0, and `end`."""

    _natural_size = (646, 388)
    _natural_font = ("Courier", 10)

    def _empty_size(self) -> tuple[int, int]:
        size = looks.font_parts(self.options.get("font", ""))[1]
        wide = layout.distance(self.options.get("width", 80)) * looks.LETTER * size
        high = layout.distance(self.options.get("height", 24)) * looks.LINE * size
        border = 2 * layout.inset(self) + 2
        return round(wide) + border, round(high) + border

    def _visible(self) -> str:
        return self._text

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        super().__init__(master, cnf, **kw)
        self._text = ""

    def _offset(self, index: Any) -> int:
        line, _, column = str(index).split("+")[0].split("-")[0].strip().partition(".")
        if not line.isdigit():
            return len(self._text)
        lines = self._text.split("\n")[: int(line)]
        before = sum(len(text) + 1 for text in lines[:-1])
        return before + min(int(column) if column.isdigit() else len(lines[-1]), len(lines[-1]))

    def insert(self, index: Any, chars: Any, *args: Any) -> None:
        at = self._offset(index)
        self._text = self._text[:at] + str(chars) + self._text[at:]

    def get(self, index1: Any, index2: Any = None) -> str:
        start = self._offset(index1)
        if index2 is None:
            return self._text[start : start + 1]
        return self._text[start : self._offset(index2)] + ("\n" if str(index2) == "end" else "")

    def delete(self, index1: Any, index2: Any = None) -> None:
        start = self._offset(index1)
        self._text = self._text[:start] + self._text[start + 1 if index2 is None else self._offset(index2) :]

    def replace(self, index1: Any, index2: Any, chars: Any, *args: Any) -> None:
        self.delete(index1, index2)
        self.insert(index1, chars)

    def index(self, index: Any) -> str:
        before = self._text[: self._offset(index)].split("\n")
        return f"{len(before)}.{len(before[-1])}"

    def compare(self, index1: Any, op: str, index2: Any) -> bool:
        first, second = self._offset(index1), self._offset(index2)
        kinds = {"<": first < second, ">": first > second, "==": first == second, "!=": first != second}
        return kinds.get(op, first == second or kinds.get(op[:1], False))


@answers("activate scan_mark scan_dragto see itemconfigure itemconfig selection_anchor select_anchor")
@answers("bbox")
@answers("itemcget", result="")
@answers("nearest", result=0)
class Listbox(_Lines, YView):
    """Lines to choose from; the selection is by number."""

    _natural_size = (182, 182)

    def _empty_size(self) -> tuple[int, int]:
        return self._natural_size

    def _look(self, width: int, height: int, images: dict[str, Any]) -> list[Any]:
        text = "\n".join(map(str, self._lines))
        return [*looks.relief(self, width, height), *looks.lines_look(self, text, "", height)]

    def __init__(self, master: Any = None, cnf: Any = None, **kw: Any) -> None:
        super().__init__(master, cnf, **kw)
        self._lines: list[Any] = []
        self._chosen: set[int] = set()

    def index(self, index: Any) -> int:
        return int(index) if str(index).isdigit() else len(self._lines)

    def insert(self, index: Any, *elements: Any) -> None:
        at = self.index(index)
        self._lines[at:at] = elements

    def _span(self, first: Any, last: Any) -> slice:
        start = self.index(first)
        return slice(start, (start if last is None else self.index(last)) + 1)

    def delete(self, first: Any, last: Any = None) -> None:
        del self._lines[self._span(first, last)]

    def get(self, first: Any, last: Any = None) -> Any:
        found = tuple(self._lines[self._span(first, last)])
        return found if last is not None else (found[0] if found else "")

    def size(self) -> int:  # type: ignore[override]
        return len(self._lines)

    def curselection(self) -> tuple[int, ...]:
        return tuple(sorted(self._chosen))

    def selection_set(self, first: Any, last: Any = None) -> None:
        self._chosen |= set(range(len(self._lines))[self._span(first, last)])

    def selection_clear(self, first: Any, last: Any = None) -> None:
        self._chosen -= set(range(len(self._lines))[self._span(first, last)])

    def selection_includes(self, index: Any) -> bool:
        return self.index(index) in self._chosen

    select_set, select_clear, select_includes = selection_set, selection_clear, selection_includes
