"""Every command of the protocol by its name, and the loop that answers them.

Rows of a vertex count from 1 at the bottom; `Point` counts them from 0 at the top.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gograde.engine.dragons.estimate import dead_stones, final_lead
from gograde.errors import GogradeError
from gograde.go.board import Board, Point, Stone, star_points
from gograde.go.moves import Illegal
from gograde.go.notation import Malformed, lead_text
from gograde.go.player import RESIGNED, Answer, Fault, Player
from gograde.go.position import Game, IllegalMove, LiveGame, Position
from gograde.go.rules import chains
from gograde.go.sgf import read_sgf

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PASS = "pass"
_VERTEX = re.compile("([A-HJ-Za-hj-z])([1-9][0-9]?)")
_COLOURS = {"b": Stone.BLACK, "black": Stone.BLACK, "w": Stone.WHITE, "white": Stone.WHITE}


def read_colour(word: str) -> Stone | None:
    """`b`, `black`, `w` or `white` in any case; None for anything else."""
    return _COLOURS.get(word.lower())


def read_vertex(word: str, side: int) -> Point | None:
    """The point of a vertex, or None for what is no point of the board."""
    found = _VERTEX.fullmatch(word)
    if found is None:
        return None
    row, column = side - int(found[2]), COLUMNS.index(found[1].upper())
    return Point(row, column) if row >= 0 and column < side else None


def is_pass(word: str) -> bool:
    """Whether a word is a pass, in any case."""
    return word.lower() == PASS


def write_vertex(point: Point | None, side: int) -> str:
    """`D4`, or `pass` for None."""
    return PASS if point is None else f"{COLUMNS[point.column]}{side - point.row}"


def write_vertices(points: Iterable[Point], side: int) -> str:
    """Vertices with blanks between them."""
    return " ".join(write_vertex(point, side) for point in points)


# -- lines of the protocol: a command as a controller writes it, and the answer as an engine writes it -----

_DROPPED = dict.fromkeys([*range(9), *range(10, 32), 127])
"""Control characters other than the tab, which are taken out of every line."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its arguments; `id` is the number before it, or empty."""

    id: str
    name: str
    words: tuple[str, ...] = ()


def read_command(line: str) -> Command | None:
    """The command of a line, or None for a blank line or a comment."""
    words = line.translate(_DROPPED).partition("#")[0].split()
    number = words.pop(0) if words and re.fullmatch("[0-9]+", words[0]) else ""
    if not number and not words:
        return None
    return Command(number, words[0] if words else "", tuple(words[1:]))


def success(id: str, text: str) -> str:
    """The answer to a command that was done."""
    return _answer(f"={id}", text)


def failure(id: str, text: str) -> str:
    """The answer to a command that failed."""
    return _answer(f"?{id}", text)


def _answer(mark: str, text: str) -> str:
    """Blank lines are left out, since the first one ends an answer."""
    first, *rest = text.split("\n")
    lines = [f"{mark} {first}".rstrip(), *(line.rstrip() for line in rest if line.strip())]
    return "\n".join(lines) + "\n\n"


def plain(text: str, most: int = 80) -> str:
    """The first line of what another program said, without what a terminal obeys, as far as it helps."""
    line = text.strip().split("\n", 1)[0][:most]
    return "".join(char if char.isprintable() else "?" for char in line)


# -- every command by its name, and the loop that answers them --------------------------------------


# -- a session as a value -----------------------------------------------------------------------------------
# A command is a pure function of a session and its arguments.  It gives the next session and the text of the
# answer, or raises `GtpError`, which changes nothing.

SYNTAX = "syntax error"
UNREADABLE = "cannot load file"


class GtpError(Exception):
    """A command that cannot be done; its text is the answer."""


@dataclass(frozen=True)
class Session:
    """What an engine of the protocol remembers between two commands."""

    name: str
    """What the player is called."""

    player: Player
    sides: Sequence[int]
    """The sizes of board that the player knows."""

    game: LiveGame
    komi: float = 0.0
    version: str = ""
    past: tuple[LiveGame, ...] = ()
    """The games before each move, which `undo` goes back to."""

    over: bool = False
    """Was it asked to quit?"""

    def begun(self, game: LiveGame) -> Session:
        """Another game, with nothing to go back to."""
        return replace(self, game=game, past=())

    def moved(self, stone: Stone, point: Point | None) -> Session:
        """After a move of a colour; when it is not its turn, the other side passes first.

        Raises `GtpError` for an illegal move.
        """
        after = self.game.in_turn(stone).go(point)
        if isinstance(after, Illegal):
            raise GtpError("illegal move")
        return replace(self, game=after, past=(*self.past, self.game))

    def chosen(self, stone: Stone) -> Answer | None:
        """The player's move for a colour, None when it resigns; raises `GtpError` for any other fault."""
        game = replace(self.game.in_turn(stone), komi=self.komi)
        answer = self.player.choose(game)
        if answer == RESIGNED:
            return None
        if isinstance(answer, Fault):
            raise GtpError(f"{self.name}: {answer}")
        if answer.point is not None and not game.can_go(answer.point):
            raise GtpError(f"{self.name} chose {write_vertex(answer.point, game.side)}, which is illegal")
        return answer


Response = tuple[Session, str]
CommandOf = Callable[[Session, tuple[str, ...]], Response]


def arguments(words: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Exactly `count` arguments; raises `GtpError` for fewer or more."""
    if len(words) != count:
        raise GtpError(SYNTAX)
    return words


def whole(word: str) -> int:
    """A whole number from 0; raises `GtpError` for anything else."""
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise GtpError(SYNTAX)
    return int(word)


# -- commands that set up a board and play on it -----------------------------------------------------------


def set_size(session: Session, words: tuple[str, ...]) -> Response:
    """`boardsize 9`: an empty board of that size."""
    [size] = arguments(words, 1)
    if whole(size) not in session.sides:
        raise GtpError("unacceptable size")
    return session.begun(LiveGame.empty(int(size))), ""


def clear(session: Session, words: tuple[str, ...]) -> Response:
    """`clear_board`: an empty board of the same size."""
    arguments(words, 0)
    return session.begun(LiveGame.empty(session.game.side)), ""


def set_komi(session: Session, words: tuple[str, ...]) -> Response:
    """`komi 6.5`: what white gets."""
    [word] = arguments(words, 1)
    try:
        komi = float(word)
    except ValueError:
        raise GtpError(SYNTAX) from None
    if not math.isfinite(komi):
        raise GtpError(SYNTAX)
    return replace(session, komi=komi), ""


def play(session: Session, words: tuple[str, ...]) -> Response:
    """`play b D4`: a move of any colour, whoever moved last."""
    colour, vertex = arguments(words, 2)
    return session.moved(colour_of(colour), _move_of(vertex, session.game.side)), ""


def genmove(session: Session, words: tuple[str, ...]) -> Response:
    """`genmove w`: the player's move, which is played."""
    [colour] = arguments(words, 1)
    stone = colour_of(colour)
    answer = session.chosen(stone)
    if answer is None:
        return session, "resign"
    return session.moved(stone, answer.point), write_vertex(answer.point, session.game.side)


def undo(session: Session, words: tuple[str, ...]) -> Response:
    """`undo`: takes the last move back."""
    arguments(words, 0)
    if not session.past:
        raise GtpError("cannot undo")
    return replace(session, game=session.past[-1], past=session.past[:-1]), ""


def load_sgf(session: Session, words: tuple[str, ...]) -> Response:
    """`loadsgf FILE [NUMBER]`: the main line of a file, up to before the move of that number."""
    if not 1 <= len(words) <= 2:
        raise GtpError(SYNTAX)
    record = _read(words[0])
    if record.start.rows not in session.sides:
        raise GtpError("unacceptable size")
    if isinstance(LiveGame.from_record(record), IllegalMove):
        raise GtpError(UNREADABLE)
    moves = record.moves if len(words) == 1 else record.moves[: max(whole(words[1]) - 1, 0)]
    first = record.moves[0].stone if record.moves else Stone.BLACK
    loaded = replace(session.begun(LiveGame(Position(record.start, first))), komi=record.komi)
    for move in moves:
        loaded = loaded.moved(move.stone, move.point)
    return loaded, ""


def _read(name: str) -> Game:
    """The game of a file; raises `GtpError` for a file that is none."""
    try:
        record = read_sgf(Path(name).read_bytes())
    except OSError:
        raise GtpError(UNREADABLE) from None
    if isinstance(record, Malformed):
        raise GtpError(UNREADABLE)
    return record


def colour_of(word: str) -> Stone:
    """The colour of a word; raises `GtpError` for anything else."""
    stone = read_colour(word)
    if stone is None:
        raise GtpError(SYNTAX)
    return stone


def _move_of(word: str, side: int) -> Point | None:
    """The point of a word, or None for a pass."""
    if is_pass(word):
        return None
    point = read_vertex(word, side)
    if point is None:
        raise GtpError(SYNTAX)
    return point


def show_board(session: Session, words: tuple[str, ...]) -> Response:
    """`showboard`: the board as a picture, for people."""
    arguments(words, 0)
    return session, "\n" + picture(session.game.position.board)


def picture(board: Board) -> str:
    """A board with its coordinates; `+` is a star point."""
    stars = star_points(board.rows, board.cols)
    letters = "   " + " ".join(COLUMNS[: board.cols])
    lines = []
    for row in range(board.rows):
        marks = (
            "+" if not cell and (row, column) in stars else ".XO"[cell]
            for column, cell in enumerate(board.cells[row * board.cols : (row + 1) * board.cols])
        )
        lines.append(f"{board.rows - row:2} {' '.join(marks)} {board.rows - row}")
    return "\n".join([letters, *lines, letters])


# -- commands about the end of a game ----------------------------------------------------------------------

STATES = ("alive", "dead", "seki")


def score(session: Session, words: tuple[str, ...]) -> Response:
    """`final_score`: `B+3.5`, `W+12` or `0`, by area, without the dead stones."""
    arguments(words, 0)
    return session, lead_text(final_lead(session.game.position, session.komi))


def status(session: Session, words: tuple[str, ...]) -> Response:
    """`final_status_list dead`: the chains in that state, a line each; no chain is held for seki."""
    [state] = arguments(words, 1)
    if state not in STATES:
        raise GtpError(SYNTAX)
    dead = dead_stones(session.game.position)
    found = chains(session.game.position.board)
    wanted = [chain for chain in found if state == ("dead" if chain.points[0] in dead else "alive")]
    return session, "\n".join(write_vertices(chain.points, session.game.side) for chain in wanted)


PROTOCOL = "2"


def _known(session: Session, words: tuple[str, ...]) -> Response:
    [name] = arguments(words, 1)
    return session, str(name in COMMANDS).lower()


def _listed(session: Session, words: tuple[str, ...]) -> Response:
    arguments(words, 0)
    return session, "\n".join(sorted(COMMANDS))


def _name(session: Session, words: tuple[str, ...]) -> Response:
    arguments(words, 0)
    return session, f"gograde {session.name}"


def _version(session: Session, words: tuple[str, ...]) -> Response:
    arguments(words, 0)
    return session, session.version


def _quit(session: Session, words: tuple[str, ...]) -> Response:
    arguments(words, 0)
    return replace(session, over=True), ""


def _always(text: str) -> CommandOf:
    def respond(session: Session, words: tuple[str, ...]) -> Response:
        arguments(words, 0)
        return session, text

    return respond


COMMANDS: dict[str, CommandOf] = {
    "protocol_version": _always(PROTOCOL),
    "name": _name,
    "version": _version,
    "known_command": _known,
    "list_commands": _listed,
    "quit": _quit,
    "boardsize": set_size,
    "clear_board": clear,
    "komi": set_komi,
    "play": play,
    "genmove": genmove,
    "undo": undo,
    "loadsgf": load_sgf,
    "showboard": show_board,
    "final_score": score,
    "final_status_list": status,
}


def done(session: Session, command: Command) -> tuple[Session, str]:
    """The session after a command, and the whole answer."""
    asked_for = COMMANDS.get(command.name)
    if asked_for is None:
        return session, failure(command.id, "unknown command")
    try:
        after, text = asked_for(session, command.words)
    except GtpError as refused:
        return session, failure(command.id, str(refused))
    except GogradeError as error:
        return session, failure(command.id, error.fault)
    return after, success(command.id, text)


def serve(session: Session, lines: Iterable[str], write: Callable[[str], None]) -> None:
    """Answer each line, until `quit` or the last one."""
    for line in lines:
        command = read_command(line)
        if command is not None:
            session, answer = done(session, command)
            write(answer)
        if session.over:
            return
