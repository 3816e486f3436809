"""The server from its start to Ctrl-C."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from html import escape
from threading import Thread
from typing import TYPE_CHECKING

from gograde.app.server.door import Door
from gograde.errors import UsageError
from gograde.private import scratch_folder

if TYPE_CHECKING:
    from starlette.types import ASGIApp

SCREEN = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Variables of which one is set where a browser can show a page."""

GRACE_S = 2
"""Seconds that answers which are under way get when the server ends."""


def serve(
    make: Callable[[Door], ASGIApp],
    close: Callable[[], None],
    say: Callable[[str], None],
    *,
    port: int = 0,
    first: str = "",
) -> None:
    """Serve the application that `make` gives until Ctrl-C; `say` gets its address, once.

    Where there is a screen, or BROWSER is set, a browser opens it.  `first` is the page there that is meant.

    `close` is called before the server waits for its pages: it ends their streams of events.  A port of 0 is
    any that is free.  Raises `UsageError` when the port is taken.
    """
    with suppress(KeyboardInterrupt), _listening(port) as listener:
        door = Door(listener.getsockname()[1])
        application = make(door)
        address = f"{door.address}{first}"
        say(address)
        with _opened(address):
            _run(application, listener, close)


def has_screen() -> bool:
    """Can a browser show a page here?"""
    return any(os.environ.get(name) for name in SCREEN)


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
            listener.listen()
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            what = "is taken" if error.errno == errno.EADDRINUSE else "is not for you"
            raise UsageError(f"--port {port}", what, "give another port, or none") from error
        yield listener


@contextmanager
def _opened(address: str) -> Iterator[None]:
    """Open a browser at the address where there is a screen.

    All users of a machine see the arguments of programs, so the browser gets a file that only we may read.
    Some browsers return when they are closed, so it is not waited for.
    """
    if not has_screen():
        yield
        return
    with scratch_folder() as folder:
        page = folder / "open.html"
        to = escape(address)
        with os.fdopen(os.open(page, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f'<meta http-equiv="refresh" content="0;url={to}"><a href="{to}">gograde</a>\n')
        Thread(target=webbrowser.open, args=(page.as_uri(),), daemon=True).start()
        yield


def _run(application: ASGIApp, listener: socket.socket, close: Callable[[], None]) -> None:
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            close()
            await super().shutdown(sockets)

    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
    config = uvicorn.Config(
        application,
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=GRACE_S,
    )
    asyncio.run(Server(config).serve([listener]))
