"""What the server tells open pages without being asked: server-sent events.

A page is told the last word on each topic.  Words that are out of date are never sent, so a slow page costs
no memory, and a page that comes late or back knows everything at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

AGAIN_MS = 1000
"""Milliseconds until a page that lost the server asks again."""

BEAT_S = 15.0
"""Seconds without news until an empty line finds out whether the page is still there."""


class Hub:
    """The last word on each topic; any thread may `tell`, any number of pages listen."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._words: dict[str, tuple[int, str]] = {}
        self._number, self._closed = 0, False
        self._bells: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def tell(self, topic: str, value: Any) -> None:
        """Tell all pages the last word on a topic; `value` becomes JSON."""
        text = json.dumps(value, allow_nan=False, separators=(",", ":"))
        with self._lock:
            self._number += 1
            self._words[topic] = (self._number, text)
        self._ring()

    def close(self) -> None:
        """End the streams of all pages."""
        self._closed = True
        self._ring()

    @property
    def listeners(self) -> int:
        """How many pages listen."""
        return len(self._bells)

    async def news(self) -> AsyncIterator[str]:
        """The stream of one page, in the format of server-sent events."""
        bell, seen = asyncio.Event(), 0
        ours = (asyncio.get_running_loop(), bell)
        self._bells.add(ours)
        try:
            yield f"retry: {AGAIN_MS}\n\n"
            while not self._closed:
                bell.clear()
                for number, topic, text in self._since(seen):
                    seen = number
                    yield f"event: {topic}\ndata: {text}\n\n"
                if not await _rung(bell):
                    yield ":\n\n"
        finally:
            self._bells.discard(ours)

    def _since(self, number: int) -> list[tuple[int, str, str]]:
        with self._lock:
            return sorted((n, topic, text) for topic, (n, text) in self._words.items() if n > number)

    def _ring(self) -> None:
        for loop, bell in tuple(self._bells):
            with contextlib.suppress(RuntimeError):  # that loop has just ended
                loop.call_soon_threadsafe(bell.set)


async def _rung(bell: asyncio.Event) -> bool:
    try:
        await asyncio.wait_for(bell.wait(), BEAT_S)
    except TimeoutError:
        return False
    return True


def stream(hub: Hub) -> Any:
    """The endpoint that pages listen to."""
    from starlette.responses import StreamingResponse

    async def events(request: Request) -> Response:
        return StreamingResponse(hub.news(), media_type="text/event-stream")

    return events
