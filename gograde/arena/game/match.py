"""Plays games between bots, one or many at once; a game in which the grader fails is played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from gograde.arena.game.chance import drawn
from gograde.arena.game.five_by_five import (
    PLIES,
    START,
    Answer,
    Bot,
    Outcome,
    Turn,
    View,
    finished,
    judge,
    move_text,
    start,
    turns,
)
from gograde.arena.game.record import GameRecord, Side, game_key, read_move, record_of
from gograde.errors import DataError, JudgeError
from gograde.go.board import Point

PACKAGE = "little-go"

Watcher = Callable[[Turn], None]


@dataclass(frozen=True)
class Match:
    """A game to play; the seed and the colour decide a bot's random choices.

    `first_pass_ends` says whether black's pass on ply 1 ends the game.
    """

    black: Bot
    white: Bot
    seed: int = 0
    opening: tuple[Point | None, ...] = ()
    package: str = PACKAGE
    first_pass_ends: bool = True

    @property
    def key(self) -> str:
        """The key of the record that this game makes."""
        opening = [move_text(point) for point in self.opening]
        digests = (self.black.digest, self.white.digest)
        return game_key(digests, opening, self.seed, self.package, first_pass_ends=self.first_pass_ends)


def play_match(match: Match, watch: Watcher | None = None) -> GameRecord:
    """Play a game, and again when the grader fails; raises JudgeError when the grader fails twice."""
    try:
        return _play(match, watch)
    except JudgeError:
        return _play(match, watch)


def _play(match: Match, watch: Watcher | None) -> GameRecord:
    with ExitStack() as kept:
        black = kept.enter_context(closing(match.black.player(drawn(match.seed, "black") >> 1)))
        white = kept.enter_context(closing(match.white.player(drawn(match.seed, "white") >> 1)))
        played = turns(black, white, match.opening, start(first_pass_ends=match.first_pass_ends))
        game = finished(_watched(played, watch) if watch else played, len(match.opening))
    sides = tuple(Side(name=bot.name, digest=bot.digest) for bot in (match.black, match.white))
    return record_of(game, (sides[0], sides[1]), match.seed, match.package)


def _watched(played: Iterator[Turn], watch: Watcher) -> Iterator[Turn]:
    for turn in played:
        watch(turn)
        yield turn


def series(black: Bot, white: Bot, games: int, seed: int) -> Iterator[Match]:
    """`games` games of two bots with the same colours, each game with its own seed."""
    return (Match(black, white, drawn(seed, "game", number) >> 1) for number in range(games))


class _StopError(Exception):
    """Ends a game that nobody waits for."""


def play_matches(matches: Sequence[Match], cores: int = 1) -> Iterator[GameRecord]:
    """Play `cores` games at once; yields records in the order in which the games end.

    Each program runs in its own process, and a thread waits for it.  When the caller stops iterating, or the
    grader fails, the other games end at their next ply.  Raises JudgeError as `play_match` does.
    """
    over = Event()

    def watch(_: Turn) -> None:
        if over.is_set():
            raise _StopError

    with ThreadPoolExecutor(cores) as pool:
        games = [pool.submit(play_match, match, watch) for match in matches]
        try:
            for game in as_completed(games):
                yield game.result()
        finally:
            over.set()
            pool.shutdown(wait=False, cancel_futures=True)


# -- openings: first moves of a game that the referee plays for both players -------------------------------
# A text has one opening per line, with blanks between the moves: `2,2 1,2 PASS`.  Empty lines and lines that
# begin with `#` are skipped.

Opening = tuple[Point | None, ...]
NO_OPENING: Opening = ()


def read_opening_file(path: Path) -> tuple[Opening, ...]:
    """The openings of a file; raises DataError when it cannot be read, and as `read_openings` does."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        what = f"cannot be read ({getattr(error, 'strerror', None) or 'not UTF-8'})"
        raise DataError(str(path), what, "name a text file of openings") from None
    return read_openings(text, str(path))


def read_openings(text: str, where: str) -> tuple[Opening, ...]:
    """The empty opening, then the openings of a text, each once.

    Raises DataError, with the line number, for a word that is no move and for a move that ends the game.
    """
    return tuple(dict.fromkeys((NO_OPENING, *_openings(text, where))))


def _openings(text: str, where: str) -> Iterator[Opening]:
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if words and not words[0].startswith("#"):
            yield _opening(words, f"{where}: line {number}")


def _opening(words: list[str], where: str) -> Opening:
    try:
        opening = tuple(map(read_move, words))
    except ValueError:
        fix = "write row,column or PASS for each move, with blanks between"
        raise DataError(where, "not a list of moves", fix) from None
    position = START
    for ply, point in enumerate(opening[:PLIES], start=1):
        after = judge(View(position, ply), Answer(point))
        if isinstance(after, Outcome):
            fix = "give legal moves that do not end the game"
            raise DataError(where, f"move {ply} ends the game: {after}", fix)
        position = after
    return opening
