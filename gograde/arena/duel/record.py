"""A game of two players as SGF and as a value for JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gograde.arena.duel.game import Duel
from gograde.arena.output import written
from gograde.engine.gtp.vertices import write_vertex
from gograde.go.sgf import write_sgf

SCHEMA = "gograde/duel/v1"


def duel_sgf(duel: Duel) -> bytes:
    """The SGF of a game with the names of its players, the result, and what ended it."""
    from sgfmill import sgf

    game = sgf.Sgf_game.from_bytes(write_sgf(duel.game.record()))
    root = game.get_root()
    for name, text in [("PB", duel.black), ("PW", duel.white), ("RE", duel.result)]:
        root.set(name, text)
    game.get_last_node().set("C", duel.reason)
    return bytes(game.serialise())


def write_duel(path: Path, duel: Duel) -> None:
    """Write a game as SGF; raises `DataError` when the folder is not writable."""
    with written(path.parent, "name a folder that can be written to"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(duel_sgf(duel))


def as_json(duel: Duel) -> dict[str, Any]:
    """The game as `gograde/duel/v1`; moves as the Go Text Protocol writes them."""
    game = duel.game
    return {
        "schema": SCHEMA,
        "black": duel.black,
        "white": duel.white,
        "side": game.side,
        "komi": game.komi,
        "moves": [write_vertex(step, game.side) for step in game.steps],
        "result": duel.result,
        "reason": duel.reason,
        "forfeit": duel.failed is not None,
    }
