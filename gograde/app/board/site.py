"""The page of the live board, its actions, and what it hands out."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from gograde.app.board.actions import ACTIONS, STYLES, act
from gograde.app.board.analysis.layers import LAYERS, WORDS
from gograde.app.board.analysis.models import MODELS, influence
from gograde.app.board.files import write_game
from gograde.app.board.session import Session
from gograde.app.board.table import KOMI, SIDES, Table
from gograde.app.server.door import Door, Guarded
from gograde.app.server.events import Hub
from gograde.app.server.requests import does, site, templates
from gograde.arena.game.five_by_five import KOMI as KOMI_5
from gograde.errors import UsageError
from gograde.pictures.draw import Coordinates, Diagram, Holding, png, rows_of, svg

PICTURES = {"png": "image/png", "svg": "image/svg+xml"}

_FIRM = 0.9
"""Strength from which a point is drawn as held for certain."""

_ONE_AT_A_TIME = threading.Lock()
"""matplotlib draws in one thread at a time."""

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


def picture(table: Table, kind: str) -> bytes:
    """The position that is shown, as PNG or SVG, with the situation as it is on the board."""
    if kind not in PICTURES:
        raise UsageError(kind[:80], "no format of pictures", f"choose one of {', '.join(PICTURES)}")
    drawn = diagram(table)
    if kind == "svg":
        return svg(drawn).encode()
    with _ONE_AT_A_TIME:
        return png(drawn)


def diagram(table: Table) -> Diagram:
    """What the board shows, to be drawn."""
    game, look = table.seen, table.look
    board = game.position.board
    values: dict[tuple[int, int], float] = {}
    territory: dict[tuple[int, int], Holding] = {}
    if look.situation:
        shown = influence(board, look.model)
        numbers = next(iter(shown.values.values()))
        for index, point in enumerate(board.points()):
            if board.cells[index]:
                continue
            if look.style == "numbers" and numbers[index]:
                values[point] = numbers[index]
            elif look.style != "numbers" and shown.strength[index]:
                territory[point] = _holding(shown.strength[index])
    last = game.steps[-1] if game.steps else None
    labels = Coordinates.LETTERS
    return Diagram(rows_of(board), coordinates=labels, last=last, values=values, territory=territory)


def _holding(strength: float) -> Holding:
    if strength > 0:
        return Holding.BLACK_FIRM if strength >= _FIRM else Holding.BLACK
    return Holding.WHITE_FIRM if strength <= -_FIRM else Holding.WHITE
