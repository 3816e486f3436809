"""What a person would press in a figure to see more: its only button, or a key that the program waits for."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any

from matplotlib.backend_bases import KeyEvent

MOST_PRESSES = 24
"""The most presses for one figure."""

KEYS = ("right", " ", "enter", "n")
"""The keys that are tried in turn, the likeliest to lead on first."""


def pressed(manager: Any, picture: Callable[[], bytes]) -> Iterator[bytes]:
    """The new pictures of a figure, one after each press, as long as a press shows something new."""
    seen: set[bytes] = set()
    for press in _presses(manager):
        seen = seen or {picture()}
        for _ in range(MOST_PRESSES):
            if not _done(press) or (shown := picture()) in seen:
                break
            seen.add(shown)
            yield shown
        if len(seen) > 1:
            return


def _done(press: Callable[[], Any]) -> bool:
    """Press; an error is printed, and `exit()` ends nothing."""
    try:
        press()
    except (Exception, SystemExit):
        traceback.print_exc()
        return False
    return True


def _presses(manager: Any) -> Iterator[Callable[[], Any]]:
    canvas = manager.canvas
    buttons = _buttons(canvas)
    if len(buttons) == 1:
        yield lambda: buttons[0]._observers.process("clicked", None)
    calls = _calls(canvas, "key_press_event")
    own = [call for number, call in calls if number != manager.key_press_handler_id]
    for key in KEYS if own else ():
        event = KeyEvent("key_press_event", canvas, key)
        yield lambda event=event: [call(event) for call in own]  # type: ignore[misc]


def _buttons(canvas: Any) -> list[Any]:
    widgets = sys.modules.get("matplotlib.widgets")
    if widgets is None:
        return []
    owners = [getattr(call, "__self__", None) for _, call in _calls(canvas, "button_release_event")]
    return [owner for owner in owners if isinstance(owner, widgets.Button)]


def _calls(canvas: Any, event: str) -> list[tuple[int, Callable[..., Any]]]:
    """The numbers and functions of the program's, and of matplotlib's own, that an event calls."""
    calls = canvas.callbacks.callbacks.get(event, {})
    return [(number, call) for number, ref in calls.items() if (call := ref()) is not None]
