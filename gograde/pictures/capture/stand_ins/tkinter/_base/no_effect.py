"""Methods that have nothing to do where there is no screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

C = TypeVar("C", bound=type)


def answers(names: str, result: Any = None) -> Callable[[C], C]:
    """A class decorator: methods of these names take any arguments, do nothing and give `result`.

    A method that the class itself defines stays as it is.
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
