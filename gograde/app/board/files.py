"""Games from files and into them: `.go`, the format of the paper's program, and SGF."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlencode

from gograde.app.board.table import MOST_STEPS, SIDES, need_komi, new_game
from gograde.errors import DataError, UsageError
from gograde.go.board import Board, Point, Stone
from gograde.go.dot_go import read_dot_go, write_dot_go
from gograde.go.notation import Malformed
from gograde.go.position import LARGEST_SIDE, Game, IllegalMove, LiveGame, Position
from gograde.go.sgf import read_sgf, write_sgf

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


_PASS = "--"
_A = ord("a")
_FIX = "copy the whole link"


def link_of(game: LiveGame, ply: int) -> str:
    """The link of a ply of a game."""
    values = {"side": str(game.side), "komi": f"{game.komi:g}", "ply": str(ply)}
    start = game.start
    for stone in (Stone.BLACK, Stone.WHITE):
        if points := start.board.points(stone):
            values[stone.name.lower()] = "".join(map(_letters, points))
    if start.to_play is Stone.WHITE:
        values["first"] = "white"
    values["moves"] = "".join(map(_letters, game.steps))
    return urlencode(values)


def game_of(link: str) -> tuple[LiveGame, int]:
    """The game of a link, and the ply that it shows; raises `UsageError` for what is no link."""
    try:
        values = {
            name: found[0] for name, found in parse_qs(link, strict_parsing=True, max_num_fields=9).items()
        }
        side, komi = int(values["side"]), float(values.get("komi", "0"))
        steps = tuple(_steps(values.get("moves", "")))
        need_komi(komi)
        game = LiveGame(_start(values, side), komi, steps)
        ply = int(values.get("ply", str(len(steps))))
    except (KeyError, ValueError) as error:
        raise UsageError("link", "it holds no game", _FIX) from error
    except DataError as error:
        raise UsageError("link", error.fault, _FIX) from error
    return game, ply


def _start(values: dict[str, str], side: int) -> Position:
    """The position before the first move."""
    if not 1 <= side <= LARGEST_SIDE:
        raise ValueError(side)
    stones = {stone: [*_steps(values.get(stone.name.lower(), ""))] for stone in (Stone.BLACK, Stone.WHITE)}
    first = Stone.WHITE if values.get("first") == "white" else Stone.BLACK
    if side in SIDES and first is Stone.BLACK and not any(stones.values()):
        return new_game(side).start
    board = Board.empty(side)
    for stone, points in stones.items():
        board = board.with_stones(stone, [point for point in points if point])
    return Position(board, first)


def _steps(text: str) -> list[Point | None]:
    if len(text) % 2 or len(text) > 2 * MOST_STEPS:
        raise ValueError(text[:80])
    return [_step(text[at : at + 2]) for at in range(0, len(text), 2)]


def _step(pair: str) -> Point | None:
    return None if pair == _PASS else Point(ord(pair[1]) - _A, ord(pair[0]) - _A)


def _letters(step: Point | None) -> str:
    return _PASS if step is None else chr(_A + step.column) + chr(_A + step.row)
