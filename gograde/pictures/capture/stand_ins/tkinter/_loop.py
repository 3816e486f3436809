"""The event loop of all windows: it runs callbacks in the order of their times, and it always ends.

What a person would press to see more is pressed: the only button of a window, or a key or click that it waits
for.

Time is simulated without waiting.  No person uses the screen, so the loop closes the windows itself when
nothing more can happen, or after a limited number of callbacks or updates.
"""

from __future__ import annotations

import heapq
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from _clock import CLOCK  # type: ignore[import-not-found]

CALLBACKS = 20_000
"""The most callbacks of one main loop or one update."""

UPDATES = 50_000
"""The windows are closed after so many updates in a run."""

STILL = 500
"""A main loop ends after so many callbacks that leave the windows as they are."""

STILL_UPDATES = 20_000
"""The windows are closed after so many updates that leave them as they are, which take 0.1 s."""

A_CHANGE = 0.5
"""A change of a drawing counts as so many updates, since a loop may draw the same again and again."""

MS_AN_UPDATE = 20
"""Simulated milliseconds per update."""

MOST_CLEARED = 16
"""The most drawings of one run that are kept because the program clears them."""

MOST_NOTES = 200
"""The most times in a run that drawings are noted before a change."""

MOST_PRESSES = 60
"""The most presses in a run: a window before and after for each of seven problems takes fewer."""

KEYS = {
    "Return": "\r", "space": " ", "Right": "", "Down": "", "Next": "", "n": "n", "N": "N",
    "Key": " ", "KeyPress": " ",
}  # fmt: skip
"""The keys that are tried, the likeliest to lead on first, and the characters that they write."""

ANY_KEY = ("Key", "KeyPress")
LEADS_ON = ("next", "continue", "→", "▶", ">", "下", "继续", "繼續")
"""Words of the button that is pressed when there are several."""

CLICKS = ("Button-1", "ButtonPress-1", "1", "ButtonRelease-1", "Button", "ButtonPress", "ButtonRelease")
"""The clicks that are tried; they hit a word of `LEADS_ON` on the canvas, else its corner."""

A_MOVE = 3
"""The most items that a click draws which plays a move: a stone, its mark and its number."""


class TclError(Exception):
    """The error of Tk; `by_hand` when a person would have closed the window."""

    by_hand = False


def call_safely(call: Callable[..., Any], *args: Any) -> Any:
    """Run a callback as Tk does: an error is printed and the loop continues, `exit()` ends the program."""
    try:
        return call(*args)
    except Exception as error:
        tell_a_fault(error)
        print("Exception in Tkinter callback", file=sys.stderr)
        traceback.print_exc()
        return None


def tell_a_fault(error: BaseException) -> None:
    """Tell the grader of an error that is ours: it was raised in this package, and Tk has none like it."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    ours = __file__.removesuffix("_loop.py")
    if place and place.tb_frame.f_code.co_filename.startswith(ours) and not isinstance(error, TclError):
        from _window_files import note  # type: ignore[import-not-found]

        note("fault", repr(error))


def _ended_by(kind: Any, error: BaseException, place: Any) -> None:
    """Tell the grader also of such an error that ends the program.

    A program that updates its window until a person closes it ends well when the person does.
    """
    if isinstance(error, TclError) and error.by_hand:
        print("the window was closed, and the program ended", file=sys.stderr)
        raise SystemExit(0)
    tell_a_fault(error)
    _crashed(kind, error, place)


_crashed, sys.excepthook = sys.excepthook, _ended_by


Press = Callable[[], Any]


class Presses:
    """The presses of a run, and what the present windows showed before each of them."""

    def __init__(self) -> None:
        self._left = MOST_PRESSES
        self._looks: set[str] = set()
        self._before: Counter[str] | None = None
        self._played = False

    def next_one(self, windows: list[Any], look: object) -> Press | None:
        """What to press now; None when nothing would show more. `look` is what the windows show."""
        press = next(_presses(windows), None)
        click = None if press else next(_clicks(windows), None)
        if not (press or click) or self._left < 1 or self.led_to(look):
            return None
        self._left -= 1
        self._looks.add(str(look))
        self._before = _items(windows) if click else None
        return press or click

    def made_now(self, windows: list[Any], look: object) -> None:
        """Take back a click that played a move on the board: what the windows show now leads nowhere."""
        if self._before is not None and windows:
            now = _items(windows)
            if not self._before - now and 0 < (now - self._before).total() <= A_MOVE:
                self._played = True
                self._looks.add(str(look))

    @property
    def made(self) -> bool:
        """Whether something was pressed since the last window was opened."""
        return bool(self._looks)

    def led_to(self, look: object) -> bool:
        """Whether a press has led back to what was there before."""
        return str(look) in self._looks

    def forget(self) -> None:
        """Begin anew, since a window was opened."""
        self._looks.clear()
        self._played = False

    def done(self, windows: list[Any]) -> None:
        """Tell the grader when the windows are closed although nothing was pressed that could be."""
        if (self._played or not self.made) and _waits_for_a_person(windows):
            from _window_files import note

            note("not pressed")


def _waits_for_a_person(windows: list[Any]) -> bool:
    """Whether a button, a key or the mouse does something in one of the windows."""
    widgets = list(_widgets(windows))
    bound = (name for widget in widgets for name in widget._tk_bound)
    return any(map(_does_something, widgets)) or any(_key(name) or "Button" in str(name) for name in bound)


def _presses(windows: list[Any]) -> Iterator[Press]:
    widgets = list(_widgets(windows))
    buttons = [widget for widget in widgets if widget._is_button and _does_something(widget)]
    leading = [one for one in buttons if any(word in _text(one) for word in LEADS_ON)]
    for button in leading[:1] if leading else buttons if len(buttons) == 1 else ():
        yield button.invoke
    keys = {_key(name): (widget, name) for widget in widgets for name in widget._tk_bound}
    for key, char in KEYS.items():
        if key in keys:
            yield _pressing(*keys[key], "space" if key in ANY_KEY else key, char)


def _clicks(windows: list[Any]) -> Iterator[Press]:
    """Clicks on the only item that waits for one, then on a canvas or a window."""
    bound = [(widget, str(name)) for widget in _widgets(windows) for name in widget._tk_bound]
    items = [(widget, name) for widget, name in bound if _click(name.rpartition(" ")[2]) and " " in name]
    leading = [(widget, name) for widget, name in items if _leads_on(widget, name.rpartition(" ")[0])]
    for widget, name in leading[:1] if leading else items if len(items) == 1 else ():
        yield _clicking(widget, name)
    yield from (_clicking(widget, name) for widget, name in bound if _click(name))


def _clicking(widget: Any, name: str) -> Press:
    words = _leading_words(widget)
    x, y = words[0].coords[:2] if words else (1, 1)
    return lambda: widget.event_generate(name, num=1, x=round(x), y=round(y))


def _leads_on(widget: Any, which: str) -> bool:
    """Whether items of a canvas, by number or tag, have a text that leads on."""
    numbers = {number for number, item in widget._tk_items.items() if which in (str(number), *item.tags)}
    return any(widget._tk_items[number] in _leading_words(widget) for number in numbers)


def _leading_words(widget: Any) -> list[Any]:
    items = _canvas_items(widget)
    return [one for one in items if any(word in str(one.options.get("text")).lower() for word in LEADS_ON)]


def _canvas_items(widget: Any) -> list[Any]:
    return list(vars(widget).get("_tk_items", {}).values())


def _click(name: str) -> bool:
    return name.strip("<>").removeprefix("Any-") in CLICKS


def _items(windows: list[Any]) -> Counter[str]:
    """The titles of the windows, and the items of their canvases."""
    widgets = list(_widgets(windows))
    told = [f"title {vars(widget).get('_tk_wm', {}).get('title')}" for widget in widgets]
    items = [item for widget in widgets for item in _canvas_items(widget)]
    return Counter([*told, *(f"{item.kind} {item.coords} {item.options}" for item in items)])


def _pressing(widget: Any, name: str, keysym: str, char: str) -> Press:
    return lambda: widget.event_generate(name, keysym=keysym, char=char)


def _widgets(windows: list[Any]) -> Iterator[Any]:
    for widget in windows:
        yield widget
        yield from _widgets(list(widget.children.values()))


def _does_something(widget: Any) -> bool:
    return (
        callable(widget._tk_options.get("command")) and str(widget._tk_options.get("state", "")) != "disabled"
    )


def _text(button: Any) -> str:
    return str(
        button._label_text() if hasattr(button, "_label_text") else button._tk_options.get("text", "")
    ).lower()


def _key(name: Any) -> str:
    """The key of a sequence such as `<KeyPress-n>`; empty when it is none of `KEYS`."""
    word = str(name).strip("<>").removeprefix("Any-")
    word = (
        word
        if word in ANY_KEY
        else word.removeprefix("KeyPress-").removeprefix("KeyRelease-").removeprefix("Key-")
    )
    return {" ": "space"}.get(word, word) if word in KEYS or word == " " else ""


# -- the loop ---------------------------------------------------------------------------------


class Loop:
    """The waiting callbacks, the open main windows, and the counters for the limits."""

    def __init__(self) -> None:
        self.windows: list[Any] = []
        self.left, self._by_hand = False, False
        self.presses = Presses()
        self._waiting: list[tuple[float, int]] = []
        self._calls: dict[str, Callable[[], Any]] = {}
        self._made = 0
        self._updates = 0
        self._still = 0.0
        self._look: object = None
        self._cleared = 0
        self.stale, self._seen = False, False
        self._noted, self._notes = False, 0

    def opened(self, window: Any) -> None:
        """Begin with a new main window."""
        self.windows.append(window)
        self.presses.forget()
        self._by_hand = False

    def after(self, ms: int, call: Callable[[], Any]) -> str:
        """Schedule a callback in `ms` milliseconds; returns the name with which it can be cancelled."""
        name = f"after#{self._made}"
        heapq.heappush(self._waiting, (CLOCK.skipped_ms + max(0, ms), self._made))
        self._calls[name] = call
        self._made += 1
        return name

    def cancel(self, name: str) -> None:
        """Cancel a callback; an unknown name is no error."""
        self._calls.pop(name, None)

    def drawing_changed(self) -> None:
        """Note that the program drew something that is not on the screen yet."""
        self._still += A_CHANGE
        self._seen = False

    def before_change(self) -> None:
        """Note the drawing on the screen, since the program is about to change a window and may clear it."""
        self._still += A_CHANGE
        if self._seen and not self._noted and self._notes < MOST_NOTES:
            self._noted = True
            self._notes += 1
            for window in list(self.windows):
                window._note()

    def show(self) -> None:
        """Treat all drawings as on the screen, and compute sizes and places of widgets."""
        self._seen, self._noted = True, False
        if self.stale:
            self.stale = False
            for window in list(self.windows):
                window._lay_out()

    def keep(self) -> None:
        """Keep a drawing of every open window that shows something new: since it was kept, or was pressed."""
        self.show()
        if not (self.presses.made and self.presses.led_to(self._looks())):
            for window in list(self.windows):
                window._catch_all()

    def before_clearing(self) -> None:
        """Keep the drawing that the program is about to clear, if it was on the screen."""
        if self._seen and self._cleared < MOST_CLEARED:
            self._cleared += 1
            for window in list(self.windows):
                window._catch_all(noted=self._noted)
            self._seen = False

    def main(self, until: Callable[[], bool] = bool) -> None:
        """Run callbacks until the program leaves the loop or `until` says so, and press what leads on.

        Windows that then still wait are closed.
        """
        self.left = False
        self.show()
        self._run_callbacks(until)
        self.keep()
        while not self.left and self.windows and not until() and self._press():
            self._run_callbacks(until)
            if self.presses.led_to(self._looks()):
                break
            self.keep()
        if not self.left and not until():
            self.close_windows()

    def _run_callbacks(self, until: Callable[[], bool]) -> None:
        """Run callbacks while there are any, and while they change the windows now and then."""
        self._has_changed()
        for number in range(1, CALLBACKS + 1):
            if self.left or not self.windows or until() or not self._run_next(None):
                return
            if number % STILL == 0 and not self._has_changed():
                return

    def _looks(self) -> list[Any]:
        """What the windows show."""
        return [look for window in self.windows for look in window._looks()]

    def _has_changed(self) -> bool:
        """Whether the windows show something else than at the last look at them."""
        last, self._look = self._look, self._looks()
        return self._look != last

    def _press(self) -> bool:
        """Press what a person would press to see more, if there is anything; `exit()` only closes windows."""
        press = self.presses.next_one(self.windows, self._looks())
        if press is None:
            return False
        try:
            call_safely(press)
        except SystemExit:
            self.close_windows()
        self.presses.made_now(self.windows, self._looks())
        return True

    def update(self, counted: bool = True, idle: bool = False) -> None:
        """Run the callbacks that are due; close the windows when they stand still, or after many updates.

        Updates from a library are not `counted`; they only close the windows when nothing changes.  `idle`
        ones run no callbacks.
        """
        if not self.windows:
            error = TclError('can\'t invoke "update" command: application has been destroyed')
            error.by_hand = self._by_hand
            raise error
        self._updates += counted
        self._still += 1
        self.show()
        CLOCK.skip(MS_AN_UPDATE)
        for _ in range(0 if idle else CALLBACKS):
            if not self._run_next(CLOCK.skipped_ms):
                break
        if self._updates > UPDATES:
            self.close_windows()
        elif self._still > STILL_UPDATES:
            self._still = 0
            if not self._has_changed() and not self._press():
                self.close_windows()

    def close_windows(self) -> None:
        """Press the closing button of every main window."""
        self._updates, self._still = 0, 0
        self.presses.done(self.windows)
        self.keep()
        for window in list(self.windows):
            window._close_by_hand()
        self._by_hand = True

    def _run_next(self, until: float | None) -> bool:
        """Run the earliest callback that is due by `until` (None: at any time); False without one."""
        while self._waiting and (until is None or self._waiting[0][0] <= until):
            due, number = heapq.heappop(self._waiting)
            call = self._calls.pop(f"after#{number}", None)
            if call is not None:
                CLOCK.skip(due - CLOCK.skipped_ms)
                self.show()
                call_safely(call)
                return True
        return False
