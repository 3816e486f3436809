"""The geometry managers pack, place and grid, and their options."""

from __future__ import annotations

from typing import Any, ClassVar

from ._base.no_effect import answers


class Container:
    """A window or widget that can contain others, and that can be placed itself."""

    loop: ClassVar[Any]
    master: Any
    _slaves: list[Any]
    _told_lines: dict[tuple[str, int], dict[str, Any]]
    _placing: dict[str, Any]
    _manager: str
    _container: Any
    _propagating: bool
    _box: tuple[int, int, int, int] | None

    def _begin_placing(self) -> None:
        self._slaves, self._told_lines, self._placing = [], {}, {}
        self._manager, self._container, self._propagating, self._box = "", None, True, None

    def _manage(self, manager: str, options: dict[str, Any]) -> None:
        """Place this widget by a manager; earlier options of the same manager stay."""
        self.loop.before_change()
        into = options.pop("in_", None) or options.pop("in", None) or self._container or self.master
        kept = self._placing if self._manager == manager and into is self._container else {}
        if into is not self._container or self not in into._slaves:
            self._unmanage()
            into._slaves.append(self)
        self._manager, self._container, self._placing = manager, into, {**kept, **options}
        self.loop.stale = True

    def _unmanage(self) -> None:
        if self._container is not None and self in self._container._slaves:
            self._container._slaves.remove(self)
        self._manager, self._container, self._box = "", None, None
        self.loop.stale = True

    def winfo_manager(self) -> str:
        return self._manager

    def _line(self, axis: str, index: Any, options: dict[str, Any]) -> Any:
        numbers = index if isinstance(index, (list, tuple)) else [index]
        for number in numbers:
            told = self._told_lines.setdefault((axis, int(number)), {})
            told.update(options)
        self.loop.stale = True
        return None if options else dict(self._told_lines[axis, int(numbers[0])])

    def grid_rowconfigure(self, index: Any, cnf: Any = None, **kw: Any) -> Any:
        return self._line("row", index, {**(cnf or {}), **kw})

    def grid_columnconfigure(self, index: Any, cnf: Any = None, **kw: Any) -> Any:
        return self._line("column", index, {**(cnf or {}), **kw})

    rowconfigure, columnconfigure = grid_rowconfigure, grid_columnconfigure

    def pack_propagate(self, flag: Any = None) -> Any:
        if flag is None:
            return self._propagating
        self._propagating, self.loop.stale = bool(flag), True
        return None

    propagate = grid_propagate = pack_propagate

    def pack_slaves(self) -> list[Any]:
        return [slave for slave in self._slaves if slave._manager == "pack"]

    def grid_slaves(self, row: Any = None, column: Any = None) -> list[Any]:
        """The widgets in the grid, the last widget first, as in Tk."""
        wanted = {"row": row, "column": column}
        found = [slave for slave in self._slaves if slave._manager == "grid"]
        for name, value in wanted.items():
            found = [slave for slave in found if value in (None, int(slave._placing.get(name, 0)))]
        return found[::-1]

    def place_slaves(self) -> list[Any]:
        return [slave for slave in self._slaves if slave._manager == "place"]

    slaves = pack_slaves

    def grid_size(self) -> tuple[int, int]:
        placed = [slave._placing for slave in self.grid_slaves()]
        columns = [int(one.get("column", 0)) + int(one.get("columnspan", 1)) for one in placed]
        rows = [int(one.get("row", 0)) + int(one.get("rowspan", 1)) for one in placed]
        return max(columns, default=0), max(rows, default=0)


class Pack:
    """Widgets that are packed side by side."""

    def pack_configure(self: Any, cnf: Any = None, **kw: Any) -> None:
        self._manage("pack", {**(cnf or {}), **kw})

    pack = pack_configure

    def pack_forget(self: Any) -> None:
        self._unmanage()

    forget = pack_forget

    def pack_info(self: Any) -> dict[str, Any]:
        return {"in": self._container, **self._placing}

    info = pack_info


class Place:
    """Widgets that are put at given coordinates."""

    def place_configure(self: Any, cnf: Any = None, **kw: Any) -> None:
        self._manage("place", {**(cnf or {}), **kw})

    place = place_configure

    def place_forget(self: Any) -> None:
        self._unmanage()

    def place_info(self: Any) -> dict[str, Any]:
        return {"in": self._container, **self._placing}


@answers("grid_bbox", result=(0, 0, 1, 1))
@answers("grid_location location", result=(-1, -1))
class Grid:
    """Widgets that are put in rows and columns."""

    def grid_configure(self: Any, cnf: Any = None, **kw: Any) -> None:
        options = {**(cnf or {}), **kw}
        into = options.get("in_") or options.get("in") or self._container or self.master
        if "row" not in options and self._manager != "grid":
            options["row"] = into.grid_size()[1]
        self._manage("grid", options)

    grid = grid_configure

    def grid_forget(self: Any) -> None:
        self._unmanage()

    grid_remove = grid_forget

    def grid_info(self: Any) -> dict[str, Any]:
        defaults = {"row": 0, "column": 0, "rowspan": 1, "columnspan": 1, "sticky": ""}
        return {"in": self._container, **defaults, **self._placing} if self._manager == "grid" else {}
