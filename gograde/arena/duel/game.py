"""One game of two players on a board of any size: it ends after two passes, a resignation, or a fault.

The score is by area with komi.  The dead stones are those of the engine's estimate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gograde.engine.faults import Failed, PlayerFault, Resigned, TakenBack
from gograde.engine.gtp.ending import final_score
from gograde.engine.player import Player
from gograde.go.board import Point, Stone
from gograde.go.live.game import LiveGame
from gograde.go.moves import Illegal

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
