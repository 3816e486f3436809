"""The event loop of all windows: it calls back in the order of times, and it ends.

Time is counted, never waited for.  Nobody sits before the screen, so the loop closes the windows
itself when nothing more can happen, or after a bounded number of callbacks or updates.
"""

from __future__ import annotations

import heapq
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

CALLBACKS_A_LOOP = 500
"""Callbacks until a main loop, or one update, ends."""

UPDATES = 50_000
"""Updates of a run until the windows are closed."""

IDLE_UPDATES = 200
"""Updates without a change between them until the windows are closed."""

MS_AN_UPDATE = 20
"""Milliseconds that are counted for an update."""

MOST_CLEARED = 16
"""Drawings of one run that are kept because the program cleared them for the next one."""

MOST_NOTES = 200
"""Times in a run that the drawing is written down before a change."""


class TclError(Exception):
    """What Tk raises."""


def call_safely(call: Callable[..., Any], *args: Any) -> Any:
    """Call back as Tk does: an error is printed and the loop goes on, `exit()` ends the program."""
    try:
        return call(*args)
    except Exception:
        print("Exception in Tkinter callback", file=sys.stderr)
        traceback.print_exc()
        return None


class Loop:
    """The waiting callbacks, the open main windows, and how much of the limits is used up."""

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
        """Call back `ms` milliseconds from now; gives the name to cancel it by."""
        name = f"after#{self._made}"
        heapq.heappush(self._waiting, (self._now + max(0, ms), self._made))
        self._calls[name] = call
        self._made += 1
        return name

    def cancel(self, name: str) -> None:
        """Forget a callback; a name that is gone is no error."""
        self._calls.pop(name, None)

    def pass_time(self, ms: int) -> None:
        """Let counted time go by without calling anything."""
        self._now += max(0, ms)

    def no_waiting(self) -> None:
        """From the first window on `time.sleep` hardly sleeps, since nobody looks meanwhile."""
        if not self._hurried:
            from _window_files import no_waiting  # type: ignore[import-not-found]

            self._hurried = True
            no_waiting(time, "sleep")

    def drawing_changed(self) -> None:
        """The program drew something that is not on the screen yet."""
        self._idle = 0
        self._seen = False

    def before_change(self) -> None:
        """The program is about to change a window, so it does more than wait for a person.

        The drawing on the screen is written down first: the program may clear it next.
        """
        self._idle = 0
        if self._seen and not self._noted and self._notes < MOST_NOTES:
            self._noted = True
            self._notes += 1
            for window in list(self.windows):
                window.note()

    def show(self) -> None:
        """Bring all drawings onto the screen, so to say; sizes and places are known from then on."""
        self._seen, self._noted = True, False
        if self.stale:
            self.stale = False
            for window in list(self.windows):
                window.lay_out()

    def keep(self) -> None:
        """Keep a drawing of every open window that has changed since the last one."""
        self.show()
        for window in list(self.windows):
            window.catch_all()

    def before_clearing(self) -> None:
        """The program is about to clear a drawing: keep it if it was on the screen."""
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

        An update that is not counted comes from a library; those end only when nothing changes.
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
        """Call the earliest callback due at time `until` (None: at any time); False when there is none."""
        while self._waiting and (until is None or self._waiting[0][0] <= until):
            due, number = heapq.heappop(self._waiting)
            call = self._calls.pop(f"after#{number}", None)
            if call is not None:
                self._now = max(self._now, due)
                self.show()
                call_safely(call)
                return True
        return False
