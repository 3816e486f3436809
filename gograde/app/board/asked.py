"""The values of a request, one by one: what a page sends is not trusted to have the right kinds."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from gograde.errors import UsageError


@dataclass(frozen=True)
class Asked:
    """The values that a page sent; each method raises `UsageError` for another kind."""

    values: Mapping[str, Any]

    def number(self, name: str) -> int:
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise UsageError(name, "is no whole number", "send one")
        return value

    def real(self, name: str) -> float:
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UsageError(name, "is no number", "give one")
        return float(value)

    def text(self, name: str) -> str:
        value = self.values.get(name)
        if not isinstance(value, str):
            raise UsageError(name, "is no text", "send one")
        return value

    def flag(self, name: str) -> bool:
        value = self.values.get(name)
        if not isinstance(value, bool):
            raise UsageError(name, "is neither true nor false", "send one of them")
        return value

    def one_of(self, name: str, known: Collection[Any]) -> Any:
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int | str) or value not in known:
            raise UsageError(
                name, f"{str(value)[:80]} is none of its values", f"choose one of {_listed(known)}"
            )
        return value

    def some_of(self, name: str, known: Collection[str]) -> frozenset[str]:
        values = self.values.get(name)
        if not isinstance(values, list) or any(not isinstance(v, str) or v not in known for v in values):
            raise UsageError(name, "has a value that is unknown", f"choose some of {_listed(known)}")
        return frozenset(values)

    def data(self, name: str) -> bytes:
        try:
            return base64.b64decode(self.text(name), validate=True)
        except (ValueError, binascii.Error) as error:
            raise UsageError(name, "is no base64", "send the bytes of the file") from error


def _listed(known: Collection[Any]) -> str:
    return ", ".join(map(str, known))
