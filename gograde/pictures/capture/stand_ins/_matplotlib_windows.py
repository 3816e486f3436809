"""A matplotlib back end that keeps the figures of a program and never waits for a person.

`show()` keeps every figure and returns as if a person had closed them.  A figure that is shown without
blocking (`pause`, `show(block=False)`, interactive mode) is kept before something is taken out of it, when it
is closed, or when the program ends.  A figure that is saved as vectors is kept as well, with the file's name.
"""

from __future__ import annotations

import atexit
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib
from _clock import CLOCK  # type: ignore[import-not-found]
from _matplotlib_presses import pressed  # type: ignore[import-not-found]
from _window_files import MOST_SIDE, TITLE_LETTERS, Waits, save  # type: ignore[import-not-found]
from matplotlib._pylab_helpers import Gcf
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

PATIENCE = 1000
"""A figure is closed after its program has waited so many times for a person, and drawn nothing."""

VECTORS = (".pdf", ".svg", ".svgz", ".eps", ".ps")
"""The endings of the files of vectors that matplotlib writes; nothing here reads them."""


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
        for shown in pressed(self, self._png):
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


for _owner, _name in ((Figure, "clear"), (Figure, "clf"), (Axes, "clear"), (Artist, "remove")):
    _keep_before(_owner, _name)
CLOCK.start()
atexit.register(_keep_all)
