"""Variables that widgets share: they hold a value, and call watchers when it is written."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, ClassVar

from .loop import call_safely


def boolean(value: Any) -> bool:
    """A truth value as Tk reads it, for example from `yes`, `on` or `true`."""
    return value.strip().lower() in ("1", "true", "yes", "on") if isinstance(value, str) else bool(value)


class Variable:
    """A named value of any type."""

    numbers: ClassVar[count[int]] = count()
    initial: ClassVar[Any] = ""

    def __init__(self, master: Any = None, value: Any = None, name: str | None = None) -> None:
        self._name = name or f"PY_VAR{next(Variable.numbers)}"
        self._watchers: dict[str, tuple[str, Callable[..., Any]]] = {}
        self._value = self.initial if value is None else value

    def __str__(self) -> str:
        return self._name

    def get(self) -> Any:
        return self._value

    def set(self, value: Any) -> None:
        """Write, and call the watchers; one that writes again is not called again."""
        self._value = value
        watchers, self._watchers = self._watchers, {}
        for mode, callback in watchers.values():
            if mode[:1] == "w":
                call_safely(callback, self._name, "", "write")
        self._watchers = {**watchers, **self._watchers}

    initialize = set

    def trace_add(self, mode: Any, callback: Callable[..., Any]) -> str:
        name = f"{next(Variable.numbers)}{getattr(callback, '__name__', 'call')}"
        self._watchers[name] = (mode if isinstance(mode, str) else str(mode[0]), callback)
        return name

    def trace_remove(self, mode: Any, cbname: str) -> None:
        self._watchers.pop(cbname, None)

    def trace_info(self) -> list[tuple[Any, ...]]:
        return [((mode,), name) for name, (mode, _) in self._watchers.items()]

    trace = trace_variable = trace_add
    trace_vdelete, trace_vinfo = trace_remove, trace_info


class StringVar(Variable):
    """A text."""

    def get(self) -> str:
        return str(self._value)


class IntVar(Variable):
    """A whole number."""

    initial = 0

    def get(self) -> int:
        return int(float(self._value))


class DoubleVar(Variable):
    """A number."""

    initial = 0.0

    def get(self) -> float:
        return float(self._value)


class BooleanVar(Variable):
    """A truth value."""

    initial = False

    def get(self) -> bool:
        return boolean(self._value)
