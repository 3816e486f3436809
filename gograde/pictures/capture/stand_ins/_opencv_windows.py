"""Patches OpenCV: its windows are kept when the program waits for a key, and keys are pressed."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from typing import Any

from _window_files import MOST_SIDE, Waits, save  # type: ignore[import-not-found]

PATIENCE = 50
"""Keys are pressed after a program has waited for a key or checked its window so many times."""

ESCAPE = 27
NO_KEY = -1
KEYS = (ESCAPE, ord("q"), 13, ord(" "))
"""Keys that are pressed in turn when a program has waited `PATIENCE` times."""

WINDOWS = "imshow setWindowTitle waitKey destroyAllWindows destroyWindow getWindowProperty"
"""OpenCV functions that methods of `Windows` replace."""

IGNORED = """
namedWindow moveWindow resizeWindow setWindowProperty setMouseCallback startWindowThread
createTrackbar setTrackbarPos setTrackbarMax setTrackbarMin
"""
"""OpenCV functions that do nothing here."""


class Windows:
    """The windows of a program by name, and their content that is not kept yet."""

    def __init__(self, cv2: Any) -> None:
        self.cv2 = cv2
        self.waits = Waits(PATIENCE)
        self._open: dict[str, bytes] = {}
        self._titles: dict[str, str] = {}
        self._pending: dict[str, Any] = {}

    def imshow(self, winname: Any, mat: Any) -> None:
        self._pending[str(winname)] = mat.copy()
        self._open.setdefault(str(winname), b"")

    def setWindowTitle(self, winname: Any, title: Any) -> None:  # noqa: N802 - OpenCV's name
        self._titles[str(winname)] = str(title)

    def keep(self) -> None:
        """Keep the new content of all windows."""
        pending, self._pending = self._pending, {}
        for name, mat in pending.items():
            data = self._png(mat)
            if data and data != self._open.get(name):
                self._open[name] = data
                self.waits.something_new()
                save("window", self._titles.get(name, name), "png", data)

    def _png(self, mat: Any) -> bytes:
        if mat.dtype.kind == "f":
            mat = (mat * 255).clip(0, 255).astype("uint8")
        factor = MOST_SIDE / max(mat.shape[:2])
        if factor < 1:
            mat = self.cv2.resize(mat, None, fx=factor, fy=factor)
        done, data = self.cv2.imencode(".png", mat)
        return bytes(data) if done else b""

    def waitKey(self, delay: Any = 0) -> int:  # noqa: N802 - OpenCV's name
        """A key: at once for an endless wait, else after `PATIENCE` calls; before that, no key."""
        self.keep()
        tired = self.waits.once_more()
        if tired or int(delay) <= 0:
            return KEYS[self.waits.count % len(KEYS)] if tired else ESCAPE
        return NO_KEY

    def destroyAllWindows(self) -> None:  # noqa: N802 - OpenCV's name
        self.keep()
        self._open.clear()

    def destroyWindow(self, winname: Any) -> None:  # noqa: N802 - OpenCV's name
        self.keep()
        self._open.pop(str(winname), None)

    def getWindowProperty(self, winname: Any, prop: Any) -> float:  # noqa: N802 - OpenCV's name
        """1 for an open window; -1 for a closed window, or when the program has asked too often."""
        return -1.0 if self.waits.once_more() or str(winname) not in self._open else 1.0


def change(cv2: Any) -> None:
    """Replace OpenCV's window functions, which a headless build lacks; OpenCV loads itself twice."""
    if isinstance(getattr(getattr(cv2, "imshow", None), "__self__", None), Windows):
        return
    windows = Windows(cv2)
    for name in WINDOWS.split():
        setattr(cv2, name, getattr(windows, name))
    cv2.waitKeyEx, cv2.pollKey = windows.waitKey, lambda: windows.waitKey(1)
    cv2.getTrackbarPos = lambda *args: 0
    for name in IGNORED.split():
        setattr(cv2, name, lambda *args, **kw: None)
    atexit.register(windows.keep)


CHANGES: dict[str, Callable[[Any], None]] = {"cv2": change}
