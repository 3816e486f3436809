"""The one game that all windows show: it changes at one place, and every change is told to all of them."""

from __future__ import annotations

import contextlib
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Event, Thread
from typing import Any

from gograde.app.board.table import (
    PERSON,
    BoardTable,
    Seats,
    in_json,
    name_of,
    need_seat,
    reason_words,
    settled,
)
from gograde.app.server import Hub
from gograde.errors import GogradeError, UsageError
from gograde.go.board import Stone
from gograde.go.moves import Illegal
from gograde.go.player import RESIGNED, Answer, Cancelled, Fault, Player
from gograde.go.position import LiveGame


@dataclass(frozen=True)
class Failed:
    """A player that did not answer with a move: a sentence about it, without its name."""

    why: str


@dataclass
class Thought:
    """One choice of a player; nobody hears of it once it is given up."""

    player: Player
    game: LiveGame
    done: Callable[[Thought, Answer | Failed], Any]
    _given_up: Event = field(default_factory=Event)
    _thread: Thread = field(init=False)

    def begin(self) -> None:
        self._thread = Thread(target=self._think, daemon=True, name="a player thinks")
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

    def _answer(self) -> Answer | Failed:
        try:
            answer = self.player.choose(self.game, self._given_up.is_set)
        except Cancelled:
            return Failed("stopped.")
        except GogradeError as error:
            return Failed(f"did not move: {error.what}.")
        except Exception as error:
            if not self._given_up.is_set():
                traceback.print_exception(error, file=sys.stderr)
            return Failed("failed; the terminal says how.")
        if isinstance(answer, Fault):
            return Failed("resigns." if answer == RESIGNED else f"did not move: {answer}.")
        return answer


LEAVE_S = 3.0
"""Seconds that a program gets to end with the board; one that speaks GTP is killed after 2."""

Change = Callable[[BoardTable], BoardTable]


class BoardSession:
    """A table, the players that sit at it, and the windows that hear of it."""

    def __init__(
        self, table: BoardTable, seats: Seats, seed: int, hub: Hub, analyse: Callable[[BoardTable], None]
    ) -> None:
        self.seats, self._seed, self._hub, self._analyse = seats, seed, hub, analyse
        self._lock = threading.RLock()
        self._players: dict[Stone, Player] = {}
        self._thought: Thought | None = None
        self._table = settled(table, seats)
        self._tell()

    @property
    def table(self) -> BoardTable:
        return self._table

    def change(self, change: Change) -> None:
        """Do something at the table, and tell all windows; raises `UsageError` when it may not be done."""
        with self._lock:
            before, self._table = self._table, change(self._table)
            if before.running and not self._table.running:
                self._stop()
            self._go_on()
            self._tell()

    def play(self, point: tuple[int, int] | None, ply: int) -> None:
        """A person moves at a ply; another window may have moved before."""

        def played(table: BoardTable) -> BoardTable:
            if table.running and table.mover != PERSON:
                raise UsageError(
                    "board", f"it is the turn of {table.mover}", "wait for its move, or press Pause"
                )
            if ply != table.shown:
                raise UsageError("board", "another window has moved", "look at the board again")
            return table.played(point)

        self.change(played)

    def seat(self, stone: Stone, role: str) -> None:
        """Let a person or a program play a colour."""
        with self._lock:
            need_seat(self.seats, role, self._table.game.side)
            self.change(lambda table: table.seated(stone, role))

    def replace(self, change: Change) -> None:
        """Put another game on the table; whoever does not play on its board leaves."""
        self.change(lambda table: settled(change(table), self.seats))

    def close(self) -> None:
        """Nobody plays any more; programs get `LEAVE_S` seconds to end."""
        with self._lock:
            self._table = replace(self._table, running=False)
            leaving = self._stop()
        for thread in leaving:
            thread.join(LEAVE_S)

    def _go_on(self) -> None:
        """Let the program whose turn it is think."""
        table = self._table
        if not table.running or table.mover == PERSON or self._thought is not None:
            return
        stone = table.seen.to_play
        if stone not in self._players:
            self._players[stone] = self.seats[table.mover].player(self._seed)
        self._thought = Thought(self._players[stone], table.seen, self._moved)
        self._thought.begin()

    def _moved(self, thought: Thought, answer: Answer | Failed) -> None:
        with self._lock:
            if thought is not self._thought:
                return
            self._thought = None
            self.change(lambda table: _after(table, answer))

    def _stop(self) -> list[threading.Thread]:
        """Give up what is thought, and close the players; the threads in which they leave."""
        thought, self._thought = self._thought, None
        players, self._players = [*self._players.values()], {}
        idle = [one for one in players if thought is None or one is not thought.player]
        leaving = [threading.Thread(target=leave, args=(player,), daemon=True) for player in idle]
        for thread in leaving:
            thread.start()
        return leaving if thought is None else [*leaving, thought.give_up()]

    def _tell(self) -> None:
        self._hub.tell("state", in_json(self._table, self.seats))
        self._analyse(self._table)


def _after(table: BoardTable, answer: Answer | Failed) -> BoardTable:
    """The table after the answer of a program; one that does not move stops the game, and loses nothing."""
    name = table.mover
    if isinstance(answer, Failed):
        return table.paused(f"{name} {answer.why}")
    after = table.seen.go(answer.point)
    if isinstance(after, Illegal):
        what, _ = reason_words(after.reason)
        where = name_of(after.point, table.seen.side)
        return table.paused(f"{name} wanted to play {where}, which is illegal: {what}.")
    return table.played(answer.point)


def leave(player: Player) -> None:
    """Close a player, which may hold something: a program that runs, a server in the sandbox."""
    with contextlib.suppress(GogradeError, OSError):
        player.close()
