"""The time of a program that shows something to a person: it passes without anybody waiting.

A loop that ends after so many seconds ends as soon as it has waited so often.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

SHORT_S = 0.0001
"""Seconds that a program sleeps at most, however long it asks for."""

CLOCKS = {"time": 1, "monotonic": 1, "perf_counter": 1}
NS_CLOCKS = {f"{name}_ns": 1_000_000_000 for name in CLOCKS}
"""The functions of `time` that tell the time, and how many of their units are a second."""


class Clock:
    """Time that runs, and skips what a program waits."""

    def __init__(self) -> None:
        self.skipped_ms = 0.0
        self._started = False

    def start(self) -> None:
        """Make the functions of `time` follow this clock, even where the program imported them by name."""
        if self._started:
            return
        self._started = True
        changed: dict[int, Any] = {id(time.sleep): self._sleeping(time.sleep)}
        changed |= {
            id(getattr(time, n)): self._ahead(getattr(time, n), u) for n, u in (CLOCKS | NS_CLOCKS).items()
        }
        modules = [module for module in list(sys.modules.values()) if _is_a_programs(module)]
        for module in (time, *modules):
            for name, value in list(vars(module).items()):
                if id(value) in changed:
                    setattr(module, name, changed[id(value)])

    def skip(self, ms: float) -> None:
        """Let so many milliseconds pass at once."""
        self.skipped_ms += max(0.0, ms)

    def _sleeping(self, sleep: Callable[[float], None]) -> Callable[..., None]:
        def slept(seconds: Any = 0, *rest: Any) -> None:
            self.skip(1000 * seconds)
            sleep(0 if seconds <= 0 else SHORT_S)

        return slept

    def _ahead(self, clock: Callable[[], Any], units: int) -> Callable[[], Any]:
        def now() -> Any:
            found = clock()
            return found + type(found)(self.skipped_ms * units / 1000)

        return now


def _is_a_programs(module: Any) -> bool:
    """Whether a module is the program, or lies beside it."""
    path, folder = str(getattr(module, "__file__", None) or ""), str(sys.path[0])
    return getattr(module, "__name__", "") == "__main__" or bool(folder and path.startswith(f"{folder}/"))


CLOCK = Clock()
"""The clock of this process."""
