"""What all local pages share: one person's server on this machine, its door, its events, its refusals.

An application gives routes and a `Hub`; `serve` opens the door and serves them. The address holds a random
token as the first part of its path. A cookie would be sent to every server of this machine's address,
whatever its port, also to one of another user; a path is sent to ours alone. A page is sent the last word
on each topic. Words that are out of date are never sent, so a slow page costs no memory, and a page that
comes late or back knows everything at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import hmac
import json
import logging
import os
import secrets
import socket
import threading
import traceback
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from html import escape
from http import HTTPStatus
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from gograde.errors import GogradeError, JudgeError, UsageError, of_system
from gograde.private import scratch_folder

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


# -- who may come in -------------------------------------------------------------------------------


TOKEN_BYTES = 24
"""192 bits: nobody guesses it."""

_READING = {"GET", "HEAD"}
_HEADERS = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_POLICY = (
    "default-src 'none'; script-src {origin}{root}/static/; style-src {origin}{root}/static/; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True)
class Door:
    """A port of this machine and the token of one run of the server."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_hex(TOKEN_BYTES), repr=False)

    @property
    def address(self) -> str:
        """Where the first page is."""
        return f"http://127.0.0.1:{self.port}{self.root}/"

    @property
    def root(self) -> str:
        """The path above all pages."""
        return f"/{self.token}"

    @property
    def hosts(self) -> tuple[str, str]:
        """The names by which this server may be asked for; any other name is an attack by DNS."""
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    def refusal(self, method: str, path: str, headers: dict[str, str]) -> str | None:
        """Why a request does not come in; None if it does."""
        first = path.split("/", 2)[1] if path.startswith("/") else ""
        if headers.get("host") not in self.hosts:
            return "the request names another host"
        if not hmac.compare_digest(first.encode(), self.token.encode()):
            return "the address lacks its token"
        if method not in _READING and not _from_our_pages(headers):
            return "the request comes from another page"
        return None


@dataclass(frozen=True)
class Guarded:
    """An application behind a door; every answer forbids what its pages do not need."""

    inside: ASGIApp
    door: Door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        why = self.door.refusal(scope["method"], scope["path"], headers)
        if why is not None:
            await _refuse(send, why)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": self._with_ours(message["headers"], headers["host"])}
            await send(message)

        await self.inside({**scope, "root_path": self.door.root}, receive, sent)

    def _with_ours(self, given: list[tuple[bytes, bytes]], host: str) -> list[tuple[bytes, bytes]]:
        """The headers of an answer; a page may bring a policy of its own."""
        policy = _POLICY.format(origin=f"http://{host}", root=self.door.root)
        ours = {**_HEADERS, "content-security-policy": policy}
        has = {name.decode("latin-1").lower() for name, _ in given}
        return [*given, *((n.encode(), v.encode()) for n, v in ours.items() if n not in has)]


def _from_our_pages(headers: dict[str, str]) -> bool:
    """Whether a request that changes something was sent by a page of ours, or by no page at all."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
    return site == "same-origin" and (origin is None or origin == f"http://{headers['host']}")


async def _refuse(send: Send, why: str) -> None:
    text = f"403: {why}.\nOpen the address that the command printed.\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(text))]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": text})


# -- what pages send, and how they are refused: JSON both ways -------------------------------------


LARGEST = 4 << 20
"""Bytes of a request; the record of a long game with comments is a tenth of it."""

Action = Callable[[dict[str, Any]], Any]
"""What a page asks for: the values that it sent to the value that it gets."""


class Json(JSONResponse):
    """An answer in ASCII: the paths in its words may hold bytes that are not UTF-8."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode()


def does(action: Action) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of an action, which runs in a thread of its own."""

    async def endpoint(request: Request) -> Response:
        asked = await values_of(request)
        return Json(await run_in_threadpool(action, asked))

    return endpoint


async def values_of(request: Request) -> dict[str, Any]:
    """The JSON object that a page sent; raises `UsageError` for anything else."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/json":
        raise UsageError("request", f"{kind[:80]!r} is not application/json", "send JSON")
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > LARGEST:
            raise UsageError("request", f"more than {LARGEST >> 20} MiB", "send less")
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UsageError("request", "no readable JSON", "send a JSON object") from error
    if not isinstance(value, dict):
        raise UsageError("request", "no JSON object", "send a JSON object")
    return value


def refused(request: Request, error: Exception) -> Response:
    """An error that a person can mend, for the page to show."""
    error = of_system(error) if isinstance(error, OSError) else error
    assert isinstance(error, GogradeError)
    ours = isinstance(error, JudgeError)
    told = {"where": error.where, "what": error.what, "fix": error.fix}
    status = HTTPStatus.INTERNAL_SERVER_ERROR if ours else HTTPStatus.UNPROCESSABLE_ENTITY
    return Json(told, status)


def missing(request: Request, error: Exception) -> Response:
    """A page that does not exist, or that is asked in a way it does not answer."""
    assert isinstance(error, HTTPException)
    told = {"where": request.url.path.split("/", 2)[-1], "what": error.detail, "fix": "go to the first page"}
    return Json(told, error.status_code)


def failed(request: Request, error: Exception) -> Response:
    """A fault of ours: the terminal has the details."""
    traceback.print_exception(error)
    told = {"where": "gograde", "what": "failed; its terminal says how", "fix": "go on, or start it again"}
    return Json(told, HTTPStatus.INTERNAL_SERVER_ERROR)


SHARED = Path(__file__).resolve().parent / "static"


def site(door: Door, hub: Hub, routes: Sequence[BaseRoute], files: Mapping[str, Path]) -> Guarded:
    """The application of these routes.

    `files` are folders of our own scripts and styles by their name below `static/`; `static/shared/` has what
    all applications use.  `events` is the stream of the hub.
    """
    folders = {"shared": SHARED, **files}
    static = [Mount(f"/{name}", StaticFiles(directory=folder)) for name, folder in folders.items()]
    own = [*routes, Route("/events", stream(hub)), Mount("/static", routes=static)]
    handlers = {GogradeError: refused, OSError: refused, HTTPException: missing, Exception: failed}
    return Guarded(Starlette(routes=own, exception_handlers=handlers), door)


# -- the server from its start to Ctrl-C -----------------------------------------------------------


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
