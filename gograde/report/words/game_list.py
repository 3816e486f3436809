"""Games in words and on boards: how they are stepped, and where a won game was thrown away.

Points are written `row,column`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gograde.arena.game.second_referee import replay
from gograde.arena.sgf import flip_text
from gograde.core.record import GameScore, TestScore, Thrown
from gograde.go.board import Board, Point
from gograde.go.player import read_move
from gograde.pictures.diagram import Diagram, Mark, MarkShape, Sign, board_text
from gograde.report.words.wording import counted

if TYPE_CHECKING:
    from gograde.arena.judged_game import JudgedMove

SIGNS = {MarkShape.CROSS: "played", MarkShape.SQUARE: "keeps the win"}


def thrown_diagram(rows: Sequence[str], before: Sequence[str], move: JudgedMove | Thrown) -> Diagram:
    """The board before a move that threw the game away, with that move and the moves that keep the win.

    `before` are the moves that led to it; the last has a ring.  Passes are not drawn.
    """
    marks: dict[tuple[int, int], Sign] = dict.fromkeys(_points(move.keeping), MarkShape.SQUARE)
    played = _points([move.move] if move.move else [])
    last = _points(before[-1:])
    marks |= {point: MarkShape.CROSS for point in played if point in Board.empty(len(rows))}
    return Diagram(rows, marks=marks, last=last[0] if last else None)


def _points(moves: Sequence[str]) -> list[Point]:
    return [point for point in map(read_move, moves) if point is not None]


def legend(diagram: Diagram) -> str:
    """What the signs on a board of text mean, like `+ played, # keeps the win`."""
    return ", ".join(f"{shape.value} {SIGNS[shape]}" for shape in SIGNS if shape in diagram.marks.values())


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


HEADS = ("game", "against", "as", "result", "plies", "reason")


def rows(test: TestScore) -> list[tuple[str, ...]]:
    """A row for each game, in the order of play."""
    return [
        (str(number), game.opponent, game.colour, result(game), str(game.ply), reason(game))
        for number, game in enumerate(test.games, start=1)
    ]


def result(game: GameScore) -> str:
    """Won or lost, and whether the game counts."""
    word = "won" if game.won else "lost"
    return word if game.counted else f"{word}, a repetition"


def reason(game: GameScore) -> str:
    """How a game ended, with the remarks of the game."""
    told = f"{game.ended}: {game.reason}" if game.ended != "points" else game.reason
    return "; ".join((told, *game.remarks))


def stepped(moves: Sequence[str], ended: str, thrown: Thrown | None) -> dict[str, str]:
    """What a page needs to step through a game, by attribute: the moves, and the one that threw it away."""
    found = {"data-moves": " ".join(moves)}
    if ended == "illegal move":
        found["data-illegal"] = "1"
    if thrown is not None:
        told = {"ply": str(thrown.ply), "keeping": " ".join(thrown.keeping), "said": flip_text(thrown)}
        found |= {f"data-{name}": value for name, value in told.items()}
    return found


def first_fault(test: TestScore) -> GameScore | None:
    """The first game that the program lost by a fault."""
    return next((game for game in test.games if game.forfeit), None)


def fault_diagram(test: TestScore) -> Diagram | None:
    """The board on which the first fault happened; an illegal move on the board is marked as answered."""
    game = first_fault(test)
    if game is None:
        return None
    marks = dict.fromkeys(_illegal(game), Mark.ANSWERED)
    return Diagram(game.board, marks=marks)


def fault_board(test: TestScore) -> list[str]:
    """The board of the first fault as text, with a heading; empty without a fault."""
    game, drawn = first_fault(test), fault_diagram(test)
    if game is None or drawn is None:
        return []
    head = f"The board on ply {game.ply}, {game.colour} ({'X' if game.colour == 'black' else 'O'}) to play"
    legend = ["! the illegal move"] if drawn.marks else []
    return [head, *board_text(drawn), *legend]


def _illegal(game: GameScore) -> list[tuple[int, int]]:
    """The point of an illegal last move; empty when the point is off the board."""
    if game.ended != "illegal move" or not game.moves:
        return []
    row, column = (int(part) for part in game.moves[-1].split(","))
    inside = 0 <= row < len(game.board) and 0 <= column < len(game.board[0])
    return [(row, column)] if inside else []
