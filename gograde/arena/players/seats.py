"""Players by name, for boards of any size: the engine, reference players, submissions, GTP programs.

On 5x5 every one of them can take part in the course's game, as a bot.  On other boards the reference players
`random` and `greedy` have namesakes.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from gograde.arena.game.five_by_five import SIDE, Bot
from gograde.arena.players.at_board import BotAtBoard, PlayerBot
from gograde.arena.players.reference import NAMES, ReferenceBot, is_reference
from gograde.code_closure import code_digest
from gograde.engine.faults import Cancelling, never
from gograde.engine.gtp.driven import DrivenPlayer
from gograde.engine.player import Player, engine, greedy_player, random_player, value_player
from gograde.errors import UsageError
from gograde.go.board import Point
from gograde.go.live import MAX_SIDE, LiveGame

Make = Callable[[int], Player]
Reader = Callable[[Sequence[str]], list[Bot]]
"""Turns words into bots; raises `UsageError` for a word that is none."""

GTP = "gtp:"
GNUGO = "gnugo"
GAMES = "/usr/games"
SEED = "{seed}"
_GNUGO = re.compile(r"gnugo(?:-([1-9]|10))?")
_GNUGO_SEEDS = 2**31 - 2
"""GNU Go takes 31 bits, and takes 0 for the time of day."""


OWN: dict[str, Make] = {"engine": engine, "value": value_player}
"""Players of gograde on boards of any size."""

NAMESAKES: dict[str, Make] = {"random": random_player, "greedy": greedy_player}
"""What plays on other boards than 5x5 under the name of a reference player."""


@dataclass(frozen=True)
class Seat:
    """Who plays: `bot` in the course's game; `player` gives the player at a live board for a seed."""

    bot: Bot
    player: Make
    sides: Sequence[int]
    """The lines of the boards on which it plays."""

    driven: bool = False
    """Is it a program of somebody else's that speaks GTP?"""

    @property
    def name(self) -> str:
        return self.bot.name

    @property
    def usual(self) -> int:
        """The lines of the board where nobody says which: for bots of the course those of its game."""
        return self.sides[-1] if isinstance(self.bot, PlayerBot) else SIDE


ANY = range(2, MAX_SIDE + 1)


def seats(
    words: Sequence[str],
    read: Reader,
    more: Mapping[str, Make] = MappingProxyType({}),
    timeout_s: float = 60,
) -> list[Seat]:
    """Who sits where; a program that speaks GTP has `timeout_s` seconds by the clock for each answer.

    `more` are players that only the caller knows.  Raises `UsageError` for a word that names no player.
    """
    own = {word: made_of(word, make) for word, make in more.items()}
    found = {word: own.get(word) or _any_size(word, timeout_s) for word in words}
    others = [word for word in words if found[word] is None]
    for word in others:
        if not is_reference(word) and not Path(word).exists():
            raise _nobody(word, more)
    bots = dict(zip(others, read(others), strict=True))
    return [found[word] or _of_bot(bots[word]) for word in words]


def _nobody(word: str, more: Mapping[str, Make]) -> UsageError:
    names = ", ".join([*OWN, *more, GNUGO, f"{GTP}PROGRAM", *NAMES])
    fix = f"give the path of a player, or one of {names}"
    return UsageError(word, "neither a file or folder nor a player", fix)


def side_of(asked: int | None, table: Sequence[Seat]) -> int:
    """The lines of the board on which these players meet; 5 where one is of the course's game, else 19.

    Raises `UsageError` when one of them does not play there.
    """
    side = min(seat.usual for seat in table) if asked is None else asked
    for seat in table:
        if side not in seat.sides:
            raise no_such_side(side, seat)
    return side


def no_such_side(side: int, seat: Seat) -> UsageError:
    """The refusal of a size of board that a player does not know."""
    first, last = seat.sides[0], seat.sides[-1]
    fix = f"give {first}" if first == last else f"give a number from {first} to {last}"
    return UsageError(f"--side {side}", f"{seat.name} does not play there", fix)


def made_of(name: str, make: Make, *depends: str) -> Seat:
    """The seat of a player of any size; `depends` stands for what its play depends on."""
    digest = sha256("\n".join([name, *depends]).encode()).hexdigest()
    return Seat(PlayerBot(name, digest, make), make, ANY)


def _any_size(word: str, timeout_s: float) -> Seat | None:
    if word in OWN:
        return made_of(word, OWN[word], code_digest("gograde.engine.player"))
    argv = _program(word)
    if argv is None:
        return None
    name = GNUGO if word.startswith(GNUGO) else Path(argv[0]).name
    return replace(made_of(name, partial(_driven, name, argv, timeout_s), *argv), driven=True)


def _of_bot(bot: Bot) -> Seat:
    """A bot of the course's game; some have a namesake for other boards."""
    namesake = NAMESAKES.get(bot.name) if isinstance(bot, ReferenceBot) else None
    if namesake is None:
        return Seat(bot, partial(BotAtBoard, bot), (SIDE,))
    return Seat(bot, partial(_Namesakes, bot, namesake), ANY)


class _Namesakes:
    """A reference player on 5x5, and its namesake on other boards."""

    def __init__(self, bot: Bot, namesake: Make, seed: int) -> None:
        self.name = bot.name
        self._small, self._other = BotAtBoard(bot, seed), namesake(seed)

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Point | None:
        return (self._small if game.side == SIDE else self._other).choose(game, cancelled)


def _driven(name: str, argv: Sequence[str], timeout_s: float, seed: int) -> Player:
    seeded = [word.replace(SEED, str(seed % _GNUGO_SEEDS + 1)) for word in argv]
    return DrivenPlayer(name, seeded, timeout_s)


def _program(word: str) -> list[str] | None:
    """The command of a word: of GNU Go by its level, of any program after `gtp:`; None for another word."""
    gnugo = _GNUGO.fullmatch(word)
    if gnugo:
        return [_path_of(GNUGO), "--mode", "gtp", "--level", gnugo[1] or "10", "--seed", SEED]
    if not word.startswith(GTP):
        return None
    try:
        command, *arguments = shlex.split(word.removeprefix(GTP))
    except ValueError:
        raise UsageError(word, "is no command", "write gtp:PROGRAM ARGUMENTS, quoted as in a shell") from None
    return [_path_of(command), *arguments]


def _path_of(command: str) -> str:
    """Where a program is; Debian keeps GNU Go where few have their PATH."""
    path = shutil.which(command) or shutil.which(command, path=GAMES)
    if path is None:
        raise UsageError(command, "no such program", "install it, or write the path of one that is there")
    return path
