"""A matplotlib back end that keeps the figures of a program and never waits for a person.

`show()` keeps every figure and returns as if a person had closed them.  A figure that is shown without
blocking (`pause`, `show(block=False)`) is kept when it is closed or cleared, or when the program ends.
"""

from __future__ import annotations

import atexit
import io
from typing import Any

import matplotlib
from _window_files import MOST_SIDE, Waits, save  # type: ignore[import-not-found]
from matplotlib._pylab_helpers import Gcf
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

PATIENCE = 50
"""A figure is closed after its program has waited so many times for a person."""


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

    def _caption(self) -> str:
        """The title of the window, or else the first title inside the figure."""
        title, figure = str(self.get_window_title()), self.canvas.figure
        if title != f"Figure {self.num}":
            return title
        above = getattr(figure, "_suptitle", None)
        titles = [above.get_text() if above is not None else "", *(axes.get_title() for axes in figure.axes)]
        return next((text for text in titles if text), "")

    def _png(self) -> bytes:
        figure, out = self.canvas.figure, io.BytesIO()
        dpi = min(figure.dpi, MOST_SIDE / max(figure.get_size_inches()))
        self.canvas.print_figure(out, format="png", dpi=dpi, pil_kwargs={"compress_level": 1})
        return out.getvalue()

    def destroy(self) -> None:
        self.keep()
        super().destroy()

    @classmethod
    def pyplot_show(cls, *, block: bool | None = None) -> None:
        managers = Gcf.get_all_fig_managers()
        for manager in managers:
            manager.show()
        if block or (block is None and not matplotlib.is_interactive()):
            Gcf.destroy_all()


class FigureCanvas(FigureCanvasAgg):
    """A canvas that draws only when its figure is kept; it receives no events."""

    manager_class = FigureManager
    waits = Waits(PATIENCE)

    def draw_idle(self, *args: Any, **kw: Any) -> None:
        self.waits.something_new()
        self.figure.stale = False

    def start_event_loop(self, timeout: float = 0) -> None:
        """Return at once; close the figure of a program that has waited too often."""
        if self.waits.once_more() and self.manager is not None:
            Gcf.destroy(self.manager)


def _keep_before_clearing() -> None:
    clear = Figure.clear

    def kept_and_cleared(self: Figure, *args: Any, **kw: Any) -> None:
        manager = self.canvas.manager if self.canvas is not None else None
        if isinstance(manager, FigureManager):
            manager.keep()
        clear(self, *args, **kw)

    setattr(Figure, "clear", kept_and_cleared)  # noqa: B010
    setattr(Figure, "clf", kept_and_cleared)  # noqa: B010


def _keep_all() -> None:
    """Keep the open figures that were shown; in interactive mode every figure counts as shown."""
    for manager in Gcf.get_all_fig_managers():
        if matplotlib.is_interactive():
            manager.show()
        if isinstance(manager, FigureManager):
            manager.keep()


_keep_before_clearing()
atexit.register(_keep_all)
