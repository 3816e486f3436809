"""What a page may ask for, by name: from the values that it sends to what happens at the table."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from gograde.app.board.analysis.layers import LAYERS
from gograde.app.board.analysis.models import MODELS
from gograde.app.board.files import game_of, read_game
from gograde.app.board.session import Session
from gograde.app.board.table import SIDES, Look, need_komi, new_game, point_of
from gograde.errors import UsageError
from gograde.go.board import Stone


@dataclass(frozen=True)
class Request:
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

Action = Callable[[Session, Request], None]


def _play(session: Session, request: Request) -> None:
    side = session.table.game.side
    point = point_of(request.number("row"), request.number("column"), side)
    session.play(point, request.number("ply"))


def _pass(session: Session, request: Request) -> None:
    session.play(None, request.number("ply"))


def _start(session: Session, _: Request) -> None:
    session.change(lambda table: table.started())


def _pause(session: Session, _: Request) -> None:
    session.change(lambda table: table.paused())


def _restart(session: Session, _: Request) -> None:
    session.change(lambda table: table.restarted(table.game))


def _new(session: Session, request: Request) -> None:
    side, komi = request.one_of("side", SIDES), request.real("komi")
    need_komi(komi)
    session.replace(lambda table: table.restarted(new_game(side, komi)))


def _undo(session: Session, _: Request) -> None:
    session.change(lambda table: table.undone())


def _step(session: Session, request: Request) -> None:
    session.change(lambda table: table.stepped(request.number("ply")))


def _seat(session: Session, request: Request) -> None:
    session.seat(_COLOURS[request.one_of("colour", _COLOURS)], request.text("player"))


def _look(session: Session, request: Request) -> None:
    look = Look(
        situation=request.flag("situation"),
        model=request.one_of("model", MODELS),
        style=request.one_of("style", STYLES),
        layers=request.some_of("layers", LAYERS),
    )
    session.change(lambda table: table.looked(look))


def _load(session: Session, request: Request) -> None:
    name = request.text("name")[-_LONGEST_NAME:]
    game = read_game(name, request.data("data"))
    session.replace(lambda table: table.loaded(game, name))


def _open(session: Session, request: Request) -> None:
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
    ACTIONS[name](session, Request(values))
    return {}


def _listed(known: Collection[Any]) -> str:
    return ", ".join(map(str, known))
