"""The page of the live board, its actions, and what it hands out."""

from __future__ import annotations

import base64
import binascii
import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from gograde.app.board.analysis import LAYERS, MODELS, WORDS, influence
from gograde.app.board.files import game_of, read_game, write_game
from gograde.app.board.session import Session
from gograde.app.board.table import KOMI, SIDES, Look, Table, need_komi, new_game, point_of
from gograde.app.server.door import Door, Guarded
from gograde.app.server.events import Hub
from gograde.app.server.requests import does, site
from gograde.arena.game.rules import KOMI as KOMI_5
from gograde.errors import UsageError
from gograde.go.board import Stone
from gograde.pictures.draw import Coordinates, Diagram, Holding, png, rows_of, svg
from gograde.report.pages.environment import environment

# -- what a page may ask for, by name: from the values that it sends to what happens at the table ----------


@dataclass(frozen=True)
class Wish:
    """The values that a page sent; each method raises `UsageError` for another kind."""

    values: Mapping[str, Any]

    def number(self, name: str) -> int:
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise UsageError(name, "is no whole number", "send one")
        return value

    def real(self, name: str) -> float:
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UsageError(name, "is no number", "give one")
        return float(value)

    def text(self, name: str) -> str:
        value = self.values.get(name)
        if not isinstance(value, str):
            raise UsageError(name, "is no text", "send one")
        return value

    def flag(self, name: str) -> bool:
        value = self.values.get(name)
        if not isinstance(value, bool):
            raise UsageError(name, "is neither true nor false", "send one of them")
        return value

    def one_of(self, name: str, known: Collection[Any]) -> Any:
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int | str) or value not in known:
            raise UsageError(
                name, f"{str(value)[:80]} is none of its values", f"choose one of {_listed(known)}"
            )
        return value

    def some_of(self, name: str, known: Collection[str]) -> frozenset[str]:
        values = self.values.get(name)
        if not isinstance(values, list) or any(not isinstance(v, str) or v not in known for v in values):
            raise UsageError(name, "has a value that is unknown", f"choose some of {_listed(known)}")
        return frozenset(values)

    def data(self, name: str) -> bytes:
        try:
            return base64.b64decode(self.text(name), validate=True)
        except (ValueError, binascii.Error) as error:
            raise UsageError(name, "is no base64", "send the bytes of the file") from error


STYLES = ("dots", "shades", "numbers")
_COLOURS = {"black": Stone.BLACK, "white": Stone.WHITE}
_LONGEST_NAME = 80
"""Characters of a file's name that are shown."""

Action = Callable[[Session, Wish], None]


def _play(session: Session, request: Wish) -> None:
    side = session.table.game.side
    point = point_of(request.number("row"), request.number("column"), side)
    session.play(point, request.number("ply"))


def _pass(session: Session, request: Wish) -> None:
    session.play(None, request.number("ply"))


def _start(session: Session, _: Wish) -> None:
    session.change(lambda table: table.started())


def _pause(session: Session, _: Wish) -> None:
    session.change(lambda table: table.paused())


def _restart(session: Session, _: Wish) -> None:
    session.change(lambda table: table.restarted(table.game))


def _new(session: Session, request: Wish) -> None:
    side, komi = request.one_of("side", SIDES), request.real("komi")
    need_komi(komi)
    session.replace(lambda table: table.restarted(new_game(side, komi)))


def _undo(session: Session, _: Wish) -> None:
    session.change(lambda table: table.undone())


def _step(session: Session, request: Wish) -> None:
    session.change(lambda table: table.stepped(request.number("ply")))


def _seat(session: Session, request: Wish) -> None:
    session.seat(_COLOURS[request.one_of("colour", _COLOURS)], request.text("player"))


def _look(session: Session, request: Wish) -> None:
    look = Look(
        situation=request.flag("situation"),
        model=request.one_of("model", MODELS),
        style=request.one_of("style", STYLES),
        layers=request.some_of("layers", LAYERS),
    )
    session.change(lambda table: table.looked(look))


def _load(session: Session, request: Wish) -> None:
    name = request.text("name")[-_LONGEST_NAME:]
    game = read_game(name, request.data("data"))
    session.replace(lambda table: table.loaded(game, name))


def _open(session: Session, request: Wish) -> None:
    game, ply = game_of(request.text("link"))
    session.replace(lambda table: table.loaded(game, "").stepped(ply))


ACTIONS: dict[str, Action] = {
    "play": _play,
    "pass": _pass,
    "start": _start,
    "pause": _pause,
    "restart": _restart,
    "new": _new,
    "undo": _undo,
    "step": _step,
    "seat": _seat,
    "look": _look,
    "load": _load,
    "open": _open,
}


def act(session: Session, name: str, values: dict[str, Any]) -> dict[str, Any]:
    """Do what a page asks for; raises `GogradeError` when it may not be done."""
    ACTIONS[name](session, Wish(values))
    return {}


def _listed(known: Collection[Any]) -> str:
    return ", ".join(map(str, known))


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
    made = environment().overlay(loader=FileSystemLoader(HERE / "templates"))
    return HTMLResponse(made.get_template("board.html.j2").render(values))


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
