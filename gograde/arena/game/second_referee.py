"""A second referee of the 5x5 game: the board that students are handed, ply by ply as their loop uses it.

A replay shares no code with the referee.  If both agree on a game, its result can be trusted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gograde.arena.game.handed_out.host import GO
from gograde.arena.game.record import GameRecord
from gograde.errors import JudgeError
from gograde.go.player import Termination

SIZE = 5


@dataclass(frozen=True)
class Ending:
    """How a list of moves ends: the winner (1 black, 2 white, 0 not over yet) and the ply.

    `board` has the rows at the end in `.XO`, without an illegal move.  `fault` says why the last move is
    illegal; it is empty for a legal move.
    """

    winner: int
    ply: int
    board: tuple[str, ...]
    fault: str = ""

    @property
    def stones(self) -> tuple[int, int]:
        """How many stones black and white have."""
        cells = "".join(self.board)
        return cells.count("X"), cells.count("O")


def replay(moves: Sequence[str], *, first_pass_ends: bool = True) -> Ending:
    """Play moves, `row,column` or `PASS`, from the empty board; moves after the end are ignored.

    `first_pass_ends` says whether black's pass on ply 1 counts as the second of two.
    """
    go = GO(SIZE)
    go.init_board(SIZE)
    for ply, move in enumerate(moves, start=1):
        colour, go.n_move = 2 - ply % 2, ply
        if move == "PASS":
            over = (first_pass_ends or ply > 1) and go.game_end(colour, move)
            go.previous_board, go.died_pieces = go.board, []
        else:
            row, column = map(int, move.split(","))
            if not go.place_chess(row, column, colour):
                fault = go.objection(row, column, colour).partition(",")[0]
                return Ending(3 - colour, ply, _rows(go), fault)
            go.died_pieces, over = go.remove_died_pieces(3 - colour), False
        if over or go.game_end(colour):
            return Ending(go.judge_winner(), ply, _rows(go))
    return Ending(0, len(moves), _rows(go))


def _rows(go: GO) -> tuple[str, ...]:
    return tuple("".join(".XO"[point] for point in row) for row in go.board)


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
