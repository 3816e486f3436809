"""The event loop of all windows: callbacks in the order of their times, and an end to it.

Time is counted, never waited for.  Nobody sits before the screen, so a loop that would
go on until a person closes the window is closed here once nothing more can happen, or
after a bounded number of callbacks or updates.
"""

from __future__ import annotations

import heapq
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

CALLBACKS_A_LOOP = 500
UPDATES = 50_000
IDLE_UPDATES = 200
MS_AN_UPDATE = 20


MOST_CLEARED = 16
"""Pictures that were shown and then wiped out for the next, of one run."""


MOST_NOTES = 200
"""How often it is written down what is seen, in case it is wiped out."""


class TclError(Exception):
    """What Tk raises."""


def call_safely(call: Callable[..., Any], *args: Any) -> Any:
    """Call back as Tk does: a traceback is printed and the loop goes on; `exit()` ends the program."""
    try:
        return call(*args)
    except Exception:
        print("Exception in Tkinter callback", file=sys.stderr)
        traceback.print_exc()
        return None


class Loop:
    """The callbacks that wait, the main windows that are open, and what has been spent."""

    def __init__(self) -> None:
        self.windows: list[Any] = []
        self.left = False
        self._now = 0
        self._waiting: list[tuple[int, int]] = []
        self._calls: dict[str, Callable[[], Any]] = {}
        self._made = 0
        self._updates = 0
        self._idle = 0
        self._cleared = 0
        self._hurried = False
        self.stale, self._seen = False, False
        self._noted, self._notes = False, 0

    def after(self, ms: int, call: Callable[[], Any]) -> str:
        """Have `call` called `ms` milliseconds from now; gives the name to cancel it by."""
        name = f"after#{self._made}"
        heapq.heappush(self._waiting, (self._now + max(0, ms), self._made))
        self._calls[name] = call
        self._made += 1
        return name

    def cancel(self, name: str) -> None:
        """Forget a callback; names that are gone are fine."""
        self._calls.pop(name, None)

    def pass_time(self, ms: int) -> None:
        """Let counted time go by without calling anything."""
        self._now += max(0, ms)

    def no_waiting(self) -> None:
        """From the first window on `time.sleep` gives way for a moment only: nobody looks meanwhile."""
        if not self._hurried:
            from _window_files import no_waiting  # type: ignore[import-not-found]

            self._hurried = True
            no_waiting(time, "sleep")

    def something_shown(self) -> None:
        """The program drew something, which nobody has seen yet."""
        self._idle = 0
        self._seen = False

    def awake(self) -> None:
        """The program is about to change something, so it is not just waiting for a person.

        What was seen until now is written down, for the case that the drawing is wiped out next.
        """
        self._idle = 0
        if self._seen and not self._noted and self._notes < MOST_NOTES:
            self._noted = True
            self._notes += 1
            for window in list(self.windows):
                window.note()

    def show(self) -> None:
        """Bring what was drawn onto the screen, as far as there is one: sizes and places are known then."""
        self._seen, self._noted = True, False
        if self.stale:
            self.stale = False
            for window in list(self.windows):
                window.lay_out()

    def keep(self) -> None:
        """Keep a picture of every open window that has changed since the last one."""
        self.show()
        for window in list(self.windows):
            window.catch_all()

    def before_clearing(self) -> None:
        """A drawing is about to go: keep it if a person would have seen it."""
        if self._seen and self._cleared < MOST_CLEARED:
            self._cleared += 1
            for window in list(self.windows):
                window.catch_all(noted=self._noted)
            self._seen = False

    def main(self) -> None:
        """Run callbacks until the program leaves, or close its windows for it."""
        self.left = False
        self.show()
        for _ in range(CALLBACKS_A_LOOP):
            if self.left or not self.windows:
                break
            if not self._run_next(None):
                break
        self.keep()
        if not self.left:
            self.close_windows()

    def update(self, counted: bool = True) -> None:
        """Run what is due; after many updates close the windows, as a person would.

        Those that are not counted come from a library and end only when nothing more is shown.
        """
        if not self.windows:
            raise TclError('can\'t invoke "update" command: application has been destroyed')
        self._updates += counted
        self._idle += 1
        self.show()
        self.pass_time(MS_AN_UPDATE)
        for _ in range(CALLBACKS_A_LOOP):
            if not self._run_next(self._now):
                break
        if self._updates > UPDATES or self._idle > IDLE_UPDATES:
            self.close_windows()

    def close_windows(self) -> None:
        """Press the closing button of every main window."""
        self._updates = self._idle = 0
        self.keep()
        for window in list(self.windows):
            window.close_by_hand()

    def _run_next(self, until: int | None) -> bool:
        """Call the earliest callback that is due `until` then (None: whenever); False when there is none."""
        while self._waiting and (until is None or self._waiting[0][0] <= until):
            due, number = heapq.heappop(self._waiting)
            call = self._calls.pop(f"after#{number}", None)
            if call is not None:
                self._now = max(self._now, due)
                self.show()
                call_safely(call)
                return True
        return False
