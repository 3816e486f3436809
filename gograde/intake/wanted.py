"""What an assignment asks of a submission's files, as the reader of submissions needs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Wanted(Protocol):
    """The part of `gograde.package.config.Contract` that says which file is the program."""

    @property
    def entries(self) -> Sequence[str]: ...

    @property
    def languages(self) -> Sequence[str]: ...

    @property
    def skeletons(self) -> Sequence[str]: ...
