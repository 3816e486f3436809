"""The page of the live board, its actions, and what it hands out."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from gograde.app.board.actions import ACTIONS, STYLES, act
from gograde.app.board.analysis.layers import LAYERS, WORDS
from gograde.app.board.analysis.models import MODELS
from gograde.app.board.drawn import PICTURES, picture
from gograde.app.board.files import write_game
from gograde.app.board.session import Session
from gograde.app.board.table import KOMI, SIDES
from gograde.app.server.door import Door, Guarded
from gograde.app.server.events import Hub
from gograde.app.server.requests import does
from gograde.app.server.site import site, templates
from gograde.arena.game.five_by_five import KOMI as KOMI_5

HERE = Path(__file__).resolve().parent


def board_site(session: Session, hub: Hub, door: Door) -> Guarded:
    """The application of one session."""
    routes = [
        Route("/", partial(_page, values=_values())),
        Route("/game.{kind}", partial(_game, session=session)),
        Route("/picture.{kind}", partial(_picture, session=session)),
        *(Route(f"/{name}", does(partial(act, session, name)), methods=["POST"]) for name in ACTIONS),
    ]
    return site(door, hub, routes, {"board": HERE / "static"})


def _values() -> dict[str, Any]:
    return {
        "sides": SIDES,
        "komi": KOMI,
        "komi_5": KOMI_5,
        "models": list(MODELS),
        "styles": STYLES,
        "layers": list(LAYERS),
        "words": WORDS,
    }


def _page(request: Request, values: dict[str, Any]) -> Response:
    return HTMLResponse(templates(HERE / "templates").get_template("board.html.j2").render(values))


def _game(request: Request, session: Session) -> Response:
    """The whole game as a file."""
    kind = request.path_params["kind"]
    data = write_game(session.table.saved(), kind)
    return _file(data, f"game.{kind}", "application/octet-stream")


def _picture(request: Request, session: Session) -> Response:
    """The position that is shown, with what is shown beside the stones."""
    kind = request.path_params["kind"]
    return _file(picture(session.table, kind), f"board.{kind}", PICTURES[kind])


def _file(data: bytes, name: str, media_type: str) -> Response:
    return Response(
        data, media_type=media_type, headers={"content-disposition": f'attachment; filename="{name}"'}
    )
