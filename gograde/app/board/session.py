"""The one game that all windows show: it changes at one place, and every change is told to all of them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from gograde.app.board.places import name_of, reason_words
from gograde.app.board.seats import Seats, need_seat, settled
from gograde.app.board.state import in_json
from gograde.app.board.table import PERSON, Table
from gograde.app.board.thinking import Answer, Failed, Thought, leave
from gograde.app.server.events import Hub
from gograde.engine.player import Player
from gograde.errors import UsageError
from gograde.go.board import Stone
from gograde.go.moves import Illegal

LEAVE_S = 3.0
"""Seconds that a program gets to end with the board; one that speaks GTP is killed after 2."""

Change = Callable[[Table], Table]


class Session:
    """A table, the players that sit at it, and the windows that hear of it."""

    def __init__(self, table: Table, seats: Seats, hub: Hub, analyse: Callable[[Table], None]) -> None:
        self.seats, self._hub, self._analyse = seats, hub, analyse
        self._lock = threading.RLock()
        self._players: dict[Stone, Player] = {}
        self._thought: Thought | None = None
        self._table = settled(table, seats)
        self._tell()

    @property
    def table(self) -> Table:
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

        def played(table: Table) -> Table:
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
            self._players[stone] = self.seats[table.mover].make()
        self._thought = Thought(self._players[stone], table.seen, self._moved)
        self._thought.begin()

    def _moved(self, thought: Thought, answer: Answer) -> None:
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


def _after(table: Table, answer: Answer) -> Table:
    """The table after the answer of a program; one that does not move stops the game, and loses nothing."""
    name = table.mover
    if isinstance(answer, Failed):
        return table.paused(f"{name} {answer.why}")
    after = table.seen.go(answer)
    if isinstance(after, Illegal):
        what, _ = reason_words(after.reason)
        where = name_of(after.point, table.seen.side)
        return table.paused(f"{name} wanted to play {where}, which is illegal: {what}.")
    return table.played(answer)
