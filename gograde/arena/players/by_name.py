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

from gograde.arena.game.match import Bot
from gograde.arena.game.record import GameRecord
from gograde.arena.game.rules import COURSE, SIDE, GameEnd, Rules
from gograde.arena.players.reference import NAMES, ReferenceBot, is_reference
from gograde.code_closure import code_digest
from gograde.engine.gtp.driven import DrivenPlayer
from gograde.engine.player import engine, greedy_player, random_player, value_player
from gograde.errors import UsageError
from gograde.go.board import Stone
from gograde.go.notation import lead_text
from gograde.go.player import Answer, Cancelling, Fault, Player, Termination, never
from gograde.go.position import LARGEST_SIDE, LiveGame

Make = Callable[[int], Player]
Reader = Callable[[Sequence[str]], list[Bot]]
"""Turns the paths of submissions into bots."""

GTP = "gtp:"
GNUGO = "gnugo"
GAMES = "/usr/games"
SEED = "{seed}"
_GNUGO = re.compile(r"gnugo(?:-([1-9]|10))?")
_GNUGO_SEEDS = 2**31 - 2
"""GNU Go takes 31 bits, and takes 0 for the time of day."""

TIMEOUT_S = 60.0
"""Seconds by the clock for an answer of a program that speaks GTP."""

MOVES_A_POINT = 3
"""Plies for each point of the board after which a game is over; usual games have fewer than one."""


OWN: dict[str, Make] = {"engine": engine, "value": value_player}
"""Players of gograde on boards of any size."""

NAMESAKES: dict[str, Make] = {"random": random_player, "greedy": greedy_player}
"""What plays on other boards than 5x5 under the name of a reference player."""


ANY = range(2, LARGEST_SIDE + 1)


@dataclass(frozen=True)
class PlayerBot:
    """A bot of boards of any size; `digest` stands for all that the play of what it makes depends on.

    `driven` is a program of somebody else's.
    """

    name: str
    digest: str
    make: Make
    driven: bool = False

    def player(self, seed: int) -> Player:
        return self.make(seed)


class NamesakeBot(ReferenceBot):
    """A reference player on 5x5, and its namesake on other boards."""

    def player(self, seed: int) -> Player:
        return _Namesakes(ReferenceBot.player(self, seed), NAMESAKES[self.name](seed))


@dataclass(frozen=True)
class _Namesakes(Player):
    small: Player
    other: Player

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer | Fault:
        return (self.small if game.side == SIDE else self.other).choose(game, cancelled)


def bots(
    words: Sequence[str],
    read: Reader,
    timeout_s: float = TIMEOUT_S,
    more: Mapping[str, Make] = MappingProxyType({}),
) -> list[Bot]:
    """Who is named; a program that speaks GTP has `timeout_s` seconds for each answer.

    `more` are players that only the caller knows.  Raises `UsageError` for a word that names no player.
    """
    found = {word: _bot(word, timeout_s, more) for word in words}
    paths = [word for word, bot in found.items() if bot is None]
    for word in paths:
        if not Path(word).exists():
            raise _nobody(word, more)
    programs = dict(zip(paths, read(paths), strict=True))
    return [found[word] or programs[word] for word in words]


def _bot(word: str, timeout_s: float, more: Mapping[str, Make]) -> Bot | None:
    """The bot of a word that is no path."""
    if word in more:
        return made_of(word, more[word])
    if word in OWN:
        return made_of(word, OWN[word], code_digest("gograde.engine.player"))
    if is_reference(word):
        return NamesakeBot(word) if word in NAMESAKES else ReferenceBot(word)
    argv = _program(word)
    if argv is None:
        return None
    name = GNUGO if word.startswith(GNUGO) else Path(argv[0]).name
    return replace(made_of(name, partial(_driven, name, argv, timeout_s), *argv), driven=True)


def made_of(name: str, make: Make, *depends: str) -> PlayerBot:
    """A bot of any size; `depends` stands for what its play depends on."""
    return PlayerBot(name, sha256("\n".join([name, *depends]).encode()).hexdigest(), make)


def _nobody(word: str, more: Mapping[str, Make]) -> UsageError:
    names = ", ".join([*OWN, *more, GNUGO, f"{GTP}PROGRAM", *NAMES])
    fix = f"give the path of a player, or one of {names}"
    return UsageError(word, "neither a file or folder nor a player", fix)


def sides_of(bot: Bot) -> Sequence[int]:
    """The lines of the boards on which a bot plays."""
    return ANY if isinstance(bot, PlayerBot | NamesakeBot) else (SIDE,)


def side_of(asked: int | None, table: Sequence[Bot]) -> int:
    """The lines of the board on which these bots meet; 5 where one is of the course's game, else 19.

    Raises `UsageError` when one of them does not play there.
    """
    usual = (LARGEST_SIDE if isinstance(bot, PlayerBot) else SIDE for bot in table)
    side = min(usual) if asked is None else asked
    for bot in table:
        if side not in sides_of(bot):
            first, last = sides_of(bot)[0], sides_of(bot)[-1]
            fix = f"give {first}" if first == last else f"give a number from {first} to {last}"
            raise UsageError(f"--side {side}", f"{bot.name} does not play there", fix)
    return side


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


# -- rules of other boards, and engines that open by the results of earlier games, kept in a file ----------


def rules_of(side: int, komi: float) -> Rules:
    """The rules of a board: the course's on 5x5, else area without what the engine takes for dead."""
    if side == SIDE:
        return COURSE
    return Rules(side, komi, MOVES_A_POINT * side**2, first_pass_ends=False, count=_by_area)


def _by_area(game: LiveGame) -> GameEnd:
    from gograde.engine.dragons.estimate import final_lead

    lead = final_lead(game.position, game.komi)
    winner = Stone.EMPTY if not lead else Stone.BLACK if lead > 0 else Stone.WHITE
    end = "two passes" if game.ended else f"{len(game.steps)} moves are enough"
    return GameEnd(Termination.POINTS, winner, f"{lead_text(lead)} after {end}", lead)


ENGINE = "engine"
OWN_FILE = "-"
"""The name that stands for the file of this user."""


def taught_by(file: Path) -> Make:
    """Makes engines of a seed that prefer what won; raises `DataError` for a broken file."""
    from gograde.engine.formulary.experience import load
    from gograde.engine.formulary.formulary import Formulary

    return lambda seed: engine(seed, Formulary(experience=load(_at(file))))


def teach(file: Path, record: GameRecord) -> None:
    """Add what a game teaches each engine in it; a draw and a fault teach nothing about joseki."""
    from gograde.engine.formulary.experience import add
    from gograde.engine.formulary.formulary import Formulary

    if record.winner == "nobody" or record.termination not in (Termination.POINTS, Termination.RESIGNED):
        return
    for colour, side in (("black", record.black), ("white", record.white)):
        if side.name == ENGINE:
            add(_at(file), Formulary().learn(record.game, won=record.winner == colour))


def _at(file: Path) -> Path:
    from gograde.engine.formulary.experience import default_file

    return default_file() if str(file) == OWN_FILE else file
