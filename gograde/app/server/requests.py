"""What pages send, and how they are refused: JSON both ways."""

from __future__ import annotations

import json
import traceback
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from gograde.app.server.door import Door, Guarded
from gograde.app.server.events import Hub, stream
from gograde.errors import GogradeError, JudgeError, UsageError, of_system

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
