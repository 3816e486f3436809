"""Patches pygame: frames are kept, time is counted without waiting, and windows are closed in the end."""

from __future__ import annotations

import atexit
import zlib
from collections.abc import Callable
from typing import Any

from _window_files import Waits, png, save  # type: ignore[import-not-found]

PATIENCE = 30
"""The window is closed after so many polls for events without a new frame."""

MOST_LOOKS = 1000
"""The window of an animation is closed after so many polls for events."""

PAUSE_MS = 300
"""Milliseconds; the frame is kept when a program waits so long, since a person could look at it."""


class Screen:
    """The window of a program: its last frame, and the checksum of the last kept frame."""

    def __init__(self, pygame: Any) -> None:
        self.pygame = pygame
        self.waits = Waits(PATIENCE)
        self.looks = 0
        self._frame: tuple[int, int, bytes] | None = None
        self._sum, self._kept_sum = 0, 0

    def flipped(self) -> None:
        """Remember the frame that was just shown."""
        surface = self.pygame.display.get_surface()
        if surface is None:
            return
        pixels = self.pygame.image.tostring(surface, "RGB")
        found = zlib.crc32(pixels)
        if found != self._sum:
            self._sum, self._frame = found, (*surface.get_size(), pixels)
            self.waits.something_new()

    def keep(self) -> None:
        """Keep the last frame, unless it is already kept."""
        if self._frame is not None and self._sum != self._kept_sum:
            self._kept_sum = self._sum
            save("window", self._title(), "png", png(*self._frame))

    def _title(self) -> str:
        found = self.pygame.display.get_caption() if self.pygame.display.get_init() else ("",)
        return str(found[0]) if found and found[0] != "pygame window" else ""

    def opened(self) -> None:
        """Keep the last frame and begin a new window."""
        self.keep()
        self.waits.something_new()
        self._sum, self._kept_sum, self._frame, self.looks = 0, 0, None, 0

    def leaves(self) -> bool:
        """Count a poll for events; returns whether the window is closed now."""
        self.looks += 1
        leave = self.waits.once_more() or self.looks > MOST_LOOKS
        if leave:
            self.keep()
        return leave


def change(pygame: Any) -> None:
    """Make a `Screen` watch the program's calls of pygame."""
    screen = Screen(pygame)
    display, event = pygame.display, pygame.event
    for name in ("flip", "update"):
        setattr(display, name, _after(getattr(display, name), screen.flipped))
    display.set_mode = _before(display.set_mode, screen.opened)
    display.quit = _before(display.quit, screen.keep)
    pygame.quit = _before(pygame.quit, screen.keep)
    atexit.register(screen.keep)
    _change_events(pygame, event, screen)
    _change_time(pygame.time, screen)


def _after(call: Callable[..., Any], then: Callable[[], None]) -> Callable[..., Any]:
    def called(*args: Any, **kw: Any) -> Any:
        result = call(*args, **kw)
        then()
        return result

    return called


def _before(call: Callable[..., Any], first: Callable[[], None]) -> Callable[..., Any]:
    def called(*args: Any, **kw: Any) -> Any:
        first()
        return call(*args, **kw)

    return called


def _change_events(pygame: Any, event: Any, screen: Screen) -> None:
    get, poll = event.get, event.poll

    def closing() -> Any:
        return event.Event(pygame.QUIT)

    def got(*args: Any, **kw: Any) -> list[Any]:
        found = get(*args, **kw)
        return [*found, closing()] if screen.leaves() else found

    def polled() -> Any:
        return closing() if screen.leaves() else poll()

    def waited(*args: Any) -> Any:
        found = poll()
        if found.type != pygame.NOEVENT:
            return found
        screen.keep()
        screen.leaves()
        return closing()

    event.get, event.poll, event.wait = got, polled, waited


def _change_time(time: Any, screen: Screen) -> None:
    ticks, gone = time.get_ticks, [0]

    def pass_by(milliseconds: Any) -> int:
        if milliseconds >= PAUSE_MS:
            screen.keep()
        gone[0] += max(0, int(milliseconds))
        return int(milliseconds)

    class Clock:
        """A clock that counts frames and never waits for the next frame."""

        def tick(self, framerate: float = 0) -> int:
            return pass_by(min(PAUSE_MS - 1, int(1000 / framerate)) if framerate > 0 else 1)

        tick_busy_loop = tick

        def get_time(self) -> int:
            return 16

        get_rawtime = get_time

        def get_fps(self) -> float:
            return 60.0

    time.Clock, time.wait, time.delay = Clock, pass_by, pass_by
    time.get_ticks = lambda: ticks() + gone[0]


CHANGES: dict[str, Callable[[Any], None]] = {"pygame": change}
