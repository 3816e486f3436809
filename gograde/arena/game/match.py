"""Plays games between bots, one or many at once; a game in which the grader fails is played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import Protocol

from msgspec import UNSET

from gograde.arena.game.record import WINNERS, ByArea, GameRecord, GameSide, Remark, game_key
from gograde.arena.game.rules import COURSE, SIDE, GameEnd, Rules, drawn, stones
from gograde.errors import DataError, JudgeError
from gograde.go.board import Board, Point, Stone
from gograde.go.player import Answer, Fault, Player, TakenBack, move_text, read_move
from gograde.go.position import LiveGame

PACKAGE = "little-go"

Opening = tuple[Point | None, ...]
NO_OPENING: Opening = ()


class Bot(Protocol):
    """Who takes part in games; `digest` changes whenever its play may change."""

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def player(self, seed: int) -> Player:
        """The bot in a new game, as either colour."""
        ...


# -- the referee: a game is a fold over the players' answers -----------------------------------------------
# The game is a value of this process that no player can reach.  Everything that a player does is either an
# answer or a fault of the player.  A fault of the grader raises JudgeError, which voids the game.


@dataclass(frozen=True, slots=True)
class Turn:
    """One ply: the game before it, what the player answered, and the game after it or the outcome."""

    game: LiveGame
    answer: Answer | Fault
    after: LiveGame | GameEnd

    @property
    def ply(self) -> int:
        """The number of the ply, from 1."""
        return len(self.game.steps) + 1

    @property
    def board(self) -> Board:
        """The board after the ply; an illegal move or a fault does not change it."""
        after = self.game if isinstance(self.answer, Fault) else self.game.go(self.answer.point)
        return (after if isinstance(after, LiveGame) else self.game).position.board


Watcher = Callable[[Turn], None]


def turns(rules: Rules, players: Mapping[Stone, Player], opening: Opening = ()) -> Iterator[Turn]:
    """Play a game ply by ply; the last turn has the outcome.

    The moves of `opening` are played for both players.  When a person takes moves back, their plies come
    again.  Raises DataError when the opening ends the game, and JudgeError when the grader fails.
    """
    game = rules.start
    while True:
        opened = len(game.steps) < len(opening)
        player = players[game.to_play]
        try:
            answer = Answer(opening[len(game.steps)]) if opened else player.choose(game)
        except TakenBack as back:
            game = game.undo(min(back.plies, len(game.steps) - len(opening)))
            continue
        after = rules.judge(game, answer)
        if isinstance(after, GameEnd) and opened:
            raise _no_opening(opening, after)
        yield Turn(game, answer, after)
        if isinstance(after, GameEnd):
            return
        game = after


def _no_opening(opening: Opening, outcome: GameEnd) -> DataError:
    moves = " ".join(map(move_text, opening))
    return DataError(
        f"opening {moves}", f"it ends the game: {outcome}", "give legal moves that do not end it"
    )


@dataclass(frozen=True)
class Match:
    """A game to play; the seed and the colour decide a bot's random choices."""

    black: Bot
    white: Bot
    seed: int = 0
    opening: Opening = NO_OPENING
    package: str = PACKAGE
    rules: Rules = COURSE

    @property
    def key(self) -> str:
        """The key of the record that this game makes."""
        opening = [move_text(point) for point in self.opening]
        return game_key((self.black.digest, self.white.digest), opening, self.seed, self.package, self.rules)


def play_match(match: Match, watch: Watcher | None = None) -> GameRecord:
    """Play a game, and again when the grader fails; raises JudgeError when the grader fails twice."""
    try:
        return _play(match, watch)
    except JudgeError:
        return _play(match, watch)


def _play(match: Match, watch: Watcher | None) -> GameRecord:
    bots = {Stone.BLACK: match.black, Stone.WHITE: match.white}
    played = list[Turn]()
    with ExitStack() as kept:
        players = {
            stone: kept.enter_context(closing(bot.player(drawn(match.seed, stone.name.lower()) >> 1)))
            for stone, bot in bots.items()
        }
        for turn in turns(match.rules, players, match.opening):
            played[turn.ply - 1 :] = [turn]
            if watch is not None:
                watch(turn)
    return record_of(match, played)


def record_of(match: Match, played: Sequence[Turn]) -> GameRecord:
    """The record of a match whose last turn has the outcome; a side's CPU time is the sum over its turns."""
    outcome, rules = played[-1].after, match.rules
    if not isinstance(outcome, GameEnd):
        raise ValueError("the last turn has no outcome")
    black, white = (
        GameSide(
            name=bot.name,
            digest=bot.digest,
            cpu_s=round(sum(turn.answer.cpu_s for turn in played[first::2]), 3),
        )
        for first, bot in enumerate((match.black, match.white))
    )
    on_board = stones(played[-1].board)
    return GameRecord(
        key=match.key,
        package=match.package,
        black=black,
        white=white,
        seed=match.seed,
        opening=tuple(map(move_text, match.opening)),
        moves=tuple(str(turn.answer) for turn in played if isinstance(turn.answer, Answer)),
        termination=outcome.termination,
        winner=WINNERS[outcome.winner],
        reason=outcome.reason,
        black_stones=on_board[0],
        white_stones=on_board[1],
        remarks=tuple(Remark(ply=turn.ply, text=text) for turn in played for text in turn.answer.remarks),
        first_pass_ends=rules.first_pass_ends,
        area=UNSET if rules.side == SIDE else ByArea(side=rules.side, komi=rules.komi, lead=outcome.lead),
    )


def series(match: Match, games: int) -> Iterator[Match]:
    """`games` games like one, each with its own seed."""
    return (replace(match, seed=drawn(match.seed, "game", number) >> 1) for number in range(games))


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


# -- openings: first moves of a game of the course that the referee plays for both players -----------------
# A text has one opening per line, with blanks between the moves: `2,2 1,2 PASS`.  Empty lines and lines that
# begin with `#` are skipped.


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
    game: LiveGame = COURSE.start
    for ply, point in enumerate(opening, start=1):
        after = COURSE.judge(game, Answer(point))
        if isinstance(after, GameEnd):
            fix = "give legal moves that do not end the game"
            raise DataError(where, f"move {ply} ends the game: {after}", fix)
        game = after
    return opening
