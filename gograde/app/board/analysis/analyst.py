"""An analysis is made beside the game, of the position that is shown last."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

from gograde.app.board.analysis.layers import LAYERS, influence
from gograde.app.board.state import key_of
from gograde.app.board.table import Look, Table
from gograde.app.server.events import Hub
from gograde.go.influence.territory import situation_value
from gograde.go.player import Cancelled
from gograde.go.position import LiveGame

Wanted = Callable[[], bool]


def analysis(game: LiveGame, look: Look, wanted: Wanted) -> dict[str, Any]:
    """What a look shows of a position, as JSON; raises `Cancelled` when it is not `wanted` any more."""
    board = game.position.board
    found: dict[str, Any] = {"key": key_of(game), "value": round(situation_value(board), 2)}
    if look.situation:
        shown = influence(board, look.model)
        found["influence"] = {"strength": shown.strength, "values": shown.values}
    for name, layer in LAYERS.items():
        if name in look.layers:
            found[name] = layer(game, lambda: not wanted())
    return found


class Analyst:
    """Analyses what it was asked last, in a thread of its own, and tells the hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub, self._requests = hub, 0
        self._bell = threading.Condition()
        self._next: Table | None = None
        threading.Thread(target=self._work, daemon=True, name="analyst").start()

    def ask(self, table: Table) -> None:
        """Analyse the position that is shown; what was asked before is not wanted any more."""
        with self._bell:
            self._requests += 1
            self._next = table
            self._bell.notify()

    def _work(self) -> None:
        while True:
            with self._bell:
                while self._next is None:
                    self._bell.wait()
                table, number = self._next, self._requests
                self._next = None
            self._analyse(table, partial(self._is_last, number))

    def _is_last(self, number: int) -> bool:
        return number == self._requests

    def _analyse(self, table: Table, wanted: Wanted) -> None:
        try:
            found = analysis(table.seen, table.look, wanted)
        except Cancelled:
            return
        except Exception as error:  # a fault of an analysis must not end them all
            traceback.print_exception(error, file=sys.stderr)
            found = {"key": key_of(table.seen), "failed": True}
        if wanted():
            self._hub.tell("analysis", found)
