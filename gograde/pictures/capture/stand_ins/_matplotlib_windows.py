"""A matplotlib back end that keeps the figures of a program and never waits for a person.

What a person would press in a figure to see more, its only button or a key that the program waits for, is
pressed.

`show()` keeps every figure and returns as if a person had closed them.  A figure that is shown without
blocking (`pause`, `show(block=False)`, interactive mode) is kept before something is taken out of it, when it
is closed, or when the program ends.  A figure that is saved as vectors is kept as well, with the file's name.
"""

from __future__ import annotations

import atexit
import io
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import matplotlib
from _clock import CLOCK  # type: ignore[import-not-found]
from _window_files import MOST_SIDE, TITLE_LETTERS, Waits, save  # type: ignore[import-not-found]
from matplotlib._pylab_helpers import Gcf
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import FigureManagerBase, KeyEvent
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

PATIENCE = 1000
"""A figure is closed after its program has waited so many times for a person, and drawn nothing."""

VECTORS = (".pdf", ".svg", ".svgz", ".eps", ".ps")
"""The endings of the files of vectors that matplotlib writes; nothing here reads them."""

MOST_PRESSES = 24
"""The most presses for one figure."""

KEYS = ("right", " ", "enter", "n")
"""The keys that are tried in turn, the likeliest to lead on first."""


class FigureManager(FigureManagerBase):
    """A figure's window; `pending` when its content is not kept yet."""

    pending = False

    def show(self) -> None:
        self.pending = True

    def keep(self) -> None:
        """Keep the current figure if it was shown after it was last kept."""
        if self.pending:
            self.pending = False
            save("figure", self._caption(), "png", self._png())

    def press(self) -> None:
        """Keep the figure, and what it shows after each press that leads on."""
        self.keep()
        for shown in _pressed(self, self._png):
            save("figure", self._caption(), "png", shown)

    def _caption(self) -> str:
        """The title of the window, or else the titles inside the figure, unless some would be cut off."""
        title, figure = str(self.get_window_title()), self.canvas.figure
        if title != f"Figure {self.num}":
            return title
        above = getattr(figure, "_suptitle", None)
        if above is not None and above.get_text():
            return str(above.get_text())
        titles = ", ".join(dict.fromkeys(title for axes in figure.axes if (title := axes.get_title())))
        return titles if len(titles) <= TITLE_LETTERS or len(figure.axes) == 1 else ""

    def _png(self) -> bytes:
        return _png(self.canvas)

    def destroy(self) -> None:
        self.keep()
        super().destroy()

    @classmethod
    def pyplot_show(cls, *, block: bool | None = None) -> None:
        managers = Gcf.get_all_fig_managers()
        for manager in managers:
            manager.show()
        if block or (block is None and not matplotlib.is_interactive()):
            for manager in managers:
                if isinstance(manager, FigureManager):
                    manager.press()
            Gcf.destroy_all()


class FigureCanvas(FigureCanvasAgg):
    """A canvas that draws only when its figure is kept; it receives no events."""

    manager_class = FigureManager
    waits = Waits(PATIENCE)

    def draw_idle(self, *args: Any, **kw: Any) -> None:
        self.waits.something_new()
        self.figure.stale = False

    def flush_events(self) -> None:
        """What a program of interactive mode calls so that its figure is seen."""
        if self.manager is not None:
            self.manager.show()
        self.start_event_loop()

    def print_figure(self, filename: Any, *args: Any, **kw: Any) -> Any:
        """Write a file; keep the figure too when nothing here could read the file."""
        done = super().print_figure(filename, *args, **kw)
        path = Path(filename) if isinstance(filename, (str, os.PathLike)) else Path()
        if (path.suffix or f".{kw.get('format')}").lower() in VECTORS:
            save("figure", path.stem, "png", _png(self))
        return done

    def start_event_loop(self, timeout: float = 0) -> None:
        """Return at once, when the time is over; close the figure of a program that has waited too often."""
        CLOCK.skip(1000 * max(timeout, 0.001))
        if self.waits.once_more() and self.manager is not None:
            Gcf.destroy(self.manager)


def _png(canvas: Any) -> bytes:
    """What a figure shows, at most `MOST_SIDE` pixels wide and high."""
    out = io.BytesIO()
    dpi = min(canvas.figure.dpi, MOST_SIDE / max(canvas.figure.get_size_inches()))
    FigureCanvasAgg.print_figure(canvas, out, format="png", dpi=dpi, pil_kwargs={"compress_level": 1})
    return out.getvalue()


def _keep_before(owner: type, name: str) -> None:
    """Make a method that takes something out of a figure keep the figure first."""
    change: Callable[..., Any] = getattr(owner, name)

    def kept_and_changed(self: Any, *args: Any, **kw: Any) -> Any:
        figure = getattr(self, "figure", self)
        canvas = getattr(figure, "canvas", None)
        if isinstance(canvas, FigureCanvas) and isinstance(canvas.manager, FigureManager):
            canvas.manager.keep()
        return change(self, *args, **kw)

    setattr(owner, name, kept_and_changed)


def _keep_all() -> None:
    """Keep the open figures that were shown; in interactive mode every figure counts as shown."""
    for manager in Gcf.get_all_fig_managers():
        if matplotlib.is_interactive():
            manager.show()
        if isinstance(manager, FigureManager):
            manager.keep()


# -- presses ------------------------------------------------------------------------------------


def _pressed(manager: Any, picture: Callable[[], bytes]) -> Iterator[bytes]:
    """The new pictures of a figure, one after each press, as long as a press shows something new."""
    seen: set[bytes] = set()
    for press in _presses(manager):
        seen = seen or {picture()}
        for _ in range(MOST_PRESSES):
            if not _press(press) or (shown := picture()) in seen:
                break
            seen.add(shown)
            yield shown
        if len(seen) > 1:
            return


def _press(press: Callable[[], Any]) -> bool:
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


for _owner, _name in ((Figure, "clear"), (Figure, "clf"), (Axes, "clear"), (Artist, "remove")):
    _keep_before(_owner, _name)
CLOCK.start()
atexit.register(_keep_all)
