"""The page of the live board, its actions, and what it hands out."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_type_hints

from jinja2 import FileSystemLoader
from msgspec import Meta, Struct, defstruct, structs
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from gograde.app.board.analysis import LAYERS, MODELS, WORDS, influence
from gograde.app.board.session import BoardSession
from gograde.app.board.table import (
    KOMI,
    SIDES,
    BoardTable,
    ShownAnalysis,
    Side,
    game_of,
    need_komi,
    new_game,
    point_of,
    read_game,
    write_game,
)
from gograde.app.server import Door, Guarded, Hub, does, site
from gograde.arena.game.rules import KOMI as KOMI_5
from gograde.codec import of_value
from gograde.errors import UsageError
from gograde.go.board import Stone
from gograde.pictures.draw import Coordinates, Diagram, Holding, png, rows_of, svg
from gograde.report.pages.environment import environment

# -- what a page may ask for, by name: each action is called with the values that the page sends -----------

Model = Annotated[str, Meta(pattern=f"^({'|'.join(MODELS)})$")]
Layer = Annotated[str, Meta(pattern=f"^({'|'.join(LAYERS)})$")]
Style = Literal["dots", "shades", "numbers"]
_LONGEST_NAME = 80
"""Characters of a file's name that are shown."""


def _changed(change: Callable[[BoardTable], BoardTable]) -> Callable[[BoardSession], None]:
    """The action that changes the table so."""

    def action(session: BoardSession) -> None:
        session.change(change)

    return action


def _play(session: BoardSession, row: int, column: int, ply: int) -> None:
    session.play(point_of(row, column, session.table.game.side), ply)


def _pass(session: BoardSession, ply: int) -> None:
    session.play(None, ply)


def _new(session: BoardSession, side: Side, komi: float) -> None:
    need_komi(komi)
    session.replace(lambda table: table.restarted(new_game(side, komi)))


def _step(session: BoardSession, ply: int) -> None:
    session.change(lambda table: table.stepped(ply))


def _seat(session: BoardSession, colour: Literal["black", "white"], player: str) -> None:
    session.seat(Stone[colour.upper()], player)


def _look(
    session: BoardSession, situation: bool, model: Model, style: Style, layers: frozenset[Layer]
) -> None:
    session.change(lambda table: table.looked(ShownAnalysis(situation, model, style, layers)))


def _load(session: BoardSession, name: str, data: bytes) -> None:
    shown = name[-_LONGEST_NAME:]
    game = read_game(shown, data)
    session.replace(lambda table: table.loaded(game, shown))


def _open(session: BoardSession, link: str) -> None:
    game, ply = game_of(link)
    session.replace(lambda table: table.loaded(game, "").stepped(ply))


ACTIONS: Mapping[str, Callable[..., None]] = {
    "play": _play,
    "pass": _pass,
    "start": _changed(lambda table: table.started()),
    "pause": _changed(lambda table: table.paused()),
    "restart": _changed(lambda table: table.restarted(table.game)),
    "new": _new,
    "undo": _changed(lambda table: table.undone()),
    "step": _step,
    "seat": _seat,
    "look": _look,
    "load": _load,
    "open": _open,
}


@cache
def _wish(name: str) -> type[Struct]:
    """The values that an action takes, by the names of its parameters; bytes are sent as base64."""
    taken = get_type_hints(ACTIONS[name], include_extras=True)
    return defstruct(name, [(key, kind) for key, kind in taken.items() if key not in ("session", "return")])


def act(session: BoardSession, name: str, values: dict[str, Any]) -> dict[str, Any]:
    """Do what a page asks for; raises `GogradeError` when it may not be done."""
    try:
        wish = of_value(_wish(name), values)
    except ValueError as error:
        where = re.findall(r"`(?:\$\.)?(\w+)", str(error))[-1]
        raise UsageError(where, "has none of the values that it may have", "give another") from None
    ACTIONS[name](session, **structs.asdict(wish))
    return {}


PICTURES = {"png": "image/png", "svg": "image/svg+xml"}

_FIRM = 0.9
"""Strength from which a point is drawn as held for certain."""

_ONE_AT_A_TIME = threading.Lock()
"""matplotlib draws in one thread at a time."""

HERE = Path(__file__).resolve().parent


def board_site(session: BoardSession, hub: Hub, door: Door) -> Guarded:
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
        "styles": get_args(Style),
        "layers": list(LAYERS),
        "words": WORDS,
    }


def _page(request: Request, values: dict[str, Any]) -> Response:
    made = environment().overlay(loader=FileSystemLoader(HERE / "templates"))
    return HTMLResponse(made.get_template("board.html.j2").render(values))


def _game(request: Request, session: BoardSession) -> Response:
    """The whole game as a file."""
    kind = request.path_params["kind"]
    data = write_game(session.table.saved(), kind)
    return _file(data, f"game.{kind}", "application/octet-stream")


def _picture(request: Request, session: BoardSession) -> Response:
    """The position that is shown, with what is shown beside the stones."""
    kind = request.path_params["kind"]
    return _file(picture(session.table, kind), f"board.{kind}", PICTURES[kind])


def _file(data: bytes, name: str, media_type: str) -> Response:
    return Response(
        data, media_type=media_type, headers={"content-disposition": f'attachment; filename="{name}"'}
    )


def picture(table: BoardTable, kind: str) -> bytes:
    """The position that is shown, as PNG or SVG, with the situation as it is on the board."""
    if kind not in PICTURES:
        raise UsageError(kind[:80], "no format of pictures", f"choose one of {', '.join(PICTURES)}")
    drawn = diagram(table)
    if kind == "svg":
        return svg(drawn).encode()
    with _ONE_AT_A_TIME:
        return png(drawn)


def diagram(table: BoardTable) -> Diagram:
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
