"""One game of two players on a board of any size: it ends after two passes, a resignation, or a fault.

The score is by area with komi.  The dead stones are those of the engine's estimate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.arena.output import written
from gograde.engine.faults import Failed, PlayerFault, Resigned, TakenBack
from gograde.engine.formulary.experience import add, default_file, load
from gograde.engine.formulary.formulary import Formulary
from gograde.engine.gtp.ending import final_score
from gograde.engine.gtp.vertices import write_vertex
from gograde.engine.player import Player, engine
from gograde.go.board import Point, Stone
from gograde.go.live import LiveGame
from gograde.go.moves import Illegal
from gograde.go.sgf import write_sgf

SCHEMA = "gograde/duel/v1"

MOVES_A_POINT = 3
"""Steps for each point of the board after which a game is over; usual games have fewer than one."""


@dataclass(frozen=True)
class Duel:
    """A finished game; `result` is as in SGF, `reason` for people, and `failed` is who lost by a fault."""

    black: str
    white: str
    game: LiveGame
    result: str
    reason: str
    failed: Stone | None = None

    @property
    def winner(self) -> Stone | None:
        """Who won, None for a draw."""
        return {"B": Stone.BLACK, "W": Stone.WHITE}.get(self.result[0])

    def name(self, stone: Stone) -> str:
        """Who played a colour."""
        return self.black if stone is Stone.BLACK else self.white


Watcher = Callable[[LiveGame, Stone, Point | None], None]
"""Is told the game after a move, and the move with its colour."""


def play_duel(black: Player, white: Player, game: LiveGame, watch: Watcher | None = None) -> Duel:
    """Play a game to its end; a person may take moves back."""
    seats = {Stone.BLACK: black, Stone.WHITE: white}
    while not game.ended and len(game.steps) < MOVES_A_POINT * game.side**2:
        stone = game.to_play
        try:
            point = seats[stone].choose(game)
            after = game.go(point)
            if isinstance(after, Illegal):
                raise PlayerFault(seats[stone].name, Failed.ILLEGAL, str(after.reason))
        except TakenBack as back:
            game = game.undo(back.plies)
        except Resigned:
            return _lost(seats, game, stone, "R", "resigned")
        except PlayerFault as fault:
            letter = "T" if fault.kind == Failed.TIME else "F"
            return _lost(seats, game, stone, letter, f"{fault.kind}, {fault.reason}")
        else:
            game = after
            if watch is not None:
                watch(game, stone, point)
    return _counted(seats, game)


def _lost(seats: dict[Stone, Player], game: LiveGame, stone: Stone, letter: str, reason: str) -> Duel:
    """A game that a side lost by what it did."""
    result = f"{stone.opponent.name[0]}+{letter}"
    failed = None if letter == "R" else stone
    return Duel(seats[Stone.BLACK].name, seats[Stone.WHITE].name, game, result, reason, failed)


def _counted(seats: dict[Stone, Player], game: LiveGame) -> Duel:
    result = final_score(game.position, game.komi)
    reason = "two passes" if game.ended else f"{len(game.steps)} moves are enough"
    return Duel(seats[Stone.BLACK].name, seats[Stone.WHITE].name, game, result, f"{result} after {reason}")


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


# -- engines that open by the results of earlier games, kept in a file, and add the results of their own ----

ENGINE = "engine"


OWN = "-"
"""The name that stands for the file of this user."""


def taught_by(file: Path) -> Callable[[int], Player]:
    """Makes engines of a seed that prefer what won; raises `DataError` for a broken file."""
    return lambda seed: engine(seed, Formulary(experience=load(_at(file))))


def teach(file: Path, duel: Duel) -> None:
    """Add what a game teaches each engine in it; a draw and a fault teach nothing about joseki."""
    if duel.winner is None or duel.failed is not None:
        return
    for stone in (Stone.BLACK, Stone.WHITE):
        if duel.name(stone) == ENGINE:
            add(_at(file), Formulary().learn(duel.game, won=duel.winner is stone))


def _at(file: Path) -> Path:
    return default_file() if str(file) == OWN else file
