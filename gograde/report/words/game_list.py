"""The games of a test: a table, and the board where the program first lost one by a fault."""

from __future__ import annotations

from typing import Protocol

from gograde.arena.analysis.sgf import flip_text
from gograde.pictures.draw import Diagram, Mark, board_text
from gograde.scoring.record import GameScore, TestScore, Thrown

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


class Played(Protocol):
    """What stepping through a game needs: its moves, how it ended, and the move that threw it away."""

    @property
    def moves(self) -> tuple[str, ...]: ...
    @property
    def ended(self) -> str: ...
    @property
    def thrown(self) -> Thrown | None: ...


def stepped(game: Played) -> dict[str, str]:
    """What a page needs to step through a game, by attribute: the moves, and the one that threw it away."""
    found = {"data-moves": " ".join(game.moves)}
    if game.ended == "illegal move":
        found["data-illegal"] = "1"
    if game.thrown is not None:
        thrown = {"ply": str(game.thrown.ply), "keeping": " ".join(game.thrown.keeping)}
        found |= {f"data-{name}": value for name, value in thrown.items()}
        found["data-said"] = flip_text(game.thrown)
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
