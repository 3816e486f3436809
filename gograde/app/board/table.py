"""What all windows of a board show, as a value, and what may be done with it when.

Source: the dialog of the course's paper.  While a game runs, its players, restart, undo, load, save and the
switches of the situation are locked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args
from urllib.parse import parse_qsl, urlencode

from gograde.arena.game.match import Bot
from gograde.arena.game.rules import COURSE, stones
from gograde.arena.game.rules import SIDE as SIDE_5
from gograde.arena.players.by_name import sides_of
from gograde.errors import DataError, UsageError
from gograde.go.area import area_score
from gograde.go.board import Point, Stone, star_points
from gograde.go.dot_go import read_dot_go, write_dot_go
from gograde.go.influence.territory import stage_of
from gograde.go.moves import Illegal, IllegalReason
from gograde.go.notation import Malformed
from gograde.go.position import Game, IllegalMove, LiveGame
from gograde.go.sgf import read_sgf, write_sgf
from gograde.pictures.diagram import Coordinates, rows_of
from gograde.report.words.escape import line

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


# -- games from files and into them: `.go`, the format of the paper's program, and SGF -------------


READERS: dict[str, Callable[[bytes], Game | Malformed]] = {"go": read_dot_go, "sgf": read_sgf}
WRITERS: dict[str, Callable[[Game], bytes]] = {"go": write_dot_go, "sgf": write_sgf}


def read_game(name: str, data: bytes) -> LiveGame:
    """The game of a file, by the end of its name; raises `DataError` for one that holds none."""
    read = READERS.get(name.rpartition(".")[2].lower())
    if read is None:
        raise DataError(name, "is neither a .go nor an .sgf file", "give a game as .go or .sgf")
    record = read(data)
    if isinstance(record, Malformed):
        raise record.error(name)
    if len(record.moves) > MOST_STEPS:
        raise DataError(name, f"has {len(record.moves)} moves", f"give at most {MOST_STEPS}")
    need_komi(record.komi)
    try:
        game = LiveGame.from_record(record)
    except DataError as error:
        raise DataError(f"{name}: {error.where}", error.what, error.fix) from error
    if isinstance(game, IllegalMove):
        raise DataError(f"{name}: move {game.number}", str(game.illegal), "record legal moves only")
    return _of_course(game)


def _of_course(game: LiveGame) -> LiveGame:
    """A game on 5x5 that began as those of the course do is one of them."""
    start = game.start
    if any(start.board.cells) or start.to_play is not Stone.BLACK or game.side != 5:
        return game
    return LiveGame(new_game(5).start, game.komi, game.steps)


def write_game(game: LiveGame, kind: str) -> bytes:
    """The file of a game; raises `DataError` where the format cannot express it."""
    write = WRITERS.get(kind)
    if write is None:
        raise UsageError(kind[:80], "no format of games", f"choose one of {', '.join(WRITERS)}")
    return write(game.record())


def link_of(game: LiveGame, ply: int) -> str:
    """The link of a ply of a game, which holds it as SGF."""
    return urlencode({"ply": ply, "sgf": write_sgf(game.record())})


def game_of(link: str) -> tuple[LiveGame, int]:
    """The game of a link, and the ply that it shows; raises `UsageError` for what is no link."""
    fix = "copy the whole link"
    try:
        values = dict(parse_qsl(link, strict_parsing=True, max_num_fields=2))
        return read_game("link.sgf", values["sgf"].encode()), int(values["ply"])
    except (KeyError, ValueError) as error:
        raise UsageError("link", "it holds no game", fix) from error
    except DataError as error:
        raise UsageError("link", error.fault, fix) from error


# -- a table as JSON, for the page -----------------------------------------------------------------


def key_of(game: LiveGame) -> str:
    """Names a position of a game: an analysis belongs to the state with the same key."""
    return f"{game.side}.{len(game.steps)}.{game.position.board.cells.hex()}.{int(game.to_play)}"


def in_json(table: BoardTable, seats: Seats) -> dict[str, Any]:
    """Everything that a page shows but the analysis."""
    game, side = table.seen, table.game.side
    return {
        "key": key_of(game),
        "side": side,
        "komi": game.komi,
        "rows": rows_of(game.position.board),
        "stars": star_points(side, side),
        "ply": table.shown,
        "plies": len(table.game.steps),
        "last": game.steps[-1] if game.steps else None,
        "passed": bool(game.steps) and game.steps[-1] is None,
        "to_play": _colour(game.to_play),
        "ko": game.seesaw_point,
        "stage": stage_of(game.position.board).name.lower(),
        "prisoners": _prisoners(game),
        "roles": {"black": table.roles[0], "white": table.roles[1]},
        "players": [PERSON, *(name for name in seats if fitting(seats, name, side))],
        "running": table.running,
        "over": is_over(game),
        "thinking": table.running and table.mover != PERSON,
        "look": {
            "situation": table.look.situation,
            "model": table.look.model,
            "style": table.look.style,
            "layers": sorted(table.look.layers),
        },
        "title": line(table.title),
        "note": line(table.note),
        "said": _last_move(game),
        "result": _result(game) if is_over(game) else "",
        "link": link_of(table.game, table.shown),
    }


def _colour(stone: Stone) -> str:
    return stone.name.lower()


def _last_move(game: LiveGame) -> str:
    """The last move in words."""
    if not game.steps:
        return "The board is as it began."
    step, colour = game.steps[-1], _colour(game.to_play.opponent)
    killed = len(game.killed)
    taken = f" and takes {killed} stone{'s' if killed > 1 else ''}" if killed else ""
    what = "passes" if step is None else f"plays {name_of(step, game.side)}"
    return f"{colour.capitalize()} {what}{taken}."


def _prisoners(game: LiveGame) -> dict[str, int]:
    """How many stones each side has taken."""
    taken = {"black": 0, "white": 0}
    for ply in range(len(game.steps)):
        before = game.undo(ply)
        taken[_colour(before.to_play.opponent)] += len(before.killed)
    return taken


def _result(game: LiveGame) -> str:
    """The score as the stones lie: by area, and on 5x5 by stones alone, as the course counts."""
    board = game.position.board
    if game.side == SIDE_5:
        black, white = stones(board)
    else:
        score = area_score(board)
        black, white = score.black, score.white
    lead = black - white - game.komi
    if not lead:
        return f"Nobody is ahead: black {black}, white {white} and {game.komi:g} more."
    who, points = "Black" if lead > 0 else "White", abs(lead)
    return f"{who} is ahead by {points:g}: black {black}, white {white} and {game.komi:g} more."
