"""Changes OpenCV: windows are kept when the program waits for a key, and keys come by themselves."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from typing import Any

from _window_files import MOST_SIDE, Waits, save  # type: ignore[import-not-found]

PATIENCE = 50
"""Times that a program waits for a key or looks for its window until keys are pressed."""

ESCAPE = 27
NO_KEY = -1
KEYS = (ESCAPE, ord("q"), 13, ord(" "))
"""Pressed in turn when a program has waited long enough."""

WINDOWS = "imshow setWindowTitle waitKey destroyAllWindows destroyWindow getWindowProperty"
"""OpenCV's functions that are methods of `Windows`."""

IGNORED = """
namedWindow moveWindow resizeWindow setWindowProperty setMouseCallback startWindowThread
createTrackbar setTrackbarPos setTrackbarMax setTrackbarMin
"""
"""OpenCV's functions that do nothing here."""


class Windows:
    """The windows of a program by name, and what they show that is not kept yet."""

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
        """Keep what is new in the windows."""
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
        """A key: at once when the program would wait without end, else after many calls."""
        self.keep()
        tired = self.waits.once_more()
        if tired or int(delay) <= 0:
            return KEYS[self.waits.asked % len(KEYS)] if tired else ESCAPE
        return NO_KEY

    def destroyAllWindows(self) -> None:  # noqa: N802 - OpenCV's name
        self.keep()
        self._open.clear()

    def destroyWindow(self, winname: Any) -> None:  # noqa: N802 - OpenCV's name
        self.keep()
        self._open.pop(str(winname), None)

    def getWindowProperty(self, winname: Any, prop: Any) -> float:  # noqa: N802 - OpenCV's name
        """1 as of a window that can be seen; -1 when it is closed or was looked for too often."""
        return -1.0 if self.waits.once_more() or str(winname) not in self._open else 1.0


def change(cv2: Any) -> None:
    """Put our windows in the place of OpenCV's, which a headless build does not even have."""
    windows = Windows(cv2)
    for name in WINDOWS.split():
        setattr(cv2, name, getattr(windows, name))
    cv2.waitKeyEx, cv2.pollKey = windows.waitKey, lambda: windows.waitKey(1)
    cv2.getTrackbarPos = lambda *args: 0
    for name in IGNORED.split():
        setattr(cv2, name, lambda *args, **kw: None)
    atexit.register(windows.keep)


CHANGES: dict[str, Callable[[Any], None]] = {"cv2": change}
