"""Games from files and into them: `.go`, the format of the paper's program, and SGF."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode

from gograde.app.board.table import MOST_STEPS, need_komi, new_game
from gograde.errors import DataError, UsageError
from gograde.go.board import Stone
from gograde.go.dot_go import read_dot_go, write_dot_go
from gograde.go.notation import Malformed
from gograde.go.position import Game, IllegalMove, LiveGame
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
