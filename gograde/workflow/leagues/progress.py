"""Tells, while a class is graded, how long its leagues take: before their first game, and now and then."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from gograde.errors import GogradeError
from gograde.workflow.progress import Progress

if TYPE_CHECKING:
    from gograde.workflow.leagues.watch import LeagueWatch

EVERY_S = 60.0
"""Seconds between two lines about a league."""

_PLAYS = re.compile(r"(.+): games \d+-\d+")
"""The name that `gograde.workflow.events.name_of` gives to the games of a tile."""

_REFUSED = (GogradeError, OSError, ValueError)
"""What a file raises that is just being made anew; a league is graded whether or not it can be watched."""


class LeagueProgress(Progress):
    """Another display of progress, to which leagues are told.

    `watch` begins to watch the league of an assignment.
    """

    def __init__(
        self, shown: Progress, watch: Callable[[str], LeagueWatch], every_s: float = EVERY_S
    ) -> None:
        self._shown, self._watch, self._every_s = shown, watch, every_s
        self._lock, self._over = threading.RLock(), threading.Event()
        self._watched: dict[str, LeagueWatch | None] = {}
        self._thread = threading.Thread(target=self._tell, daemon=True)

    def hear(self, event: str, value: int | str) -> None:
        with self._lock:
            getattr(self._shown, event)(value)
            games = _PLAYS.fullmatch(str(value))
            if event == "started" and games and games[1] not in self._watched:
                self._begin(games[1])

    def close(self) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        self._shown.close()

    def _begin(self, assignment: str) -> None:
        try:
            found = self._watch(assignment)
        except _REFUSED:
            self._watched[assignment] = None
            return
        self._watched[assignment] = found
        if told := found.begins():
            self._shown.note(told)
        if not self._thread.is_alive():
            self._thread.start()

    def _tell(self) -> None:
        while not self._over.wait(self._every_s):
            self.tell()

    def tell(self) -> None:
        """Say how far each league is."""
        with self._lock:
            for found in self._watched.values():
                try:
                    told = found.goes_on() if found else ""
                except _REFUSED:
                    continue
                if told:
                    self._shown.note(told)
