"""The methods that pack and place widgets and put them into a grid; `_drawing.layout` computes where."""

from __future__ import annotations

from typing import Any, ClassVar

from ._base.mild import Mild


class Placing(Mild):
    """A window or widget that can contain others, and that can be placed itself.

    Names of its own begin with `_tk_`, since programs give any other name to attributes of their subclasses.
    """

    _tk_loop: ClassVar[Any]
    master: Any
    _tk_slaves: list[Any]
    _tk_lines: dict[tuple[str, int], dict[str, Any]]
    _tk_placing: dict[str, Any]
    _tk_manager: str
    _tk_container: Any
    _tk_propagating: bool
    _tk_box: tuple[int, int, int, int] | None
    _tk_wanted: tuple[int, int] | None

    def _begin_placing(self) -> None:
        self._tk_slaves, self._tk_lines, self._tk_placing = [], {}, {}
        self._tk_manager, self._tk_container, self._tk_propagating = "", None, True
        self._tk_box = self._tk_wanted = None

    def _manage(self, manager: str, options: dict[str, Any]) -> None:
        """Place this widget by a manager; earlier options of the same manager stay."""
        self._tk_loop.before_change()
        into = options.pop("in_", None) or options.pop("in", None) or self._tk_container or self.master
        kept = self._tk_placing if self._tk_manager == manager and into is self._tk_container else {}
        if manager == "grid" and "row" not in {**kept, **options}:
            options["row"] = grid_size(into)[1]
        if into is not self._tk_container or self not in into._tk_slaves:
            self._unmanage()
            into._tk_slaves.append(self)
        self._tk_manager, self._tk_container, self._tk_placing = manager, into, {**kept, **options}
        self._tk_loop.stale = True

    def _unmanage(self) -> None:
        if self._tk_container is not None and self in self._tk_container._tk_slaves:
            self._tk_container._tk_slaves.remove(self)
        self._tk_manager, self._tk_container, self._tk_box = "", None, None
        self._tk_loop.stale = True

    def pack(self, cnf: Any = None, **kw: Any) -> None:
        self._manage("pack", {**(cnf or {}), **kw})

    def place(self, cnf: Any = None, **kw: Any) -> None:
        self._manage("place", {**(cnf or {}), **kw})

    def grid(self, cnf: Any = None, **kw: Any) -> None:
        self._manage("grid", {**(cnf or {}), **kw})

    pack_configure, place_configure, grid_configure = pack, place, grid

    def pack_forget(self) -> None:
        self._unmanage()

    place_forget = grid_forget = grid_remove = forget = pack_forget

    def pack_info(self) -> dict[str, Any]:
        return {"in": self._tk_container, **self._tk_placing}

    info = place_info = pack_info

    def grid_info(self) -> dict[str, Any]:
        defaults = {"row": 0, "column": 0, "rowspan": 1, "columnspan": 1, "sticky": ""}
        return {**defaults, **self.pack_info()} if self._tk_manager == "grid" else {}

    def winfo_manager(self) -> str:
        return self._tk_manager

    def _line(self, axis: str, index: Any, options: dict[str, Any]) -> Any:
        numbers = index if isinstance(index, (list, tuple)) else [index]
        for number in numbers:
            self._tk_lines.setdefault((axis, int(number)), {}).update(options)
        self._tk_loop.stale = True
        return None if options else dict(self._tk_lines[axis, int(numbers[0])])

    def grid_rowconfigure(self, index: Any, cnf: Any = None, **kw: Any) -> Any:
        return self._line("row", index, {**(cnf or {}), **kw})

    def grid_columnconfigure(self, index: Any, cnf: Any = None, **kw: Any) -> Any:
        return self._line("column", index, {**(cnf or {}), **kw})

    rowconfigure, columnconfigure = grid_rowconfigure, grid_columnconfigure

    def pack_propagate(self, flag: Any = None) -> Any:
        if flag is None:
            return self._tk_propagating
        self._tk_propagating, self._tk_loop.stale = bool(flag), True
        return None

    propagate = grid_propagate = pack_propagate

    def pack_slaves(self) -> list[Any]:
        return slaves(self, "pack")

    def place_slaves(self) -> list[Any]:
        return slaves(self, "place")

    def grid_slaves(self, row: Any = None, column: Any = None) -> list[Any]:
        """The widgets in the grid, the last widget first, as in Tk."""
        wanted = {"row": row, "column": column}
        return [
            slave
            for slave in slaves(self, "grid")[::-1]
            if all(value in (None, int(slave._tk_placing.get(name, 0))) for name, value in wanted.items())
        ]

    def grid_size(self) -> tuple[int, int]:
        return grid_size(self)

    slaves, size = pack_slaves, grid_size


Pack = Place = Grid = Placing


def slaves(widget: Any, manager: str) -> list[Any]:
    """The widgets that a manager puts into this one."""
    return [slave for slave in widget._tk_slaves if slave._tk_manager == manager]


def grid_size(widget: Any) -> tuple[int, int]:
    """The columns and rows of the grid in a widget."""
    placed = [slave._tk_placing for slave in slaves(widget, "grid")]
    columns = [int(one.get("column", 0)) + int(one.get("columnspan", 1)) for one in placed]
    rows = [int(one.get("row", 0)) + int(one.get("rowspan", 1)) for one in placed]
    return max(columns, default=0), max(rows, default=0)
