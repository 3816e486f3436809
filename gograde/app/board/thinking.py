"""A player thinks in a thread of its own, so that pages never wait for it."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any

from gograde.engine.cancelled import Cancelled
from gograde.engine.faults import Resigned
from gograde.engine.player import Player
from gograde.errors import GogradeError
from gograde.go.board import Point
from gograde.go.live.game import LiveGame


@dataclass(frozen=True)
class Failed:
    """A player that did not answer with a move: a sentence about it, without its name."""

    why: str


Answer = Point | None | Failed


@dataclass
class Thought:
    """One choice of a player; nobody hears of it once it is given up."""

    player: Player
    game: LiveGame
    done: Callable[[Thought, Answer], Any]
    _given_up: Event = field(default_factory=Event)
    _thread: Thread = field(init=False)

    def begin(self) -> None:
        self._thread = Thread(target=self._think, daemon=True, name=f"{self.player.name} thinks")
        self._thread.start()

    def give_up(self) -> Thread:
        """Do not wait for it; the thread that ends when it has left.

        A player that asks whether it is still wanted stops; one that does not thinks on and is not heard.
        Then it is closed: a player that thinks is left alone.
        """
        self._given_up.set()
        return self._thread

    def _think(self) -> None:
        answer = self._answer()
        if not self._given_up.is_set():
            self.done(self, answer)
        if self._given_up.is_set():  # also when that came while the answer was on its way
            leave(self.player)

    def _answer(self) -> Answer:
        try:
            return self.player.choose(self.game, self._given_up.is_set)
        except Cancelled:
            return Failed("stopped.")
        except Resigned:
            return Failed("resigns.")
        except GogradeError as error:
            return Failed(f"did not move: {error.what}.")
        except Exception as error:
            if not self._given_up.is_set():
                traceback.print_exception(error, file=sys.stderr)
            return Failed("failed; the terminal says how.")


def leave(player: Player) -> None:
    """Close a player that holds something: a program that runs, a server in the sandbox."""
    close = getattr(player, "close", None)
    if close is not None:
        with contextlib.suppress(GogradeError, OSError):
            close()
