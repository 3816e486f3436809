"""The event loop of all windows: it runs callbacks in the order of their times, and it always ends.

Time is simulated without waiting.  No person uses the screen, so the loop closes the windows itself when
nothing more can happen, or after a limited number of callbacks or updates.
"""

from __future__ import annotations

import heapq
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

CALLBACKS_A_LOOP = 500
"""The most callbacks of one main loop or one update."""

UPDATES = 50_000
"""The windows are closed after so many updates in a run."""

IDLE_UPDATES = 200
"""The windows are closed after so many updates without a change."""

MS_AN_UPDATE = 20
"""Simulated milliseconds per update."""

MOST_CLEARED = 16
"""The most drawings of one run that are kept because the program clears them."""

MOST_NOTES = 200
"""The most times in a run that drawings are noted before a change."""


class TclError(Exception):
    """The error of Tk."""


def call_safely(call: Callable[..., Any], *args: Any) -> Any:
    """Run a callback as Tk does: an error is printed and the loop continues, `exit()` ends the program."""
    try:
        return call(*args)
    except Exception:
        print("Exception in Tkinter callback", file=sys.stderr)
        traceback.print_exc()
        return None


class Loop:
    """The waiting callbacks, the open main windows, and the counters for the limits."""

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
        """Schedule a callback in `ms` milliseconds; returns the name with which it can be cancelled."""
        name = f"after#{self._made}"
        heapq.heappush(self._waiting, (self._now + max(0, ms), self._made))
        self._calls[name] = call
        self._made += 1
        return name

    def cancel(self, name: str) -> None:
        """Cancel a callback; an unknown name is no error."""
        self._calls.pop(name, None)

    def pass_time(self, ms: int) -> None:
        """Advance the simulated time without running callbacks."""
        self._now += max(0, ms)

    def no_waiting(self) -> None:
        """Make `time.sleep` sleep hardly at all, since no person is watching; called for the first window."""
        if not self._hurried:
            from _window_files import no_waiting  # type: ignore[import-not-found]

            self._hurried = True
            no_waiting(time, "sleep")

    def drawing_changed(self) -> None:
        """Note that the program drew something that is not on the screen yet."""
        self._idle = 0
        self._seen = False

    def before_change(self) -> None:
        """Note that the program is about to change a window, so it does more than wait for a person.

        The drawing on the screen is noted first, since the program may clear it next.
        """
        self._idle = 0
        if self._seen and not self._noted and self._notes < MOST_NOTES:
            self._noted = True
            self._notes += 1
            for window in list(self.windows):
                window.note()

    def show(self) -> None:
        """Treat all drawings as on the screen, and compute sizes and places of widgets."""
        self._seen, self._noted = True, False
        if self.stale:
            self.stale = False
            for window in list(self.windows):
                window.lay_out()

    def keep(self) -> None:
        """Keep a drawing of every open window that has changed since its last kept drawing."""
        self.show()
        for window in list(self.windows):
            window.catch_all()

    def before_clearing(self) -> None:
        """Keep the drawing that the program is about to clear, if it was on the screen."""
        if self._seen and self._cleared < MOST_CLEARED:
            self._cleared += 1
            for window in list(self.windows):
                window.catch_all(noted=self._noted)
            self._seen = False

    def main(self) -> None:
        """Run callbacks until the program leaves the loop; close its windows if it does not."""
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
        """Run the callbacks that are due; close the windows after many updates.

        Updates from a library are not `counted`; they only close the windows when nothing changes.
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
        """Run the earliest callback that is due by `until` (None: at any time); False without one."""
        while self._waiting and (until is None or self._waiting[0][0] <= until):
            due, number = heapq.heappop(self._waiting)
            call = self._calls.pop(f"after#{number}", None)
            if call is not None:
                self._now = max(self._now, due)
                self.show()
                call_safely(call)
                return True
        return False
