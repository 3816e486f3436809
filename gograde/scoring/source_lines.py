"""Lines of a student's own file around the places at which a program or a compiler says that it failed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class SourceLines:
    """The `lines` of a submitted file from number `first` on; `marked` are the numbers that were named."""

    __pydantic_config__: ClassVar = {"extra": "forbid"}

    file: str
    first: int
    lines: tuple[str, ...]
    marked: tuple[int, ...]
