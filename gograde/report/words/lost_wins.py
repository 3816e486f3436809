"""Games lost from a won position: the move that lost each, in words and on a board."""

from __future__ import annotations

from dataclasses import dataclass

from gograde.arena.analysis.sgf import flip_text
from gograde.arena.game.second_referee import replay
from gograde.pictures.draw import Diagram, board_text
from gograde.report.words.thrown import legend, thrown_diagram
from gograde.report.words.wording import counted
from gograde.scoring.record import GameScore, TestScore, Thrown


@dataclass(frozen=True)
class LostWin:
    """A lost game, its number in the test from 1, and the move that threw it away."""

    number: int
    game: GameScore
    move: Thrown

    @property
    def words(self) -> str:
        """The number of the game, and what the move did."""
        return f"Game {self.number}, {self.game.colour}, ply {self.move.ply}: {flip_text(self.move)}."

    @property
    def diagram(self) -> Diagram:
        """The board before the move, with the move and the moves that would have kept the win."""
        before = self.game.moves[: self.move.ply - 1]
        return thrown_diagram(replay(before, first_pass_ends=False).board, before, self.move)


def lost_wins(test: TestScore) -> list[LostWin]:
    """The games of a test that the program lost from a won position, each at its first losing move."""
    numbered = enumerate(test.games, start=1)
    return [LostWin(number, game, game.thrown) for number, game in numbered if game.thrown is not None]


def lost_win_lines(test: TestScore) -> list[str]:
    """The number of lost wins, and the latest with its board; empty without a lost win."""
    found = lost_wins(test)
    if not found:
        return []
    diagram = found[-1].diagram
    head = f"{counted(len(found), 'game')} lost from a position that best play would have won; the latest:"
    return [head, found[-1].words, *board_text(diagram), legend(diagram)]
