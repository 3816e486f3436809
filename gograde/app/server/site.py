"""An application from routes: its files, its events and its refusals, behind a door."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from gograde.app.server.door import Door, Guarded
from gograde.app.server.events import Hub, stream
from gograde.app.server.requests import failed, missing, refused
from gograde.errors import GogradeError

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


def templates(folder: Path) -> Environment:
    """The templates of an application, which escape everything that they print."""
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
