"""Methods that have no effect without a screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

C = TypeVar("C", bound=type)


def answers(names: str, result: Any = None) -> Callable[[C], C]:
    """A class decorator that adds methods with these names, which take any arguments and return `result`.

    Methods that the class itself defines stay unchanged.
    """

    def add(cls: C) -> C:
        for name in names.split():
            if name not in vars(cls):
                setattr(cls, name, _method(name, result))
        return cls

    return add


def _method(name: str, result: Any) -> Callable[..., Any]:
    def accept(self: object, *args: Any, **options: Any) -> Any:
        return result

    accept.__name__ = name
    return accept
