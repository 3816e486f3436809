"""What all windows of a board show, as a value, and what may be done with it when.

Source: the dialog of the course's paper.  While a game runs, its players, restart, undo, load, save and the
switches of the situation are locked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from gograde.arena.game.match import Bot
from gograde.arena.game.rules import COURSE
from gograde.arena.players.by_name import sides_of
from gograde.errors import UsageError
from gograde.go.board import Point, Stone
from gograde.go.moves import Illegal, IllegalReason
from gograde.go.position import LiveGame
from gograde.pictures.diagram import Coordinates

_WORDS = {
    IllegalReason.OFF_BOARD: ("it is off the board", "play on the board"),
    IllegalReason.OCCUPIED: ("a stone is there already", "play on an empty point"),
    IllegalReason.SUICIDE: ("the stone would have no liberty, which is suicide", "play where it has one"),
    IllegalReason.KO: ("this is ko, the board would be as it was a move ago", "play elsewhere first"),
}


def reason_words(reason: IllegalReason) -> tuple[str, str]:
    """Why a move is illegal, and what to do instead."""
    return _WORDS[reason]


def name_of(point: tuple[int, int] | None, side: int) -> str:
    """A point as players say it: columns are letters without I, rows count from below."""
    if point is None:
        return "pass"
    row, column = point
    return Coordinates.LETTERS.of_column(column) + Coordinates.LETTERS.of_row(row, side)


PERSON = "person"
"""The role of a colour that is played on the page."""

Side = Literal[19, 13, 9, 5]
SIDES: tuple[Side, ...] = get_args(Side)
KOMI = 6.5
"""Points for white on boards other than 5x5, whose game has its own."""

MOST_KOMI = 400
"""More than any board has points."""

MOST_STEPS = 1000
"""The longest game: the paper's list of steps."""


@dataclass(frozen=True)
class ShownAnalysis:
    """Which analysis is shown, and how."""

    situation: bool = False
    model: str = "force"
    style: str = "dots"
    layers: frozenset[str] = frozenset()


def new_game(side: int = 19, komi: float | None = None) -> LiveGame:
    """The game before its first move; on 5x5 the one of the course, where black's pass on ply 1 ends it."""
    if side == COURSE.side:
        return replace(COURSE, komi=COURSE.komi if komi is None else komi).start
    return LiveGame.empty(side, KOMI if komi is None else komi)


def need_komi(komi: float) -> None:
    """Raise `UsageError` for a komi that no game has."""
    if not -MOST_KOMI <= komi <= MOST_KOMI:
        raise UsageError("komi", f"{komi:g} is no komi", f"give a number of at most {MOST_KOMI}")


def is_over(game: LiveGame) -> bool:
    """Has the game ended: by passes, or by its last ply, which comes early on 5x5?"""
    return game.ended or len(game.steps) >= (COURSE.plies if game.side == COURSE.side else MOST_STEPS)


@dataclass(frozen=True)
class BoardTable:
    """A game, the ply of it that is shown, who plays, and what is shown beside the stones.

    Moves after the ply that is shown stay until another move is played or the game is taken back.
    """

    game: LiveGame = field(default_factory=new_game)
    shown: int = 0
    roles: tuple[str, str] = (PERSON, PERSON)
    running: bool = False
    look: ShownAnalysis = ShownAnalysis()
    title: str = ""
    note: str = ""
    """Why the game stands still."""

    @property
    def seen(self) -> LiveGame:
        """The game up to the ply that is shown."""
        return self.game.undo(len(self.game.steps) - self.shown)

    @property
    def mover(self) -> str:
        """The role of the colour to play."""
        return self.roles[self.seen.to_play is Stone.WHITE]

    def started(self) -> BoardTable:
        """Start or go on, from the position that is shown."""
        if is_over(self.seen):
            raise UsageError("start", "the game is over", "take back moves, or begin anew")
        return replace(self, running=True, note="")

    def paused(self, note: str = "") -> BoardTable:
        return replace(self, running=False, note=note)

    def played(self, point: tuple[int, int] | None) -> BoardTable:
        """The colour to play moves, or passes with None; raises `UsageError` for an illegal move."""
        game = self.seen
        if not self.running:
            raise UsageError(name_of(point, game.side), "the game is paused", "press Start to play")
        after = game.go(point)
        if isinstance(after, Illegal):
            where, stone = name_of(point, game.side), after.stone.name.lower()
            what, fix = reason_words(after.reason)
            raise UsageError(where, f"{stone} may not play here: {what}", fix)
        known = self.game.steps[: len(after.steps)] == after.steps
        table = replace(self, game=self.game if known else after, shown=len(after.steps))
        return table.paused("The game is over.") if is_over(after) else table

    def undone(self, plies: int = 2) -> BoardTable:
        """Take back two plies, so that the same side is to play."""
        self._need_pause("undo")
        if not self.shown:
            raise UsageError("undo", "no move was played", "play one")
        game = self.seen.undo(plies)
        return replace(self, game=game, shown=len(game.steps), note="")

    def restarted(self, game: LiveGame) -> BoardTable:
        """Begin anew, before the first move of a game."""
        self._need_pause("restart")
        return self._with(game.reset(), "")

    def loaded(self, game: LiveGame, title: str) -> BoardTable:
        """Show the end of a game that was saved; whoever cannot play on its board becomes a person."""
        self._need_pause("load")
        return self._with(game, title)

    def seated(self, stone: Stone, role: str) -> BoardTable:
        """Let a person or a player play a colour."""
        self._need_pause("players")
        black, white = self.roles
        return replace(self, roles=(role, white) if stone is Stone.BLACK else (black, role), note="")

    def stepped(self, ply: int) -> BoardTable:
        """Show another ply of the game."""
        self._need_pause("step")
        return replace(self, shown=max(0, min(ply, len(self.game.steps))), note="")

    def looked(self, look: ShownAnalysis) -> BoardTable:
        """Show other things beside the stones."""
        self._need_pause("situation")
        return replace(self, look=look)

    def saved(self) -> LiveGame:
        """The whole game, to be written."""
        self._need_pause("save")
        return self.game

    def _with(self, game: LiveGame, title: str) -> BoardTable:
        return replace(self, game=game, shown=len(game.steps), title=title, note="")

    def _need_pause(self, what: str) -> None:
        if self.running:
            raise UsageError(what, "is locked while the game runs", "press Pause first")


def point_of(row: int, column: int, side: int) -> Point:
    """A point that a page named; raises `UsageError` off the board."""
    if not (0 <= row < side and 0 <= column < side):
        raise UsageError("point", f"({row}, {column}) is off the {side}x{side} board", "play on the board")
    return Point(row, column)


Seats = Mapping[str, Bot]
"""The programs that may play, by what they are called at the table."""


def fitting(seats: Seats, role: str, side: int) -> bool:
    """May this role play on a board of that many lines?"""
    return role == PERSON or (role in seats and side in sides_of(seats[role]))


def need_seat(seats: Seats, role: str, side: int) -> None:
    """Raise `UsageError` for a role that nobody has, or that has another board."""
    if role != PERSON and role not in seats:
        raise UsageError(role[:80], "no such player", f"choose one of {', '.join([PERSON, *seats])}")
    if not fitting(seats, role, side):
        raise UsageError(role, f"does not play on {side}x{side}", "choose another player or another board")


def settled(table: BoardTable, seats: Seats) -> BoardTable:
    """The table with persons in place of players that do not play on its board."""
    black, white = (r if fitting(seats, r, table.game.side) else PERSON for r in table.roles)
    return replace(table, roles=(black, white))
