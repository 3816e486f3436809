"""What a page may ask for, by name: from the values that it sends to what happens at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gograde.app.board.analysis.layers import LAYERS
from gograde.app.board.analysis.models import MODELS
from gograde.app.board.asked import Asked
from gograde.app.board.files import read_game
from gograde.app.board.links import game_of
from gograde.app.board.session import Session
from gograde.app.board.table import SIDES, Look, need_komi, new_game, point_of
from gograde.go.board import Stone

STYLES = ("dots", "shades", "numbers")
_COLOURS = {"black": Stone.BLACK, "white": Stone.WHITE}
_LONGEST_NAME = 80
"""Characters of a file's name that are shown."""

Action = Callable[[Session, Asked], None]


def _play(session: Session, asked: Asked) -> None:
    side = session.table.game.side
    point = point_of(asked.number("row"), asked.number("column"), side)
    session.play(point, asked.number("ply"))


def _pass(session: Session, asked: Asked) -> None:
    session.play(None, asked.number("ply"))


def _start(session: Session, _: Asked) -> None:
    session.change(lambda table: table.started())


def _pause(session: Session, _: Asked) -> None:
    session.change(lambda table: table.paused())


def _restart(session: Session, _: Asked) -> None:
    session.change(lambda table: table.restarted(table.game))


def _new(session: Session, asked: Asked) -> None:
    side, komi = asked.one_of("side", SIDES), asked.real("komi")
    need_komi(komi)
    session.replace(lambda table: table.restarted(new_game(side, komi)))


def _undo(session: Session, _: Asked) -> None:
    session.change(lambda table: table.undone())


def _step(session: Session, asked: Asked) -> None:
    session.change(lambda table: table.stepped(asked.number("ply")))


def _seat(session: Session, asked: Asked) -> None:
    session.seat(_COLOURS[asked.one_of("colour", _COLOURS)], asked.text("player"))


def _look(session: Session, asked: Asked) -> None:
    look = Look(
        situation=asked.flag("situation"),
        model=asked.one_of("model", MODELS),
        style=asked.one_of("style", STYLES),
        layers=asked.some_of("layers", LAYERS),
    )
    session.change(lambda table: table.looked(look))


def _load(session: Session, asked: Asked) -> None:
    name = asked.text("name")[-_LONGEST_NAME:]
    game = read_game(name, asked.data("data"))
    session.replace(lambda table: table.loaded(game, name))


def _open(session: Session, asked: Asked) -> None:
    game, ply = game_of(asked.text("link"))
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
    ACTIONS[name](session, Asked(values))
    return {}
