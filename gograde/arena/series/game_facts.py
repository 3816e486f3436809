"""Facts about a game for scores: the last ply, the move that threw the game away, the second referee."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gograde.arena.game.five_by_five import Termination
from gograde.arena.game.record import Colour, GameRecord
from gograde.arena.game.second_referee import Ending, replay
from gograde.codec import part_of
from gograde.errors import JudgeError
from gograde.scoring.record import Thrown

if TYPE_CHECKING:
    from gograde.arena.analysis.judged_game import Analysis


def last_ply(record: GameRecord) -> int:
    """The ply that ended a game, from 1; a fault is a ply that has no move."""
    moved = record.termination in (Termination.POINTS, Termination.ILLEGAL)
    return len(record.moves) + (not moved)


def thrown(judged: Analysis, colour: Colour) -> Thrown | None:
    """The first move of a side that threw the game away."""
    flips = judged.flips(colour)
    if not flips:
        return None
    return part_of(Thrown, flips[0])


def confirm(record: GameRecord) -> None:
    """Raise `JudgeError` unless the second referee sees the same end of the game as the first referee."""
    ending = replay(record.moves, first_pass_ends=record.first_pass_ends)
    if not _agree(record, ending):
        what = f"the second referee sees {ending}, not {record.outcome}"
        raise JudgeError(f"game {record.key}", what, "keep its record, and report it")


def _agree(record: GameRecord, ending: Ending) -> bool:
    winner = 1 if record.winner == "black" else 2
    if ending.stones != (record.black_stones, record.white_stones) or ending.ply != len(record.moves):
        return False
    if record.termination in (Termination.POINTS, Termination.ILLEGAL):
        illegal = record.termination is Termination.ILLEGAL
        return ending.winner == winner and bool(ending.fault) == illegal
    to_play = 1 if len(record.moves) % 2 == 0 else 2
    return ending.winner == 0 and winner != to_play
