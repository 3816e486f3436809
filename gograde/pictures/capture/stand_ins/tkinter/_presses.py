"""What a person would press to see more: the only button of a window, or a key or click that it waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

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
            from _window_files import note  # type: ignore[import-not-found]

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
